// Package onboard helps a knowledge base to adopt the gates: it detects a configuration that fits the notes, and records today's findings
// as a baseline.
package onboard

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/source"
	"github.com/kbgate/kbgate/internal/text"
)

// Detected is what the notes of a folder show.
type Detected struct {
	Config *config.Config // the defaults, with the domains and folders found
	Notes  int
	Claims int // that the proposed configuration makes, so that a check counts as many
}

// Summary says in a few words what was found.
func (d *Detected) Summary() string {
	return fmt.Sprintf("%s and %s, %s, %s of claims", text.Count(d.Claims, "claim", "claims"), text.Count(d.Notes-d.Claims, "other note", "other notes"),
		text.Count(len(d.Config.Claims.Domains), "domain", "domains"), text.Count(len(d.Config.Claims.Folders), "folder", "folders"))
}

// Detect reads the notes of a folder and proposes a configuration: the domains that its claims name, and the folders
// that hold at least three claims and, beside notes of other types and maps, nothing else.
func Detect(ctx context.Context, folder string) (*Detected, error) {
	root, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(root); err != nil || !info.IsDir() {
		return nil, hint.Misuse("give the folder of the knowledge base", "%s is no folder", folder)
	}
	if root, err = filepath.EvalSymlinks(root); err != nil {
		return nil, err
	}
	files, err := source.Files(ctx, git.Find(ctx, root), root)
	if err != nil {
		return nil, err
	}
	s := detection{Detected: &Detected{Config: config.Default(gate.BuiltIn.Specs())}, domains: map[string]bool{}, folders: map[string]*folderContent{}}
	notes := source.WorkTree(root)
	defer notes.Close()
	for _, name := range files {
		if !kb.IsNote(name) {
			continue
		}
		s.Notes++
		if data, trouble, err := source.Read(notes, name); err == nil && trouble == nil {
			s.note(claim.Parse(name, data))
		}
	}
	s.propose()
	return s.Detected, nil
}

// detection counts what a folder holds.
type detection struct {
	*Detected
	domains map[string]bool
	folders map[string]*folderContent
	maybe   []candidate
}

// candidate is a note that may be a claim, by its header or by its folder.
type candidate struct {
	path    string
	isTyped bool // its header says so
}

// folderContent counts the notes that stand directly in a folder.
type folderContent struct {
	claims, untyped int
	maps            []string // names of notes that folders share, such as _map
}

func (s *detection) note(c *claim.Claim) {
	if isTyped := c.Header.MakesClaim(); isTyped || len(c.Header.Types()) == 0 {
		s.maybe = append(s.maybe, candidate{c.Path, isTyped})
	}
	dir := s.folders[path.Dir(c.Path)]
	if dir == nil {
		dir = &folderContent{}
		s.folders[path.Dir(c.Path)] = dir
	}
	name := strings.TrimSuffix(path.Base(c.Path), path.Ext(c.Path))
	switch {
	case kb.IsClaim(c, &s.Config.Claims):
		dir.claims++
		if domain := strings.TrimSpace(c.Header.Text("domain")); domain != "" {
			s.domains[domain] = true
		}
	case slices.Contains(s.Config.Links.SharedNames, name):
		dir.maps = append(dir.maps, name)
	case c.Header.Type() == "":
		dir.untyped++
	}
}

func (s *detection) propose() {
	proposed, excluded := map[string]bool{}, map[string]bool{}
	for dir, n := range s.folders {
		// A note without a type in a folder of claims is most likely a claim without a header.
		if dir == "." || n.claims < 3 || n.untyped*5 > n.claims {
			continue
		}
		proposed[dir] = true
		for _, name := range n.maps {
			excluded["**/"+name+".md"] = true
		}
	}
	claims := &s.Config.Claims
	claims.Domains, claims.Folders, claims.Exclude = slices.Sorted(maps.Keys(s.domains)), topmost(slices.Sorted(maps.Keys(proposed))), slices.Sorted(maps.Keys(excluded))
	for _, n := range s.maybe {
		isHere := slices.ContainsFunc(claims.Folders, func(folder string) bool { return kb.InFolder(n.path, folder) })
		if kb.MayBeClaim(n.path, claims) && (n.isTyped || isHere) {
			s.Claims++
		}
	}
}

// topmost leaves out folders that stand in others of the sorted list.
func topmost(folders []string) []string {
	var top []string
	for _, folder := range folders {
		if !slices.ContainsFunc(top, func(above string) bool { return strings.HasPrefix(folder, above+"/") }) {
			top = append(top, folder)
		}
	}
	return top
}

package check

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/kb"
)

// Found is what a survey of a folder shows.
type Found struct {
	Config *config.Config // the defaults, with the domains and folders found
	Notes  int
	Claims int
}

// Summary says in a few words what was found.
func (f *Found) Summary() string {
	return fmt.Sprintf("%s among %s, %s, %s", counted(f.Claims, "claim"), counted(f.Notes, "note"),
		counted(len(f.Config.Claims.Domains), "domain"), counted(len(f.Config.Claims.Folders), "folder")+" of claims")
}

// counted is n and the word for n things.
func counted(n int, word string) string {
	if n != 1 {
		word += "s"
	}
	return fmt.Sprintf("%d %s", n, word)
}

// Survey reads the notes of a folder and proposes a configuration: the domains that its claims name, and the folders
// that hold at least three claims and, beside notes of other types and maps, nothing else.
func Survey(ctx context.Context, folder string) (*Found, error) {
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
	files, err := Files(ctx, root)
	if err != nil {
		return nil, err
	}
	s := survey{Found: &Found{Config: config.Default(gate.Specs())}, domains: map[string]bool{}, folders: map[string]*folderContent{}}
	notes := newReader(root)
	defer notes.close()
	for _, name := range files {
		if !kb.IsNote(name) {
			continue
		}
		source, why, err := notes.read(name)
		if err != nil || why != "" || inspect(source) != nil {
			continue
		}
		s.note(claim.Parse(name, source))
	}
	s.propose()
	return s.Found, nil
}

// survey counts what a folder holds.
type survey struct {
	*Found
	domains map[string]bool
	folders map[string]*folderContent
}

// folderContent counts the notes that stand directly in a folder.
type folderContent struct {
	claims, untyped int
	maps            []string // names of notes that folders share, such as _map
}

func (s *survey) note(c *claim.Claim) {
	s.Notes++
	dir := s.folders[path.Dir(c.Path)]
	if dir == nil {
		dir = &folderContent{}
		s.folders[path.Dir(c.Path)] = dir
	}
	name := strings.TrimSuffix(path.Base(c.Path), path.Ext(c.Path))
	switch {
	case kb.IsClaim(c, &s.Config.Claims):
		s.Claims++
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

func (s *survey) propose() {
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
	claims.Domains, claims.Folders, claims.Exclude = sortedKeys(s.domains), topmost(sortedKeys(proposed)), sortedKeys(excluded)
}

func sortedKeys(set map[string]bool) []string {
	var keys []string
	for key := range set {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
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

package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/workspace"
)

// A symbolic link to a folder, or a submodule in the place of a folder, shows notes in a work tree that no gate has read. Where claims
// may stand, both are findings on the path itself. A link to a file of the repository shows that file alone, which is no note by its
// name: it passes.

const (
	isSubmodule = "is another repository (a submodule): no gate sees the notes in it"
	hiddenFix   = "Put the notes themselves here. Where they are no claims of this base, name the path under `claims.exclude`; that counts once it stands in the base."
)

// Hidden is a path that hides notes. A baseline tells a link from a later one by its target.
type Hidden struct{ Path, Target, Why string }

// Finding is the finding on it.
func (h Hidden) Finding() finding.Finding {
	return finding.OnPath(h.Path, h.Target, "the path "+h.Why, hiddenFix)
}

func hidingLink(name, target string) Hidden {
	return Hidden{name, target, fmt.Sprintf("is a symbolic link to %q, which is not followed: no gate sees the notes that may stand behind it", target)}
}

// Hidden are the paths that hide notes from the gates, of those that are checked and may hold claims.
func (s *Source) Hidden(claims *config.Claims) (all []Hidden, err error) {
	mayHide := func(name string) bool { return s.IsAsked(name) && kb.MayHoldClaims(name, claims) }
	switch {
	case s.isGiven:
		return nil, nil
	case s.Change == nil:
		return s.hiddenHere(mayHide), nil
	}
	var links []Entry
	for _, f := range s.Change.Files {
		if !s.Change.Counts(f.Path) || !mayHide(f.Path) {
			continue
		}
		if f.Submodule {
			all = append(all, Hidden{f.Path, "", isSubmodule})
		} else if f.New.Mode == git.ModeLink && !kb.IsNote(f.Path) {
			links = append(links, f.New)
		}
	}
	const atOnce = 256 // paths that git is asked about in one call
	for part := range slices.Chunk(links, atOnce) {
		more, err := s.hidingLinks(part)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}

// hidingLinks gives those of the links of a change that do not lead to a file which the change leaves in the repository.
func (s *Source) hidingLinks(links []Entry) (all []Hidden, err error) {
	targets, leads := make([]string, len(links)), make([]string, len(links))
	var ask []string
	for i, link := range links {
		object, err := s.objects.Read(link.Blob, maxTarget)
		if err != nil && !errors.Is(err, git.ErrTooLarge) {
			return nil, unreadable(link.Path, err)
		}
		targets[i] = string(object.Data)
		if to, ok := leadsTo(s.Place.Folder()+link.Path, targets[i]); ok {
			leads[i] = to
			ask = append(ask, to)
		}
	}
	entries, err := git.Entries(s.ctx, s.Place.Repo, s.Change.after, ask...)
	files := map[string]bool{}
	for _, e := range entries {
		files[e.Path] = e.Mode != git.ModeLink && e.Mode != git.ModeFolder
	}
	for i, link := range links {
		if leads[i] == "" || !files[leads[i]] {
			all = append(all, hidingLink(link.Path, targets[i]))
		}
	}
	return all, err
}

// maxTarget is the size in bytes above which no system follows a link.
const maxTarget = 4096

// leadsTo gives the path to which a link leads, where its text says that without a look at any folder: up, and then down.
func leadsTo(link, target string) (string, bool) {
	if target == "" || path.IsAbs(target) || strings.ContainsAny(target, "\\\x00\n") {
		return "", false
	}
	down := target
	for strings.HasPrefix(down, "../") {
		down = down[len("../"):]
	}
	to := path.Join(path.Dir(link), target)
	return to, down == path.Clean(down) && down != "." && down != ".." && to != ".." && !strings.HasPrefix(to, "../")
}

// hiddenHere finds what hides notes in the work tree.
func (s *Source) hiddenHere(mayHide func(string) bool) (all []Hidden) {
	for _, name := range s.Files {
		if kb.IsNote(name) || strings.HasSuffix(name, "/") { // a repository that is not tracked is no part of the base
			continue
		}
		file := filepath.Join(s.Place.Root, filepath.FromSlash(name))
		info, err := os.Lstat(file)
		if err != nil || info.Mode().IsRegular() || !mayHide(name) {
			continue
		}
		switch {
		case info.IsDir() && !hasBelow(s.Files, name):
			all = append(all, Hidden{name, "", isSubmodule})
		case info.Mode()&fs.ModeSymlink != 0:
			if target, err := os.Readlink(file); err == nil && !leadsToFile(top(&s.Place), s.Place.Folder()+name, filepath.ToSlash(target)) {
				all = append(all, hidingLink(name, filepath.ToSlash(target)))
			}
		}
	}
	return all
}

// hasBelow reports whether files were listed below a folder, so that it is one of the base after all.
func hasBelow(files []string, folder string) bool {
	i, _ := slices.BinarySearch(files, folder+"/")
	return i < len(files) && strings.HasPrefix(files[i], folder+"/")
}

// leadsToFile reports whether a link, by its path from a top folder, leads to a regular file there, and through no other link.
func leadsToFile(top, link, target string) bool {
	to, ok := leadsTo(link, target)
	at := top
	parts := strings.Split(to, "/")
	for i := 0; ok && i < len(parts); i++ {
		at = filepath.Join(at, parts[i])
		info, err := os.Lstat(at)
		ok = err == nil && (i < len(parts)-1 && info.IsDir() || i == len(parts)-1 && info.Mode().IsRegular())
	}
	return ok
}

// top is the top of the repository as a folder above the root.
func top(p *workspace.Location) string {
	top := p.Root
	for range strings.Count(p.Folder(), "/") {
		top = filepath.Dir(top)
	}
	return top
}

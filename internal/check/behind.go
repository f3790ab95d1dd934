package check

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/kb"
)

// A symbolic link to a folder, and another repository in the place of one, show notes to whoever checks the base out that no
// gate has read. Where claims may stand both are findings on the path itself. A link that leads to a file of the repository
// shows that file alone, which is no note by its name: it passes.

const (
	behindLink      = "is a symbolic link to %q, which is not followed: no gate sees the notes that may stand behind it"
	behindSubmodule = "is another repository (a submodule): no gate sees the notes in it"
	behindFix       = "Put the notes themselves here. Where they are no claims of this base, name the path under `claims.exclude`; that counts once it stands in the base."
)

// behind is what stands in the place of a folder.
type behind struct {
	path   string
	target string // of a link, by which a baseline tells it from a later one
	why    string
}

func linkTo(name, target string) behind {
	return behind{path: name, target: target, why: fmt.Sprintf(behindLink, target)}
}

// hidden finds what hides notes from the gates, in the part of the base under check.
func (s *inquiry) hidden() (all []behind, err error) {
	if s.Files != nil {
		return nil, nil
	}
	if s.change == nil {
		return s.hiddenInWork(), nil
	}
	var links []git.Entry
	for _, f := range s.change.files {
		if !f.Submodule && (f.New.Mode != git.ModeLink || kb.IsNote(f.Path)) || !s.change.isJudged(f.Path) || !s.mayHide(f.Path) {
			continue
		}
		if f.Submodule {
			all = append(all, behind{path: f.Path, why: behindSubmodule})
		} else {
			links = append(links, f.New)
		}
	}
	behindLinks, err := s.followed(links)
	return append(all, behindLinks...), err
}

func (s *inquiry) mayHide(name string) bool {
	return s.isWanted(name) && (kb.MayHoldClaims(name, &s.config.Claims) || kb.IsNote(name))
}

// atOnce is how many paths git is asked about in one call.
const atOnce = 256

// followed gives those of the links of a change that do not lead to a file which the change leaves in the repository.
func (s *inquiry) followed(links []git.Entry) (all []behind, err error) {
	blobs := s.blobs.get()
	defer s.blobs.put(blobs)
	for part := range slices.Chunk(links, atOnce) {
		targets := make([]string, len(part))
		leads := make([]string, len(part))
		var ask []string
		for i, link := range part {
			text, err := blobs.Read(link.Blob, maxTarget)
			if err != nil && !errors.Is(err, git.ErrTooLarge) {
				return nil, unreadable(link.Path, err)
			}
			targets[i] = string(text)
			if to, ok := leadsTo(s.change.prefix+link.Path, targets[i]); ok {
				leads[i] = to
				ask = append(ask, to)
			}
		}
		entries, err := s.entriesAfter(ask)
		if err != nil {
			return nil, err
		}
		files := map[string]bool{}
		for _, e := range entries {
			files[e.Path] = e.Mode != git.ModeLink && e.Mode != git.ModeFolder
		}
		for i, link := range part {
			if leads[i] == "" || !files[leads[i]] {
				all = append(all, linkTo(link.Path, targets[i]))
			}
		}
	}
	return all, nil
}

// entriesAfter are those of paths, from the top of the repository, as the change leaves them.
func (s *inquiry) entriesAfter(paths []string) ([]git.Entry, error) {
	if s.Staged {
		return git.IndexEntries(s.ctx, s.repo, paths...)
	}
	return git.TreeEntries(s.ctx, s.repo, s.change.after, paths...)
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

// hiddenInWork finds what hides notes in the work tree.
func (s *inquiry) hiddenInWork() (all []behind) {
	for _, name := range s.files {
		if kb.IsNote(name) || strings.HasSuffix(name, "/") { // a repository that is not tracked is no part of the base
			continue
		}
		file := filepath.Join(s.root, filepath.FromSlash(name))
		info, err := os.Lstat(file)
		if err != nil || info.Mode().IsRegular() || !s.mayHide(name) {
			continue
		}
		switch {
		case info.IsDir() && !s.hasBelow(name):
			all = append(all, behind{path: name, why: behindSubmodule})
		case info.Mode()&fs.ModeSymlink != 0:
			if target, err := os.Readlink(file); err == nil && !s.leadsToFile(name, filepath.ToSlash(target)) {
				all = append(all, linkTo(name, filepath.ToSlash(target)))
			}
		}
	}
	return all
}

// hasBelow reports whether files were listed below a folder, so that it is one of the base after all.
func (s *inquiry) hasBelow(folder string) bool {
	i, _ := slices.BinarySearch(s.files, folder+"/")
	return i < len(s.files) && strings.HasPrefix(s.files[i], folder+"/")
}

// leadsToFile reports whether a link leads to a regular file of the repository, and through no other link.
func (s *inquiry) leadsToFile(link, target string) bool {
	to, ok := leadsTo(s.folder+link, target)
	top := s.root
	for range strings.Count(s.folder, "/") {
		top = filepath.Dir(top)
	}
	for end := 0; ok && end < len(to); end++ {
		if next := strings.IndexByte(to[end:], '/'); next < 0 {
			end = len(to)
		} else {
			end += next
		}
		info, err := os.Lstat(filepath.Join(top, filepath.FromSlash(to[:end])))
		ok = err == nil && (end < len(to) && info.IsDir() || end == len(to) && info.Mode().IsRegular())
	}
	return ok
}

// unseen finds what hides notes from the gates, or gives people another text than the one that is judged. The document
// lists the paths behind which nobody has looked.
func (s *inquiry) unseen(v *view, doc *finding.Document) ([]finding.Finding, error) {
	hidden, err := s.hidden()
	if err != nil {
		return nil, err
	}
	var all []finding.Finding
	for _, b := range hidden {
		all = append(all, finding.OnPath(b.path, b.target, "the path "+b.why, behindFix))
		doc.Unread = append(doc.Unread, finding.Unread{Path: shownPath(b.path), Reason: b.why})
	}
	disguised := s.disguisedInWork
	if s.change != nil {
		all = append(all, s.nested(s.change)...)
		disguised = s.disguised
	}
	more, err := disguised(v)
	return append(all, more...), err
}

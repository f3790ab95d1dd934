package check

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/kb"
)

// firstSeen asks git once, and only when a gate wants to know.
func (s *inquiry) firstSeen() func(string) (time.Time, bool) {
	today := s.Now.UTC().Truncate(24 * time.Hour)
	days := sync.OnceValues(func() (map[string]time.Time, error) {
		if s.root == "" {
			return nil, git.ErrNoRepository
		}
		if s.Diff != "" {
			return git.FirstDaysUpTo(s.ctx, s.repo, s.change.after, s.change.prefix)
		}
		return git.FirstDays(s.ctx, s.repo)
	})
	return func(notePath string) (time.Time, bool) {
		found, err := days()
		if err != nil && !errors.Is(err, git.ErrNoRepository) {
			return time.Time{}, false
		}
		if day, ok := found[notePath]; ok {
			return day, true
		}
		return today, true // not committed yet, or never to be
	}
}

// isNew asks git once, and only when a gate wants to know. Without a repository nothing is known to be new. Of a change the
// base before it knows.
func (s *inquiry) isNew(before *kb.Base) func(string) bool {
	if before != nil {
		return func(notePath string) bool {
			_, ok := before.Find(notePath)
			return !ok
		}
	}
	committed := sync.OnceValues(func() (map[string]bool, error) {
		if s.root == "" {
			return nil, git.ErrNoRepository
		}
		files, err := git.HeadFiles(s.ctx, s.repo)
		known := make(map[string]bool, len(files))
		for _, file := range files {
			known[file] = true
		}
		return known, err
	})
	return func(notePath string) bool {
		known, err := committed()
		return err == nil && !known[notePath]
	}
}

// unstaged asks git once, and only when a gate wants to know. What would be found by a name are the notes of the work tree
// that the base does not have: files that were never added, or only announced (`git add --intent-to-add`).
func (s *inquiry) unstaged(base *kb.Base) func(kb.ID, string) (string, bool) {
	if !s.Staged {
		return nil
	}
	others := sync.OnceValue(func() *kb.Base {
		files, _ := git.Files(s.ctx, s.repo) // where git cannot tell, the link is broken as others are
		files = slices.DeleteFunc(files, func(file string) bool {
			_, staged := base.Find(file)
			return staged || !kb.IsNote(file)
		})
		slices.Sort(files)
		notes := kb.NewBase(slices.Compact(files))
		for id := range kb.ID(notes.Len()) {
			notes.PutUnread(id, "", 0)
		}
		return notes
	})
	return func(from kb.ID, target string) (string, bool) {
		notes := others()
		id, ok := notes.ResolveIn(strings.TrimPrefix(path.Dir(base.Path(from)), "."), target, false)
		if !ok {
			return "", false
		}
		_, err := os.Lstat(filepath.Join(s.root, filepath.FromSlash(notes.Path(id))))
		return notes.Path(id), err == nil
	}
}

package check

import (
	"errors"
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
		return git.FirstDays(s.ctx, s.root)
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
		files, err := git.HeadFiles(s.ctx, s.root)
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

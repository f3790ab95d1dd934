package store

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// Change is a file that differs between two states of the store.
type Change struct {
	Name        // Blob is "" where the file, or a folder of that path, is gone
	Was  string // the id of what it held before, "" where it was not there
}

// Changes tell how the store at its tip differs from an earlier tree of it ("" for none), and give its tree now, "" where
// it holds nothing yet. A store that has only grown has no files that are gone; one whose branch was set elsewhere may.
// Where the repository has the earlier tree no more, git.ErrMissing holds.
func (s *Store) Changes(ctx context.Context, since string) (changes []Change, tree string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, err := s.tip()
	if err != nil {
		return nil, "", err
	}
	if at.ID != "" {
		if tree, err = s.folderAt(at.ID, ""); err != nil {
			return nil, "", err
		}
	}
	return s.changes(ctx, since, tree)
}

func (s *Store) changes(ctx context.Context, since, tree string) (changes []Change, now string, err error) {
	if err := s.compare(ctx, since, tree, "", func(c Change) { changes = append(changes, c) }); err != nil {
		return nil, "", fmt.Errorf("what is new in the store: %w", err)
	}
	return changes, tree, nil
}

// Derived is a folder in which others may keep what they have derived from the store, below the git directory that all
// work trees share. Whatever is there may be deleted at any time.
func (s *Store) Derived() string { return filepath.Join(s.repo.Common, "kbgate", "index") }

// Place names the branch and the folder of the store.
func (s *Store) Place() string { return s.Ref + "\x00" + s.Folder }

// added tells of the files in one folder that another, earlier one does not have.
func (s *Store) added(ctx context.Context, old, now, folder string, tell func(Name)) error {
	return s.compare(ctx, old, now, folder, func(c Change) {
		if c.Blob != "" {
			tell(c.Name)
		}
	})
}

// isFile reports whether an entry is a file: neither a folder nor a link nor a repository within.
func (e entry) isFile() bool { return isFileMode(e.mode) }

func isFileMode(mode string) bool { return strings.HasPrefix(mode, "100") }

func sortedEntries(byName map[string]entry) []entry {
	return slices.SortedFunc(maps.Values(byName), entry.order)
}

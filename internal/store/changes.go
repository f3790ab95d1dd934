package store

import (
	"context"
	"fmt"
	"maps"
	"path"
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
func (s *Store) Derived() string { return filepath.Join(s.place.Common, "kbgate", "index") }

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

// deepest is how many folders may lie within one another below that of the store. What lies deeper is passed over: a few bytes
// can hold folders without end.
const deepest = 8

// compare tells how one folder differs from another, earlier one.
func (s *Store) compare(ctx context.Context, old, now, folder string, tell func(Change)) error {
	if old == now {
		return nil
	}
	if now == "" {
		tell(Change{Name{folder, ""}, old})
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	before := map[string]entry{}
	if old != "" {
		entries, err := s.entries(old)
		if err != nil {
			return err
		}
		for _, e := range entries {
			before[e.name] = e
		}
	}
	entries, err := s.entries(now)
	if err != nil {
		return err
	}
	for _, e := range entries {
		was := before[e.name]
		delete(before, e.name)
		name := path.Join(folder, e.name)
		switch {
		case e.id == was.id && e.mode == was.mode:
		case e.mode == modeFolder && strings.Count(name, "/") >= deepest:
		case e.mode == modeFolder:
			if was.isFile() {
				tell(Change{Name{name, ""}, was.id})
			}
			if was.mode != modeFolder {
				was.id = ""
			}
			if err := s.compare(ctx, was.id, e.id, name, tell); err != nil {
				return err
			}
		case e.isFile():
			c := Change{Name: Name{name, e.id}}
			if was.isFile() {
				c.Was = was.id
			} else if was.mode == modeFolder {
				tell(Change{Name{name, ""}, was.id})
			}
			tell(c)
		case was.isFile() || was.mode == modeFolder:
			tell(Change{Name{name, ""}, was.id})
		}
	}
	for _, was := range sortedEntries(before) {
		if was.isFile() || was.mode == modeFolder {
			tell(Change{Name{path.Join(folder, was.name), ""}, was.id})
		}
	}
	return nil
}

// isFile reports whether an entry is a file: neither a folder nor a link nor a repository within.
func (e entry) isFile() bool { return isFileMode(e.mode) }

func isFileMode(mode string) bool { return strings.HasPrefix(mode, "100") }

func sortedEntries(byName map[string]entry) []entry {
	return slices.SortedFunc(maps.Values(byName), entry.order)
}

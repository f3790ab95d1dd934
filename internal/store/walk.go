package store

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/kbgate/kbgate/internal/git"
)

// Folders of git may hold each other any number of times: a few of them stand for more files than anybody could list. So a
// walk ends where the layout of the records ends, KIND/YYYY/MM/DD/FILE, goes only so often into a folder where it was
// before, for no two of records hold the same, comes by only so many names there, and passes over folders that would make it
// more files than a store has.
const (
	deepest    = 4
	mostAgain  = 1000
	againNames = 1 << 16

	mostMergedAgain = 16
	mostEntries     = 4 << 20
)

// walk goes through the folders of a store.
type walk struct {
	store   *Store
	tell    func(Change)
	left    int            // how many files and folders there may yet be
	entered map[string]int // folders, and how many names it came by in each
	again   int            // how often it went into a folder where it was before
	names   int            // by which it came there
	within  int            // how many such folders it is in
	visited int
	deepest int // how many slashes a folder's path may have
	repeats int // how often it may go into a folder where it was before
}

func (s *Store) walk(tell func(Change)) *walk {
	return &walk{store: s, tell: tell, left: mostEntries, entered: map[string]int{}, deepest: deepest, repeats: mostAgain}
}

// merging makes a walk for a merge, in which each folder that it goes into may be one to write.
func (s *Store) merging() *walk {
	w := s.walk(nil)
	w.repeats = mostMergedAgain
	return w
}

// compare tells how one folder differs from another, earlier one.
func (s *Store) compare(ctx context.Context, old, now, folder string, tell func(Change)) error {
	return s.tooLarge(s.walk(tell).compare(ctx, old, now, folder))
}

// tooLarge refuses where the store itself is what a walk passes over.
func (s *Store) tooLarge(err error) error {
	if errors.Is(err, errPassedOver) {
		return &Refusal{fmt.Sprintf("the folder %s on %s holds more than %d names, or takes more than %d MiB in git", s.Folder, s.Ref, mostEntries, maxFolder>>20),
			"no store grows so large; `git log` tells who brought them"}
	}
	return err
}

// enter goes into a folder, if it may, and says whether it did.
func (w *walk) enter(name, id string, within func() error) (bool, error) {
	if strings.Count(name, "/") >= w.deepest {
		return false, nil
	}
	size, before := w.entered[id]
	if before {
		if w.again++; w.again > w.repeats || w.names+size > againNames {
			return false, nil
		}
		w.within++
		defer func() { w.within-- }()
	}
	visited := w.visited
	err := within()
	if errors.Is(err, errPassedOver) {
		return false, nil
	}
	w.entered[id] = max(size, w.visited-visited)
	return true, err
}

// isClosed reports whether an error says that a folder is too large to be read, or is none that anybody can read. Neither stops what has
// to do with other folders.
func isClosed(err error) bool { return errors.Is(err, git.ErrTooLarge) || errors.Is(err, errBadTree) }

// errPassedOver says that a folder is too large to be gone through.
var errPassedOver = errors.New("the folder is passed over")

// count takes the names of a folder off what there may yet be.
func (w *walk) count(names int) error {
	if names > w.left || w.within > 0 && w.names+names > againNames {
		return errPassedOver
	}
	if w.within > 0 {
		w.names += names
	}
	w.left -= names
	w.visited += names
	return nil
}

// compare tells how one folder differs from another, earlier one. A folder into which the walk may not go is told of as if it
// were a file: it is no record, whatever it holds.
func (w *walk) compare(ctx context.Context, old, now, folder string) error {
	tell := w.tell
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
		entries, err := w.read(old)
		if err != nil {
			return err
		}
		for _, e := range entries {
			before[e.name] = e
		}
	}
	entries, err := w.read(now)
	if err != nil {
		return err
	}
	for _, e := range entries {
		was := before[e.name]
		delete(before, e.name)
		name := path.Join(folder, e.name)
		switch {
		case e.id == was.id && e.mode == was.mode:
		case e.mode == modeFolder:
			if was.isFile() {
				tell(Change{Name{name, ""}, was.id})
			}
			if was.mode != modeFolder {
				was.id = ""
			}
			entered, err := w.enter(name, e.id, func() error { return w.compare(ctx, was.id, e.id, name) })
			if err != nil {
				return err
			}
			if !entered {
				if was.id != "" {
					tell(Change{Name{name, ""}, was.id})
				}
				tell(Change{Name: Name{name, e.id}})
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

// read gives the entries of a folder, and counts them.
func (w *walk) read(id string) ([]entry, error) {
	entries, err := w.store.entries(id)
	if isClosed(err) {
		return nil, errPassedOver
	}
	if err == nil {
		err = w.count(len(entries))
	}
	return entries, err
}

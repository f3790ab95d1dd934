package store

import (
	"context"
	"fmt"
	"path"
	"strings"
)

// Folders of git may hold each other any number of times: a few of them stand for more files than anybody could list. So a
// walk ends where the layout of the records ends, KIND/YYYY/MM/DD/FILE, goes only so often into a folder where it was
// before, for no two of records hold the same, and ends altogether where there are too many files to be a store.
const (
	deepest     = 4
	mostAgain   = 1000
	mostEntries = 4 << 20
)

// walk goes through the folders of a store.
type walk struct {
	store   *Store
	tell    func(Change)
	left    int // how many files and folders there may yet be
	entered map[string]bool
	again   int // how often it went into a folder where it was before
}

// compare tells how one folder differs from another, earlier one.
func (s *Store) compare(ctx context.Context, old, now, folder string, tell func(Change)) error {
	w := walk{store: s, tell: tell, left: mostEntries, entered: map[string]bool{}}
	return w.compare(ctx, old, now, folder)
}

// mayEnter reports whether a folder may be looked into.
func (w *walk) mayEnter(name, id string) bool {
	if strings.Count(name, "/") >= deepest {
		return false
	}
	if w.entered[id] {
		w.again++
	}
	w.entered[id] = true
	return w.again <= mostAgain
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
		entries, err := w.store.entries(old)
		if err != nil {
			return err
		}
		for _, e := range entries {
			before[e.name] = e
		}
	}
	entries, err := w.store.entries(now)
	if err != nil {
		return err
	}
	if w.left -= len(entries); w.left < 0 {
		return &Refusal{fmt.Sprintf("the store on %s holds more than %d files", w.store.Ref, mostEntries), "no store grows so large; `git log` tells who brought them"}
	}
	for _, e := range entries {
		was := before[e.name]
		delete(before, e.name)
		name := path.Join(folder, e.name)
		switch {
		case e.id == was.id && e.mode == was.mode:
		case e.mode == modeFolder && !w.mayEnter(name, e.id):
			if was.isFile() || was.mode == modeFolder {
				tell(Change{Name{name, ""}, was.id})
			}
			tell(Change{Name: Name{name, e.id}})
		case e.mode == modeFolder:
			if was.isFile() {
				tell(Change{Name{name, ""}, was.id})
			}
			if was.mode != modeFolder {
				was.id = ""
			}
			if err := w.compare(ctx, was.id, e.id, name); err != nil {
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

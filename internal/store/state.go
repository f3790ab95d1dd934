package store

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/kbgate/kbgate/internal/git"
)

// State is what the branch of a store held at a moment. It is of use only within the call to which it was given.
type State struct {
	store  *Store
	root   string // the tree of the branch, "" for none
	folder string // that of the store, likewise
	files  map[string]git.Object
	lists  map[string]*listing // of folders, by their ids
	listed int                 // names in these
}

// listing is what a folder holds.
type listing struct {
	names map[string]entry
	given map[string]bool // names that files of it gave up; nil: not looked for
}

// mostListed is how many names a state keeps at hand, so that it is not read for each of them what a folder holds.
const mostListed = 1 << 18

// list gives what a folder holds.
func (t *State) list(id string) (*listing, error) {
	if l := t.lists[id]; l != nil {
		return l, nil
	}
	entries, err := t.store.entries(id)
	if err != nil {
		return nil, err
	}
	l := &listing{names: make(map[string]entry, len(entries))}
	for _, e := range entries {
		if _, twice := l.names[e.name]; !twice {
			l.names[e.name] = e
		}
	}
	if t.listed += len(entries); t.lists == nil || t.listed > mostListed {
		t.lists, t.listed = map[string]*listing{}, len(entries)
	}
	t.lists[id] = l
	return l, nil
}

// gaveUp reports whether a file of a folder gave a name up.
func (l *listing) gaveUp(name string) bool {
	if l.given == nil {
		l.given = map[string]bool{}
		for other := range l.names {
			if own := twinOf(other); own != "" {
				l.given[own] = true
			}
		}
	}
	return l.given[name]
}

// stateOf is the state at a commit; "" for before the first.
func (s *Store) stateOf(commit string) (*State, error) {
	t := &State{store: s, files: map[string]git.Object{}}
	if commit == "" {
		return t, nil
	}
	c, err := s.objects.Read(commit+"^{commit}", maxObject)
	if err != nil {
		return nil, err
	}
	if t.root, err = treeOf(c); err != nil {
		return nil, err
	}
	t.folder, err = s.folderAt(t.root, "")
	return t, err
}

// Get gives the content of a file of the store, as Store.Get does.
func (t *State) Get(name string, limit int64) ([]byte, error) {
	if err := CheckPath(name); err != nil {
		return nil, err
	}
	if t.folder == "" {
		return nil, fmt.Errorf("%s: %w", name, ErrNotFound)
	}
	return t.store.get(t.folder+":"+name, name, limit)
}

// Contents reads files of the store, as Store.Contents does.
func (t *State) Contents(ctx context.Context, names []Name, limit int64) iter.Seq2[File, error] {
	return func(yield func(File, error) bool) { t.store.contents(ctx, names, limit, yield) }
}

// Names are the files below a folder of the store, as with Store.Names.
func (t *State) Names(ctx context.Context, folder string) (names []Name, err error) {
	id := t.folder
	if id != "" && folder != "" {
		if id, err = t.store.treeAt(id, folder); err != nil {
			return nil, err
		}
	}
	return names, t.store.added(ctx, "", id, folder, func(n Name) { names = append(names, n) })
}

// Changes tell how the store differs from an earlier tree of it, as Store.Changes does.
func (t *State) Changes(ctx context.Context, since string) ([]Change, string, error) {
	return t.store.changes(ctx, since, t.folder)
}

// IsEmpty reports whether the branch held nothing at all.
func (t *State) IsEmpty() (bool, error) { return t.root == "", nil }

// Share is that of the store.
func (t *State) Share(ctx context.Context, names ...string) error {
	return t.store.Share(ctx, names...)
}

// Derived is that of the store.
func (t *State) Derived() string { return t.store.Derived() }

// Place names the store, as Store.Place does.
func (t *State) Place() string { return t.store.Place() }

// maxView is the size of the largest file of a view, in bytes.
const maxView = 64 << 20

// File gives a file of the branch by its path from the top, nil where there is none. It must not be changed.
func (t *State) File(name string) ([]byte, error) {
	data, _, err := t.file(name)
	return data, err
}

func (t *State) file(name string) (data []byte, blob string, err error) {
	e, err := t.entry(name)
	if err == nil && e.id == "" {
		err = t.mayStand(name)
	}
	if err != nil || e.id == "" {
		return nil, "", err
	}
	if !e.isFile() {
		return nil, "", &Refusal{name + " on " + t.store.Ref + " is " + e.what() + ", where a file is to be kept", "take it out of the branch, or set learn.memory_log to another folder"}
	}
	o, known := t.files[e.id]
	if !known {
		o, err = t.store.objects.Read(e.id, maxView)
		if errors.Is(err, git.ErrTooLarge) {
			return nil, "", &Refusal{fmt.Sprintf("%s on %s is larger than %d MiB", name, t.store.Ref, maxView>>20), "take it out of the branch; it is made anew"}
		}
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", name, err)
		}
		t.files[e.id] = o
	}
	return o.Data, e.id, nil
}

// mayStand refuses a file where something else stands in the place of a folder above it.
func (t *State) mayStand(name string) error {
	for i, c := range name {
		if c != '/' {
			continue
		}
		e, err := t.entry(name[:i])
		if err != nil || e.mode == "" {
			return err
		}
		if e.mode != modeFolder {
			return &Refusal{name[:i] + " on " + t.store.Ref + " is " + e.what() + ", where a folder is to be", "take it out of the branch, or set learn.memory_log to another folder"}
		}
	}
	return nil
}

// entry is what the branch has under a path from the top; none where it has nothing.
func (t *State) entry(name string) (e entry, err error) {
	e = entry{mode: modeFolder, id: t.root}
	for part := range strings.SplitSeq(name, "/") {
		if e.mode != modeFolder || e.id == "" {
			return entry{}, nil
		}
		l, err := t.list(e.id)
		if err != nil {
			return e, err
		}
		e = l.names[part]
	}
	return e, nil
}

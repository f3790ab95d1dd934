package store

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path"
	"strings"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/store/tree"
	"github.com/kbgate/kbgate/internal/store/worktree"
)

// Name is a file of the store without its content.
type Name struct {
	Path string // below the store's folder
	Blob string // the id of its content
}

// PathChange is a file that differs between two states of the store.
type PathChange struct {
	Name        // Blob is "" where the file, or a folder of that path, is gone
	Was  string // the id of what it held before, "" where it was not there
}

// State is what the branch of a store held at a moment. It is of use only within the call to which it was given.
type State struct {
	*branch
	commit string
	root   string              // the tree of the branch, "" for none
	folder string              // that of the store, likewise
	lists  map[string]*listing // of folders, by their ids
	listed int                 // names in these
}

// listing is what a folder holds.
type listing struct {
	names tree.Names
	given map[string]bool // the names of which it has conflict copies; nil: not known yet
}

// mostListed is how many names of listings a state keeps, so that it does not read a folder for each file in it.
const mostListed = 1 << 18

// list gives what a folder holds.
func (t *State) list(id string) (*listing, error) {
	if l := t.lists[id]; l != nil {
		return l, nil
	}
	entries, err := t.entries(id)
	if err != nil {
		return nil, err
	}
	if t.listed += len(entries); t.lists == nil || t.listed > mostListed {
		t.lists, t.listed = map[string]*listing{}, len(entries)
	}
	l := &listing{names: tree.ByName(entries)}
	t.lists[id] = l
	return l, nil
}

// gaveUp reports whether a folder has a conflict copy of a name.
func (l *listing) gaveUp(name string) bool {
	if l.given == nil {
		l.given = map[string]bool{}
		for other := range l.names {
			l.given[tree.CopyOf(other)] = true // also "", for which nobody asks
		}
	}
	return l.given[name]
}

// Get gives the content of a file by its path below the store's folder, of at most limit bytes.
func (t *State) Get(name string, limit int64) ([]byte, error) {
	if err := CheckPath(name); err != nil {
		return nil, err
	}
	var blob git.Object
	err := git.ErrMissing
	if t.folder != "" {
		blob, err = t.objects.Read(t.folder+":"+name, limit)
	}
	switch {
	case errors.Is(err, git.ErrMissing), err == nil && blob.Kind != "blob":
		return nil, fmt.Errorf("%s: %w", name, ErrNotFound)
	case err != nil:
		return nil, err
	}
	return blob.Data, nil
}

// Contents reads files of the store, as Store.Contents does.
func (t *State) Contents(ctx context.Context, names []Name, limit int64) iter.Seq2[File, error] {
	return func(yield func(File, error) bool) { t.contents(ctx, names, limit, yield) }
}

// Names are the files below a folder of the store, as with Store.Names.
func (t *State) Names(ctx context.Context, folder string) (names []Name, err error) {
	id := t.folder
	if id != "" && folder != "" {
		if id, err = t.folderIn(id, folder); err != nil {
			return nil, err
		}
	}
	err = t.compare(ctx, "", id, folder, func(c PathChange) { names = append(names, c.Name) })
	return names, err
}

// Changes tell how the store differs from an earlier tree of it, as Store.Changes does.
func (t *State) Changes(ctx context.Context, since string) (changes []PathChange, now string, err error) {
	if err := t.compare(ctx, since, t.folder, "", func(c PathChange) { changes = append(changes, c) }); err != nil {
		return nil, "", fmt.Errorf("what is new in the store: %w", err)
	}
	return changes, t.folder, nil
}

// Tip is the commit at which the branch stood, "" before the first.
func (t *State) Tip() (string, error) { return t.commit, nil }

const (
	maxView = worktree.MaxDerived
	// takeOut is what to do about something else in the place of a derived file.
	takeOut = "take it out of the branch, or set learn.memory_log to another folder"
)

// File gives a file of the branch by its path from the top, nil where there is none. It must not be changed.
func (t *State) File(name string) ([]byte, error) {
	data, _, err := t.file(name)
	return data, err
}

func (t *State) file(name string) (data []byte, blob string, err error) {
	e, err := t.entry(name)
	if err == nil && e.ID == "" {
		err = t.mayStand(name)
	}
	if err != nil || e.ID == "" {
		return nil, "", err
	}
	if !e.IsFile() {
		return nil, "", hint.Misuse(takeOut, "%s on %s is %s, where a file is to be kept", name, t.Ref, e.What())
	}
	o, err := t.objects.Read(e.ID, maxView)
	switch {
	case errors.Is(err, git.ErrTooLarge):
		return nil, "", hint.Misuse("take it out of the branch; it is made anew", "%s on %s is larger than %d MiB", name, t.Ref, maxView>>20)
	case err != nil:
		return nil, "", fmt.Errorf("%s: %w", name, err)
	}
	return o.Data, e.ID, nil
}

// mayStand refuses a file where something else stands in the place of a folder above it.
func (t *State) mayStand(name string) error {
	for i, c := range name {
		if c != '/' {
			continue
		}
		e, err := t.entry(name[:i])
		if err != nil || e.Mode == "" {
			return err
		}
		if !e.IsFolder() {
			return hint.Misuse(takeOut, "%s on %s is %s, where a folder is to be", name[:i], t.Ref, e.What())
		}
	}
	return nil
}

// entry gives what the branch has under a path from the top, the zero entry for nothing.
func (t *State) entry(name string) (tree.Entry, error) {
	e := tree.Entry{Mode: tree.Folder, ID: t.root}
	for part := range strings.SplitSeq(name, "/") {
		if !e.IsFolder() || e.ID == "" {
			return tree.Entry{}, nil
		}
		l, err := t.list(e.ID)
		if err != nil {
			return e, err
		}
		e = l.names[part]
	}
	return e, nil
}

// folderOf gives the entry of a folder by its path from the top, and what it holds; nothing, if the folder cannot be read.
func (t *State) folderOf(name string) (e tree.Entry, l *listing, err error) {
	l = &listing{names: tree.Names{}}
	if e, err = t.entry(name); err == nil && e.IsFolder() {
		l, err = t.list(e.ID)
	}
	if isClosed(err) {
		return tree.Entry{}, &listing{}, nil
	}
	return e, l, err
}

// hasCopy reports whether an entry stands beside a name of the store as a conflict copy.
func (t *State) hasCopy(name string, e tree.Entry) (bool, error) {
	e.Name = path.Base(name)
	there, err := t.entry(path.Join(t.Folder, path.Dir(name), e.CopyName()))
	return there.ID == e.ID, err
}

// isAlone reports whether a state has an entry under a name of the store, and no conflict copy of that name.
func (t *State) isAlone(name string, e tree.Entry) (bool, error) {
	if e.Mode == "" || t.folder == "" {
		return false, nil
	}
	folder, l, err := t.folderOf(path.Join(t.Folder, path.Dir(name)))
	return err == nil && folder.IsFolder() && !l.gaveUp(path.Base(name)), err
}

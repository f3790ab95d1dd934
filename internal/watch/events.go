package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/kbgate/kbgate/internal/git"
)

// notifier sends the events of the folders that are added to it.
type notifier struct {
	events <-chan fsnotify.Event
	errors <-chan error
	add    func(folder string) error
	close  func() error
}

func openEvents() (*notifier, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	return &notifier{events: w.Events, errors: w.Errors, add: w.Add, close: w.Close}, nil
}

// events tells of changes by the events of all folders of a tree. Folders are watched rather than files: editors replace a file
// when they save it.
type events struct {
	tree Tree
	open func() (*notifier, error)

	from    *notifier // nil before the first renew
	folders map[string]bool
	stale   bool // folders came or went
}

func (e *events) close() {
	if e.from != nil {
		_ = e.from.close() // nothing is asked of it any more
	}
	e.from = nil
}

// renew watches all folders anew if some came or went. Watches that are left in place would follow a folder that was renamed
// under its old name, or lose it.
func (e *events) renew(ctx context.Context) error {
	if e.from != nil && !e.stale {
		return nil
	}
	e.close()
	var err error
	if e.from, err = e.open(); err != nil {
		return noEvents{err}
	}
	e.stale, e.folders = false, map[string]bool{}
	if err := e.watchBelow(ctx); err != nil {
		return err
	}
	for _, file := range e.tree.Also {
		if err := e.watch(filepath.Dir(file)); err != nil {
			return err
		}
	}
	return nil
}

// watchBelow watches the root and its folders, but neither hidden ones nor those that git ignores. A folder is watched before
// it is listed, so that one which comes into it meanwhile is either in the list or an event.
func (e *events) watchBelow(ctx context.Context) error {
	ignored := map[string]bool{}
	folders, err := git.IgnoredFolders(ctx, git.Find(ctx, e.tree.Root))
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	for _, folder := range folders { // none without a repository
		ignored[folder] = true
	}
	return filepath.WalkDir(e.tree.Root, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case name == e.tree.Root && err != nil:
			return err
		case err != nil || !entry.IsDir():
			return nil // what cannot be listed is not judged either
		case ctx.Err() != nil:
			return ctx.Err()
		}
		if relative, _ := e.below(name); ignored[relative] || !isVisible(relative) {
			return filepath.SkipDir
		}
		return e.watch(name)
	})
}

// watch watches a folder. One that is gone already, or may not be read, is passed over.
func (e *events) watch(folder string) error {
	if e.folders[folder] {
		return nil
	}
	err := e.from.add(folder)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return nil
	}
	if err != nil {
		return noEvents{fmt.Errorf("%s: %w", folder, err)}
	}
	e.folders[folder] = true
	return nil
}

// below is a name relative to the root, with forward slashes, if it is that of a file there.
func (e *events) below(name string) (string, bool) {
	relative, err := filepath.Rel(e.tree.Root, name)
	if err != nil || !filepath.IsLocal(relative) {
		return "", false
	}
	return filepath.ToSlash(relative), true
}

var errClosed = errors.New("the system has ended the watch")

func (e *events) wait(ctx context.Context) error {
	var quiet, enough <-chan time.Time // from the first change on
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-quiet:
			return nil
		case <-enough:
			return nil
		case event, open := <-e.from.events:
			if !open {
				return noEvents{errClosed}
			}
			if !e.counts(event) {
				continue
			}
		case err := <-e.from.errors:
			if !errors.Is(err, fsnotify.ErrEventOverflow) {
				return noEvents{err}
			}
			e.stale = true // some events are lost, perhaps those of new folders
		}
		quiet = time.After(pause)
		if enough == nil {
			enough = time.After(longest)
		}
	}
}

// counts reports whether an event is one of a change, and notices folders that come and go.
func (e *events) counts(event fsnotify.Event) bool {
	moved := event.Has(fsnotify.Create) || event.Has(fsnotify.Remove) || event.Has(fsnotify.Rename)
	if !moved && !event.Has(fsnotify.Write) {
		return false
	}
	if slices.Contains(e.tree.Also, event.Name) {
		return true
	}
	name, ok := e.below(event.Name)
	if !ok {
		return false
	}
	if moved && (e.folders[event.Name] || isVisible(name) && isFolder(event.Name)) || path.Base(name) == ".gitignore" {
		e.stale = true
		return true
	}
	return isRead(name) || moved && isVisible(name)
}

func isFolder(name string) bool {
	info, err := os.Lstat(name)
	return err == nil && info.IsDir()
}

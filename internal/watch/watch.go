// Package watch waits for the notes of a knowledge base to change. It uses the events of the file system, and where there
// are none, it looks again and again.
package watch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/baseline"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/kb"
)

// Tree is a knowledge base that is watched.
type Tree struct {
	// Root is its folder, by its absolute name.
	Root string
	// Also are files that count wherever they are, by their absolute names: those that the command line names.
	Also []string
	// Files lists the files below Root, relative to it and with forward slashes. It is asked where there are no events.
	Files func(context.Context) ([]string, error)
	// Poll does without events, which some file systems never send: those of other machines, and of some containers.
	Poll bool
	// Polling is told why, when events turn out not to be had.
	Polling func(why error)
}

// Loop calls run at once, and again after every change, until it fails or the context ends. What changes while run is at work
// is not missed: it is run for again.
func Loop(ctx context.Context, tree Tree, run func() error) error {
	tree, err := tree.resolved()
	if err != nil {
		return err
	}
	var from source = &events{tree: tree, open: openEvents}
	if tree.Poll {
		from = &polled{tree: tree}
	}
	return loop(ctx, tree, from, run)
}

// resolved names the files of a tree without symbolic links, for a folder that is watched by two names sends its events by one.
func (t Tree) resolved() (Tree, error) {
	var err error
	if t.Root, err = filepath.EvalSymlinks(t.Root); err != nil {
		return t, err
	}
	var also []string
	for _, name := range t.Also {
		if folder, err := filepath.EvalSymlinks(filepath.Dir(name)); err == nil {
			also = append(also, filepath.Join(folder, filepath.Base(name)))
		}
		if target, err := filepath.EvalSymlinks(name); err == nil {
			also = append(also, target) // the same one, unless it is a link
		}
	}
	slices.Sort(also)
	t.Also = slices.Compact(also)
	return t, nil
}

// source tells of changes.
type source interface {
	// renew makes sure that no change from now on is missed.
	renew(context.Context) error
	// wait returns after a change, once things are quiet.
	wait(context.Context) error
	close()
}

// noEvents is the error of a source that cannot tell of changes any more.
type noEvents struct{ error }

func (e noEvents) Unwrap() error { return e.error }

func loop(ctx context.Context, tree Tree, from source, run func() error) error {
	defer func() { from.close() }()
	next := func() error {
		if err := from.renew(ctx); err != nil {
			return err
		}
		if _, err := os.Stat(tree.Root); err != nil {
			return fmt.Errorf("there is nothing to be watched any more: %w", err)
		}
		if err := run(); err != nil {
			return err
		}
		return from.wait(ctx)
	}
	for ctx.Err() == nil {
		err := next()
		var failed noEvents
		if errors.As(err, &failed) {
			from.close()
			from = &polled{tree: tree}
			tree.Polling(failed.error)
		} else if err != nil {
			return err
		}
	}
	return ctx.Err()
}

const (
	// pause is how long things have to be quiet after a change: editors save in several steps, and git writes many files.
	pause = 150 * time.Millisecond
	// longest is the time after which a burst of changes is looked at, although it goes on.
	longest = 2 * time.Second
)

// settings are the files that say how notes are judged, and which there are.
var settings = []string{config.FileName, baseline.FileName, ".gitignore"}

// isRead reports whether the text of a file counts. The name is relative to the root.
func isRead(name string) bool {
	return kb.IsNote(name) || slices.Contains(settings, path.Base(name)) && isVisible(path.Dir(name))
}

// isVisible reports whether it counts that a file is there, for a link may embed it: whether neither it nor a folder above it
// is hidden, and it is no scratch file of an editor.
func isVisible(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if part != "." && strings.HasPrefix(part, ".") {
			return false
		}
	}
	base := path.Base(name)
	return !strings.HasPrefix(base, "#") && !strings.HasSuffix(base, "~")
}

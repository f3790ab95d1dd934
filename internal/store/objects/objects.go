// Package objects writes blobs, trees and commits into a git repository so that they outlive a loss of power. It moves no
// reference.
package objects

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/kbgate/kbgate/internal/git"
)

// The kinds of objects that a store writes.
const (
	Blob   = plumbing.BlobObject
	Tree   = plumbing.TreeObject
	Commit = plumbing.CommitObject
)

// Writer collects objects and writes them all at once. What it gave an id for is there for good when Flush has returned, and perhaps
// not at all before.
type Writer struct {
	Repo git.Folder
	// Pack has all objects written into one pack. That is quicker than a file for each from about a hundred objects on.
	Pack bool
	// Permissions are those of files below the git directory.
	Permissions git.Sharing
	// BeforeName is called before each loose object gets its name, so that a test can kill the process; nil: nothing is.
	BeforeName func()

	pending []object
	known   map[string]bool     // the ids of what was put
	written map[string][]object // by the file that holds them
}

type object struct {
	kind    plumbing.ObjectType
	content []byte
	id      string // in hexadecimal
}

// Put takes an object and gives its id.
func (w *Writer) Put(kind plumbing.ObjectType, content []byte) string {
	id := IDOf(w.Repo.Format, kind, content)
	if !w.known[id] {
		if w.known == nil {
			w.known = map[string]bool{}
		}
		w.known[id] = true
		w.pending = append(w.pending, object{kind, content, id})
	}
	return id
}

// IDOf names an object as a repository of a format does, git.Folder.Format. Go-git does so by SHA-1 alone.
func IDOf(format string, kind plumbing.ObjectType, content []byte) string {
	if format == "sha1" {
		return plumbing.ComputeHash(kind, content).String()
	}
	sum := sha256.Sum256(append(fmt.Appendf(nil, "%s %d\x00", kind, len(content)), content...))
	return hex.EncodeToString(sum[:])
}

// Flush writes what is pending.
func (w *Writer) Flush(ctx context.Context) error {
	if len(w.pending) == 0 {
		return nil
	}
	if w.written == nil {
		w.written = map[string][]object{}
	}
	if w.Pack {
		name, err := w.writePack(ctx)
		if err != nil {
			return err
		}
		w.written[name] = w.pending
	} else {
		err := error(fs.ErrNotExist)
		for tries := 0; tries < mostTries && errors.Is(err, fs.ErrNotExist); tries++ { // git gc takes empty folders away
			err = w.writeLoose()
		}
		if err != nil {
			return fmt.Errorf("writing to the repository's objects: %w", err)
		}
		for _, o := range w.pending {
			w.written[w.looseName(o.id)] = []object{o}
		}
	}
	w.pending = nil
	return nil
}

// mostTries is how often a write is tried that `git gc` undoes.
const mostTries = 5

// Restore writes once more what has vanished of all that was written: while nothing led there, git may have taken it for litter. It
// looks for the files alone, so what git has packed anew meanwhile is written too, and git packs it again.
func (w *Writer) Restore(ctx context.Context) error {
	for range mostTries {
		for name, held := range w.written {
			if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
				w.pending = append(w.pending, held...)
				delete(w.written, name)
			}
		}
		if len(w.pending) == 0 {
			return nil
		}
		if err := w.Flush(ctx); err != nil {
			return err
		}
	}
	return nil
}

// looseName is the file of an object that has one of its own.
func (w *Writer) looseName(id string) string { return filepath.Join(w.Repo.Objects, id[:2], id[2:]) }

// together does the same to all things at once: a disk syncs eight files together in little more time than one.
func together[T any](things []T, do func(T) error) error {
	errs := make([]error, len(things))
	var all sync.WaitGroup
	for i, thing := range things {
		all.Go(func() { errs[i] = do(thing) })
	}
	all.Wait()
	return errors.Join(errs...)
}

// CommitOf is a commit object (https://git-scm.com/book/en/v2/Git-Internals-Git-Objects). Ident, as "Name <address>", is author and
// committer.
func CommitOf(tree string, parents []string, ident string, at time.Time, message string) []byte {
	b := fmt.Appendf(nil, "tree %s\n", tree)
	for _, parent := range parents {
		b = fmt.Appendf(b, "parent %s\n", parent)
	}
	return fmt.Appendf(b, "author %s %[2]d +0000\ncommitter %[1]s %[2]d +0000\n\n%[3]s\n", ident, at.Unix(), strings.TrimSpace(message))
}

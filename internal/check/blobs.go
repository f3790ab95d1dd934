package check

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/git"
)

// blobs are programs that read the object store of a repository. Each serves one goroutine at a time and is used again.
type blobs struct {
	ctx  context.Context
	repo git.Folder

	mu   sync.Mutex
	free []*git.Blobs
}

func (b *blobs) get() *git.Blobs {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n := len(b.free); n > 0 {
		last := b.free[n-1]
		b.free = b.free[:n-1]
		return last
	}
	return git.NewBlobs(b.ctx, b.repo)
}

func (b *blobs) put(used *git.Blobs) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.free = append(b.free, used)
}

// close ends the programs that are not in use.
func (b *blobs) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, blobs := range b.free {
		_ = blobs.Close() // all that was asked for has been read
	}
	b.free = nil
}

// reader gives a reader of notes: those of the entries, and of others as they are in a tree, "" where there is none.
func (b *blobs) reader(tree string, entries map[string]git.Entry) *blobReader {
	return &blobReader{from: b, tree: tree, entries: entries, blobs: b.get()}
}

// blobReader reads notes out of the object store.
type blobReader struct {
	from    *blobs
	tree    string
	entries map[string]git.Entry
	blobs   *git.Blobs
}

func (r *blobReader) close() { r.from.put(r.blobs) }

func (r *blobReader) read(name string) (source []byte, why string, err error) {
	if !utf8.ValidString(name) {
		return nil, badName, nil
	}
	e, ok := r.entries[name]
	if !ok && r.tree == "" {
		return nil, "", errGone
	}
	if !ok && !strings.Contains(name, "\n") {
		// One that is looked at again was read before, so it is no link.
		switch source, err = r.blobs.ReadFile(r.tree, name, MaxNote); {
		case errors.Is(err, git.ErrMissing):
			return nil, "", errGone
		case errors.Is(err, git.ErrTooLarge):
			return nil, tooLarge(0), nil
		case err != nil:
			return nil, "", unreadable(name, err)
		}
		return source, "", nil
	}
	if !ok {
		found, err := git.TreeEntries(r.from.ctx, r.from.repo, r.tree, name)
		if err != nil {
			return nil, "", err
		}
		if len(found) == 0 {
			return nil, "", errGone
		}
		e = found[0]
	}
	source, err = r.blobs.Read(e.Blob, MaxNote)
	switch {
	case e.Mode == git.ModeLink && err == nil:
		return nil, fmt.Sprintf("is a symbolic link to %q, which is not followed", source), nil
	case errors.Is(err, git.ErrTooLarge):
		return nil, tooLarge(0), nil
	case err != nil:
		return nil, "", unreadable(name, err)
	}
	return source, "", nil
}

// unreadable says that the object store does not give a note.
func unreadable(name string, err error) error { return fmt.Errorf("reading %s: %w", name, err) }

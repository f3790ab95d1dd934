package store

import (
	"context"
	"fmt"
	"io"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"
	"github.com/go-git/go-git/v5/storage/memory"

	"github.com/kbgate/kbgate/internal/git"
)

// packWriter writes all objects into one pack. Git itself puts it in place, so that it is checked, synced, and there
// before the index by which it is found.
type packWriter struct {
	dir   string
	built *memory.Storage
	ids   []plumbing.Hash
}

func newPackWriter(dir string) *packWriter { return &packWriter{dir: dir, built: memory.NewStorage()} }

func (w *packWriter) put(kind string, contents ...[]byte) (ids []string, err error) {
	for _, content := range contents {
		o, err := newObject(kind, content)
		if err != nil {
			return nil, err
		}
		if _, known := w.built.Objects[o.Hash()]; !known {
			w.ids = append(w.ids, o.Hash())
		}
		if _, err = w.built.SetEncodedObject(o); err != nil {
			return nil, err
		}
		ids = append(ids, o.Hash().String())
	}
	return ids, nil
}

func (w *packWriter) flush(ctx context.Context) error {
	r, pipe := io.Pipe()
	go func() {
		_, err := packfile.NewEncoder(pipe, w.built, false).Encode(w.ids, 0)
		pipe.CloseWithError(err)
	}()
	_, err := git.Input(ctx, w.dir, r, "index-pack", "--stdin")
	r.Close() // ends the encoder where git ended first
	if err != nil {
		return fmt.Errorf("writing a pack of %d objects: %w", len(w.ids), err)
	}
	w.built, w.ids = memory.NewStorage(), nil
	return nil
}

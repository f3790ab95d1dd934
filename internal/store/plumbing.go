package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/kbgate/kbgate/internal/git"
)

// plumbingWriter has git write each object, where go-git cannot: it names objects by SHA-1 alone.
type plumbingWriter struct {
	ctx    context.Context
	repo   git.Folder
	folder string // of the objects

	written []plumbed
}

// plumbed is an object that was written.
type plumbed struct {
	id, kind string
	content  []byte
}

func (w *plumbingWriter) put(kind string, contents ...[]byte) (ids []string, err error) {
	ids, err = w.write(kind, contents...)
	if err == nil {
		for i, content := range contents {
			w.written = append(w.written, plumbed{ids[i], kind, content})
		}
	}
	return ids, err
}

func (w *plumbingWriter) write(kind string, contents ...[]byte) (ids []string, err error) {
	if len(contents) == 1 {
		return w.hash(contents[0], "-t", kind, "--stdin")
	}
	folder, err := os.MkdirTemp(w.folder, "tmp_kbgate_") // git gc takes away what a dead process left
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	var names strings.Builder
	for i, content := range contents {
		name := filepath.Join(folder, strconv.Itoa(i))
		if err := os.WriteFile(name, content, 0o600); err != nil {
			return nil, err
		}
		names.WriteString(name + "\n")
	}
	if ids, err = w.hash([]byte(names.String()), "-t", kind, "--no-filters", "--stdin-paths"); err == nil && len(ids) != len(contents) {
		err = fmt.Errorf("git hash-object gives %d ids for %d objects", len(ids), len(contents))
	}
	return ids, err
}

func (w *plumbingWriter) hash(in []byte, args ...string) (ids []string, err error) {
	for range 5 {
		var out []byte
		out, err = git.Input(w.ctx, w.repo, bytes.NewReader(in), append([]string{"hash-object", "-w"}, args...)...)
		if err == nil {
			return strings.Fields(string(out)), nil
		}
		if !strings.Contains(err.Error(), "No such file or directory") { // a folder that git gc took away as it was empty
			return nil, err
		}
	}
	return nil, err
}

// flush has nothing left to do: git syncs what it writes.
func (w *plumbingWriter) flush(context.Context) error { return nil }

func (w *plumbingWriter) restore(context.Context) error {
	for _, o := range w.written {
		if !isGone(looseName(w.folder, o.id)) {
			continue
		}
		if _, err := w.write(o.kind, o.content); err != nil { // git does not where it has packed it
			return err
		}
	}
	return nil
}

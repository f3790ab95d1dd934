package store

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/kbgate/kbgate/internal/git"
)

// looseWriter writes each object into a file of its own, as git does with few.
type looseWriter struct {
	store   *Store
	built   []looseObject
	written []looseObject
}

// looseObject is an object as its file holds it, deflated.
type looseObject struct {
	id            string
	head, content []byte
}

func (w *looseWriter) put(kind string, contents ...[]byte) (ids []string, err error) {
	t, err := plumbing.ParseObjectType(kind)
	if err != nil {
		return nil, err
	}
	for _, content := range contents {
		id := plumbing.ComputeHash(t, content).String()
		w.built = append(w.built, looseObject{id, fmt.Appendf(nil, "%s %d\x00", kind, len(content)), content})
		ids = append(ids, id)
	}
	return ids, nil
}

// flush writes all objects at once: a disk takes eight files together in little more time than one.
func (w *looseWriter) flush(ctx context.Context) error {
	said, err := w.store.settings.get(ctx)
	if err != nil {
		return err
	}
	top := w.store.repo.Objects
	folders := []string{top}
	for _, o := range w.built {
		folders = append(folders, filepath.Join(top, o.id[:2]))
	}
	slices.Sort(folders)
	folders = slices.Compact(folders)
	err = fs.ErrNotExist
	for tries := 0; tries < 5 && errors.Is(err, fs.ErrNotExist); tries++ { // git gc takes empty folders away
		if err = writeLoose(top, said.Sharing, w.built); err == nil {
			err = together(folders, syncFile)
		}
	}
	if err != nil {
		return fmt.Errorf("writing to the repository's objects: %w", err)
	}
	w.built, w.written = nil, append(w.written, w.built...)
	return nil
}

// restore looks for the files alone: an object that was packed meanwhile is written once more, and git packs it again.
func (w *looseWriter) restore(ctx context.Context) error {
	for range mostRestored {
		for _, o := range w.written {
			if isGone(looseName(w.store.repo.Objects, o.id)) {
				w.built = append(w.built, o)
			}
		}
		if len(w.built) == 0 {
			return nil
		}
		w.written = slices.DeleteFunc(w.written, func(o looseObject) bool {
			return slices.ContainsFunc(w.built, func(b looseObject) bool { return b.id == o.id })
		})
		if err := w.flush(ctx); err != nil {
			return err
		}
	}
	return nil
}

// mostRestored is how often what vanished is put back at once.
const mostRestored = 5

// together does the same to all things at once.
func together[T any](things []T, do func(T) error) error {
	errs := make([]error, len(things))
	var all sync.WaitGroup
	for i, thing := range things {
		all.Go(func() { errs[i] = do(thing) })
	}
	all.Wait()
	return errors.Join(errs...)
}

// looseFile is the file of an object that is being written.
type looseFile struct {
	object looseObject
	name   string   // that git looks for
	file   *os.File // under a name of its own; nil where the object is there already
}

// writeLoose writes objects: all of them under names of their own, then all of them synced, for the first sync of a journal
// puts most of the others on the disk too, and only then each under the name that git looks for.
func writeLoose(folder string, shared git.Sharing, objects []looseObject) error {
	files := make([]*looseFile, len(objects))
	for i, o := range objects {
		files[i] = &looseFile{object: o, name: looseName(folder, o.id)}
	}
	err := together(files, func(f *looseFile) error { return f.write(shared) })
	if err == nil {
		err = together(files, (*looseFile).sync)
	}
	for _, f := range files {
		if err == nil {
			err = f.rename()
		}
		f.drop()
	}
	return err
}

func (f *looseFile) write(shared git.Sharing) error {
	now := time.Now() // git gc takes away what is old and nothing leads to
	if os.Chtimes(f.name, now, now) == nil && syncFile(f.name) == nil {
		return nil // some other process wrote it; now it is on the disk too
	}
	folder := filepath.Dir(f.name)
	err := os.Mkdir(folder, 0o777)
	if err == nil {
		err = shared.Adjust(folder)
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if f.file, err = createTemp(folder, "tmp_obj_", 0o444); err != nil { // git gc takes away what a dead process left
		return err
	}
	var b bytes.Buffer
	if err := deflate(&b, f.object.head, f.object.content); err != nil {
		return err
	}
	_, err = f.file.Write(b.Bytes())
	return errors.Join(err, shared.Adjust(f.file.Name()))
}

func (f *looseFile) sync() error {
	if f.file == nil {
		return nil
	}
	return errors.Join(f.file.Sync(), f.file.Close())
}

func (f *looseFile) rename() error {
	if f.file == nil {
		return nil
	}
	reached("object")
	err := os.Rename(f.file.Name(), f.name)
	if err == nil {
		f.file = nil
	}
	return err
}

// drop takes the file away that did not get its name.
func (f *looseFile) drop() {
	if f.file != nil {
		f.file.Close() // it may be closed already
		os.Remove(f.file.Name())
	}
}

// deflaters are writers that have the buffers of one already. Git packs loose objects at this level too, unless it is told
// otherwise (core.looseCompression): of texts as short as records, others save next to nothing and take three times as long.
var deflaters = sync.Pool{New: func() any {
	w, err := zlib.NewWriterLevel(io.Discard, zlib.BestSpeed)
	if err != nil {
		panic("there is no such level: " + err.Error())
	}
	return w
}}

// deflate writes parts, one after the other, as one deflated text.
func deflate(to io.Writer, parts ...[]byte) error {
	w := deflaters.Get().(*zlib.Writer)
	defer deflaters.Put(w)
	w.Reset(to)
	for _, part := range parts {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return w.Close()
}

// syncFile puts a file, or the names in a folder, on the disk.
func syncFile(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

package objects

import (
	"bytes"
	"context"
	"crypto/sha1" // by which git knows a pack that is whole
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/objfile"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"
	"github.com/go-git/go-git/v5/plumbing/storer"

	"github.com/kbgate/kbgate/internal/atomicfile"
	"github.com/kbgate/kbgate/internal/git"
)

// loose is a file that is being written for one object.
type loose struct {
	object
	name string
	file *atomicfile.File // nil: the object is there already
}

// writeLoose writes each pending object into a file of its own: all of them under temporary names, then all of them synced, for the
// first sync of a file system's journal puts most of the others on the disk too, and only then each under its name.
func (w *Writer) writeLoose() error {
	var files []*loose
	folders := map[string]bool{w.Repo.Objects: true}
	for _, o := range w.pending {
		name := w.looseName(o.id)
		files = append(files, &loose{object: o, name: name})
		folders[filepath.Dir(name)] = true
	}
	err := together(files, func(f *loose) error { return f.write(w.Permissions) })
	if err == nil {
		err = together(files, func(f *loose) error {
			if f.file == nil {
				return nil
			}
			return f.file.Sync()
		})
	}
	for _, f := range files {
		switch {
		case f.file == nil:
		case err != nil:
			_ = f.file.Discard() // the disk may be full
		default:
			if w.BeforeName != nil {
				w.BeforeName()
			}
			err = f.file.Replace()
		}
	}
	if err != nil {
		return err
	}
	return together(slices.Collect(maps.Keys(folders)), atomicfile.Sync)
}

func (f *loose) write(permissions git.Sharing) error {
	now := time.Now() // git gc takes away what is old and nothing leads to
	if os.Chtimes(f.name, now, now) == nil && atomicfile.Sync(f.name) == nil {
		return nil // another process wrote it; now it is on the disk too
	}
	folder := filepath.Dir(f.name)
	err := os.Mkdir(folder, 0o777)
	if err == nil {
		err = permissions.Adjust(folder)
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if f.file, err = atomicfile.Create(f.name, "tmp_obj_", 0o444); err != nil { // git gc takes away what a dead process left
		return err
	}
	to := objfile.NewWriter(f.file)
	if err = to.WriteHeader(f.kind, int64(len(f.content))); err == nil {
		_, err = to.Write(f.content)
	}
	return errors.Join(err, to.Close(), permissions.Adjust(f.file.Name()))
}

// writePack writes the pending objects into one pack and gives its file. Git puts it in place, so that it is checked, synced, and
// there before the index by which it is found.
func (w *Writer) writePack(ctx context.Context) (name string, err error) {
	pack, err := w.encodePack()
	if err != nil {
		return "", err
	}
	said, err := git.Input(ctx, w.Repo, pack, "index-pack", "--stdin")
	if err != nil {
		return "", fmt.Errorf("writing a pack of %d objects: %w", len(w.pending), err)
	}
	_, sum, ok := strings.Cut(strings.TrimSpace(string(said)), "\t") // "pack", and what it is named for
	if !ok {
		return "", fmt.Errorf("git index-pack says %q", said)
	}
	return filepath.Join(w.Repo.Objects, "pack", "pack-"+sum+".pack"), nil
}

// encodePack gives the pending objects as a pack, each of them whole: records are short, and git finds what they have in common when
// it packs them anew.
func (w *Writer) encodePack() (*bytes.Buffer, error) {
	held := storage{objects: map[plumbing.Hash]plumbing.EncodedObject{}}
	var order []plumbing.Hash
	for _, o := range w.pending {
		object := new(plumbing.MemoryObject)
		object.SetType(o.kind)
		_, _ = object.Write(o.content) // memory takes everything
		order = append(order, object.Hash())
		held.objects[object.Hash()] = object
	}
	var pack bytes.Buffer
	if _, err := packfile.NewEncoder(&pack, held, false).Encode(order, 0); err != nil {
		return nil, err
	}
	if w.Repo.Format != "sha1" { // go-git ends each pack with its SHA-1
		pack.Truncate(pack.Len() - sha1.Size)
		sum := sha256.Sum256(pack.Bytes())
		pack.Write(sum[:])
	}
	return &pack, nil
}

// storage is where go-git finds the objects of a pack that it encodes. It asks for nothing else.
type storage struct {
	storer.EncodedObjectStorer
	objects map[plumbing.Hash]plumbing.EncodedObject
}

// EncodedObject gives an object by its SHA-1.
func (s storage) EncodedObject(_ plumbing.ObjectType, id plumbing.Hash) (plumbing.EncodedObject, error) {
	return s.objects[id], nil
}

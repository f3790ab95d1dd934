package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/kbgate/kbgate/internal/git"
)

// layer lays files into work tree and index, and can take them back while the index is locked.
type layer struct {
	store *Store
	top   string   // folder of the work tree
	made  []string // files that were not there
	was   string   // another name of the index as it was, "" while it is still that
}

// ownFile is how the names of what we make below the git directory begin. Nobody but who has the index locked makes such
// files, so those that are there then were left by the dead.
const ownFile = "kbgate-index-"

// write writes a file into the work tree. A file that is there must be the same one.
func (l *layer) write(leaf leaf) error {
	name := filepath.Join(l.top, filepath.FromSlash(leaf.path))
	blob, err := l.store.objects.Read(leaf.blob, maxObject)
	if err != nil {
		return err
	}
	info, err := os.Lstat(name)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return &Refusal{leaf.path + " in the work tree is no file", "move it away, and record again"}
	case err == nil:
		if there, err := os.ReadFile(name); err != nil {
			return err
		} else if !bytes.Equal(there, blob.Data) {
			return &Refusal{leaf.path + " stands in the work tree with other content", "move it away, and record again"}
		}
		return nil
	case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR):
		return err
	}
	if err := l.makeFolders(filepath.Dir(filepath.FromSlash(leaf.path))); err != nil {
		return err
	}
	if err := writeWhole(l.store.place.Dir, name, blob.Data); err != nil {
		return err
	}
	l.made = append(l.made, name)
	return nil
}

// makeFolders makes the folders for a file, and does not follow a link that stands in the place of one.
func (l *layer) makeFolders(path string) error {
	name := l.top
	for part := range strings.SplitSeq(path, string(filepath.Separator)) {
		name = filepath.Join(name, part)
		if err := os.Mkdir(name, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		if info, err := os.Lstat(name); err != nil {
			return err
		} else if !info.IsDir() {
			return &Refusal{name + " is no folder", "move it away, and record again"}
		}
	}
	return nil
}

// writeWhole writes a file that is there whole or not at all. It is made in another folder, or beside where that is on
// another disk.
func writeWhole(folder, name string, data []byte) error {
	err := writeFrom(folder, name, data)
	if errors.Is(err, syscall.EXDEV) {
		err = writeFrom(filepath.Dir(name), name, data)
	}
	return err
}

func writeFrom(folder, name string, data []byte) error {
	f, err := os.CreateTemp(folder, ownFile)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Chmod(0o644), f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// stage adds files to the index. The new index is made beside it, and takes its place whole.
func (l *layer) stage(ctx context.Context, leaves []leaf) error {
	index := filepath.Join(l.store.place.Dir, "index")
	made := filepath.Join(l.store.place.Dir, fmt.Sprintf("%s%d", ownFile, os.Getpid()))
	was := made + "-was"
	for _, name := range []string{made, was} { // git writes a new file under the first name
		if err := os.Link(index, name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	var info strings.Builder
	for _, leaf := range leaves {
		fmt.Fprintf(&info, "%s %s 0\t%s\x00", modeFile, leaf.blob, leaf.path)
	}
	err := git.UpdateIndex(ctx, l.store.dir, made, strings.NewReader(info.String()))
	if err == nil {
		err = syncFile(made)
	}
	if err == nil {
		err = os.Rename(made, index)
	}
	if err != nil {
		os.Remove(made)
		os.Remove(was)
		return err
	}
	l.was = was
	return nil
}

// keep says that the files are there to stay.
func (l *layer) keep() error {
	if l.was == "" {
		return nil
	}
	return ignoreMissing(os.Remove(l.was))
}

// undo takes the files back.
func (l *layer) undo() error {
	var err error
	if l.was != "" {
		index := filepath.Join(l.store.place.Dir, "index")
		if err = os.Rename(l.was, index); errors.Is(err, fs.ErrNotExist) {
			err = os.Remove(index) // there was none
		}
	}
	for _, name := range l.made {
		err = errors.Join(err, os.Remove(name))
	}
	return err
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

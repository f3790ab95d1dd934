package worktree

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/kbgate/kbgate/internal/atomicfile"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/regular"
)

// moveAway is the hint about something else in the place of a file.
const moveAway = "move it away, and record again"

// inTop is the name of a file of the work tree.
func (w *Writer) inTop(path string) string { return filepath.Join(w.top, filepath.FromSlash(path)) }

// read gives the content of a file of the work tree, nil if there is no file. It follows no links, and waits for no pipe. It refuses
// anything else in the place of the file or of a folder above it.
func (w *Writer) read(path string) ([]byte, error) {
	for at, c := range path {
		if c != '/' {
			continue
		}
		if err := w.isFolder(w.inTop(path[:at])); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	files := regular.New(w.top, "a file of the store", MaxDerived)
	defer files.Close()
	data, why, err := files.Read(path)
	if errors.Is(err, regular.ErrGone) {
		return nil, nil
	}
	if why != "" {
		return nil, hint.Misuse(moveAway, "%s in the work tree is no file to be read: it %s", path, why)
	}
	return data, err // an empty file is there too, and no nil
}

// isFolder refuses a name that means no folder, such as a link to one.
func (w *Writer) isFolder(name string) error {
	info, err := os.Lstat(name)
	if err == nil && !info.IsDir() {
		return hint.Misuse(moveAway, "%s is no folder", name)
	}
	return err
}

// makeFolders makes the folders for a file.
func (w *Writer) makeFolders(path string) error {
	for at, c := range path {
		if c != '/' {
			continue
		}
		name := w.inTop(path[:at])
		if err := os.Mkdir(name, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		if err := w.isFolder(name); err != nil {
			return err
		}
	}
	return nil
}

// writeFile writes a file wholly or not at all. It makes the file in the git directory, or beside the place if that is on another disk.
// Just before the file takes its place, it calls changed, which may give other content.
func (w *Writer) writeFile(name string, data []byte, changed func() ([]byte, error)) error {
	err := writeFrom(w.Repo.GitDir, name, data, changed)
	if errors.Is(err, syscall.EXDEV) {
		err = writeFrom(filepath.Dir(name), name, data, changed)
	}
	return err
}

func writeFrom(folder, name string, data []byte, changed func() ([]byte, error)) error {
	f, err := atomicfile.Create(filepath.Join(folder, "new"), tempPrefix, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if info, absent := os.Lstat(name); absent == nil {
		err = errors.Join(err, f.Chmod(info.Mode().Perm()))
	}
	if err = errors.Join(err, f.Close()); err == nil {
		var other []byte
		if other, err = changed(); err == nil && other != nil {
			err = os.WriteFile(f.Name(), other, 0o666)
		}
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// stage changes entries of the index, which must be locked, and removes those without a mode. It makes the new index beside the old one and
// renames it into place. It gives another name of the old index.
func (w *Writer) stage(ctx context.Context, entries []git.Entry) (was string, err error) {
	index := w.inGit("index")
	made := w.inGit(fmt.Sprintf("%s%d", tempPrefix, os.Getpid()))
	was = made + "-was"
	for _, name := range []string{made, was} { // git writes a new file under the first name
		if err := os.Link(index, name); ignoreMissing(err) != nil {
			return "", err
		}
	}
	var info strings.Builder
	for _, e := range entries {
		if e.Mode == "" {
			e.Mode, e.Blob = "0", strings.Repeat("0", len(e.Blob))
		}
		fmt.Fprintf(&info, "%s %s 0\t%s\x00", e.Mode, e.Blob, e.Path)
	}
	if err = git.UpdateIndex(ctx, w.Repo, made, strings.NewReader(info.String())); err == nil {
		err = atomicfile.Sync(made)
	}
	if err == nil {
		err = os.Rename(made, index)
	}
	if err != nil {
		os.Remove(made)
		os.Remove(was)
		return "", err
	}
	return was, nil
}

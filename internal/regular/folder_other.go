//go:build !unix

package regular

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// folder is the path of a folder.
type folder string

// openFolder gives a folder by its name in another. A link in the place of a folder is an error.
func (f folder) openFolder(name string) (folder, error) {
	path := filepath.Join(string(f), name)
	info, err := os.Lstat(path)
	if err == nil && !info.IsDir() {
		err = fs.ErrInvalid
	}
	return folder(path), err
}

func openRoot(name string) (folder, error) { return folder(name), nil }

func (f folder) close() error { return nil }

// open opens a regular file of the folder, and follows no link.
func (f folder) open(base string) (file *os.File, stat Stat, why string, err error) {
	name := filepath.Join(string(f), base)
	info, err := os.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, stat, "", ErrGone
	case err != nil:
		return nil, stat, "cannot be opened: " + err.Error(), nil
	case info.Mode()&fs.ModeSymlink != 0:
		target, _ := os.Readlink(name)
		return nil, stat, fmt.Sprintf("is a symbolic link to %q, which is not followed", target), nil
	case info.IsDir():
		return nil, stat, AFolder, nil
	case !info.Mode().IsRegular():
		return nil, stat, "is no regular file", nil
	}
	if file, err = os.Open(name); err != nil {
		return nil, stat, "cannot be opened: " + err.Error(), nil
	}
	return file, statOf(info), "", nil
}

// stat is what the system says of a file of the folder.
func (f folder) stat(base string) (Stat, error) {
	info, err := os.Lstat(filepath.Join(string(f), base))
	if err != nil || !info.Mode().IsRegular() {
		return Stat{}, err
	}
	return statOf(info), nil
}

func statOf(info fs.FileInfo) Stat {
	return Stat{Size: info.Size(), Modified: info.ModTime().UnixNano()}
}

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

// openFolder gives a folder below another. A link, or what is no folder, is an error.
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

// look says why a file of the folder is not to be opened.
func (f folder) look(base string) (name string, info fs.FileInfo, why string, err error) {
	name = filepath.Join(string(f), base)
	info, err = os.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return name, nil, "", ErrGone
	case err != nil:
		return name, nil, "cannot be opened: " + err.Error(), nil
	case info.Mode()&fs.ModeSymlink != 0:
		target, _ := os.Readlink(name)
		return name, nil, fmt.Sprintf("is a symbolic link to %q, which is not followed", target), nil
	case info.IsDir():
		return name, nil, "is a folder", nil
	case !info.Mode().IsRegular():
		return name, nil, "is no regular file", nil
	}
	return name, info, "", nil
}

// file opens a regular file of the folder.
func (f folder) file(base string) (*os.File, string, error) {
	name, _, why, err := f.look(base)
	if why != "" || err != nil {
		return nil, why, err
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, "cannot be opened: " + err.Error(), nil
	}
	return file, "", nil
}

// read reads a file of the folder. It follows no link.
func (f folder) read(base string, _ []byte, limit int64) (source []byte, why string, stat Stat, err error) {
	name, info, why, err := f.look(base)
	if why != "" || err != nil {
		return nil, why, stat, err
	}
	if info.Size() > limit {
		return nil, "", stat, tooLarge(info.Size())
	}
	source, err = os.ReadFile(name)
	if err != nil {
		return nil, "cannot be read: " + err.Error(), stat, nil
	}
	return source, "", statOf(info), nil
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

//go:build !unix

package check

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

// read reads a file of the folder. It follows no link.
func (f folder) read(base string, _ []byte) (source []byte, why string, stat fileStat, err error) {
	name := filepath.Join(string(f), base)
	info, err := os.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, "", stat, errGone
	case err != nil:
		return nil, "cannot be opened: " + err.Error(), stat, nil
	case info.Mode()&fs.ModeSymlink != 0:
		target, _ := os.Readlink(name)
		return nil, fmt.Sprintf("is a symbolic link to %q, which is not followed", target), stat, nil
	case info.IsDir():
		return nil, "is a folder", stat, nil
	case !info.Mode().IsRegular():
		return nil, "is no regular file", stat, nil
	case info.Size() > MaxNote:
		return nil, tooLarge(info.Size()), stat, nil
	}
	source, err = os.ReadFile(name)
	if err != nil {
		return nil, "cannot be read: " + err.Error(), stat, nil
	}
	return source, "", statOf(info), nil
}

// stat is what the system says of a file of the folder.
func (f folder) stat(base string) (fileStat, error) {
	info, err := os.Lstat(filepath.Join(string(f), base))
	if err != nil || !info.Mode().IsRegular() {
		return fileStat{}, err
	}
	return statOf(info), nil
}

func statOf(info fs.FileInfo) fileStat {
	return fileStat{size: info.Size(), modified: info.ModTime().UnixNano()}
}

// keepOwner does nothing: who owns a file follows from its folder.
func keepOwner(*os.File, fs.FileInfo) error { return nil }

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
func (f folder) read(base string, _ []byte) (source []byte, why string, err error) {
	name := filepath.Join(string(f), base)
	info, err := os.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, "", errGone
	case err != nil:
		return nil, "cannot be opened: " + err.Error(), nil
	case info.Mode()&fs.ModeSymlink != 0:
		target, _ := os.Readlink(name)
		return nil, fmt.Sprintf("is a symbolic link to %q, which is not followed", target), nil
	case info.IsDir():
		return nil, "is a folder", nil
	case !info.Mode().IsRegular():
		return nil, "is no regular file", nil
	case info.Size() > MaxNote:
		return nil, tooLarge(info.Size()), nil
	}
	source, err = os.ReadFile(name)
	if err != nil {
		return nil, "cannot be read: " + err.Error(), nil
	}
	return source, "", nil
}

// keepOwner does nothing: who owns a file follows from its folder.
func keepOwner(*os.File, fs.FileInfo) error { return nil }

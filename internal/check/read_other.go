//go:build !unix

package check

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// readNote reads a file. It follows no link.
func readNote(name string, _ []byte) (source []byte, why string, err error) {
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

// Package atomicfile writes a file wholly or not at all: it writes a temporary file beside the place and renames it.
package atomicfile

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
)

// File is being written. It ends by Commit, Replace or Discard.
type File struct {
	*os.File
	target string
}

// Create begins a file that will stand at a name, in the same folder, of a mode that the umask restricts. It will replace a link at that
// name, and not follow it. The temporary name begins with prefix, so that others can recognize it.
func Create(name, prefix string, mode fs.FileMode) (*File, error) {
	for {
		temp := filepath.Join(filepath.Dir(name), prefix+strconv.FormatUint(rand.Uint64(), 36))
		file, err := os.OpenFile(temp, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		switch {
		case err == nil:
			return &File{File: file, target: name}, nil
		case !errors.Is(err, fs.ErrExist):
			return nil, err
		}
	}
}

// Commit puts the file in its place, and returns when it would outlive a loss of power.
func (f *File) Commit() error {
	if err := f.Sync(); err != nil {
		return errors.Join(err, f.Discard())
	}
	if err := f.Replace(); err != nil {
		return err
	}
	return Sync(filepath.Dir(f.target))
}

// Replace is Commit for what can be made again: it does not wait for the disk.
func (f *File) Replace() error {
	if err := f.Close(); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	if err := os.Rename(f.Name(), f.target); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// Discard removes the file.
func (f *File) Discard() error { return errors.Join(f.Close(), os.Remove(f.Name())) }

// Write writes a file by Create and Commit. It calls each adjust, for the owner or mode of the file, before anybody can find the file under
// its name.
func Write(name string, data []byte, mode fs.FileMode, adjust ...func(*os.File) error) error {
	file, err := Create(name, ".kbgate-", mode)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	for _, do := range adjust {
		if err == nil {
			err = do(file.File)
		}
	}
	if err != nil {
		return errors.Join(err, file.Discard())
	}
	return file.Commit()
}

// Sync writes a file, or the names in a folder, to the disk, if the system can do so.
func Sync(name string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

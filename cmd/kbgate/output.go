package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/regular"
)

// writeOutput writes a file of the user's choice, wholly or not at all. A link in its place, which the change that is judged
// may have planted, is replaced rather than followed, but for one into the system's folder of devices; a device, a pipe or an
// open file is written to as it is.
func writeOutput(name string, std streams, write func(io.Writer) error) error {
	switch name {
	case "/dev/stdout":
		return write(std.out)
	case "/dev/stderr":
		return write(std.err)
	}
	if link := linkAbove(name); link != "" {
		return &check.UsageError{Err: fmt.Errorf("writing %s: %s is a symbolic link, which a change can put there", name, link), Hint: "name the folder that it leads to"}
	}
	direct, info, err := outputAt(name)
	if err != nil {
		return err
	}
	if direct {
		// What /dev/fd names may be a regular file that somebody else has written to.
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			return noOutput(name, err)
		}
		return errors.Join(write(file), file.Close())
	}
	mode := os.FileMode(0o666)
	if info != nil {
		mode = info.Mode().Perm()
	}
	temp := filepath.Join(filepath.Dir(name), fmt.Sprintf(".kbgate-output-%d", os.Getpid()))
	file, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return noOutput(name, err)
	}
	if err = errors.Join(write(file), file.Close()); err == nil {
		err = os.Rename(temp, name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	return nil
}

// outputAt says whether what stands at a name is written to as it is, and gives the regular file that is replaced, nil where
// there is none.
func outputAt(name string) (direct bool, old os.FileInfo, err error) {
	if isDevices(filepath.Dir(name)) {
		return true, nil, nil
	}
	info, err := os.Lstat(name)
	if err != nil {
		return false, nil, nil // where it cannot be made either, making it says why
	}
	isLink := info.Mode()&os.ModeSymlink != 0
	if isLink {
		if target, err := os.Readlink(name); err == nil && filepath.IsAbs(target) && isDevices(filepath.Dir(target)) {
			return true, nil, nil
		}
		info, err = os.Stat(name)
	}
	switch {
	case err != nil:
		return false, nil, nil // the link leads nowhere
	case info.Mode().IsRegular():
		return false, info, nil
	case info.IsDir():
		return false, nil, noOutput(name, errors.New("it is a folder"))
	case isLink:
		return false, nil, noOutput(name, errors.New("it is a link to what is no regular file"))
	}
	return true, nil, nil
}

// linkAbove gives the first link among the folders of a name, below the top of the work tree in which the program was called, or
// below that folder; "" where none is one.
func linkAbove(name string) string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
	}
	top := dir
	for up := dir; up != filepath.Dir(up); up = filepath.Dir(up) {
		if _, err := os.Lstat(filepath.Join(up, ".git")); err == nil {
			top = up
			break
		}
	}
	inside, err := filepath.Rel(top, filepath.Dir(name))
	if err != nil || !filepath.IsLocal(inside) {
		return ""
	}
	at := top
	for part := range strings.SplitSeq(inside, string(filepath.Separator)) {
		if at = filepath.Join(at, part); at != top && regular.IsLink(at) {
			return at
		}
	}
	return ""
}

// isDevices reports whether a folder is one of the system's, in which nobody makes files: every name there is that of a device
// or of a file that is open. Below /dev there are others too, such as /dev/shm.
func isDevices(folder string) bool {
	folder = filepath.ToSlash(filepath.Clean(folder))
	return folder == "/dev" || folder == "/dev/fd" || strings.HasPrefix(folder, "/proc/")
}

// noOutput names the file that was asked for rather than the one beside it.
func noOutput(name string, err error) error {
	var failed *os.PathError
	if errors.As(err, &failed) {
		err = failed.Err
	}
	return &check.UsageError{Err: fmt.Errorf("writing %s: %w", name, err), Hint: "--output needs a file in a folder that can be written"}
}

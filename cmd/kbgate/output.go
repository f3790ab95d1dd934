package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/atomicfile"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/regular"
)

// writeOutput writes a file of the user's choice, wholly or not at all; "" is standard output. A link in its place, which the change
// that is judged may have planted, is replaced rather than followed, but for one into the system's folder of devices; a device, a pipe
// or an open file is written to as it is.
func writeOutput(c *cli.Call, name string, write func(io.Writer) error) error {
	switch name {
	case "", "/dev/stdout":
		return write(c.Out)
	case "/dev/stderr":
		return write(c.Errs)
	}
	if link := linkAbove(name); link != "" {
		return hint.Misuse("name the folder that it leads to", "writing %s: %s is a symbolic link, which a change can put there", name, link)
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
	file, err := atomicfile.Create(name, ".kbgate-output-", mode)
	if err != nil {
		return noOutput(name, err)
	}
	if err = write(file.File); err != nil {
		return errors.Join(err, file.Discard())
	}
	return file.Replace()
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

// linkAbove gives the first link that a name's folders lead through and that a change may have planted, "" where there is none. They
// are followed as the system does it, so that .. behind a link is where that leads.
func linkAbove(name string) string {
	here, err := os.Getwd()
	if err == nil {
		here, err = filepath.EvalSymlinks(here)
	}
	if err != nil {
		return ""
	}
	const separator, most = string(filepath.Separator), 100
	rest, _ := filepath.Split(filepath.FromSlash(name))
	for at, links := here, 0; rest != "" && links < most; {
		if filepath.IsAbs(rest) {
			volume := filepath.VolumeName(rest)
			at, rest = volume+separator, strings.TrimLeft(rest[len(volume):], separator)
			continue
		}
		part, behind, _ := strings.Cut(rest, separator)
		next, behind := filepath.Join(at, part), strings.TrimLeft(behind, separator)
		if !regular.IsLink(next) {
			at, rest = next, behind
			continue
		}
		target, err := os.Readlink(next)
		if err != nil || isPlantable(at, here) {
			return next
		}
		links++
		rest = filepath.FromSlash(target) + separator + behind
	}
	return ""
}

// isPlantable reports whether a change may bring what stands in a folder: in any work tree, or below the folder in which the program
// was called, which may be one that only the environment names.
func isPlantable(folder, here string) bool {
	for up := folder; ; up = filepath.Dir(up) {
		if _, err := os.Lstat(filepath.Join(up, ".git")); err == nil || up == here {
			return true
		}
		if up == filepath.Dir(up) {
			return false
		}
	}
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
	return hint.Misuse("--output needs a file in a folder that can be written", "writing %s: %w", name, err)
}

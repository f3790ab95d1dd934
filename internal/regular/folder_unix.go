//go:build unix

package regular

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// folder is an open folder, in which files are opened by their names alone. So nobody can put another folder in its place meanwhile,
// and the system need not look up the whole path for each file.
type folder int

// openFolder opens a folder by its name in another, and openRoot one by its path. A link in the place of a folder is an error.
func (f folder) openFolder(name string) (folder, error) {
	fd, err := retry(func() (int, error) {
		return unix.Openat(int(f), name, searchFolder|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	})
	return folder(fd), err
}

func openRoot(name string) (folder, error) {
	fd, err := retry(func() (int, error) { return unix.Open(name, searchFolder|unix.O_DIRECTORY|unix.O_CLOEXEC, 0) })
	return folder(fd), err
}

func (f folder) close() error { return unix.Close(int(f)) }

// readLink is where a link in the folder leads.
func (f folder) readLink(name string) string {
	buffer := make([]byte, 4096)
	n, err := unix.Readlinkat(int(f), name, buffer)
	if err != nil {
		return ""
	}
	return string(buffer[:n])
}

// open opens a regular file of the folder. It follows no link and waits for nothing.
func (f folder) open(name string) (file *os.File, stat Stat, why string, err error) {
	fd, err := retry(func() (int, error) {
		return unix.Openat(int(f), name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	})
	switch {
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.ENOTDIR):
		return nil, stat, "", ErrGone
	case errors.Is(err, unix.ELOOP), errors.Is(err, unix.EMLINK):
		return nil, stat, fmt.Sprintf("is a symbolic link to %q, which is not followed", f.readLink(name)), nil
	case errors.Is(err, unix.ENXIO): // a socket, or a device that is not there
		return nil, stat, "is no regular file", nil
	case err != nil:
		return nil, stat, "cannot be opened: " + err.Error(), nil
	}
	var info unix.Stat_t
	_, err = retry(func() (int, error) { return 0, unix.Fstat(fd, &info) })
	switch {
	case err != nil:
		why = "cannot be read: " + err.Error()
	case info.Mode&unix.S_IFMT == unix.S_IFDIR:
		why = AFolder
	case info.Mode&unix.S_IFMT != unix.S_IFREG:
		why = "is no regular file"
	default:
		return os.NewFile(uintptr(fd), name), statOf(&info), "", nil
	}
	_ = unix.Close(fd)
	return nil, stat, why, nil
}

// stat is what the system says of a file of the folder; a link is asked for itself.
func (f folder) stat(name string) (Stat, error) {
	var info unix.Stat_t
	_, err := retry(func() (int, error) { return 0, unix.Fstatat(int(f), name, &info, unix.AT_SYMLINK_NOFOLLOW) })
	if err != nil || info.Mode&unix.S_IFMT != unix.S_IFREG {
		return Stat{}, err
	}
	return statOf(&info), nil
}

func statOf(info *unix.Stat_t) Stat {
	return Stat{Size: info.Size, Modified: info.Mtim.Nano(), Changed: info.Ctim.Nano(), Number: uint64(info.Ino)}
}

func retry(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		if !errors.Is(err, unix.EINTR) {
			return n, err
		}
	}
}

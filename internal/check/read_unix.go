//go:build unix

package check

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// folder is an open folder, in which files are opened by their names alone: no other folder can be slipped in between,
// and the system has not to look up the whole path for each file.
type folder int

// openFolder opens a folder below another; root opens one by its path. A link, or what is no folder, is an error.
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

// read reads a file of the folder into buffer, which it grows as needed and returns. It follows no link and waits for
// nothing. Plain system calls: over 100 thousand small files os.File costs as much as the reading itself.
func (f folder) read(name string, buffer []byte) (source []byte, why string, stat fileStat, err error) {
	fd, err := retry(func() (int, error) {
		return unix.Openat(int(f), name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	})
	switch {
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.ENOTDIR):
		return nil, "", stat, errGone
	case errors.Is(err, unix.ELOOP), errors.Is(err, unix.EMLINK):
		return nil, fmt.Sprintf("is a symbolic link to %q, which is not followed", f.readLink(name)), stat, nil
	case errors.Is(err, unix.ENXIO): // a socket, or a device that is not there
		return nil, "is no regular file", stat, nil
	case err != nil:
		return nil, "cannot be opened: " + err.Error(), stat, nil
	}
	defer unix.Close(fd)

	var info unix.Stat_t
	_, err = retry(func() (int, error) { return 0, unix.Fstat(fd, &info) })
	switch {
	case err != nil:
		return nil, "cannot be read: " + err.Error(), stat, nil
	case info.Mode&unix.S_IFMT == unix.S_IFDIR:
		return nil, "is a folder", stat, nil
	case info.Mode&unix.S_IFMT != unix.S_IFREG:
		return nil, "is no regular file", stat, nil
	case info.Size > MaxNote:
		return nil, tooLarge(info.Size), stat, nil
	}
	source = buffer[:0]
	for {
		if len(source) == cap(source) {
			source = append(source, 0)[:len(source)]
		}
		n, err := retry(func() (int, error) { return unix.Read(fd, source[len(source):cap(source)]) })
		if err != nil {
			return nil, "cannot be read: " + err.Error(), stat, nil
		}
		source = source[:len(source)+max(n, 0)]
		switch {
		case len(source) > MaxNote:
			return nil, tooLarge(0), stat, nil
		case n <= 0, int64(len(source)) == info.Size:
			return source, "", statOf(&info), nil
		}
	}
}

// stat is what the system says of a file of the folder; a link is asked for itself.
func (f folder) stat(name string) (fileStat, error) {
	var info unix.Stat_t
	_, err := retry(func() (int, error) { return 0, unix.Fstatat(int(f), name, &info, unix.AT_SYMLINK_NOFOLLOW) })
	if err != nil || info.Mode&unix.S_IFMT != unix.S_IFREG {
		return fileStat{}, err
	}
	return statOf(&info), nil
}

func statOf(info *unix.Stat_t) fileStat {
	return fileStat{size: info.Size, modified: info.Mtim.Nano(), changed: info.Ctim.Nano(), number: uint64(info.Ino)}
}

func retry(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		if !errors.Is(err, unix.EINTR) {
			return n, err
		}
	}
}

// keepOwner gives a file the owner and the group of another, as far as this user may.
func keepOwner(file *os.File, of fs.FileInfo) error {
	stat, ok := of.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	err := file.Chown(int(stat.Uid), int(stat.Gid))
	if errors.Is(err, fs.ErrPermission) && os.Geteuid() != 0 {
		return nil // only the superuser gives files away
	}
	return err
}

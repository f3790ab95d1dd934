//go:build unix

package check

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// readNote reads a file into buffer, which it grows as needed and returns. It follows no link and waits for nothing.
// Plain system calls: over 100 thousand small files os.File costs as much as the reading itself.
func readNote(name string, buffer []byte) (source []byte, why string, err error) {
	fd, err := retry(func() (int, error) {
		return syscall.Open(name, syscall.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	})
	switch {
	case errors.Is(err, syscall.ENOENT), errors.Is(err, syscall.ENOTDIR):
		return nil, "", errGone
	case errors.Is(err, syscall.ELOOP), errors.Is(err, syscall.EMLINK):
		target, _ := os.Readlink(name)
		return nil, fmt.Sprintf("is a symbolic link to %q, which is not followed", target), nil
	case errors.Is(err, syscall.ENXIO): // a socket, or a device that is not there
		return nil, "is no regular file", nil
	case err != nil:
		return nil, "cannot be opened: " + err.Error(), nil
	}
	defer syscall.Close(fd)

	var info syscall.Stat_t
	_, err = retry(func() (int, error) { return 0, syscall.Fstat(fd, &info) })
	switch {
	case err != nil:
		return nil, "cannot be read: " + err.Error(), nil
	case info.Mode&syscall.S_IFMT == syscall.S_IFDIR:
		return nil, "is a folder", nil
	case info.Mode&syscall.S_IFMT != syscall.S_IFREG:
		return nil, "is no regular file", nil
	case info.Size > MaxNote:
		return nil, tooLarge(info.Size), nil
	}
	source = buffer[:0]
	for {
		if len(source) == cap(source) {
			source = append(source, 0)[:len(source)]
		}
		n, err := retry(func() (int, error) { return syscall.Read(fd, source[len(source):cap(source)]) })
		switch {
		case err != nil:
			return nil, "cannot be read: " + err.Error(), nil
		case n <= 0:
			return source, "", nil
		}
		source = source[:len(source)+n]
		if len(source) > MaxNote {
			return nil, tooLarge(0), nil
		}
	}
}

func retry(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		if !errors.Is(err, syscall.EINTR) {
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

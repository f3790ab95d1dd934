//go:build unix

package check

import (
	"errors"
	"fmt"
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
	case err != nil:
		return nil, "cannot be opened: " + err.Error(), nil
	}
	defer syscall.Close(fd)

	source = buffer[:0]
	for {
		if len(source) == cap(source) {
			source = append(source, 0)[:len(source)]
		}
		n, err := retry(func() (int, error) { return syscall.Read(fd, source[len(source):cap(source)]) })
		switch {
		case errors.Is(err, syscall.EISDIR):
			return nil, "is a folder", nil
		case errors.Is(err, syscall.EAGAIN):
			return nil, "is no regular file", nil
		case err != nil:
			return nil, "cannot be read: " + err.Error(), nil
		case n <= 0:
			return source, "", nil
		}
		source = source[:len(source)+n]
		if len(source) > MaxNote {
			return nil, tooLarge(name), nil
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

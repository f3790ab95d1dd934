//go:build unix

package cache

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// smallFile is the size in bytes up to which a file is read: mapping it would take as long.
const smallFile = 1 << 16

// readFile gives the bytes of a file, which nobody changes once it stands in its place. It maps a large file if it may.
func readFile(name string, mayMap bool) ([]byte, error) {
	file, size, err := open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if mayMap && size > smallFile {
		return unix.Mmap(int(file.Fd()), 0, size, unix.PROT_READ, unix.MAP_SHARED)
	}
	data := make([]byte, size)
	_, err = io.ReadFull(file, data)
	return data, err
}

// open opens a regular file that may be a section, and gives its size in bytes.
func open(name string) (file *os.File, size int, err error) {
	file, err = os.OpenFile(name, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, 0, err
	}
	info, err := file.Stat()
	if err == nil && (!info.Mode().IsRegular() || info.Size() < headerSize || int64(int(info.Size())) != info.Size()) {
		err = errors.New("no section")
	}
	if err != nil {
		return nil, 0, errors.Join(err, file.Close())
	}
	return file, int(info.Size()), nil
}

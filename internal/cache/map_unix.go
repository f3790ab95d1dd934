//go:build unix

package cache

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// smallFile is the size in bytes up to which a file is read: lending it would cost as much.
const smallFile = 1 << 16

// mapFile lends the bytes of a file, which nobody changes once it stands in its place.
func mapFile(name string) ([]byte, error) {
	file, err := os.OpenFile(name, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() < headerSize || int64(int(info.Size())) != info.Size() {
		return nil, errors.New("no section")
	}
	if info.Size() <= smallFile {
		return io.ReadAll(file)
	}
	return unix.Mmap(int(file.Fd()), 0, int(info.Size()), unix.PROT_READ, unix.MAP_SHARED)
}

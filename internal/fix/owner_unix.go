//go:build unix

package fix

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

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

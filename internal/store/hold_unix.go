//go:build unix

package store

import (
	"os"

	"golang.org/x/sys/unix"
)

// holdFile locks a file until it is closed or the process ends, and fails at once where another process holds it.
func holdFile(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) }

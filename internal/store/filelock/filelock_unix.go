//go:build unix

// Package filelock locks files against other processes. The kernel gives a lock back when the last program that has the file open
// closes it or ends.
package filelock

import (
	"os"

	"golang.org/x/sys/unix"
)

// Try locks a file, and fails at once where another process has locked it.
func Try(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) }

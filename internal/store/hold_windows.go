package store

import (
	"os"

	"golang.org/x/sys/windows"
)

// holdFile locks a file until it is closed or the process ends, and fails at once where another process holds it.
func holdFile(f *os.File) error {
	return windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, new(windows.Overlapped))
}

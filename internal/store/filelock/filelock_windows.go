package filelock

import (
	"os"

	"golang.org/x/sys/windows"
)

// Try locks a file, and fails at once where another process has locked it.
func Try(f *os.File) error {
	return windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, new(windows.Overlapped))
}

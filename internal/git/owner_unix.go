//go:build unix

package git

import (
	"os"
	"strconv"
	"syscall"
)

// isOwned reports whether a file belongs to who runs this; under sudo, to who ran that (git's compat/ and git-compat-util.h,
// is_path_owned_by_current_uid).
func isOwned(name string) bool {
	info, err := os.Lstat(name)
	if err != nil {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return false
	}
	me := os.Geteuid()
	if me != 0 || stat.Uid == 0 {
		return int(stat.Uid) == me
	}
	caller, err := strconv.ParseUint(os.Getenv("SUDO_UID"), 10, 32)
	return err == nil && uint64(stat.Uid) == caller
}

// IsOthers reports whether a file belongs to another user than who runs this.
func IsOthers(name string) bool { return !isOwned(name) }

// sameDevice reports whether git goes from a folder to the one above: not onto another file system, unless
// GIT_DISCOVERY_ACROSS_FILESYSTEM says so.
func sameDevice(dir, up string) bool {
	if across, err := strconv.ParseBool(os.Getenv("GIT_DISCOVERY_ACROSS_FILESYSTEM")); err == nil && across {
		return true
	}
	one, err := os.Stat(dir)
	other, otherErr := os.Stat(up)
	if err != nil || otherErr != nil {
		return false
	}
	a, ok := one.Sys().(*syscall.Stat_t)
	b, otherOK := other.Sys().(*syscall.Stat_t)
	return ok && otherOK && a.Dev == b.Dev
}

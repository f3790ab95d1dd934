//go:build unix && !linux

package regular

import "golang.org/x/sys/unix"

// searchFolder opens a folder for looking up names in it.
const searchFolder = unix.O_RDONLY

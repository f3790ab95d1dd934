package regular

import "golang.org/x/sys/unix"

// searchFolder opens a folder for looking up names in it, which asks for less than reading it.
const searchFolder = unix.O_PATH

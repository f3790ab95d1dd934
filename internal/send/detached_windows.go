package send

import (
	"syscall"

	"golang.org/x/sys/windows"
)

// detached has a program begin a group of its own, without a console.
func detached() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: windows.DETACHED_PROCESS | windows.CREATE_NEW_PROCESS_GROUP}
}

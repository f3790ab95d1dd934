//go:build unix

package send

import "syscall"

// detached has a program begin a session of its own, without a terminal.
func detached() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

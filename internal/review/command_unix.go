//go:build unix

package review

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// ownGroup lets a program begin a process group.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// endGroup ends the group that a program has begun.
func endGroup(cmd *exec.Cmd) error {
	if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); !errors.Is(err, syscall.ESRCH) {
		return err
	}
	return os.ErrProcessDone
}

// needed are variables without which no program runs.
func needed() []string { return nil }

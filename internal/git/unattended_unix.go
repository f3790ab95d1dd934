//go:build unix

package git

import "syscall"

// endWithAll makes the program the first of a group, which ends with it.
func (p *process) endWithAll() {
	p.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p.Cancel = func() error { return syscall.Kill(-p.Process.Pid, syscall.SIGKILL) }
}

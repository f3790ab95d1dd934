package send

import (
	"os"
	"os/exec"
)

// Start starts kbgate itself, which sends what the knowledge base of a folder has recorded. It waits for nothing: the program goes on when
// this one has ended, and has no terminal.
func Start(folder string) error {
	own, err := os.Executable()
	if err != nil {
		return err
	}
	p := exec.Command(own, "sync", "--background")
	p.Args[0] = "kbgate"
	p.Dir, p.SysProcAttr = folder, detached()
	if err := p.Start(); err != nil {
		return err
	}
	return p.Process.Release()
}

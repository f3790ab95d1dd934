//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// One signal ends a command that waits for what never comes, here for somebody who writes to a pipe.
func TestInterruptEndsWhatHangs(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: waits for programs")
	}
	dir := t.TempDir()
	pipe := filepath.Join(dir, "events.jsonl")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	for _, by := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		cmd := exec.Command(kbgatePath(t), "key", "public", pipe)
		cmd.Dir = dir
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		writes, err := os.OpenFile(pipe, os.O_WRONLY, 0) // which waits for the reader, that waits from then on
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Process.Signal(by); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		select {
		case <-ended:
			if got := cmd.ProcessState.ExitCode(); got != exitFailure {
				t.Errorf("%v: it ends with %d", by, got)
			}
		case <-time.After(delay + 10*time.Second):
			_ = cmd.Process.Kill()
			t.Errorf("%v: it goes on", by)
		}
		_ = writes.Close()
	}
}

//go:build unix

package review

import (
	"bufio"
	"context"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// What a reader's program has started ends with it.
func TestCommandEndsItsGroup(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Skip(err)
	}
	t.Setenv("KBGATE_TEST_FIFO", fifo)
	reader := ownProgram(t, "slow")
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, err := reader.Read(ctx, "prompt")
		ended <- err
	}()
	in, err := os.Open(fifo) // until the program that is left behind opens it
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	lines := bufio.NewReader(in)
	if line, err := lines.ReadString('\n'); err != nil || line != "up\n" {
		t.Fatal(line, err)
	}
	cancel()
	if err := <-ended; err == nil {
		t.Error("a reader that was ended gave an answer")
	}
	if rest, err := io.ReadAll(lines); err != nil || len(rest) > 0 { // the end comes when nobody holds it any more
		t.Errorf("%q, %v", rest, err)
	}
}

package review

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Command is a program that reads a prompt on standard input and writes its answer to standard output.
type Command struct {
	Argv []string
	Pass []string // names of variables that it gets beside PATH and HOME
}

// Identity is the command line.
func (c *Command) Identity() string { return "command\x00" + strings.Join(c.Argv, "\x00") }

// maxComplaint is how much is kept of what a program says on standard error, in bytes.
const maxComplaint = 2000

// Read runs the program in an empty folder, without a shell. Its process group ends with it, and at the end of the context.
func (c *Command) Read(ctx context.Context, prompt string) (_ []byte, err error) {
	name, err := exec.LookPath(c.Argv[0])
	if err != nil {
		return nil, fmt.Errorf("the reader cannot be started: %w", err)
	}
	if name, err = filepath.Abs(name); err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "kbgate-review-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	cmd := exec.CommandContext(ctx, name, c.Argv[1:]...)
	answer, complaint := &bounded{most: MaxAnswer, stop: stop}, &bounded{most: maxComplaint}
	cmd.Dir, cmd.Env = folder, environment(c.Pass)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(prompt), answer, complaint
	ownGroup(cmd)
	cmd.Cancel = func() error { return endGroup(cmd) }
	cmd.WaitDelay = time.Second // for pipes that are still held
	err = cmd.Run()
	if cmd.Process != nil {
		_ = endGroup(cmd) // what it has left behind
	}
	switch {
	case answer.over:
		return nil, errTooLong
	case err != nil && ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && !errors.Is(err, exec.ErrWaitDelay):
		if said := strings.TrimSpace(string(complaint.data)); said != "" {
			return nil, fmt.Errorf("the reader failed: %w: %s", err, said)
		}
		return nil, fmt.Errorf("the reader failed: %w", err)
	}
	return answer.data, nil
}

// environment is what a reader's program gets to know.
func environment(pass []string) (all []string) {
	for _, name := range append([]string{"PATH", "HOME"}, pass...) {
		if value, ok := os.LookupEnv(name); ok {
			all = append(all, name+"="+value)
		}
	}
	return append(all, needed()...)
}

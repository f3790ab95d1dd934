package git

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// Blobs reads the contents of files out of the object store, through one git program that stays open. It is not safe for
// use by several goroutines.
type Blobs struct {
	ctx    context.Context
	dir    string
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout *bufio.Reader
	stderr *bytes.Buffer // to be read when the program has ended
}

// NewBlobs makes a reader for the repository that holds dir. It starts nothing before the first Read.
func NewBlobs(ctx context.Context, dir string) *Blobs { return &Blobs{ctx: ctx, dir: dir} }

// ErrTooLarge says that a blob is larger than was asked for; ErrMissing that the repository does not have it; ErrUnfetched
// that this clone left it with its origin.
var (
	ErrTooLarge  = errors.New("too large")
	ErrMissing   = errors.New("the object is missing")
	ErrUnfetched = errors.New("this partial clone does not have the object, and did not get it from its origin")
)

// Read gives the content of a blob of at most limit bytes; of a larger one nothing but the size is read, and ErrTooLarge
// holds.
func (b *Blobs) Read(id Blob, limit int64) ([]byte, error) { return b.read(string(id), limit) }

// ReadFile gives the content of a file in a tree or commit, by its path there, or with a leading ./ or ../ by its path from
// the folder; ErrMissing where there is none. The path may hold no line end.
func (b *Blobs) ReadFile(tree, path string, limit int64) ([]byte, error) {
	return b.read(tree+":"+path, limit)
}

func (b *Blobs) read(name string, limit int64) ([]byte, error) {
	if err := b.start(); err != nil {
		return nil, err
	}
	if _, err := io.WriteString(b.stdin, name+"\n"); err != nil {
		return nil, b.broken(err)
	}
	head, err := b.stdout.ReadString('\n')
	if err != nil {
		return nil, b.ended(name, err)
	}
	if strings.HasSuffix(head, " missing\n") {
		return nil, fmt.Errorf("%s: %w", name, ErrMissing)
	}
	fields := strings.Fields(head)
	if len(fields) != 3 {
		return nil, b.broken(fmt.Errorf("%q is no answer", head))
	}
	size, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil {
		return nil, b.broken(err)
	}
	if size > limit {
		b.abandon()
		return nil, fmt.Errorf("%s: %w", name, ErrTooLarge)
	}
	content := make([]byte, size+1) // and a line end
	if _, err := io.ReadFull(b.stdout, content); err != nil {
		return nil, b.broken(err)
	}
	return content[:size], nil
}

// abandon ends the program in the middle of an answer; the next Read starts another. Git says the size before it unpacks, so
// that a blob of gigabytes costs no more than this, and all others need not be asked for twice.
func (b *Blobs) abandon() {
	_ = b.cmd.Process.Kill() // one that has ended by itself is as good
	_ = b.stdin.Close()
	_ = b.cmd.Wait() // it was killed
	b.cmd = nil
}

// Close ends the program.
func (b *Blobs) Close() error {
	if b.cmd == nil {
		return nil
	}
	err := b.stdin.Close()
	if wait := b.cmd.Wait(); b.ctx.Err() == nil {
		err = errors.Join(err, wait)
	}
	b.cmd = nil
	return err
}

func (b *Blobs) start() (err error) {
	if b.cmd != nil {
		return nil
	}
	cmd := command(b.ctx, b.dir, "cat-file", "--batch")
	if b.stdin, err = cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	b.stderr = &bytes.Buffer{}
	cmd.Stderr = b.stderr
	cmd.WaitDelay = time.Second // for what git has started itself, as to fetch a missing object
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("git cat-file: %w", err)
	}
	b.cmd, b.stdout = cmd, bufio.NewReaderSize(out, 1<<16)
	return nil
}

// ended says why there is no answer: git ends where it may not, or cannot, fetch what a partial clone lacks.
func (b *Blobs) ended(name string, err error) error {
	failure := b.broken(err)
	if said := b.stderr.String(); b.ctx.Err() == nil && (strings.Contains(said, "could not fetch") || strings.Contains(said, "promisor remote")) {
		return fmt.Errorf("%s: %w", name, ErrUnfetched)
	}
	return failure
}

// broken ends a program that cannot answer, and gives its reason.
func (b *Blobs) broken(err error) error {
	b.abandon()
	if b.ctx.Err() != nil {
		return b.ctx.Err()
	}
	if said := strings.TrimSpace(b.stderr.String()); said != "" {
		err = fmt.Errorf("%w: %s", err, said)
	}
	return fmt.Errorf("reading objects through git cat-file: %w", err)
}

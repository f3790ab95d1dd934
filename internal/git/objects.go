package git

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// Object is what a repository stores under an id.
type Object struct {
	ID   string // in hexadecimal
	Kind string // blob, tree, commit or tag
	Data []byte
}

// Objects reads objects out of a repository, through one git program that stays open: it sees what other programs write
// meanwhile, whatever the repository's layout and hash. It is not safe for use by several goroutines.
type Objects struct {
	ctx     context.Context
	folder  Folder
	process *process // nil: none is open
	stdin   io.WriteCloser
	stdout  *bufio.Reader
}

// OpenObjects makes a reader for the repository that holds a folder. It starts nothing before the first Read.
func OpenObjects(ctx context.Context, f Folder) *Objects { return &Objects{ctx: ctx, folder: f} }

// Read gives the object that a revision names, such as an id or "refs/heads/main^{commit}". It fails with ErrMissing if there is
// none, and with ErrTooLarge if the object has more than limit bytes; then Read reads no more than the size. The revision must
// not contain a line end.
func (o *Objects) Read(revision string, limit int64) (Object, error) {
	if err := o.Start(); err != nil {
		return Object{}, err
	}
	if _, err := io.WriteString(o.stdin, revision+"\n"); err != nil {
		return Object{}, o.broken(revision, err)
	}
	return o.next(revision, limit)
}

// Each reads many objects in order, and asks for the next ones while the program still answers. Missing and oversized objects come
// with their error. Each ends with the first error that use returns.
func (o *Objects) Each(revisions []string, limit int64, use func(i int, object Object, err error) error) error {
	for done := 0; done < len(revisions); {
		n, err := o.some(revisions[done:], limit, func(i int, object Object, err error) error { return use(done+i, object, err) })
		if err != nil {
			return err
		}
		done += n
	}
	return nil
}

// some reads objects up to the first that is too large, behind which the program has to begin anew, and gives their number.
func (o *Objects) some(revisions []string, limit int64, use func(i int, object Object, err error) error) (n int, err error) {
	if err := o.Start(); err != nil {
		return 0, err
	}
	asked := make(chan error, 1)
	go func(stdin io.Writer) {
		w := bufio.NewWriter(stdin)
		for _, r := range revisions {
			w.WriteString(r)
			w.WriteByte('\n')
		}
		asked <- w.Flush()
	}(o.stdin)
	for i, r := range revisions {
		object, err := o.next(r, limit)
		if err != nil && !errors.Is(err, ErrMissing) && !errors.Is(err, ErrTooLarge) {
			<-asked
			return i, err
		}
		if failure := use(i, object, err); failure != nil {
			o.abandon() // what was asked would be answered
			<-asked
			return i, failure
		}
		if errors.Is(err, ErrTooLarge) {
			<-asked
			return i + 1, nil
		}
	}
	if err := <-asked; err != nil {
		return 0, o.broken(revisions[0], err)
	}
	return len(revisions), nil
}

// next reads the program's next answer.
func (o *Objects) next(revision string, limit int64) (Object, error) {
	head, err := o.stdout.ReadString('\n')
	if err != nil {
		return Object{}, o.broken(revision, err)
	}
	if strings.HasSuffix(head, " missing\n") {
		return Object{}, fmt.Errorf("%s: %w", revision, ErrMissing)
	}
	fields := strings.Fields(head)
	if len(fields) != 3 {
		return Object{}, o.broken(revision, fmt.Errorf("%q is no answer", head))
	}
	size, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil {
		return Object{}, o.broken(revision, err)
	}
	if size > limit {
		o.abandon()
		return Object{}, fmt.Errorf("%s: %w", revision, ErrTooLarge)
	}
	data := make([]byte, size+1) // and a line end
	if _, err := io.ReadFull(o.stdout, data); err != nil {
		return Object{}, o.broken(revision, err)
	}
	return Object{ID: fields[0], Kind: fields[1], Data: data[:size]}, nil
}

// abandon ends the program in the middle of an answer; the next Read starts another. Git tells the size before it unpacks, so a
// blob of gigabytes costs one start, and no other object needs a question for its size.
func (o *Objects) abandon() {
	if o.process != nil {
		_ = o.stdin.Close()
		o.process.stop()
		o.process = nil
	}
}

// Close ends the program.
func (o *Objects) Close() error {
	if o.process == nil {
		return nil
	}
	err := o.stdin.Close()
	if wait := o.process.Wait(); o.ctx.Err() == nil {
		err = errors.Join(err, wait)
	}
	o.process = nil
	return err
}

// Start starts the program, which the first Read does otherwise.
func (o *Objects) Start() error {
	if o.process != nil {
		return nil
	}
	p := command(o.ctx, reads, o.folder, "cat-file", "--batch")
	// A git that may not try to fetch says only that an object is missing. This one tries, by no protocol, and says what it lacks.
	p.Env = append(p.Env, "GIT_NO_LAZY_FETCH=0")
	stdin, err := p.StdinPipe()
	if err != nil {
		return err
	}
	stdout, err := p.StdoutPipe()
	if err != nil {
		return err
	}
	p.WaitDelay = time.Second // for what git has started itself, as to fetch a missing object
	if err := p.Start(); err != nil {
		return fmt.Errorf("git cat-file: %w", err)
	}
	o.process, o.stdin, o.stdout = p, stdin, bufio.NewReaderSize(stdout, 1<<16)
	return nil
}

// broken ends a program that cannot answer, and gives its reason. Git ends where it may not, or cannot, fetch what a partial clone
// lacks.
func (o *Objects) broken(revision string, err error) error {
	p := o.process
	o.abandon()
	said := p.said()
	switch {
	case o.ctx.Err() != nil:
		return o.ctx.Err()
	case p.cause(said) == ErrUnfetched:
		return fmt.Errorf("%s: %w", revision, ErrUnfetched)
	case said != "":
		err = fmt.Errorf("%w: %s", err, said)
	}
	return fmt.Errorf("reading objects through git cat-file: %w", err)
}

package watch

import (
	"context"
	"hash/maphash"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/kbgate/kbgate/internal/wait"
)

// polled tells of changes by looking at all files now and then.
type polled struct {
	tree Tree
	seen uint64        // what renew saw
	cost time.Duration // of the last look
}

const (
	// leastPause lies between two looks.
	leastPause = time.Second
	// idleShare is how much longer the pause is than the look, so that looking costs a tenth of a processor at most.
	idleShare = 10
)

func (p *polled) close() {}

func (p *polled) renew(ctx context.Context) error {
	p.seen = p.look(ctx)
	return ctx.Err()
}

func (p *polled) wait(ctx context.Context) error {
	for {
		if err := wait.For(ctx, max(leastPause, idleShare*p.cost)); err != nil {
			return err
		}
		now := p.look(ctx)
		if now == p.seen {
			continue
		}
		for since := time.Now(); time.Since(since) < longest; {
			before := now
			if err := wait.For(ctx, pause); err != nil {
				return err
			}
			if now = p.look(ctx); now == before {
				break
			}
		}
		return ctx.Err()
	}
}

var seed = maphash.MakeSeed()

// look sums up the files: their names, and of those whose text counts what the system says of them. That they cannot be listed
// is a state like others.
func (p *polled) look(ctx context.Context) uint64 {
	start := time.Now()
	defer func() { p.cost = time.Since(start) }()
	var h maphash.Hash
	h.SetSeed(seed)
	files, err := p.tree.Files(ctx)
	if err != nil {
		_, _ = h.WriteString(err.Error()) // a hash never fails
	}
	for _, name := range files {
		if isRead(name) {
			sum(&h, filepath.Join(p.tree.Root, filepath.FromSlash(name)))
		} else if isVisible(name) {
			_, _ = h.WriteString(name + "\x00")
		}
	}
	for _, name := range settings { // git may ignore them
		sum(&h, filepath.Join(p.tree.Root, name))
	}
	for _, name := range p.tree.Also {
		sum(&h, name)
	}
	return h.Sum64()
}

// sum adds a file to a hash, by its name, size, kind and last change.
func sum(h *maphash.Hash, name string) {
	type state struct {
		size    int64
		mode    fs.FileMode
		changed int64
	}
	var s state
	if info, err := os.Lstat(name); err == nil {
		s = state{info.Size(), info.Mode(), info.ModTime().UnixNano()}
	}
	_, _ = h.WriteString(name + "\x00")
	maphash.WriteComparable(h, s)
}

package git

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Pool reads objects of a repository for several goroutines, through as many programs as are read from at once. Each is used again.
type Pool struct {
	ctx  context.Context
	repo Folder

	mu   sync.Mutex
	free []*Objects
}

// NewPool makes a pool for the repository that holds a folder. It starts nothing before the first Read.
func NewPool(ctx context.Context, f Folder) *Pool { return &Pool{ctx: ctx, repo: f} }

// Read is Objects.Read.
func (p *Pool) Read(revision string, limit int64) (o Object, err error) {
	p.Use(func(objects *Objects) { o, err = objects.Read(revision, limit) })
	return o, err
}

// Use lends one of the readers.
func (p *Pool) Use(do func(*Objects)) {
	p.mu.Lock()
	objects := OpenObjects(p.ctx, p.repo)
	if n := len(p.free); n > 0 {
		objects, p.free = p.free[n-1], p.free[:n-1]
	}
	p.mu.Unlock()
	do(objects)
	p.mu.Lock()
	p.free = append(p.free, objects)
	p.mu.Unlock()
}

// Move is a pool for a folder of the same repository, which takes the programs over; of another repository, a new one.
func (p *Pool) Move(f Folder) *Pool {
	if p.repo.GitDir == f.GitDir {
		return p
	}
	p.Close()
	return NewPool(p.ctx, f)
}

// Close ends the programs that are not lent. All that was asked for has been read, so how they end does not matter.
func (p *Pool) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, objects := range p.free {
		_ = objects.Close()
	}
	p.free = nil
}

// Checkout is what is checked out in a repository, as seen from a folder in it.
type Checkout struct {
	// Head is the commit that is checked out, and Tree the tree of the folder in it; "" where there is none.
	Head, Tree string
	// IsMissing says that HEAD names a commit which the repository lacks. Then Head is "", as before the first commit.
	IsMissing bool
	// MergeHeads are the other parents of a merge that is being committed. While git runs the hook pre-merge-commit, the
	// merge does not stand in its files yet: there git names the parents in the environment, as it does for merge drivers.
	MergeHeads []string
}

// maxChecked is the size in bytes above which neither a commit nor a folder is read.
const maxChecked = 64 << 20

// CheckoutOf describes what is checked out. It reads files and objects, and so starts no program but the pool's.
func CheckoutOf(ctx context.Context, f Folder, objects *Pool) (c Checkout, err error) {
	if err := f.Err(); err != nil {
		return c, err
	}
	heads, err := os.ReadFile(filepath.Join(f.GitDir, "MERGE_HEAD"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return c, err
	}
	if c.MergeHeads = strings.Fields(string(heads)); len(c.MergeHeads) == 0 {
		c.MergeHeads = announcedHeads(os.Environ())
	}
	commit, err := objects.Read("HEAD^{commit}", maxChecked)
	if errors.Is(err, ErrMissing) {
		named, err := line(ctx, f, "rev-parse", "--verify", "--quiet", "HEAD")
		c.IsMissing = err == nil && named != ""
		return c, nil // there is no commit yet, or it is gone
	}
	if err != nil {
		return c, err
	}
	c.Head = commit.ID
	if f.Prefix == "" {
		c.Tree, _, _ = strings.Cut(strings.TrimPrefix(string(commit.Data), "tree "), "\n")
		return c, nil
	}
	if !strings.Contains(f.Prefix, "\n") {
		folder, err := objects.Read(c.Head+":"+strings.TrimSuffix(f.Prefix, "/"), maxChecked)
		if err == nil && folder.Kind == "tree" {
			c.Tree = folder.ID
			return c, nil
		}
	}
	c.Tree, err = Tree(ctx, f, c.Head, f.Prefix)
	return c, err
}

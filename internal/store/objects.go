package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// objectWriter puts objects into a repository. What it gives ids for is there for good once flush has returned, and
// perhaps not at all before.
type objectWriter interface {
	// put takes the contents of objects of one kind (blob, tree, commit) and gives their ids.
	put(kind string, contents ...[]byte) (ids []string, err error)
	flush(ctx context.Context) error
	// restore puts back what has vanished of all that was written: while nothing led there, git may have taken it for litter.
	restore(ctx context.Context) error
}

// isGone reports whether a file is not there.
func isGone(name string) bool {
	_, err := os.Lstat(name)
	return errors.Is(err, fs.ErrNotExist)
}

// looseName is the file of an object that git keeps by itself.
func looseName(folder, id string) string { return filepath.Join(folder, id[:2], id[2:]) }

// putOne puts one object.
func putOne(w objectWriter, kind string, content []byte) (string, error) {
	ids, err := w.put(kind, content)
	if err != nil {
		return "", err
	}
	return ids[0], nil
}

// commit is what a commit says.
type commit struct {
	tree    string
	parents []string
	ident   string // "Name <address>", of author and committer
	at      time.Time
	message string
}

// encode writes a commit object (https://git-scm.com/book/en/v2/Git-Internals-Git-Objects).
func (c *commit) encode() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "tree %s\n", c.tree)
	for _, parent := range c.parents {
		fmt.Fprintf(&b, "parent %s\n", parent)
	}
	when := fmt.Sprintf("%d +0000", c.at.Unix())
	fmt.Fprintf(&b, "author %s %s\ncommitter %s %s\n\n%s\n", c.ident, when, c.ident, when, strings.TrimSpace(c.message))
	return []byte(b.String())
}

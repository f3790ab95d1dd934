package ledger

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/records"
	"github.com/kbgate/kbgate/internal/regular"
	"github.com/kbgate/kbgate/internal/workspace"
)

// SubjectKeyVariable is the variable of the environment that holds the key with which e-mail addresses are hashed that decisions are about.
const SubjectKeyVariable = "KBGATE_SUBJECT_KEY"

// OpenAt opens the ledger of the knowledge base around a folder. Where and how it is kept, its configuration says; the options need no
// more than what is otherwise. Warn hears what people see in the work tree and does not count.
func OpenAt(ctx context.Context, dir string, o Options) (*Ledger, error) {
	w, err := workspace.Open(ctx, dir, gate.BuiltIn.Specs())
	if err != nil {
		return nil, err
	}
	return openIn(ctx, w, o)
}

func openIn(ctx context.Context, w workspace.Workspace, o Options) (*Ledger, error) {
	for _, remark := range w.Remarks {
		o.warn(remark)
	}
	o.Root, o.Config, o.Repository, o.Remote, o.Reader, o.SubjectKey = w.Root, w.Config, w.Repository, w.Remote, w.Reader, []byte(os.Getenv(SubjectKeyVariable))
	l, err := Open(ctx, o)
	if err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return l, nil
}

func (o *Options) warn(message string) {
	if o.Warn != nil {
		o.Warn(message)
	}
}

// LearningAt gives what the ledger of the knowledge base around a folder teaches; outside of a repository, what a store teaches in which
// nobody has set a category.
func LearningAt(ctx context.Context, dir string, o Options) (*records.Learning, error) {
	w, err := workspace.Open(ctx, dir, gate.BuiltIn.Specs())
	if err != nil {
		return nil, err
	}
	l, err := openIn(ctx, w, o)
	if errors.Is(err, git.ErrNoRepository) {
		return records.NewUntrained(w.Config.Learn.Keywords), nil
	} else if err != nil {
		return nil, err
	}
	g, err := l.Learning(ctx)
	return g, errors.Join(err, l.Close())
}

// OpenFor opens the ledger that an artifact belongs to: that of the base around dir, unless the artifact is a file of a base further
// down, which has settings or records of its own. What a link leads to is no part of the base in which the link stands.
func OpenFor(ctx context.Context, dir, artifact string, o Options) (*Ledger, error) {
	file := Absolute(dir, artifact)
	folder := filepath.Dir(file)
	if _, gone := os.Lstat(file); gone != nil || between(dir, folder, regular.IsLink) {
		return OpenAt(ctx, dir, o)
	}
	inner := func(w workspace.Workspace) (*Ledger, error) {
		o.warn(fmt.Sprintf("%s belongs to the knowledge base in %s, and the decision is recorded there", artifact, w.Root))
		return openIn(ctx, w, o)
	}
	if between(dir, folder, isRepository) {
		if w, ok := ownBase(ctx, dir, folder); ok {
			return inner(w)
		}
	}
	w, err := workspace.Open(ctx, dir, gate.BuiltIn.Specs())
	if err != nil {
		return nil, err
	}
	nested, isInner, err := w.Nested(folder)
	switch {
	case err != nil:
		return nil, errors.Join(err, w.Close())
	case isInner:
		return inner(nested)
	}
	return openIn(ctx, w, o)
}

// ownBase is the knowledge base of a folder in a repository below dir, if it has settings or records.
func ownBase(ctx context.Context, dir, folder string) (w workspace.Workspace, ok bool) {
	w, err := workspace.Open(ctx, folder, gate.BuiltIn.Specs())
	if err != nil {
		return w, false
	}
	if _, isBelow := Under(dir, w.Root); isBelow {
		if ok = w.IsSet; !ok {
			l, err := Open(ctx, Options{Root: w.Root, Config: w.Config, Repository: w.Repository})
			if err == nil {
				tip, failed := l.Store.Tip()
				ok = errors.Join(failed, l.Close()) == nil && tip != ""
			}
		}
	}
	if !ok {
		_ = w.Close() // it was only read with
	}
	return w, ok
}

// between reports whether something holds for a folder below dir, or for one between them.
func between(dir, folder string, holds func(folder string) bool) bool {
	for {
		if _, below := Under(dir, folder); !below {
			return false
		}
		if holds(folder) {
			return true
		}
		folder = filepath.Dir(folder)
	}
}

func isRepository(folder string) bool {
	_, err := os.Lstat(filepath.Join(folder, ".git"))
	return err == nil
}

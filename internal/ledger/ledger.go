// Package ledger opens the store of one knowledge base as decisions and amendments: what all use cases of the store stand on. It keeps
// the index of decisions, what was judged of conflict copies and what the reasons teach at one state of the store.
package ledger

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/conflict"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/memorylog"
	"github.com/kbgate/kbgate/internal/records"
	"github.com/kbgate/kbgate/internal/shared"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/store/index"
	"github.com/kbgate/kbgate/internal/text"
)

// Options say whose ledger is to be opened.
type Options struct {
	Root   string // the folder of the knowledge base, or a repository without a work tree
	Config *config.Config
	Ref    string // the branch to look at; "": that of the configuration
	Commit string // that at which the store is read and not written, as store.Options have it; "": where its branch stands
	// Remote is the remote that a sync takes where none is named, "" for none. Its branch, as it was fetched last, is read together with the
	// own one, unless OwnBranch says that this is read alone.
	Remote     string
	OwnBranch  bool
	Repository git.Folder    // Root in its repository; the zero value: it is looked for
	Reader     *store.Reader // of that repository, which is the ledger's to close from then on; nil: one of its own
	SubjectKey []byte        // for the hashes of e-mail addresses; nil: none
	Conflicts  Conflicts
	// Warn hears what is amiss and stops nothing; nil: nobody does.
	Warn func(message string)
	// Progress hears how many records have been read for the index, where that has to be brought up to date; nil: nobody does.
	Progress func(done, of int)
}

// Conflicts say what becomes of conflict copies as the index is opened.
type Conflicts int

// To judge conflict copies takes looks at the history. Who records a decision waits for none: what a sync brought was judged then.
const (
	Judged     Conflicts = iota // they are judged
	Remembered                  // what was chosen last counts
)

// Ledger is an opened ledger. Several goroutines may use it.
type Ledger struct {
	Options
	Store   *store.Store
	Judge   *conflict.Judge
	Folder  string         // of the records, from the top of the repository
	Log     *memorylog.Log // nil: none is kept
	entropy io.Reader      // for ids

	mu       sync.Mutex // guards what follows
	index    *index.Index
	learning *records.Learning
	judged   judgement

	beside      sync.WaitGroup // what is done beside the use cases
	sharing     sync.Mutex     // guards what follows
	looked      bool           // for the shared memory
	shared      *shared.Memory
	sharedFault error
	last        map[string]func() error
	notes       []string
}

// judgement is what was judged of conflict copies at a tree of the index.
type judgement struct {
	tree   string
	chosen records.Choices
	open   []*conflict.Case // that are not settled
}

// Open opens a ledger. Nothing is written before the first record. The context ends the programs that the ledger keeps open.
func Open(ctx context.Context, o Options) (*Ledger, error) {
	if o.Repository == (git.Folder{}) {
		o.Repository = git.Find(ctx, o.Root)
	}
	switch err := o.Repository.Err(); {
	case errors.Is(err, git.ErrNoGit):
		return nil, fmt.Errorf("decisions are kept in git: %w", err)
	case errors.Is(err, git.ErrNoRepository):
		return nil, hint.Misuse("`git init` makes a repository", "decisions are kept in git, and %s is %w", o.Root, err)
	case err != nil:
		return nil, err
	}
	if o.Ref == "" {
		o.Ref = o.Config.Store.Ref
	}
	l := &Ledger{Options: o, Folder: path.Join(o.Repository.Prefix, o.Config.Store.Dir), entropy: rand.Reader}
	where := store.Options{Folder: l.Folder, Ref: l.Ref, Commit: l.Commit, Reader: o.Reader, MayLackTexts: mayLackTexts}
	if !l.OwnBranch {
		where.Remote, where.Joined = l.Remote, l.tellJoined
	}
	var err error
	if l.Log, err = memorylog.New(o.Config, o.Repository.Prefix, l.Folder, o.warn); err != nil {
		return nil, err
	}
	if l.Log != nil {
		where.DerivedFiles, where.LeftOut = l.Log, l.Log.LeftOut
	}
	if l.Store, err = store.Open(ctx, o.Repository, where); err != nil {
		return nil, hint.Misuse("store.dir and store.ref in "+config.FileName+" of the default branch say where records lie; docs/store.md tells what they may be", "%w", err)
	}
	l.Judge = &conflict.Judge{Store: l.Store, Repository: o.Repository, Folder: l.Folder, Rules: o.Config.Rules, Warn: o.warn}
	return l, nil
}

// Close waits for what is done beside, and ends the programs and connections that the ledger keeps open.
func (l *Ledger) Close() error { return errors.Join(l.finish(), l.Store.Close()) }

// tellJoined says what is read beside the own branch.
func (l *Ledger) tellJoined(j store.Joined) {
	theirs := j.Remote + "/" + strings.TrimPrefix(l.Ref, "refs/heads/")
	if j.Err != nil {
		l.warn(fmt.Sprintf("what was fetched as %s is not read: %v", theirs, j.Err))
		return
	}
	if j.Records > 0 {
		is := "is"
		if j.Records > 1 {
			is = "are"
		}
		l.warn(fmt.Sprintf("%s of %s %s read too; `kbgate sync` merges them", text.Count(j.Records, "record", "records"), theirs, is))
	}
	if j.Restored > 0 {
		l.warn(fmt.Sprintf("%s had changed or taken away %s, read here as before; `kbgate sync` puts that right", theirs, text.Count(j.Restored, "record", "records")))
	}
}

// LackedFrom names the remote whose records this clone never fetched, where it has none of its own either; "" where it has some, or there is
// no such remote.
func (l *Ledger) LackedFrom() string {
	if l.OwnBranch || l.Remote == "" {
		return ""
	}
	if tip, err := l.Store.Tip(); err != nil || tip != "" {
		return ""
	}
	return l.Remote
}

// Place says in words where the records lie.
func (l *Ledger) Place() string { return l.Folder + " on " + l.Ref }

// IsCutOff reports whether the clone holds only a part of the ledger's history.
func (l *Ledger) IsCutOff(ctx context.Context) (bool, error) {
	tip, err := l.Store.Tip()
	if err != nil || tip == "" {
		return false, err
	}
	cut, err := git.CutOff(ctx, l.Repository, tip)
	return len(cut) > 0, err
}

// Index gives the index of the ledger's decisions, which is opened once, brought up to date. Where there is none, and none was to be
// made, index.ErrNone holds.
func (l *Ledger) Index(ctx context.Context, when index.BuildPolicy) (*index.Index, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.index != nil {
		if err := l.index.Refresh(ctx); err != nil || l.index.Tree() == l.judged.tree {
			return l.index, err
		}
	}
	x := l.index
	if x == nil {
		var err error
		l.judged.chosen = l.Judge.Last()
		if x, err = l.open(ctx, l.judged.chosen, when); err != nil {
			return nil, err
		}
	}
	now := judgement{chosen: l.judged.chosen}
	if l.Conflicts == Judged {
		var err error
		if now.chosen, now.open, err = l.Judge.JudgeIndex(ctx, x); err != nil {
			return x, err
		}
		if now.chosen.Digest() != l.judged.chosen.Digest() {
			if x, err = l.open(ctx, now.chosen, index.Always); err != nil {
				return nil, err
			}
			l.Judge.Remember(now.chosen)
		}
	}
	now.tree = x.Tree()
	l.index, l.judged = x, now
	return x, nil
}

func (l *Ledger) open(ctx context.Context, chosen records.Choices, when index.BuildPolicy) (*index.Index, error) {
	return records.OpenIndex(ctx, l.Store, l.Config.Learn.Keywords, chosen, index.Options{Build: when, Progress: l.Progress})
}

// Chosen are the choices among conflict copies, as they were judged last.
func (l *Ledger) Chosen() records.Choices {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.judged.chosen
}

// Disputes are the conflicts in which no reviewer has chosen one of the records.
func (l *Ledger) Disputes(ctx context.Context) ([]*conflict.Case, error) {
	if _, err := l.Index(ctx, index.Always); err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.judged.open, nil
}

// Learning gives what the ledger teaches now. It must not be called while the store is being read.
func (l *Ledger) Learning(ctx context.Context) (*records.Learning, error) {
	x, err := l.Index(ctx, index.Always)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.learning == nil || l.learning.Tree != x.Tree() {
		g, err := records.Learn(ctx, x, l.Config.Learn.Keywords)
		if err != nil {
			return nil, err
		}
		l.learning = g
	}
	return l.learning, nil
}

// Learned gives what the ledger teaches by its index, if that is there or made by then; else, and where the store cannot be read, what a
// store teaches in which nobody has set a category.
func (l *Ledger) Learned(ctx context.Context, when index.BuildPolicy) *records.Learning {
	if _, err := l.Index(ctx, when); err == nil {
		if g, err := l.Learning(ctx); err == nil {
			return g
		}
	}
	return records.NewUntrained(l.Config.Learn.Keywords)
}

// Append stores files in one commit, and what waits of verdicts on staged states with them. The memory logs follow where logged says that
// any of the files may concern these.
func (l *Ledger) Append(ctx context.Context, now time.Time, message string, logged bool, files ...store.File) ([]store.Outcome, error) {
	if logged {
		if err := l.Inform(ctx); err != nil {
			return nil, err
		}
	}
	return l.appendWithSpool(ctx, now, message, files)
}

// Inform tells the memory logs what they cannot ask while the store is busy.
func (l *Ledger) Inform(ctx context.Context) error {
	if l.Log == nil {
		return nil
	}
	g, err := l.Learning(ctx)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	known := memorylog.Inputs{Learning: g, Chosen: l.judged.chosen, Uncounted: map[string]bool{}}
	for _, c := range l.judged.open {
		known.Uncounted[c.ID] = known.Uncounted[c.ID] || c.Choice == nil
	}
	l.Log.Know(known)
	return nil
}

// NewID makes the id of a record that begins here.
func (l *Ledger) NewID(at time.Time) string { return decision.NewID(at, l.entropy) }

// Me is who the repository's settings say is at work, "" where they do not say.
func (l *Ledger) Me(ctx context.Context) string {
	ident, err := l.Store.Ident(ctx)
	if err != nil {
		return ""
	}
	name, _, _ := strings.Cut(ident, "<") // "Name <address>"
	return strings.TrimSpace(name)
}

// mayLackTexts tells what a state allows to be made of records in a history that was rewritten: they may lack what its redactions
// hide, and nothing else may be otherwise. None may be gone: texts can be redacted, but not what was decided, by whom and when.
func mayLackTexts(ctx context.Context, at *store.State) (func(path string, was, is []byte) bool, error) {
	amended, _, err := records.ReadAmendments(ctx, at)
	return func(path string, was, is []byte) bool {
		kind, id, _, ok := decision.ParsePath(path)
		if !ok || is == nil {
			return false
		}
		switch kind {
		case decision.Amendments:
			before, err := decision.DecodeAmendment(was)
			after, failed := decision.DecodeAmendment(is)
			return err == nil && failed == nil && after.IsWithout(before, slices.Concat(amended[before.Of], amended[id]))
		case decision.Allowances:
			before, err := decision.DecodeAllowance(was)
			after, failed := decision.DecodeAllowance(is)
			return err == nil && failed == nil && after.IsWithout(before, amended[id])
		case decision.Refinements:
			before, err := decision.DecodeRefinement(was)
			after, failed := decision.DecodeRefinement(is)
			return err == nil && failed == nil && after.IsWithout(before, amended[id])
		}
		before, err := decision.Decode(was)
		after, failed := decision.Decode(is)
		return err == nil && failed == nil && after.IsWithout(before, amended.About(id))
	}, err
}

// Prepare looks up beside other work what recording a decision needs; the function that it gives waits for the end of that.
func (l *Ledger) Prepare(ctx context.Context) (wait func()) {
	var preparing sync.WaitGroup
	preparing.Go(func() { l.Store.Prepare(ctx) })
	return preparing.Wait
}

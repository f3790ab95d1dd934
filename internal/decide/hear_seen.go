package decide

import (
	"context"
	"errors"
	"slices"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/identity"
	"github.com/kbgate/kbgate/internal/ledger"
)

// Seen is what one run found out about the commits of pull requests: several events are of one change, and git has to be asked once. It
// holds what git said, and nothing that a store says. It must not outlive the run, for commits may be fetched later. Nil keeps nothing.
type Seen struct {
	objects *git.Objects
	lacks   map[string]bool // commits that this clone lacks; false: it has them
	commits map[ends][]identity.Commit
	parted  map[ends]string
	notes   map[noted]notesSeen
	held    int // paths, of notes
}

// ends are two commits, of which the first comes before the other.
type ends struct{ from, to string }

// noted is what the notes of a change depend on: its ends, and whether it was rejected, for then a sole note is kept in mind.
type noted struct {
	ends
	isRejected bool
}

// notesSeen is what notesOfChange adds to a decision.
type notesSeen struct {
	paths               []decision.ChangedFile
	fingerprint, sketch string
	notice              string
}

// The most that Seen holds; beyond it begins anew.
const (
	mostSeen      = 50_000
	mostSeenPaths = 200_000
)

// NewSeen begins a run.
func NewSeen(ctx context.Context, l *ledger.Ledger) *Seen {
	s := &Seen{objects: git.OpenObjects(ctx, l.Repository)}
	s.forget()
	return s
}

func (s *Seen) forget() {
	s.lacks, s.commits, s.parted, s.notes, s.held = map[string]bool{}, map[ends][]identity.Commit{}, map[ends]string{}, map[noted]notesSeen{}, 0
}

// Close ends the program that the run kept open.
func (s *Seen) Close() error { return s.objects.Close() }

// reader gives what reads objects, and what is to be called once they are read.
func (s *Seen) reader(ctx context.Context, l *ledger.Ledger) (objects *git.Objects, done func() error) {
	if s != nil {
		return s.objects, func() error { return nil }
	}
	objects = git.OpenObjects(ctx, l.Repository)
	return objects, objects.Close
}

// lacksAny reports whether this clone is known to lack one of some commits. What it cannot tell, git is asked again where it matters.
func (s *Seen) lacksAny(commits ...string) bool {
	return s != nil && slices.ContainsFunc(commits, func(id string) bool {
		if !git.IsObjectID(id) {
			return false
		}
		is, known := s.lacks[id]
		if !known {
			if len(s.lacks) >= mostSeen {
				s.forget()
			}
			_, err := s.objects.Read(id+"^{commit}", maxCommit)
			is = errors.Is(err, git.ErrMissing)
			s.lacks[id] = is
		}
		return is
	})
}

// maxCommit is how large a commit may be that is looked at; of a larger one it is enough that it is there.
const maxCommit = 1 << 20

// authors are those of the commits of a change; none where this clone lacks them.
func (s *Seen) authors(ctx context.Context, l *ledger.Ledger, base, head string) ([]identity.Commit, error) {
	if s.lacksAny(base, head) {
		return nil, nil
	}
	of := ends{base, head}
	if s != nil {
		if commits, known := s.commits[of]; known {
			return commits, nil
		}
	}
	commits, err := git.Authors(ctx, l.Repository, base, head, mostCommits)
	if s != nil && err == nil {
		s.commits[of] = commits
	}
	return commits, err
}

// mergeBase is where two histories part.
func (s *Seen) mergeBase(ctx context.Context, l *ledger.Ledger, base, head string) (string, error) {
	if s.lacksAny(base, head) {
		return "", git.ErrNoCommit
	}
	of := ends{base, head}
	if s != nil {
		if parted, known := s.parted[of]; known {
			return parted, nil
		}
	}
	parted, err := git.MergeBase(ctx, l.Repository, base, head)
	if s != nil && err == nil {
		s.parted[of] = parted
	}
	return parted, err
}

// notesBetween adds to a view of a decision the notes that a change brings from the commit at which it left its base, as addNotes does.
func (s *Seen) notesBetween(ctx context.Context, l *ledger.Ledger, parted, head string, d *decision.Decision) (notice string, err error) {
	of := noted{ends{parted, head}, d.Verdict == decision.Rejected}
	if s != nil {
		if known, ok := s.notes[of]; ok {
			d.Paths, d.Draft.Fingerprint, d.Draft.Sketch = slices.Clone(known.paths), known.fingerprint, known.sketch
			return known.notice, nil
		}
	}
	notice, err = addNotes(ctx, l, parted, head, d, s)
	if s != nil && err == nil && d.PathsLeftOut == 0 { // else it depends on the decision, too
		if s.held += len(d.Paths); s.held > mostSeenPaths {
			s.forget()
			s.held = len(d.Paths)
		}
		s.notes[of] = notesSeen{slices.Clone(d.Paths), d.Draft.Fingerprint, d.Draft.Sketch, notice}
	}
	return notice, err
}

package check

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/kbgate/kbgate/internal/baseline"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/report"
)

// mendBaseline is the way out where a baseline cannot be read.
const mendBaseline = "mend that line, or record today's findings anew: `kbgate baseline --update`; --no-baseline judges without it"

// loadBaseline reads the findings that are passed over, if there is a file of them.
func (s *inquiry) loadBaseline() error {
	if s.NoBaseline {
		return nil
	}
	name := s.shown(filepath.Join(s.named, baseline.FileName))
	data, err := s.policyFile(baseline.FileName, baseline.MaxSize)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case s.ctx.Err() != nil:
		return s.ctx.Err()
	}
	if err == nil {
		s.passed, err = baseline.Parse(data)
	}
	if err != nil {
		return &UsageError{Err: fmt.Errorf("%s: %w", name, err), Hint: mendBaseline}
	}
	return nil
}

// sieve passes over the findings that stand in a baseline.
type sieve struct {
	known baseline.Baseline
	judge *judge
	was   map[string]string    // the old paths of the files that the change has renamed
	met   map[baseline.ID]bool // the entries whose findings there are
}

func (s *inquiry) sieve(j *judge) *sieve {
	v := &sieve{known: s.passed, judge: j, was: map[string]string{}, met: map[baseline.ID]bool{}}
	for from, to := range j.moved {
		v.was[to] = from
	}
	return v
}

// holds reports whether a finding stands in the baseline. What no comment may silence no baseline may either, and what a finding
// says of a note that the change has brought is new.
func (v *sieve) holds(f *found) bool {
	if len(v.known) == 0 || f.gate.Unsilenceable || slices.ContainsFunc(f.Others, v.isNew) {
		return false
	}
	paths := []string{f.path}
	if was, renamed := v.was[f.path]; renamed {
		paths = append(paths, was)
	}
	for _, notePath := range paths {
		if id := f.baselineID(notePath); v.known.Has(id) {
			v.met[id] = true
			return true
		}
	}
	return !v.isNew(f.id) && v.holdsOthers(f)
}

// holdsOthers reports whether one of the other notes that a finding is about has it in the baseline: which of them carries it
// depends on what is under check.
func (v *sieve) holdsOthers(f *found) bool {
	held := false
	for _, other := range f.Others {
		for _, e := range v.known.Of(shownPath(v.judge.base.Path(other)), f.gate.ID) {
			v.met[e.ID], held = true, true
		}
	}
	return held
}

// isNew reports whether the change has brought a note, and not by renaming one.
func (v *sieve) isNew(id kb.ID) bool {
	if v.judge.before == nil || id == kb.None {
		return false
	}
	notePath := v.judge.base.Path(id)
	_, was := v.judge.before.Find(notePath)
	return !was && v.was[notePath] == ""
}

// baselineID is how a baseline would name the finding if it stood in the note at that path.
func (f *found) baselineID(notePath string) baseline.ID {
	return baseline.ID{Path: shownPath(notePath), Gate: f.gate.ID, Fingerprint: f.fingerprint(notePath)}
}

// idleEntries are the entries of the baseline that no finding has met. It is asked in a check of the whole base only, and says
// nothing of gates that are off and of notes that could not be read: they may still have their findings.
func (s *inquiry) idleEntries(j *judge, doc *report.Document, met map[baseline.ID]bool) []baseline.Entry {
	if s.change != nil || j.selected != nil {
		return nil
	}
	unseen := map[string]bool{}
	for _, u := range doc.Unread {
		unseen[u.Path] = true
	}
	for _, id := range j.stale {
		unseen[shownPath(j.base.Path(id))] = true
	}
	var idle []baseline.Entry
	for _, e := range s.passed {
		g, exists := gate.Find(e.Gate)
		if !met[e.ID] && !unseen[e.Path] && (!exists || g.Unsilenceable || slices.Contains(j.gates, g)) {
			idle = append(idle, e)
		}
	}
	return idle
}

// Recording is a baseline that has been worked out, and is not yet written.
type Recording struct {
	Baseline baseline.Baseline
	// Name is that of its file, as people who stand in the folder of the call know it.
	Name string
	// Added and Gone count the findings by which it differs from what stands there now.
	Added, Gone int
	// Refused counts the findings of each gate that no baseline may hold.
	Refused map[string]int
	// Notices are those of the check that it stems from.
	Notices []string

	file string
}

// Write writes the file.
func (r *Recording) Write() error { return r.Baseline.Write(r.file) }

// Record works out a baseline of today's findings of the whole base around the path of the request. One that is already there
// is a mistake unless update is set.
func Record(ctx context.Context, req Request, update bool) (*Recording, error) {
	req.NoBaseline = true
	s, r, err := newRecording(ctx, req)
	if err != nil {
		return nil, err
	}
	if _, err := os.Lstat(r.file); !update && !errors.Is(err, fs.ErrNotExist) {
		return nil, &UsageError{Err: fmt.Errorf("%s is already there", r.Name),
			Hint: "`kbgate baseline --prune` takes out what no longer occurs, `kbgate baseline --update` records all of today's findings"}
	}
	result, err := s.run()
	if err != nil {
		return nil, err
	}
	var entries []baseline.Entry
	for _, f := range result.Document.Findings {
		if g, ok := gate.Find(f.Gate); ok && g.Unsilenceable {
			r.Refused[f.Gate]++
			continue
		}
		entries = append(entries, baseline.Entry{ID: baseline.ID{Path: f.Path, Gate: f.Gate, Fingerprint: f.Fingerprint}, Message: f.Message})
	}
	s.NoBaseline = false
	if s.loadBaseline() != nil {
		s.passed = nil // one that cannot be read is replaced like any other
	}
	r.Baseline, r.Notices = baseline.New(entries), result.Notices
	r.Added, r.Gone = len(r.Baseline.Without(s.passed)), len(s.passed.Without(r.Baseline))
	return r, nil
}

// Prune works out what is left of the baseline without the entries that no longer occur.
func Prune(ctx context.Context, req Request) (*Recording, error) {
	s, r, err := newRecording(ctx, req)
	if err != nil {
		return nil, err
	}
	if _, err := os.Lstat(r.file); errors.Is(err, fs.ErrNotExist) {
		return nil, &UsageError{Err: fmt.Errorf("%s is not there", r.Name), Hint: "`kbgate baseline` records today's findings in it"}
	}
	result, err := s.run()
	if err != nil {
		return nil, err
	}
	r.Baseline, r.Gone, r.Notices = s.passed.Without(result.Idle), len(result.Idle), result.Notices
	return r, nil
}

// newRecording prepares a check of the whole base around the path of a request.
func newRecording(ctx context.Context, req Request) (*inquiry, *Recording, error) {
	root, err := RootOf(ctx, req)
	if err != nil {
		return nil, nil, err
	}
	req.Paths = []string{root}
	s, err := newInquiry(ctx, req)
	if err != nil {
		return nil, nil, err
	}
	file := filepath.Join(s.named, baseline.FileName)
	return s, &Recording{Name: s.shown(file), Refused: map[string]int{}, file: file}, nil
}

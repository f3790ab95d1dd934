package check

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/baseline"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/hint"
)

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

	file       string
	unreadable error // of the baseline that stands there now
}

// Write writes the file.
func (r *Recording) Write() error { return r.Baseline.Write(r.file) }

// Record works out a baseline of today's findings of the whole base around the path of the request, or, where that is a part of
// it, of the findings there, beside what the file has of other parts. Where findings are there already it is a mistake unless
// update is set.
func Record(ctx context.Context, req Request, update bool) (*Recording, error) {
	s, r, err := newRecording(ctx, req)
	if err != nil {
		return nil, err
	}
	was, others, err := s.recorded(r)
	if err != nil {
		return nil, err
	}
	if _, err := os.Lstat(r.file); !update && !errors.Is(err, fs.ErrNotExist) && (s.isWhole() || len(was) > 0) {
		return nil, s.alreadyThere(r, was)
	}
	s.passed = others // a pair of which the other note has the entry needs none here
	result, err := s.run()
	if err != nil {
		return nil, err
	}
	entries := slices.Clone(others)
	for _, f := range result.Document.Findings {
		if g, ok := gate.Find(f.Gate); ok && g.Unsilenceable {
			r.Refused[f.Gate]++
			continue
		}
		entries = append(entries, baseline.Entry{ID: baseline.ID{Path: f.Path, Gate: f.Gate, Fingerprint: f.Fingerprint}, Message: f.Message})
	}
	r.Baseline, r.Notices = baseline.New(entries), result.Notices
	r.Added, r.Gone = len(r.Baseline.Without(others).Without(was)), len(was.Without(r.Baseline))
	return r, nil
}

// recorded gives the entries that the baseline has of the part of the base that is asked for, and of the others. One that
// cannot be read is replaced as a whole, or not at all.
func (s *inquiry) recorded(r *Recording) (was, others baseline.Baseline, err error) {
	if r.unreadable != nil {
		if !s.isWhole() {
			return nil, nil, r.unreadable
		}
		return nil, nil, nil
	}
	for _, e := range s.passed {
		if s.isAskedFor(e) {
			was = append(was, e)
		} else {
			others = append(others, e)
		}
	}
	return was, others, nil
}

// isWhole reports whether the whole base is asked for.
func (s *inquiry) isWhole() bool { return slices.Contains(s.selected, ".") }

// isAskedFor reports whether an entry is of a note that is asked for.
func (s *inquiry) isAskedFor(e baseline.Entry) bool {
	return slices.ContainsFunc(s.selected, func(name string) bool {
		name = shownPath(name)
		return name == "." || e.Path == name || strings.HasPrefix(e.Path, name+"/")
	})
}

// alreadyThere refuses to replace entries by accident.
func (s *inquiry) alreadyThere(r *Recording, was baseline.Baseline) error {
	if s.isWhole() {
		return hint.Misuse("`kbgate baseline --prune` takes out what no longer occurs, `kbgate baseline --update` records all of today's findings", "%s is already there", r.Name)
	}
	part := strings.Join(s.selected, ", ")
	return hint.Misuse("with --prune those are taken out that no longer occur, with --update all of today's findings there are recorded anew", "%s already has %s of %s", r.Name, counted(len(was), "finding"), part)
}

// Prune works out what is left of the baseline without the entries that no longer occur, of the part that is asked for.
func Prune(ctx context.Context, req Request) (*Recording, error) {
	s, r, err := newRecording(ctx, req)
	if err == nil {
		err = r.unreadable
	}
	if err != nil {
		return nil, err
	}
	if _, err := os.Lstat(r.file); errors.Is(err, fs.ErrNotExist) {
		return nil, hint.Misuse("`kbgate baseline` records today's findings in it", "%s is not there", r.Name)
	}
	asked := s.selected
	s.selected = nil // only a check of all notes knows what no longer occurs
	result, err := s.run()
	if err != nil {
		return nil, err
	}
	s.selected = asked
	gone := slices.DeleteFunc(slices.Clone(result.Idle), func(e baseline.Entry) bool { return !s.isAskedFor(e) })
	r.Baseline, r.Gone, r.Notices = s.passed.Without(gone), len(gone), result.Notices
	return r, nil
}

// newRecording prepares a check of the base around the path of a request, or of the part of it that the path is.
func newRecording(ctx context.Context, req Request) (*inquiry, *Recording, error) {
	if len(req.Paths) == 0 {
		place, err := Locate(ctx, req)
		if err != nil {
			return nil, nil, err
		}
		req.Paths = []string{place.Name}
	}
	req.NoBaseline = true // it is read below, for one that cannot be read may be replaced
	s, err := newInquiry(ctx, req)
	if err != nil {
		return nil, nil, err
	}
	file := filepath.Join(s.place.Name, baseline.FileName)
	r := &Recording{Name: s.place.Shown(file), Refused: map[string]int{}, file: file}
	s.NoBaseline = false
	r.unreadable = s.loadBaseline()
	return s, r, nil
}

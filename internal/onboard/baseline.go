package onboard

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/baseline"
	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/regular"
	"github.com/kbgate/kbgate/internal/source"
	"github.com/kbgate/kbgate/internal/text"
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

	file, root string
	asked      []string          // the paths below the root that are asked for; "." is the root
	stands     baseline.Baseline // what stands there now
	unreadable error             // why that cannot be read
}

// Write writes the file.
func (r *Recording) Write() error { return r.Baseline.Write(r.file) }

// Record works out a baseline of today's findings of the whole base around the path of the request, or, where that is a part of
// it, of the findings there, beside what the file has of other parts. Where findings are there already it is a mistake unless
// update is set.
func Record(ctx context.Context, req check.Request, update bool) (*Recording, error) {
	r, err := newRecording(ctx, &req)
	if err != nil {
		return nil, err
	}
	if r.unreadable != nil && !r.isWhole() { // it is replaced as a whole, or not at all
		return nil, r.unreadable
	}
	var was, others baseline.Baseline
	for _, e := range r.stands {
		if r.isAskedFor(e) {
			was = append(was, e)
		} else {
			others = append(others, e)
		}
	}
	if _, err := os.Lstat(r.file); !update && !errors.Is(err, fs.ErrNotExist) && (r.isWhole() || len(was) > 0) {
		return nil, r.alreadyThere(was)
	}
	req.NoBaseline, req.Baseline = true, others // a pair of which the other note has the entry needs none here
	result, err := check.Run(ctx, req)
	if err != nil {
		return nil, err
	}
	entries := slices.Clone(others)
	for _, f := range result.Document.Findings {
		if g, ok := gate.BuiltIn.Find(f.Gate); ok && g.Unsilenceable {
			r.Refused[f.Gate]++
			continue
		}
		entries = append(entries, baseline.Entry{ID: f.ID(), Message: f.Message})
	}
	r.Baseline, r.Notices = baseline.New(entries), result.Notices
	r.Added, r.Gone = len(r.Baseline.Without(others).Without(was)), len(was.Without(r.Baseline))
	return r, nil
}

// isWhole reports whether the whole base is asked for.
func (r *Recording) isWhole() bool { return slices.Contains(r.asked, ".") }

// isAskedFor reports whether an entry is of a note that is asked for.
func (r *Recording) isAskedFor(e baseline.Entry) bool {
	return slices.ContainsFunc(r.asked, func(name string) bool {
		name = source.ShownPath(name)
		return name == "." || e.Path == name || strings.HasPrefix(e.Path, name+"/")
	})
}

// alreadyThere refuses to replace entries by accident.
func (r *Recording) alreadyThere(was baseline.Baseline) error {
	if r.isWhole() {
		return hint.Misuse("`kbgate baseline --prune` takes out what no longer occurs, `kbgate baseline --update` records all of today's findings", "%s is already there", r.Name)
	}
	return hint.Misuse("with --prune those are taken out that no longer occur, with --update all of today's findings there are recorded anew",
		"%s already has %s of %s", r.Name, text.Count(len(was), "finding", "findings"), strings.Join(r.asked, ", "))
}

// Prune works out what is left of the baseline without the entries that no longer occur, of the part that is asked for.
func Prune(ctx context.Context, req check.Request) (*Recording, error) {
	r, err := newRecording(ctx, &req)
	if err == nil {
		err = r.unreadable
	}
	if err != nil {
		return nil, err
	}
	if _, err := os.Lstat(r.file); errors.Is(err, fs.ErrNotExist) {
		return nil, hint.Misuse("`kbgate baseline` records today's findings in it", "%s is not there", r.Name)
	}
	req.Paths = []string{r.root} // only a check of all notes knows what no longer occurs
	result, err := check.Run(ctx, req)
	if err != nil {
		return nil, err
	}
	gone := slices.DeleteFunc(slices.Clone(result.Idle), func(e baseline.Entry) bool { return !r.isAskedFor(e) })
	r.Baseline, r.Gone, r.Notices = r.stands.Without(gone), len(gone), result.Notices
	return r, nil
}

// newRecording finds the baseline of the base around the path of a request. A request without a path is about the root.
func newRecording(ctx context.Context, req *check.Request) (*Recording, error) {
	place, err := check.Locate(ctx, *req)
	if err != nil {
		return nil, err
	}
	if len(req.Paths) == 0 {
		req.Paths = []string{place.Name}
	}
	r := &Recording{Refused: map[string]int{}, root: place.Name, file: filepath.Join(place.Name, baseline.FileName)}
	for _, p := range req.Paths {
		inside, err := place.Inside(p)
		if err != nil {
			return nil, err
		}
		r.asked = append(r.asked, inside)
	}
	r.Name = place.Shown(r.file)
	data, err := regular.ReadFile(r.file, false, baseline.MaxSize)
	r.stands, r.unreadable = check.ParseBaseline(r.Name, data, err)
	return r, nil
}

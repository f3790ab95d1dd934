package loop

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/store"
)

// Filter chooses decisions; what is empty is not asked. Names are compared without regard to case.
type Filter struct {
	Agent       string
	Verdict     decision.Verdict
	Category    decision.Category
	ReviewPoint string
	Issue       string
	Artifact    string // its name, or its path
	Repo        string // of the pull request
	PR          int
	Since       time.Time // at or after
	Until       time.Time // before
	Limit       int       // the newest of them; 0: all
}

// fits judges a decision with its amendments folded in.
func (f *Filter) fits(d *decision.Decision) bool {
	same := func(want, is string) bool { return want == "" || strings.EqualFold(want, is) }
	return (f.Agent == "" || AgentName(f.Agent) == AgentName(d.Agent)) &&
		same(string(f.Verdict), string(d.Verdict)) &&
		same(string(f.Category), string(d.Category)) &&
		same(f.ReviewPoint, d.ReviewPoint) &&
		(same(f.Artifact, d.Artifact.Name) || same(f.Artifact, d.Artifact.Path)) &&
		same(f.Repo, d.PR.Repo) && (f.PR == 0 || f.PR == d.PR.Number) &&
		(f.Issue == "" || slices.ContainsFunc(d.Issues, func(issue string) bool { return strings.EqualFold(f.Issue, issue) })) &&
		!d.At.Before(f.Since) && (f.Until.IsZero() || d.At.Before(f.Until))
}

// fitsDay judges by the path alone: the day of a record's id is that of its time.
func (f *Filter) fitsDay(name string) bool {
	day, err := time.Parse("2006/01/02", strings.TrimPrefix(path.Dir(name), decision.DecisionsFolder+"/"))
	return err != nil || day.Add(24*time.Hour).After(f.Since) && (f.Until.IsZero() || day.Before(f.Until))
}

// BadRecord is a record of the store that cannot be read. The others can.
type BadRecord struct {
	Path string
	Err  error
}

func (e *BadRecord) Error() string { return fmt.Sprintf("%s: %v", e.Path, e.Err) }

// Unwrap gives the reason.
func (e *BadRecord) Unwrap() error { return e.Err }

// Log gives the decisions that fit, newest first, with their amendments folded in. A record that cannot be read comes as a
// *BadRecord; any other error ends the log. The ledger must not be asked for anything else before the loop ends.
func (l *Ledger) Log(ctx context.Context, f Filter) iter.Seq2[*decision.Decision, error] {
	return func(yield func(*decision.Decision, error) bool) {
		amended, bad, err := l.amendments(ctx)
		if err != nil {
			yield(nil, err)
			return
		}
		for _, b := range bad {
			if !yield(nil, b) {
				return
			}
		}
		names, _, err := l.store.Names(ctx, decision.DecisionsFolder, "")
		if err != nil {
			yield(nil, err)
			return
		}
		names = slices.DeleteFunc(names, func(n store.Name) bool {
			_, _, twin, ok := decision.ParsePath(n.Path) // a twin is the same event, once more
			return ok && twin != "" || !f.fitsDay(n.Path)
		})
		slices.Reverse(names)
		given := 0
		for file, err := range l.store.Contents(ctx, names, decision.MaxRecord) {
			if file.Path == "" {
				yield(nil, err)
				return
			}
			var d *decision.Decision
			if err == nil {
				d, err = decision.Decode(file.Data)
			}
			if err == nil && d.Path() != file.Path {
				err = errors.New("the record has another id than its name") // so it may pass for one that is there
			}
			if err != nil {
				if !yield(nil, &BadRecord{file.Path, err}) {
					return
				}
				continue
			}
			if d = amended.fold(d); !f.fits(d) {
				continue
			}
			given++
			if !yield(d, nil) || given == f.Limit {
				return
			}
		}
	}
}

// amendments are all there are, by the id of the record that each is about.
type amendments map[string][]*decision.Amendment

func (l *Ledger) amendments(ctx context.Context) (all amendments, bad []*BadRecord, err error) {
	names, _, err := l.store.Names(ctx, decision.AmendmentsFolder, "")
	if err != nil {
		return nil, nil, err
	}
	all = amendments{}
	for file, err := range l.store.Contents(ctx, names, decision.MaxRecord) {
		if file.Path == "" {
			return nil, nil, err
		}
		var a *decision.Amendment
		if err == nil {
			a, err = decision.DecodeAmendment(file.Data)
		}
		if err != nil {
			bad = append(bad, &BadRecord{file.Path, err})
			continue
		}
		all[a.Of] = append(all[a.Of], a)
	}
	return all, bad, nil
}

// about are the amendments of a record, and those of these amendments, in the order of their ids.
func (all amendments) about(id string) []*decision.Amendment {
	direct := all[id]
	if len(direct) == 0 {
		return nil
	}
	found := slices.Clone(direct)
	for _, a := range direct {
		found = append(found, all[a.ID]...)
	}
	slices.SortStableFunc(found, func(a, b *decision.Amendment) int { return strings.Compare(a.ID, b.ID) })
	return found
}

func (all amendments) fold(d *decision.Decision) *decision.Decision {
	return decision.Fold(d, all.about(d.ID)...)
}

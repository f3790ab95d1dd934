package recall

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/records"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/store/index"
)

// MostRefinements is how many refinements are read: the newest.
const MostRefinements = 10_000

// RefinementFilter chooses refinements; what is empty chooses all.
type RefinementFilter struct {
	Agent, Artifact string
	Type            decision.FeedbackType
	Since, Until    time.Time
}

// Refinements gives those of a ledger that fit, the newest first, with their amendments folded in; and where no amendment says whether one
// helped, what the first later decision on its artifact tells. isAll says that none was left out.
func Refinements(ctx context.Context, l *ledger.Ledger, f RefinementFilter) (all []*decision.Refinement, isAll bool, err error) {
	names, err := l.Store.Names(ctx, decision.Refinements.Folder)
	if err != nil {
		return nil, false, err
	}
	names = slices.DeleteFunc(names, func(n store.Name) bool {
		_, _, copied, ok := decision.ParsePath(n.Path)
		return !ok || copied != ""
	})
	slices.SortFunc(names, func(a, b store.Name) int { return cmp.Compare(b.Path, a.Path) })
	isAll = len(names) <= MostRefinements
	names = names[:min(len(names), MostRefinements)]
	about, err := aboutRefinements(ctx, l)
	if err != nil {
		return nil, false, err
	}
	for file, err := range l.Store.Contents(ctx, names, decision.MaxRecord) {
		if file.Path == "" && err != nil {
			return nil, false, err
		}
		r, failed := decision.DecodeRefinement(file.Data)
		if err != nil || failed != nil {
			continue // verify tells of it
		}
		if f.fits(r) {
			all = append(all, r)
		}
	}
	for i, r := range all { // the store reads one thing at a time
		amendments, err := about(r.ID)
		if err != nil {
			return nil, false, err
		}
		all[i] = decision.FoldRefinement(r, amendments...)
	}
	slices.SortFunc(all, func(a, b *decision.Refinement) int { // ids of one millisecond have no order
		return cmp.Or(b.At.Compare(a.At), cmp.Compare(b.Session, a.Session), cmp.Compare(b.Iteration, a.Iteration), cmp.Compare(b.ID, a.ID))
	})
	return all, isAll, tellSuccess(ctx, l, all)
}

func (f *RefinementFilter) fits(r *decision.Refinement) bool {
	return (f.Agent == "" || r.Agent == AgentName(f.Agent)) && (f.Artifact == "" || f.Artifact == r.Artifact.Path || f.Artifact == r.Artifact.Name) &&
		(f.Type == "" || r.FeedbackType == f.Type) && (f.Since.IsZero() || !r.At.Before(f.Since)) && (f.Until.IsZero() || r.At.Before(f.Until))
}

// aboutRefinements gives what finds the amendments of a record: the index where there is one, else all amendments, read once.
func aboutRefinements(ctx context.Context, l *ledger.Ledger) (func(id string) ([]*decision.Amendment, error), error) {
	if _, err := l.Index(ctx, index.Never); err == nil {
		return func(id string) ([]*decision.Amendment, error) { return amendmentsOf(ctx, l, id) }, nil
	} else if !errors.Is(err, index.ErrNone) {
		return nil, err
	}
	all, _, err := records.ReadAmendments(ctx, l.Store)
	return func(id string) ([]*decision.Amendment, error) { return all.About(id), nil }, err
}

// tellSuccess sets whether refinements helped, by the first later decision on the artifact of each.
func tellSuccess(ctx context.Context, l *ledger.Ledger, all []*decision.Refinement) error {
	asked := index.Condition{Column: "artifact.path", Or: []string{"artifact.name"}}
	var since time.Time
	for _, r := range all {
		if r.Success == "" && r.Artifact.Name != "" {
			asked.Any = append(asked.Any, cmp.Or(r.Artifact.Path, r.Artifact.Name))
			if since.IsZero() || r.At.Before(since) {
				since = r.At
			}
		}
	}
	if len(asked.Any) == 0 {
		return nil
	}
	x, err := l.Index(ctx, index.Always)
	if err != nil {
		return err
	}
	slices.Sort(asked.Any)
	asked.Any = slices.Compact(asked.Any)
	rows, err := x.Rows(ctx, index.Query{Since: since, Where: []index.Condition{asked}}, 0, "artifact.path", "artifact.name", "verdict", decision.WithdrawnField)
	if err != nil {
		return err
	}
	slices.SortStableFunc(rows, func(a, b index.Row) int { return a.At.Compare(b.At) })
	for _, r := range all {
		if r.Success != "" || r.Artifact.Name == "" {
			continue
		}
		for i := range rows {
			texts := rows[i].Texts
			if !rows[i].At.After(r.At) || len(texts[3]) > 0 && texts[3][0] != "" || cmp.Or(first(texts[0]), first(texts[1])) != cmp.Or(r.Artifact.Path, r.Artifact.Name) {
				continue
			}
			if r.Success = decision.Helped; first(texts[2]) == string(decision.Rejected) {
				r.Success = decision.DidNot
			}
			break
		}
	}
	return nil
}

// first is the one text of a column.
func first(column []string) string {
	if len(column) == 0 {
		return ""
	}
	return column[0]
}

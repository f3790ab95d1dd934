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

// Refined are the refinements of a ledger that fit, the newest first, with their amendments folded in; and where no amendment says whether
// one helped, what the first later decision on its artifact tells.
type Refined struct {
	All     []*decision.Refinement
	IsAll   bool // none was left out for there are too many
	Damaged int  // files that are no sound refinement of this store and count for nothing; verify tells of each
}

// Refinements reads refinements. A file counts only where its record is sound, bears the file's name, and is of no time to come.
func Refinements(ctx context.Context, l *ledger.Ledger, f RefinementFilter, now time.Time) (found Refined, err error) {
	names, err := l.Store.Names(ctx, decision.Refinements.Folder)
	if err != nil {
		return found, err
	}
	names = slices.DeleteFunc(names, func(n store.Name) bool {
		_, id, copied, ok := decision.ParsePath(n.Path)
		if copied != "" {
			return true // conflicts are told elsewhere
		}
		isDamage := !ok || decision.IsAhead(id, now)
		if isDamage && !records.IsReadme(n.Path) {
			found.Damaged++
		}
		return isDamage
	})
	slices.SortFunc(names, func(a, b store.Name) int { return cmp.Compare(b.Path, a.Path) })
	found.IsAll = len(names) <= MostRefinements
	names = names[:min(len(names), MostRefinements)]
	about, err := aboutRefinements(ctx, l, len(names))
	if err != nil {
		return found, err
	}
	for file, err := range l.Store.Contents(ctx, names, decision.MaxRecord) {
		if file.Path == "" && err != nil {
			return found, err
		}
		record, failed := records.ReadFile(file.Path, file.Data)
		r, ok := record.(*decision.Refinement)
		if err != nil || failed != nil || !ok || r.Validate(now) != nil {
			found.Damaged++
			continue
		}
		if f.fits(r) {
			found.All = append(found.All, r)
		}
	}
	for i, r := range found.All { // the store reads one thing at a time
		amendments, err := about(r.ID)
		if err != nil {
			return found, err
		}
		amendments = slices.DeleteFunc(slices.Clone(amendments), func(a *decision.Amendment) bool { return a.Validate(now) != nil })
		found.All[i] = decision.FoldRefinement(r, amendments...)
	}
	slices.SortFunc(found.All, func(a, b *decision.Refinement) int { // ids of one millisecond have no order
		return cmp.Or(b.At.Compare(a.At), cmp.Compare(b.Session, a.Session), cmp.Compare(b.Iteration, a.Iteration), cmp.Compare(b.ID, a.ID))
	})
	return found, tellSuccess(ctx, l, found.All)
}

func (f *RefinementFilter) fits(r *decision.Refinement) bool {
	return (f.Agent == "" || r.Agent == AgentName(f.Agent)) && (f.Artifact == "" || f.Artifact == r.Artifact.Path || f.Artifact == r.Artifact.Name) &&
		(f.Type == "" || r.FeedbackType == f.Type) && (f.Since.IsZero() || !r.At.Before(f.Since)) && (f.Until.IsZero() || r.At.Before(f.Until))
}

// cheaper is how many amendments are read at once in the time in which the index is asked for those of one record.
const cheaper = 10

// aboutRefinements gives what finds the amendments of that many records: the index, or all amendments, read once, where that costs less.
func aboutRefinements(ctx context.Context, l *ledger.Ledger, count int) (func(id string) ([]*decision.Amendment, error), error) {
	_, err := l.Index(ctx, index.Never)
	if err != nil && !errors.Is(err, index.ErrNone) {
		return nil, err
	}
	if err == nil {
		names, err := l.Store.Names(ctx, decision.Amendments.Folder)
		if err != nil {
			return nil, err
		}
		if len(names) > cheaper*count {
			return func(id string) ([]*decision.Amendment, error) { return amendmentsOf(ctx, l, id) }, nil
		}
	}
	all, _, err := records.ReadAmendments(ctx, l.Store) // verify tells of those that cannot be read
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
	of := map[string][]index.Row{} // by the artifact, in order
	for _, row := range rows {
		if withdrawn := first(row.Texts[3]); withdrawn == "" {
			path, name := first(row.Texts[0]), first(row.Texts[1])
			of[cmp.Or(path, name)] = append(of[cmp.Or(path, name)], row)
			if path != "" && name != "" && path != name {
				of[name] = append(of[name], row)
			}
		}
	}
	for _, some := range of {
		slices.SortStableFunc(some, func(a, b index.Row) int { return a.At.Compare(b.At) })
	}
	sessions := map[string][]*decision.Refinement{} // by the artifact, in order
	for _, r := range slices.Backward(all) {
		name := cmp.Or(r.Artifact.Path, r.Artifact.Name)
		sessions[name] = append(sessions[name], r)
	}
	for _, r := range all {
		if r.Success != "" || r.Artifact.Name == "" {
			continue
		}
		later := of[cmp.Or(r.Artifact.Path, r.Artifact.Name)]
		next, _ := slices.BinarySearchFunc(later, r.At, func(row index.Row, at time.Time) int {
			if row.At.After(at) {
				return 1
			}
			return -1
		})
		if next == len(later) || lastBefore(sessions[cmp.Or(r.Artifact.Path, r.Artifact.Name)], later[next].At) != cmp.Or(r.Session, r.ID) {
			continue // what was refined again did not bring the decision about
		}
		if r.Success = decision.Helped; first(later[next].Texts[2]) == string(decision.Rejected) {
			r.Success = decision.DidNot
		}
	}
	return nil
}

// lastBefore is the last session of refinements before a time.
func lastBefore(inOrder []*decision.Refinement, at time.Time) string {
	n, _ := slices.BinarySearchFunc(inOrder, at, func(r *decision.Refinement, at time.Time) int {
		if r.At.Before(at) {
			return -1
		}
		return 1
	})
	if n == 0 {
		return ""
	}
	return cmp.Or(inOrder[n-1].Session, inOrder[n-1].ID)
}

// first is the one text of a column.
func first(column []string) string {
	if len(column) == 0 {
		return ""
	}
	return column[0]
}

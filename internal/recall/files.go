package recall

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/records"
	"github.com/kbgate/kbgate/internal/store/index"
)

// Proposed is a file that is proposed, as records know files.
type Proposed struct {
	Path        string   // below the folder of the knowledge base
	SHAs        []string // of its content, in each of the forms in which it may have been judged
	Fingerprint string
}

// mostDecided is how many rejections of files, and how many approvals, are read for one question: the newest.
const mostDecided = 2_000

// DecidedFiles gives what a ledger holds of decisions on files since a time, the oldest first: the rejections of the same path, or of the
// same name where a record has no path, the same content or the same fingerprint, or that do not know all their notes; and where there are any, the later approvals of
// these files. It says what was left out, "" for nothing. Of an index that is to be made only where it can be kept, and that cannot, it
// makes none: it reads the records of that time.
func DecidedFiles(ctx context.Context, l *ledger.Ledger, files []Proposed, since time.Time, when index.BuildPolicy) (rejected, approved []*decision.Decision, leftOut string, err error) {
	find := func(a about, since time.Time, verdicts ...decision.Verdict) []*decision.Decision {
		var all []*decision.Decision
		if err == nil {
			all, err = decided(ctx, l, a, since, when, verdicts)
		}
		if len(all) > mostDecided {
			leftOut = fmt.Sprintf("more than %d decisions are about these files: the newest %d count", mostDecided, mostDecided)
			all = all[len(all)-mostDecided:]
		}
		return all
	}
	asked := about{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for _, f := range files {
		asked.add(f)
		asked.names[path.Base(f.Path)] = true
	}
	if rejected = find(asked, since, decision.Rejected); len(rejected) == 0 {
		return nil, nil, "", err
	}
	for _, d := range rejected {
		asked.add(Proposed{d.Artifact.Path, []string{d.Artifact.SHA}, d.Draft.Fingerprint})
	}
	approved = find(asked, rejected[0].At, decision.Approved, decision.ApprovedWithChanges)
	return rejected, approved, leftOut, err
}

// about is which files decisions are asked for.
type about struct {
	paths, names, contents, fingerprints map[string]bool
}

func (a *about) add(p Proposed) {
	put := func(to map[string]bool, text string) {
		if text != "" {
			to[text] = true
		}
	}
	put(a.paths, p.Path)
	put(a.fingerprints, p.Fingerprint)
	for _, sha := range p.SHAs {
		put(a.contents, sha)
	}
}

// conditions are those of the index, any of which holds. It leaves out nothing that is meant.
func (a *about) conditions() []index.Condition {
	paths, contents := slices.Sorted(maps.Keys(a.paths)), slices.Sorted(maps.Keys(a.contents))
	return []index.Condition{
		{Column: "artifact.path", Any: paths},
		{Column: "artifact.name", Any: slices.Sorted(maps.Keys(a.names))},
		{Column: "artifact.sha", Any: contents},
		{Column: "draft.fingerprint", Any: slices.Sorted(maps.Keys(a.fingerprints))},
		{Column: "paths", Any: slices.Concat(paths, contents)},
		{Column: "paths_left_out", Fits: func(text string) bool { return text != "" }},
	}
}

// means judges a decision.
func (a *about) means(d *decision.Decision) bool {
	if d.PathsLeftOut > 0 && d.Verdict == decision.Rejected {
		return true // nobody knows which
	}
	isNamed := d.Artifact.Path == "" && len(d.Paths) == 0 && a.names[d.Artifact.Name]
	return isNamed || a.paths[d.Artifact.Path] || a.contents[d.Artifact.SHA] || a.fingerprints[d.Draft.Fingerprint] ||
		slices.ContainsFunc(d.Paths, func(c decision.ChangedFile) bool { return a.paths[c.Path] || a.contents[c.SHA] })
}

// decided gives decisions of some verdicts about files, the oldest first, and one more than count where there are more.
func decided(ctx context.Context, l *ledger.Ledger, a about, since time.Time, when index.BuildPolicy, verdicts []decision.Verdict) ([]*decision.Decision, error) {
	var all []*decision.Decision
	seen := map[string]bool{}
	take := func(d *decision.Decision) {
		if seen[d.ID] {
			return
		}
		seen[d.ID] = true
		if slices.Contains(verdicts, d.Verdict) && !d.At.Before(since) && d.Artifact.Type != decision.Email && a.means(d) {
			all = append(all, d)
		}
	}
	x, err := l.Index(ctx, when)
	if errors.Is(err, index.ErrNone) {
		err = decidedPlain(ctx, l, since, take)
	} else if err == nil {
		err = decidedIndexed(ctx, l, x, a, index.Query{Since: since, Where: []index.Condition{{Column: "verdict", Any: texts(verdicts)}}}, take)
	}
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b *decision.Decision) int { return a.At.Compare(b.At) })
	return all, nil
}

func texts[T ~string](all []T) (list []string) {
	for _, one := range all {
		list = append(list, string(one))
	}
	return list
}

// decidedIndexed reads those records alone that the index names.
func decidedIndexed(ctx context.Context, l *ledger.Ledger, x *index.Index, a about, q index.Query, take func(d *decision.Decision)) error {
	seen := map[index.Key]bool{}
	where := q.Where
	var rows []index.Row
	for _, c := range a.conditions() {
		if len(c.Any) == 0 && c.Fits == nil {
			continue
		}
		q.Where = append(slices.Clip(where), c)
		found, err := x.Rows(ctx, q, mostDecided+1)
		if err != nil {
			return err
		}
		for _, r := range found {
			if !seen[r.Key] {
				seen[r.Key] = true
				rows = append(rows, r)
			}
		}
	}
	read, err := contents(ctx, x, rows, l.Chosen())
	for _, r := range read {
		if r.err == nil { // else verify tells
			take(r.decision)
		}
	}
	return err
}

// decidedPlain reads all records since a time.
func decidedPlain(ctx context.Context, l *ledger.Ledger, since time.Time, take func(d *decision.Decision)) error {
	s := listing{f: Filter{Since: since}, g: records.NewUntrained(l.Config.Learn.Keywords), yield: func(d *decision.Decision, err error) bool {
		if err == nil {
			take(d)
		}
		return ctx.Err() == nil
	}}
	return s.plain(ctx, l)
}

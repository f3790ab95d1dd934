// Package recall reads what a ledger holds: it lists decisions, finds one by its id, counts rejections by their kind, and gathers what a
// brief and a report are made of. It writes nothing.
package recall

import (
	"context"
	"errors"
	"iter"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/conflict"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/parallel"
	"github.com/kbgate/kbgate/internal/records"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/store/index"
)

// Filter chooses decisions; what is empty is not asked. Names are compared without regard to case.
type Filter struct {
	Agent       string
	Verdict     decision.Verdict
	Category    decision.Category
	ReviewPoint string
	Issue       string
	Artifact    string // its name, or its path, or that of a note of the change
	Names       Names  // of a file that it is on, or that its change touched
	People      bool   // without what the gates found
	Repo        string // of the pull request
	PR          int
	Since       time.Time // at or after
	Until       time.Time // before
	Limit       int       // the newest of them; 0: all
}

// asked is one thing that a filter asks: that a text of one of some columns fits.
type asked struct {
	columns []string // of decision.Columns
	fits    func(text string) bool
}

// asks are all things that the filter asks but times and the category.
func (f *Filter) asks() (all []asked) {
	same := func(want string, columns ...string) {
		if want != "" {
			all = append(all, asked{columns, func(text string) bool { return strings.EqualFold(want, text) }})
		}
	}
	same(string(f.Verdict), "verdict")
	same(f.ReviewPoint, "review_point")
	same(f.Issue, "issues")
	same(f.Artifact, "artifact.name", "artifact.path", "paths")
	if len(f.Names) > 0 {
		all = append(all, asked{[]string{"artifact.name", "artifact.path", "paths"}, f.Names.Has})
	}
	if f.Agent != "" {
		agent := AgentName(f.Agent)
		all = append(all, asked{[]string{"agent"}, func(text string) bool { return AgentName(text) == agent }})
	}
	if f.PR != 0 || f.Repo != "" {
		number := strconv.Itoa(f.PR)
		all = append(all, asked{[]string{"pr"}, func(text string) bool {
			at := strings.LastIndexByte(text, '#')
			return at >= 0 && (f.Repo == "" || strings.EqualFold(f.Repo, text[:at])) && (f.PR == 0 || text[at+1:] == number)
		}})
	}
	return all
}

// fits judges a decision with its amendments folded in.
func (f *Filter) fits(d *decision.Decision) bool {
	if asks := f.asks(); len(asks) > 0 {
		columns, texts := decision.Columns(), d.Texts()
		for _, a := range asks {
			fits := false
			for i, c := range columns {
				fits = fits || slices.Contains(a.columns, c.Name) && slices.ContainsFunc(texts[i], a.fits)
			}
			if !fits {
				return false
			}
		}
	}
	return !(f.People && d.IsOfGates()) && (f.Category == "" || strings.EqualFold(string(f.Category), string(d.Category))) &&
		!d.At.Before(f.Since) && (f.Until.IsZero() || d.At.Before(f.Until))
}

// fitsDay judges by the path alone: the day of a record's id is that of its time.
func (f *Filter) fitsDay(name string) bool {
	day, err := time.Parse("2006/01/02", strings.TrimPrefix(path.Dir(name), decision.Decisions.Folder+"/"))
	return err != nil || day.Add(24*time.Hour).After(f.Since) && (f.Until.IsZero() || day.Before(f.Until))
}

// query is what the index is asked for. It leaves out nothing that fits.
func (f *Filter) query() index.Query {
	q := index.Query{Since: f.Since, Until: f.Until}
	for _, a := range f.asks() {
		q.Where = append(q.Where, index.Condition{Column: a.columns[0], Or: a.columns[1:], Fits: a.fits})
	}
	if f.Category != "" { // of some only the model tells the category
		q.Where = append(q.Where, index.Condition{Column: records.CategoryColumn, Fits: func(text string) bool {
			return text == "" || strings.EqualFold(string(f.Category), text)
		}})
	}
	return q
}

// Log gives the decisions that fit, newest first, with their amendments folded in, as Learning.FillIn gives them. Records that cannot be
// read come as *records.BadRecord; any other error ends the log. The ledger must not be asked for anything else before the loop ends.
func Log(ctx context.Context, l *ledger.Ledger, f Filter) iter.Seq2[*decision.Decision, error] {
	return func(yield func(*decision.Decision, error) bool) {
		when := index.ToKeep
		if f.Limit > 0 && len(f.query().Where) == 0 { // the newest are found without, sooner than an index is made
			when = index.Never
		}
		x, err := l.Index(ctx, when)
		switch {
		case errors.Is(err, index.ErrNone):
			s := listing{f: f, g: records.NewUntrained(l.Config.Learn.Keywords), yield: yield}
			err = s.plain(ctx, l)
		case err == nil:
			var g *records.Learning
			if g, err = l.Learning(ctx); err == nil {
				s := listing{f: f, g: g, yield: yield}
				err = s.indexed(ctx, x, l.Chosen())
			}
		}
		if err != nil {
			yield(nil, err)
		}
	}
}

// listing is a log that is being given.
type listing struct {
	f     Filter
	g     *records.Learning
	yield func(*decision.Decision, error) bool
	given int
}

// tell gives a decision if it fits, or says that it cannot be read, and reports whether more are wanted.
func (s *listing) tell(name string, d *decision.Decision, err error) bool {
	if err != nil {
		return s.yield(nil, &records.BadRecord{Path: name, Err: err})
	}
	if d = s.g.FillIn(d); d.Withdrawn != nil || !s.f.fits(d) {
		return true
	}
	s.given++
	return s.yield(d, nil) && s.given != s.f.Limit
}

// indexed reads those records alone that the index names.
func (s *listing) indexed(ctx context.Context, x *index.Index, chosen records.Choices) error {
	bad, err := x.Rows(ctx, index.Query{Unreadable: true}, 0)
	if err != nil {
		return err
	}
	slices.SortFunc(bad, func(a, b index.Row) int { return strings.Compare(a.Path, b.Path) })
	for _, row := range bad {
		if s.f.fitsDay(row.Path) && !s.tell(row.Path, nil, errors.New(row.Fault)) {
			return nil
		}
	}
	q, looked := s.f.query(), 0
	for {
		n := page
		if left := s.f.Limit - looked; left > 0 { // not more than the limit before those have been looked at
			n = min(n, left)
		}
		found, err := x.Rows(ctx, q, n)
		if err != nil || len(found) == 0 {
			return err
		}
		rows, err := contents(ctx, x, found, chosen)
		if err != nil {
			return err
		}
		for _, r := range rows {
			if (r.err != nil || s.f.fitsDay(r.Path)) && !s.tell(r.Path, r.decision, r.err) {
				return nil
			}
		}
		looked, q.Before = looked+len(found), found[len(found)-1].Key
	}
}

// page is how many records are read at once.
const page = 256

// row is a record of the index with what it holds.
type row struct {
	index.Row
	index.Content
	decision *decision.Decision
	err      error // why it cannot be read
}

// read folds in the amendments.
func (r row) read(chosen records.Choices) row {
	if r.Content.Fault != "" {
		r.err = errors.New(r.Content.Fault)
	} else {
		id := decision.KeyID(r.Key)
		r.decision, r.err = decision.View(id, r.Record, r.Amendments, chosen[id])
	}
	return r
}

// contents reads what the records of rows hold, on all cores.
func contents(ctx context.Context, x *index.Index, of []index.Row, chosen records.Choices) ([]row, error) {
	keys := make([]index.Key, len(of))
	for i, r := range of {
		keys[i] = r.Key
	}
	read, err := x.Read(ctx, keys)
	rows := make([]row, len(read))
	for i, c := range read {
		rows[i] = row{Row: of[i], Content: c}
	}
	return parallel.Map(rows, func(r row) row { return r.read(chosen) }), err
}

// plain gives the same decisions by reading one record after the other, from the newest on. Without an index that is the quicker way to
// the newest few. With a limit, only those bad records come that were met on the way.
func (s *listing) plain(ctx context.Context, l *ledger.Ledger) error {
	amended, bad, err := records.ReadAmendments(ctx, l.Store)
	if err != nil {
		return err
	}
	for _, b := range bad {
		if !s.yield(nil, b) {
			return nil
		}
	}
	names, err := l.Store.Names(ctx, decision.Decisions.Folder)
	if err != nil {
		return err
	}
	several := records.Amendments{} // those about ids of which there are several files
	names = slices.DeleteFunc(names, func(n store.Name) bool {
		_, id, copied, ok := decision.ParsePath(n.Path)
		if ok && copied != "" {
			several[id] = amended.About(id)
		}
		return ok && copied != "" || records.IsReadme(n.Path) || !s.f.fitsDay(n.Path)
	})
	cases, err := l.Judge.Cases(ctx, several)
	if err != nil {
		return err
	}
	judged := map[string]*conflict.Case{}
	for _, c := range cases {
		judged[c.ID] = c
	}
	slices.Reverse(names)
	for file, err := range l.Store.Contents(ctx, names, decision.MaxRecord) {
		if file.Path == "" {
			return err
		}
		var d *decision.Decision
		if c := judged[records.IDOf(file.Path)]; c != nil && c.IsConflict() {
			d, err = c.Chosen()
		} else if err == nil {
			var r decision.Record
			r, err = records.ReadFile(file.Path, file.Data)
			d, _ = r.(*decision.Decision)
		}
		if err == nil {
			d = amended.Fold(d)
		}
		if !s.tell(file.Path, d, err) {
			return nil
		}
	}
	return nil
}

// decisionsOf gives decisions by their keys with their amendments folded in, but those that cannot be read.
func decisionsOf(ctx context.Context, l *ledger.Ledger, x *index.Index, rows []index.Row) ([]*decision.Decision, error) {
	read, err := contents(ctx, x, rows, l.Chosen())
	var all []*decision.Decision
	for _, r := range read {
		if r.err == nil {
			all = append(all, r.decision)
		}
	}
	return all, err
}

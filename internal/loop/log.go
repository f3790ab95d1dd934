package loop

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/store/index"
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

// Disputed gives the id of a record that can be read, and of which there are others that disagree.
func (e *BadRecord) Disputed() (id string, ok bool) {
	_, id, _, _ = decision.ParsePath(e.Path)
	return id, id != "" && e.Err.Error() == decision.ErrTwins.Error() // an index keeps the text alone
}

// query is what the index is asked for. It leaves out nothing that fits.
func (f *Filter) query() index.Query {
	q := index.Query{Since: f.Since, Until: f.Until}
	where := func(fits func(string) bool, column string, or ...string) {
		q.Where = append(q.Where, index.Condition{Column: column, Or: or, Fits: fits})
	}
	if f.Agent != "" {
		name := AgentName(f.Agent)
		where(func(text string) bool { return AgentName(text) == name }, "agent")
	}
	for _, asked := range []struct{ name, column, or string }{
		{string(f.Verdict), "verdict", ""}, {f.ReviewPoint, "review_point", ""},
		{f.Issue, "issues", ""}, {f.Artifact, "artifact.name", "artifact.path"},
	} {
		if asked.name == "" {
			continue
		}
		fits := func(text string) bool { return strings.EqualFold(asked.name, text) }
		if asked.or != "" {
			where(fits, asked.column, asked.or)
		} else {
			where(fits, asked.column)
		}
	}
	if f.Category != "" { // of some only the model tells the category
		where(func(text string) bool { return text == "" || strings.EqualFold(string(f.Category), text) }, categoryColumn)
	}
	if f.PR != 0 {
		number := "#" + strconv.Itoa(f.PR)
		where(func(text string) bool {
			repo, ok := strings.CutSuffix(text, number)
			return ok && (f.Repo == "" || strings.EqualFold(f.Repo, repo))
		}, "pr")
	}
	return q
}

// Log gives the decisions that fit, newest first, with their amendments folded in, as View gives them. Records that cannot be read come as
// *BadRecord; any other error ends the log. The ledger must not be asked for anything else before the loop ends.
func (l *Ledger) Log(ctx context.Context, f Filter) iter.Seq2[*decision.Decision, error] {
	return func(yield func(*decision.Decision, error) bool) {
		when := index.ToKeep
		if f.Limit > 0 && len(f.query().Where) == 0 { // the newest are found without, sooner than an index is made
			when = index.Never
		}
		x, err := l.indexIf(ctx, when)
		switch {
		case errors.Is(err, index.ErrNone):
			l.plainLog(ctx, l.untaught(), f, yield)
		case err != nil:
			yield(nil, err)
		default:
			g, err := l.Learning(ctx)
			if err == nil {
				err = l.indexLog(ctx, x, g, f, yield)
			}
			if err != nil {
				yield(nil, err)
			}
		}
	}
}

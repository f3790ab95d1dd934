package recall

import (
	"context"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/learn/worth"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/store/index"
	"github.com/kbgate/kbgate/internal/verdict"
)

// Judged is what a ledger knows of the verdicts of the gates on one pull request.
type Judged struct {
	Heads    map[string]bool // the commits that they judged
	Reviewed bool            // a reviewer decided on it
}

// JudgedOf gives what is known of a pull request.
func JudgedOf(ctx context.Context, l *ledger.Ledger, repo string, number int) (Judged, error) {
	known := Judged{Heads: map[string]bool{}}
	x, err := l.Index(ctx, index.Always)
	if err != nil {
		return known, err
	}
	of := Filter{Repo: repo, PR: number}
	err = x.Each(ctx, of.query(), func(r *index.Row) {
		source, point, reviewer := strings.Join(r.Texts[0], ""), strings.Join(r.Texts[1], ""), strings.Join(r.Texts[2], "")
		switch {
		case decision.Source(source) == decision.Validator && point == decision.GatesPoint:
			known.Heads[strings.Join(r.Texts[3], "")] = true
		case decision.Source(source) != decision.Validator && reviewer != "":
			known.Reviewed = true
		}
	}, "source", "review_point", "reviewer", "artifact.sha")
	return known, err
}

// worthColumns are what is asked for of a decision to tell what gates are worth, in the order of the constants.
var worthColumns = []string{"source", "review_point", "verdict", "pr", "artifact.name", "agent", "artifact.sha", "issues", "findings"}

const (
	sourceAt = iota
	pointAt
	verdictAt
	pullAt
	nameAt
	agentAt
	stateAt
	issuesAt
	findingsAt
)

// Worth tells what the gates are worth here: what became of what they found in proposals that they judged from a time on (zero: in all).
// Allowed are the allowances that count.
func Worth(ctx context.Context, l *ledger.Ledger, since time.Time, allowed []*decision.Allowance) (*worth.Worth, error) {
	x, err := l.Index(ctx, index.Always)
	if err != nil {
		return nil, err
	}
	all := worth.New()
	err = x.Each(ctx, index.Query{}, func(r *index.Row) {
		one := func(at int) string {
			if len(r.Texts[at]) == 0 {
				return ""
			}
			return r.Texts[at][0]
		}
		d := worth.Told{Key: r.Key, At: r.At, Proposal: strings.ToLower(one(pullAt)), Verdict: decision.Verdict(one(verdictAt))}
		if decision.Source(one(sourceAt)) == decision.Validator {
			if one(pointAt) != decision.GatesPoint || one(stateAt) == "" {
				return
			}
			d.IsOfGates, d.State, d.Found = true, one(stateAt), r.Texts[findingsAt]
			if d.Proposal == "" && strings.HasPrefix(one(nameAt), verdict.StagedName) {
				d.Proposal = one(nameAt) + " by " + one(agentAt)
			}
		} else {
			d.Issues = r.Texts[issuesAt]
		}
		all.Add(d)
	}, worthColumns...)
	if err != nil {
		return nil, err
	}
	for _, a := range allowed {
		all.Allow(worth.Allowed{At: a.At, Gate: a.Gate, Proposal: strings.ToLower(a.PR.String())})
	}
	hintsOnly := func(tag string) bool {
		g, known := gate.BuiltIn.Find(tag)
		return known && g.Hints
	}
	return all.Of(since, l.Config.SeverityOf, hintsOnly), nil
}

package recall

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/identity"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/store/index"
)

// AgentName is the one spelling of an agent's name, by which names are compared. One that cannot be cleaned is only folded, so
// that what a record says of it can still be asked for.
func AgentName(name string) string {
	if clean, ok := identity.Name(name); ok {
		return clean
	}
	if name = strings.ToLower(strings.TrimSpace(name)); name != "" {
		return name
	}
	return decision.Unknown
}

// speller gives AgentName of names. It cleans each spelling once.
func speller() func(name string) string {
	known := map[string]string{}
	return func(name string) string {
		clean, ok := known[name]
		if !ok {
			clean = AgentName(name)
			known[name] = clean
		}
		return clean
	}
}

// Agents gives the statistics of each agent that has had a decision in the last hours, by the name of the agent. What names no
// agent stands under decision.Unknown. A pull request is taken whole, also what was decided on it before.
func Agents(ctx context.Context, l *ledger.Ledger, hours int, now time.Time) (map[string]learn.Statistics, error) {
	x, err := l.Index(ctx, index.Always)
	if err != nil {
		return nil, err
	}
	period := learn.Period{Hours: hours, Until: now}
	handedIn, decided := learn.Submissions{}, reader(decidedColumns...)
	if err := x.Each(ctx, index.Query{Since: period.Since()}, func(r *index.Row) { handedIn.Add(decided(r)) }, decidedColumns...); err != nil {
		return nil, err
	}
	if err := x.Each(ctx, index.Query{Until: period.Since()}, func(r *index.Row) { handedIn.AddTo(decided(r)) }, decidedColumns...); err != nil {
		return nil, err
	}
	return handedIn.Statistics(period, guide(l.Config)), nil
}

// decidedColumns are what statistics of agents ask for.
var decidedColumns = []string{"agent", "source", "verdict", "pr", "pr.state", "artifact.path", "artifact.name", "subject", "issues"}

// reader gives what makes summaries of rows that have some columns, each valid until the next.
func reader(columns ...string) func(*index.Row) *decision.Summary {
	spell := speller()
	var s decision.Summary
	return func(r *index.Row) *decision.Summary {
		s = decision.Summary{Key: r.Key, At: r.At, Score: -1}
		for i, column := range columns {
			s.Set(strings.TrimPrefix(column, "reason."), r.Texts[i]) // what the index has of a reason stands in for its own
		}
		s.Agent = spell(s.Agent)
		return &s
	}
}

// guide says of a tag what its gate says, and of one that no gate knows what the configuration points to.
func guide(c *config.Config) learn.Guide {
	return func(tag string) learn.Guidance {
		if g, ok := gate.BuiltIn.Find(tag); ok {
			fix, _ := gate.BuiltIn.Advice(tag)
			return learn.Guidance{Gate: g.Title, Fix: fix, AutoFixable: g.Fixable}
		}
		return learn.Guidance{Gate: tag, Fix: "See " + c.Comment.Pointer + "."}
	}
}

// spellings are the names of agents in the store, by the spelling by which names are compared.
func spellings(ctx context.Context, x *index.Index) (map[string][]string, error) {
	all, err := x.Count(ctx, index.Query{}, "agent")
	of := map[string][]string{}
	for _, t := range all {
		name := AgentName(t.Texts[0])
		of[name] = append(of[name], t.Texts[0])
	}
	return of, err
}

// AgentNames are those of all agents that the store knows, each once, in the spelling by which names are compared.
func AgentNames(ctx context.Context, l *ledger.Ledger) ([]string, error) {
	x, err := l.Index(ctx, index.Always)
	if err != nil {
		return nil, err
	}
	of, err := spellings(ctx, x)
	delete(of, decision.Unknown)
	return slices.Sorted(maps.Keys(of)), err
}

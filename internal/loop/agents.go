package loop

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/identity"
	"github.com/kbgate/kbgate/internal/learn"
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

// Agents gives the statistics of each agent that has had a decision in the last hours, by the name of the agent. What names no
// agent stands under decision.Unknown. A pull request is taken whole, also what was decided on it before.
func (l *Ledger) Agents(ctx context.Context, hours int, now time.Time) (map[string]learn.Statistics, error) {
	x, err := l.Index(ctx)
	if err != nil {
		return nil, err
	}
	period := learn.Period{Hours: hours, Until: now}
	handedIn := learn.Submissions{}
	d := reader(decidedColumns)
	if err := x.Each(ctx, index.Query{Since: period.Since()}, func(r *index.Row) { handedIn.Add(d(r)) }, decidedColumns...); err != nil {
		return nil, err
	}
	if err := x.Each(ctx, index.Query{Until: period.Since()}, func(r *index.Row) { handedIn.AddTo(d(r)) }, decidedColumns...); err != nil {
		return nil, err
	}
	return handedIn.Statistics(period, l.guide()), nil
}

// decidedColumns are what statistics of agents ask for.
var decidedColumns = []string{"agent", "verdict", "pr", "pr.state", "artifact.path", "artifact.name", "subject", "issues"}

// reader gives what makes summaries of rows that have some columns, each valid until the next. It cleans each spelling of a
// name once.
func reader(columns []string) func(*index.Row) *decision.Summary {
	names := map[string]string{}
	var s decision.Summary
	return func(r *index.Row) *decision.Summary {
		s = decision.Summary{Key: r.Key, At: r.At, Score: -1}
		for i, column := range columns {
			s.Set(column, r.Texts[i])
		}
		agent, known := names[s.Agent]
		if !known {
			agent = AgentName(s.Agent)
			names[s.Agent] = agent
		}
		s.Agent = agent
		return &s
	}
}

// guide says of a tag what its gate says, and of one that no gate knows what the configuration points to.
func (l *Ledger) guide() learn.Guide {
	unknown := "See " + l.Config.Comment.Pointer + "."
	return func(tag string) learn.Guidance {
		if g, ok := gate.BuiltIn.Find(tag); ok {
			return learn.Guidance{Gate: g.Title, Fix: strings.Join(strings.Fields(g.Fix), " "), AutoFixable: g.Fixable}
		}
		return learn.Guidance{Gate: tag, Fix: unknown}
	}
}

// rejections are the decisions that reject.
var rejections = index.Condition{Column: "verdict", Any: []string{string(decision.Rejected)}}

// AgentNames are those of all agents that the store knows, each once, in the spelling by which names are compared.
func (l *Ledger) AgentNames(ctx context.Context) ([]string, error) {
	x, err := l.Index(ctx)
	if err != nil {
		return nil, err
	}
	all, err := x.Count(ctx, index.Query{}, "agent")
	var names []string
	for _, t := range all {
		if name := AgentName(t.Texts[0]); name != decision.Unknown {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), err
}

// spellings are the names in the store that are one agent's.
func spellings(ctx context.Context, x *index.Index, agent string) (names []string, err error) {
	agent = AgentName(agent)
	all, err := x.Count(ctx, index.Query{}, "agent")
	for _, t := range all {
		if AgentName(t.Texts[0]) == agent {
			names = append(names, t.Texts[0])
		}
	}
	return names, err
}

package loop

import (
	"cmp"
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/learn/brief"
	"github.com/kbgate/kbgate/internal/store/index"
)

// How far back a brief looks: for gates, for lessons, and for the history of one artifact.
const (
	recentDecisions = 500
	recentLessons   = 20
	mostHistory     = 100
)

// Brief gathers what an agent should know before it writes again; asked names the artifact that it is about to touch, by its
// name or by its path as seen from dir, "" for none. Patterns are those of the rejections from a time on (zero: of all), so that what
// was mended long ago is let go; where these are too few to make a pattern, of all. Nothing of other agents is in it.
func (l *Ledger) Brief(ctx context.Context, agent, dir, asked string, since time.Time) (*brief.Brief, error) {
	known := brief.Known{Agent: AgentName(agent), Threshold: l.Threshold()}
	if asked != "" {
		known.Past = &brief.Past{Artifact: asked}
	}
	x, err := l.Index(ctx)
	if err != nil {
		return nil, err
	}
	names, err := spellings(ctx, x, agent)
	if err != nil || len(names) == 0 {
		return brief.New(known), err
	}
	own := index.Condition{Column: "agent", Any: names}
	all, err := x.Count(ctx, index.Query{Where: []index.Condition{own}})
	if err != nil {
		return nil, err
	}
	known.Decisions = all[0].Count
	if err = l.countRejections(ctx, &known, since); err != nil {
		return nil, err
	}
	if known.Recent, err = l.recent(ctx, x, known.Agent, own); err != nil {
		return nil, err
	}
	var history []index.Key
	if asked != "" {
		if known.Past, history, err = l.past(ctx, x, own, dir, asked); err != nil {
			return nil, err
		}
	}
	known.Lately, err = l.lately(ctx, x, own, history)
	return brief.New(known), err
}

// countRejections counts those that patterns are made of, and all there are.
func (l *Ledger) countRejections(ctx context.Context, known *brief.Known, since time.Time) error {
	all, err := l.Counts(ctx, Filter{Agent: known.Agent})
	if err != nil {
		return err
	}
	known.Rejects, known.Counts = all.Total(), all
	if since.IsZero() || known.Rejects == 0 {
		return nil
	}
	some, err := l.Counts(ctx, Filter{Agent: known.Agent, Since: since})
	if err != nil {
		return err
	}
	switch n := some.Total(); {
	case n >= known.Threshold.Min:
		known.Since, known.Counts = since, some
	case n < known.Rejects:
		known.Since, known.Fallback = since, true
	}
	return nil
}

// recent gives the statistics of what an agent has handed in lately.
func (l *Ledger) recent(ctx context.Context, x *index.Index, agent string, own index.Condition) (learn.Statistics, error) {
	rows, err := x.Rows(ctx, index.Query{Where: []index.Condition{own}}, recentDecisions, decidedColumns...)
	if err != nil {
		return learn.Statistics{}, err
	}
	handedIn, d := learn.Submissions{}, reader(decidedColumns)
	for i := range rows {
		handedIn.Add(d(&rows[i]))
	}
	return handedIn.Statistics(learn.Period{}, l.guide())[agent], nil
}

// lately gives the newest rejections but some.
func (l *Ledger) lately(ctx context.Context, x *index.Index, own index.Condition, but []index.Key) ([]decision.Summary, error) {
	rows, err := x.Rows(ctx, index.Query{Where: []index.Condition{own, rejections}}, recentLessons+len(but))
	if err != nil {
		return nil, err
	}
	keys := slices.DeleteFunc(keysOf(rows), func(k index.Key) bool { return slices.Contains(but, k) })
	return l.rejections(ctx, x, keys[:min(recentLessons, len(keys))])
}

// match is a rejection of an artifact that goes by the name that was asked for.
type match struct {
	key  index.Key
	at   time.Time
	path string // as learn.ArtifactKey has it, "" where the record has none
}

// past gives what became of an artifact, and the rejections that this tells of.
func (l *Ledger) past(ctx context.Context, x *index.Index, own index.Condition, dir, asked string) (*brief.Past, []index.Key, error) {
	wanted := l.named(dir, asked)
	calls := []string{learn.ArtifactKey("", wanted.Name), learn.ArtifactKey("", asked)}
	shown := map[string]string{} // paths as they were recorded
	var found []match
	err := x.Each(ctx, index.Query{Where: []index.Condition{own, rejections}}, func(r *index.Row) {
		at, name := strings.Join(r.Texts[0], ""), strings.Join(r.Texts[1], "")
		if !slices.Contains(calls, learn.ArtifactKey("", name)) && (at == "" || learn.ArtifactKey("", path.Base(at)) != calls[0]) {
			return
		}
		m := match{key: r.Key, at: r.At}
		if at != "" {
			m.path = learn.ArtifactKey(at, "")
			shown[m.path] = at
		}
		found = append(found, m)
	}, "artifact.path", "artifact.name")
	if err != nil {
		return nil, nil, err
	}
	slices.SortFunc(found, func(a, b match) int { return cmp.Or(b.at.Compare(a.at), slices.Compare(b.key[:], a.key[:])) })
	past := &brief.Past{Artifact: asked}
	if wanted.Path != "" {
		found, _, _ = ofOnePath(found, learn.ArtifactKey(wanted.Path, ""))
	} else {
		var of string
		if found, of, past.Namesakes = ofOnePath(found, ""); past.Namesakes > 0 {
			past.Artifact = shown[of]
		}
	}
	past.Count = len(found)
	var keys []index.Key
	for _, m := range found[:min(mostHistory, len(found))] {
		keys = append(keys, m.key)
	}
	past.Rejections, err = l.rejections(ctx, x, keys)
	return past, keys, err
}

// named is the artifact of a name: a file's path below the base's folder, and its name; of what is no file and does not look like
// one, the name alone.
func (l *Ledger) named(dir, asked string) decision.Artifact {
	a := decision.Artifact{Name: path.Base(filepath.ToSlash(filepath.Clean(asked)))}
	file := asked
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, asked)
	}
	if inside, ok := below(l.Root, file); ok {
		if _, err := os.Lstat(file); err == nil || strings.Contains(filepath.ToSlash(asked), "/") {
			a.Path = inside
		}
	}
	return a
}

// ofOnePath keeps, of rejections newest first, those of a path, or with "" of the newest path, and gives that path and how many
// others there are. Those without a path are of the only path that there is, and where there are several nobody knows of which.
func ofOnePath(found []match, wanted string) (kept []match, of string, others int) {
	paths := map[string]bool{}
	if wanted != "" {
		paths[wanted] = true
	}
	for _, m := range found {
		if m.path != "" {
			paths[m.path] = true
			wanted = cmp.Or(wanted, m.path)
		}
	}
	if len(paths) <= 1 {
		return found, wanted, 0
	}
	return slices.DeleteFunc(found, func(m match) bool { return m.path != wanted }), wanted, len(paths) - 1
}

// rejections reads rejections, each with its category and its learned action.
func (l *Ledger) rejections(ctx context.Context, x *index.Index, keys []index.Key) ([]decision.Summary, error) {
	decisions, err := l.decisionsOf(ctx, x, keys)
	if err != nil {
		return nil, err
	}
	all := make([]decision.Summary, 0, len(decisions))
	for _, d := range decisions {
		r := d.Summary()
		r.Category, r.Action = l.Assess(ctx, d).Category, l.Action(ctx, d)
		all = append(all, r)
	}
	return all, nil
}

// decisionsOf gives decisions by their keys with their amendments folded in, but those that cannot be read.
func (l *Ledger) decisionsOf(ctx context.Context, x *index.Index, keys []index.Key) ([]*decision.Decision, error) {
	contents, err := x.Read(ctx, keys)
	if err != nil {
		return nil, err
	}
	all, chosen := make([]*decision.Decision, 0, len(keys)), l.chosenNow()
	for i, c := range contents {
		if c.Fault != "" {
			continue
		}
		if d, err := decision.View(decision.KeyID(keys[i]), c.Record, c.Amendments, chosen[decision.KeyID(keys[i])]); err == nil {
			all = append(all, d)
		}
	}
	return all, nil
}

func keysOf(rows []index.Row) []index.Key {
	keys := make([]index.Key, len(rows))
	for i, r := range rows {
		keys[i] = r.Key
	}
	return keys
}

package recall

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
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/records"
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
func Brief(ctx context.Context, l *ledger.Ledger, agent, dir, asked string, since time.Time) (*brief.Brief, error) {
	known, err := known(ctx, l, agent, dir, asked, since)
	if err != nil {
		return nil, err
	}
	return brief.New(known), nil
}

// known is what Brief tells of.
func known(ctx context.Context, l *ledger.Ledger, agent, dir, asked string, since time.Time) (brief.Input, error) {
	known := brief.Input{Agent: AgentName(agent), Threshold: Threshold(l.Config)}
	if asked != "" {
		known.Past = &brief.Past{Artifact: asked}
	}
	x, err := l.Index(ctx, index.Always)
	if err != nil {
		return known, err
	}
	names, err := spellings(ctx, x)
	if err != nil || len(names[known.Agent]) == 0 {
		return known, err
	}
	own := index.Query{Where: []index.Condition{{Column: "agent", Any: names[known.Agent]}}}
	all, err := x.Count(ctx, own)
	if err != nil {
		return known, err
	}
	known.Decisions = all[0].Count
	if err = countRejections(ctx, l, &known, since); err != nil {
		return known, err
	}
	recent, err := x.Rows(ctx, own, recentDecisions, decidedColumns...)
	if err != nil {
		return known, err
	}
	handedIn, decided := learn.Submissions{}, reader(decidedColumns...)
	for i := range recent {
		handedIn.Add(decided(&recent[i]))
	}
	known.Recent = handedIn.Statistics(learn.Period{}, guide(l.Config))[known.Agent]
	own.Where = append(own.Where, rejections, byPeople)
	var history []index.Row
	if asked != "" {
		if known.Past, history, err = past(ctx, l, x, own, dir, asked); err != nil {
			return known, err
		}
		if known.Past.Rejections, err = lessons(ctx, l, x, history); err != nil {
			return known, err
		}
	}
	counted := Filter{Agent: known.Agent, Since: known.Since}
	if known.Fallback {
		counted.Since = time.Time{}
	}
	kinds, err := Kinds(ctx, l, counted)
	if err != nil {
		return known, err
	}
	known.Kinds, known.Advice = kinds[known.Agent], advice
	own.Since = counted.Since // what was mended long ago is let go
	err = gatherLessons(ctx, l, x, own, history, &known)
	return known, err
}

// countRejections counts those that patterns are made of, and all there are.
func countRejections(ctx context.Context, l *ledger.Ledger, known *brief.Input, since time.Time) error {
	all, err := Counts(ctx, l, Filter{Agent: known.Agent})
	if err != nil {
		return err
	}
	known.Rejects, known.Counts = all.Total(), all
	if since.IsZero() || known.Rejects == 0 {
		return nil
	}
	some, err := Counts(ctx, l, Filter{Agent: known.Agent, Since: since})
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

// match is a rejection of an artifact that goes by the name that was asked for.
type match struct {
	index.Row
	path string // as learn.ArtifactKey has it, "" where the record has none
	pr   string
	said bool
}

// past gives what became of an artifact, by rejections that are asked for, and those of them that are to be told. A decision on a pull
// request is about every note that this touched, under each name that the note has had.
func past(ctx context.Context, l *ledger.Ledger, x *index.Index, of index.Query, dir, asked string) (*brief.Past, []index.Row, error) {
	wanted := named(l.Root, dir, asked)
	calls := []string{learn.ArtifactKey("", wanted.Name), learn.ArtifactKey("", asked)}
	at, names := "", Names{}
	if wanted.Path != "" {
		at = learn.ArtifactKey(wanted.Path, "")
		var err error
		if names, err = NamesOf(ctx, l, wanted.Path, ""); err != nil {
			return nil, nil, err
		}
	}
	shown := map[string]string{} // paths as they were recorded
	var found []match
	err := x.Each(ctx, of, func(r *index.Row) {
		path := pathOf(r.Texts, calls, names)
		if path == nil {
			return
		}
		m := match{Row: index.Row{Key: r.Key, At: r.At}, pr: strings.ToLower(strings.Join(r.Texts[3], "")), said: strings.Join(r.Texts[4], "") != ""}
		if *path != "" {
			m.path = learn.ArtifactKey(*path, "")
			shown[m.path] = *path
			if names[m.path] {
				m.path = at // it is the same, renamed
			}
		}
		found = append(found, m)
	}, "artifact.path", "artifact.name", "paths", "pr", records.SaidColumn)
	if err != nil {
		return nil, nil, err
	}
	slices.SortFunc(found, func(a, b match) int { return cmp.Or(b.At.Compare(a.At), slices.Compare(b.Key[:], a.Key[:])) })
	found, at, others := ofOnePath(learn.WithoutEchoes(found, func(m match) (string, bool) { return m.pr, m.said }), at)
	past := &brief.Past{Artifact: asked, Count: len(found)}
	if len(found) > 0 {
		if past.Approved, err = approvedSince(ctx, x, of, found[0].At, calls, names, at); err != nil {
			return nil, nil, err
		}
	}
	if wanted.Path == "" && others > 0 {
		past.Artifact, past.Namesakes = shown[at], others
	}
	var rows []index.Row
	for _, m := range found[:min(mostHistory, len(found))] {
		rows = append(rows, m.Row)
	}
	return past, rows, nil
}

// approvedSince gives the time of the newest approval of an artifact behind a time, zero for none. Of is what asks for its rejections.
func approvedSince(ctx context.Context, x *index.Index, of index.Query, since time.Time, calls []string, names Names, at string) (newest time.Time, err error) {
	of.Since, of.Where = since, slices.Clone(of.Where)
	for i := range of.Where {
		if of.Where[i].Column == "verdict" {
			of.Where[i].Not = true
		}
	}
	return newest, x.Each(ctx, of, func(r *index.Row) {
		path := pathOf(r.Texts, calls, names)
		isSame := path != nil && (*path == "" || at == "" || names.Has(*path) || learn.ArtifactKey(*path, "") == at)
		if isSame && r.At.After(since) && r.At.After(newest) {
			newest = r.At
		}
	}, "artifact.path", "artifact.name", "paths")
}

// pathOf gives the path, "" for none, under which a decision is about an artifact that goes by some calls or has had some names; nil where
// the decision is not about it. The texts are those of the decision's path and name, and of the files of its change.
func pathOf(texts [][]string, calls []string, names Names) *string {
	at, name := strings.Join(texts[0], ""), strings.Join(texts[1], "")
	if slices.Contains(calls, learn.ArtifactKey("", name)) || at != "" && (names.Has(at) || learn.ArtifactKey("", path.Base(at)) == calls[0]) {
		return &at
	}
	namesake := (*string)(nil)
	for _, file := range texts[2] {
		if _, _, isRename := decision.Renamed(file); isRename {
			continue
		}
		if names.Has(file) {
			return &file
		}
		if namesake == nil && len(names) == 0 && learn.ArtifactKey("", path.Base(file)) == calls[0] {
			namesake = &file
		}
	}
	return namesake
}

// named is the artifact of a name: a file's path below the base's folder, and its name; of what is no file and does not look like
// one, the name alone.
func named(root, dir, asked string) decision.Artifact {
	a := decision.Artifact{Name: path.Base(filepath.ToSlash(filepath.Clean(asked)))}
	file := ledger.Absolute(dir, asked)
	if inside, ok := ledger.Below(root, file); ok {
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

// lessons reads rejections, each with its category and its learned action.
func lessons(ctx context.Context, l *ledger.Ledger, x *index.Index, rows []index.Row) ([]decision.Summary, error) {
	g, err := l.Learning(ctx)
	if err != nil {
		return nil, err
	}
	decisions, err := decisionsOf(ctx, l, x, rows)
	all := make([]decision.Summary, 0, len(decisions))
	for _, d := range decisions {
		r := d.Summary()
		r.Category, r.Action = g.Assess(d).Category, g.Action(d)
		all = append(all, r)
	}
	return all, err
}

package recall

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/learn/brief"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/records"
	"github.com/kbgate/kbgate/internal/store/index"
)

// How far back lessons look, how many themes they tell, and how many rejections of a theme are looked at for pairs.
const (
	mostLessons = 500
	mostThemes  = 6
	mostPairsOf = 4
)

// lessonColumns are what themes are told by.
var lessonColumns = []string{"issues", records.CategoryColumn, records.StemsColumn, "artifact.type", "pr", records.SaidColumn}

// theme is one that is being gathered: its rejections, newest first.
type theme struct {
	brief.Theme
	rows   []index.Row // the newest, and those of claims behind it
	claims int         // of these
	chains map[string]bool
}

// gatherLessons says what comes back in the rejections that a query finds, by their tags and else by the category of their reasons; and
// those without either, the newest first, but those that are told already. Only people reject.
func gatherLessons(ctx context.Context, l *ledger.Ledger, x *index.Index, own index.Query, told []index.Row, known *brief.Input) error {
	own.Where = append(slices.Clip(own.Where), byPeople)
	rows, err := x.Rows(ctx, own, mostLessons, lessonColumns...)
	if err != nil {
		return err
	}
	g, err := l.Learning(ctx)
	if err != nil {
		return err
	}
	themes, others := themesOf(rows, g)
	isTold := func(r index.Row) bool {
		return slices.ContainsFunc(told, func(t index.Row) bool { return t.Key == r.Key })
	}
	others = slices.DeleteFunc(others, isTold)
	if known.NewestRejections, err = lessons(ctx, l, x, others[:min(recentLessons, len(others))]); err != nil {
		return err
	}
	var ofThemes []index.Row
	for _, t := range themes {
		ofThemes = append(ofThemes, t.rows...)
	}
	decisions, err := decisionsOf(ctx, l, x, ofThemes)
	if err != nil {
		return err
	}
	p := newPairing(ctx, l, decisions)
	defer p.close()
	for _, t := range themes {
		var own []*decision.Decision
		for _, r := range t.rows {
			if i := slices.IndexFunc(decisions, func(d *decision.Decision) bool { return d.ID == decision.KeyID(r.Key) }); i >= 0 {
				own = append(own, decisions[i])
			}
		}
		if len(own) == 0 {
			continue
		}
		t.Newest = own[0].Summary()
		t.Newest.Category, t.Newest.Action = g.Assess(own[0]).Category, g.Action(own[0])
		if t.Pairs = p.pairs(own); t.Count == 1 && len(t.Pairs) == 0 && isTold(t.rows[0]) {
			continue
		}
		t.Told = isTold(t.rows[0])
		known.Themes = append(known.Themes, t.Theme)
	}
	return nil
}

// themesOf counts the themes of rejections, newest first, and gives the most frequent, of equal ones that which came last; and the
// rejections without a theme. A theme counts once for each chain, as learn.Once counts the rejections that it is told of.
func themesOf(rows []index.Row, g *records.Learning) (all []*theme, others []index.Row) {
	byName := map[string]*theme{}
	take := func(name string, r *index.Row) *theme {
		t := byName[name]
		if t == nil {
			t = &theme{chains: map[string]bool{}}
			byName[name] = t
			all = append(all, t)
		}
		isClaim := decision.ArtifactType(strings.Join(r.Texts[3], "")) == decision.Claim
		if len(t.rows) == 0 || isClaim && t.claims < mostPairsOf {
			t.rows = append(t.rows, *r)
		}
		chain := cmp.Or(strings.ToLower(strings.Join(r.Texts[4], "")), string(r.Key[:]))
		if !t.chains[chain] {
			t.chains[chain] = true
			t.Count++
		}
		if isClaim {
			t.claims++
		}
		return t
	}
	rejected := make([]decision.Summary, len(rows))
	for i := range rows {
		r := &rows[i]
		category := decision.Category(strings.Join(r.Texts[1], ""))
		if category == "" {
			category = g.Categorizer.CategorizeStems(r.Texts[2]).Category
		}
		rejected[i] = decision.Summary{Key: r.Key, At: r.At, Verdict: decision.Rejected, PR: strings.Join(r.Texts[4], ""), Category: category, Said: strings.Join(r.Texts[5], "") != ""}
		tagged := false
		for j, tag := range r.Texts[0] {
			if found, ok := gate.BuiltIn.Find(tag); ok && !slices.Contains(r.Texts[0][:j], tag) {
				t := take("tag "+tag, r)
				t.Tag, t.Gate, tagged = tag, found.Title, true
			}
		}
		if tagged {
			continue
		}
		if category == decision.OtherReason || !slices.Contains(decision.Categories, category) {
			others = append(others, *r)
			continue
		}
		take("category "+string(category), r).Category = category
	}
	slices.SortStableFunc(all, func(a, b *theme) int { return cmp.Compare(b.Count, a.Count) })
	all = all[:min(mostThemes, len(all))]
	of := len(learn.Once(rejected))
	for _, t := range all {
		t.Of = of
	}
	return all, others
}

// advice is that of the gates, as learning has it.
var advice = learn.Advice(gate.BuiltIn.Advice)

// sameText reports whether two texts of claims are the same but for white space at their ends.
func sameText(a, b []byte) bool { return bytes.Equal(bytes.TrimSpace(a), bytes.TrimSpace(b)) }

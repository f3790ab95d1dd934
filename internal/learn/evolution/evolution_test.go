package evolution

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/stats"
)

// noon is the end of the windows of tests, a Saturday.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func lastDays(n int) Window { return Window{noon.AddDate(0, 0, -n), noon} }

func request(w Window) Request { return Request{Window: w, Threshold: learn.DefaultThreshold} }

// some are decisions of an agent, one an hour up to a time, of which so many are rejected for a category.
func some(agent string, until time.Time, n, rejected int, category decision.Category) (rows []decision.Summary) {
	for i := range n {
		r := decision.Summary{Key: key(fmt.Sprint(agent, i)), At: until.Add(-time.Duration(i+1) * time.Hour), Verdict: decision.Approved, Agent: agent, Name: fmt.Sprint("a", i), Score: -1}
		if i*rejected/n != (i+1)*rejected/n { // evenly
			r.Verdict, r.Category = decision.Rejected, category
		}
		rows = append(rows, r)
	}
	return rows
}

// The example of contracts.md#patterns: 4 of 10 rejections are examples.
func TestPatternWithItsCorrection(t *testing.T) {
	rows := slices.Concat(some("rio", noon, 4, 4, decision.Examples), some("rio", noon, 2, 2, decision.Clarity), some("tea", noon, 4, 4, decision.OtherReason))
	e := Of(rows, request(lastDays(30)))
	want := Suggestion{"", decision.Examples, stats.Share{Count: 4, Of: 10}, "Validate all code examples before Human Gate"}
	if len(e.Suggested) == 0 || e.Suggested[0] != want || !e.Categories[0].Pattern {
		t.Errorf("%+v", e.Suggested)
	}
	if i := slices.IndexFunc(e.Categories, func(c Category) bool { return c.Category == decision.OtherReason }); e.Categories[i].Pattern {
		t.Error("other is a pattern")
	}
	if want := (Suggestion{"rio", decision.Examples, stats.Share{Count: 4, Of: 6}, want.Correction}); e.Suggested[1] != want {
		t.Errorf("%+v", e.Suggested[1])
	}
}

// A pattern of claims is corrected in the words of claims, as patterns and the brief do, and each agent's in those of its own work.
func TestCorrectionsByType(t *testing.T) {
	claims := some("rio", noon, 4, 4, decision.Specificity)
	for i := range claims {
		claims[i].Type = decision.Claim
	}
	skills := some("tea", noon, 3, 3, decision.Specificity)
	for i := range skills {
		skills[i].Type = decision.Skill
	}
	e := Of(slices.Concat(claims, skills), request(lastDays(30)))
	word := func(kind decision.ArtifactType) string {
		return learn.Kinds{decision.Specificity: {kind: 1}}.Word([]learn.Pattern{{Category: decision.Specificity}})[0].Correction
	}
	want := []string{word(decision.Claim), word(decision.Claim), word(decision.Skill)}
	var got []string
	for _, s := range e.Suggested {
		got = append(got, s.Correction)
	}
	if !slices.Equal(got, want) || want[0] == want[2] || e.Categories[0].Correction != want[0] {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestStepFitsTheWindow(t *testing.T) {
	for _, c := range []struct {
		days, decisions int
		want            Step
		parts           int
	}{
		{7, 200, Daily, 8}, {30, 1000, Daily, 31}, {30, 300, Weekly, 5}, {30, 5, Weekly, 5}, {90, 5000, Weekly, 14}, {365, 5000, Weekly, 53}, {365, 300, Monthly, 13}, {365, 12, Monthly, 13},
		{1000, 5000, Monthly, 34}, {5000, 5000, Yearly, 14}, {1, 3, Daily, 2},
	} {
		w := lastDays(c.days)
		var rows []*decision.Summary
		for i := range c.decisions {
			rows = append(rows, &decision.Summary{At: w.Since.Add(w.length() / time.Duration(c.decisions) * time.Duration(i)), Verdict: decision.Approved})
		}
		step, parts := periods(w, rows)
		total := 0
		for i, p := range parts {
			total += p.Approval.Decisions
			if i > 0 && !parts[i-1].Until.Equal(p.Since) || i > 0 && step == Weekly && p.Since.Weekday() != time.Monday {
				t.Errorf("%d days: a part begins on %s", c.days, p.Since)
			}
		}
		if step != c.want || len(parts) != c.parts || total != c.decisions || !parts[0].Since.Equal(w.Since) || !parts[len(parts)-1].Until.Equal(w.Until) {
			t.Errorf("%d days, %d decisions: %d by %s, %d counted", c.days, c.decisions, len(parts), step, total)
		}
	}
}

func TestTrend(t *testing.T) {
	w := lastDays(30)
	half := noon.AddDate(0, 0, -15)
	for _, c := range []struct {
		first, firstRejected, second, secondRejected int
		want                                         stats.Trend
	}{
		{3, 3, 3, 0, stats.NoData}, {200, 100, 9, 0, stats.NoData}, {40, 20, 40, 4, stats.Improving}, {40, 4, 40, 20, stats.Worsening}, {40, 10, 40, 9, stats.Steady}, {10, 6, 10, 4, stats.Steady}, {0, 0, 0, 0, stats.NoData},
	} {
		rows := slices.Concat(some("a", half, c.first, c.firstRejected, ""), some("a", noon, c.second, c.secondRejected, ""))
		all, _ := within(rows, w)
		if got, d := trend(w, all); got != c.want || (d == nil) != (c.want == stats.NoData) {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

func TestEarlierPeriod(t *testing.T) {
	w := lastDays(30)
	before := w.Since
	t.Run("none", func(t *testing.T) {
		if e := Of(some("rio", noon, 30, 3, ""), request(w)); e.Earlier != nil {
			t.Errorf("%+v", e.Earlier)
		}
	})
	t.Run("too few", func(t *testing.T) {
		e := Of(slices.Concat(some("rio", noon, 30, 3, ""), some("rio", before, 3, 3, "")), request(w))
		if e.Earlier == nil || e.Earlier.Compared != 0 || e.Earlier.Difference != nil || len(e.Earlier.Changes) > 0 || e.Earlier.Whole {
			t.Errorf("%+v", e.Earlier)
		}
	})
	t.Run("better", func(t *testing.T) {
		q := request(w)
		q.Older = true
		e := Of(slices.Concat(some("rio", noon, 100, 10, decision.Clarity), some("tea", noon, 50, 5, decision.Clarity), some("rio", before, 100, 50, decision.Clarity), some("tea", before, 50, 5, decision.Clarity)), q)
		var told []string
		for _, c := range e.Earlier.Changes {
			told = append(told, fmt.Sprint(c.Of, " ", c.Name))
		}
		if want := []string{"approval ", "agent rio"}; !slices.Equal(told, want) || !e.Earlier.Whole {
			t.Errorf("%q, %+v", told, e.Earlier)
		}
		if good, known := e.Earlier.Changes[0].IsGood(); !good || !known {
			t.Error("more approval is not good")
		}
	})
	t.Run("a gate is no longer named", func(t *testing.T) {
		old := some("rio", before, 60, 30, decision.Clarity)
		for i := range old[:30] {
			old[i].Issues = []string{"scope_error", "scope_error"}
		}
		e := Of(slices.Concat(some("rio", noon, 60, 30, decision.Clarity), old), request(w))
		if len(e.Gates) != 1 || e.Gates[0].Share != (stats.Share{Count: 0, Of: 60}) || *e.Gates[0].Before != (stats.Share{Count: 30, Of: 60}) || len(e.Earlier.Changes) != 1 || e.Earlier.Changes[0].Name != "scope_error" {
			t.Errorf("%+v, %+v", e.Gates, e.Earlier.Changes)
		}
	})
}

// Where nothing changed, 95 of 100 reports name no change, however much they compare.
func TestChanceIsNoNews(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const reports = 400
	loud := 0
	for range reports {
		var rows []decision.Summary
		for i := range 600 {
			row := decision.Summary{Key: key(fmt.Sprint(i)), At: noon.Add(-time.Duration(r.IntN(60*24*3600)) * time.Second), Verdict: decision.Approved, Agent: fmt.Sprint("agent-", r.IntN(8)), Score: -1}
			if r.IntN(10) < 3 {
				row.Verdict, row.Category, row.Issues = decision.Rejected, decision.Categories[r.IntN(6)], []string{fmt.Sprint("gate-", r.IntN(10))}
			}
			rows = append(rows, row)
		}
		if e := Of(rows, request(lastDays(30))); len(e.Earlier.Changes) > 0 {
			loud++
		}
	}
	if loud > reports*5/100 {
		t.Errorf("%d of %d reports name a change that is none", loud, reports)
	}
}

// The order in which decisions come says nothing.
func TestOrderDoesNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var rows []decision.Summary
	for i := range 400 {
		row := decision.Summary{Key: key(fmt.Sprintf("%04d", i)), At: noon.Add(-time.Duration(r.IntN(1400)) * time.Hour), Verdict: decision.Verdicts[r.IntN(3)], Agent: fmt.Sprint(r.IntN(30)),
			Type: decision.ArtifactTypes[r.IntN(3)], Name: fmt.Sprint(r.IntN(40)), Category: decision.Categories[r.IntN(6)], Score: float64(r.IntN(100)), Seconds: r.IntN(9)}
		for range r.IntN(3) {
			row.Issues = append(row.Issues, fmt.Sprint("gate-", r.IntN(30)))
		}
		rows = append(rows, row)
	}
	var want []byte
	for range 20 {
		r.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		got, err := json.Marshal(Of(rows, request(lastDays(30))))
		if err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = got
		}
		if !bytes.Equal(got, want) {
			t.Fatalf("%s\nand\n%s", got, want)
		}
	}
}

func TestArtifactsAndScores(t *testing.T) {
	at := func(day int, v decision.Verdict, name string, score float64) decision.Summary {
		return decision.Summary{Key: key(fmt.Sprint(day)), At: noon.AddDate(0, 0, day-30), Verdict: v, Agent: "rio", Type: decision.Skill, Name: name, Category: decision.Clarity, Score: score, Seconds: day}
	}
	e := Of([]decision.Summary{
		at(1, decision.Rejected, "a", 40), at(2, decision.Rejected, "a", 60), at(3, decision.Approved, "a", 90), at(4, decision.Rejected, "b", 50), at(5, decision.Rejected, "b", -1),
		at(6, decision.Rejected, "b", -1), at(7, decision.Rejected, "c", -1), at(8, "perhaps", "d", -1),
	}, request(lastDays(30)))
	if len(e.Artifacts) != 2 || e.Artifacts[0].Name != "b" || e.Artifacts[0].Rejected != 3 || e.Artifacts[1].LastVerdict != decision.Approved || e.Artifacts[1].LastID != decision.KeyID(key("2")) || e.Artifacts[1].Decisions != 3 {
		t.Errorf("%+v", e.Artifacts)
	}
	if s := e.Scores; s.Artifacts != 2 || s.Of != 3 || s.Low != 1 || s.Lowest[0].Name != "b" || s.Lowest[0].Score != 50 {
		t.Errorf("%+v", e.Scores)
	}
	if r := e.Review.Now; r.Known != 7 || r.Of != 7 || r.Median != 4 || r.Interval != nil || r.Most != 7 {
		t.Errorf("%+v", r)
	}
	if e.Unread.Window != 1 {
		t.Errorf("%+v: an unknown verdict is not counted as unread", e.Unread)
	}
}

func TestReviewTimes(t *testing.T) {
	var rows []decision.Summary
	for i := range 200 {
		rows = append(rows, decision.Summary{Key: key(fmt.Sprint(i)), At: noon.Add(-time.Duration(i+1) * time.Hour), Verdict: decision.Approved, Score: -1, Seconds: 100 + i%50},
			decision.Summary{Key: key(fmt.Sprint("old", i)), At: noon.AddDate(0, 0, -30).Add(-time.Duration(i+1) * time.Hour), Verdict: decision.Approved, Score: -1, Seconds: 150 + i%50})
	}
	e := Of(rows, request(lastDays(30)))
	if r := e.Review; !r.Changed || r.Now.Median != 124 || r.Now.Interval.Low >= 124 || r.Now.Interval.High <= 124 || r.Before.Median != 174 {
		t.Errorf("%+v, %+v", r.Now, r.Before)
	}
}

func TestNothing(t *testing.T) {
	e := Of(nil, request(lastDays(30)))
	data, err := json.Marshal(e)
	if err != nil || bytes.Contains(data, []byte(`s":null`)) && !bytes.Contains(data, []byte(`"quality_scores":null`)) {
		t.Errorf("%v, %s", err, data)
	}
	if len(e.Periods)+len(e.Days)+len(e.Agents) > 0 || e.Earlier != nil {
		t.Errorf("%s", data)
	}
}

// A store of one week makes no plot of a year, and one of three years only shows the last in the calendar.
func TestWindowOfWhatThereIs(t *testing.T) {
	e := Of(some("rio", noon, 7*24, 9, ""), request(lastDays(365)))
	if e.Step != Daily || len(e.Periods) != 8 || len(e.Days) != 8 {
		t.Errorf("%s, %d periods, %d days", e.Step, len(e.Periods), len(e.Days))
	}
	q := request(lastDays(1000))
	q.Older = true
	if e := Of(some("rio", noon, 10, 1, ""), q); len(e.Days) != MaxDays || e.Days[len(e.Days)-1].Name != "2026-11-21" {
		t.Errorf("%d days", len(e.Days))
	}
}

func FuzzShown(f *testing.F) {
	for _, s := range []string{"", "redis-cache.md", "a\nb\x1b[2J\u202e\u2066x", strings.Repeat("日本<b>", 40_000), "\xff\xfe", "e" + strings.Repeat("\u0301", 300), "\u2028"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Shown(s, maxName)
		if n := utf8.RuneCountInString(got); n > 2*maxName+1 || !utf8.ValidString(got) {
			t.Errorf("%q has %d characters", got, n)
		}
		if strings.ContainsFunc(got, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }) {
			t.Errorf("%q turns or hides the text around it", got)
		}
	})
}

func BenchmarkOf(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	var rows []decision.Summary
	for i := range 200_000 {
		rows = append(rows, decision.Summary{Key: key(fmt.Sprint(i)), At: noon.Add(-time.Duration(r.IntN(730*24*3600)) * time.Second), Verdict: decision.Verdicts[r.IntN(3)], Agent: fmt.Sprint("agent-", r.IntN(20)),
			Name: fmt.Sprint("artifact-", r.IntN(60_000)), Category: decision.Categories[r.IntN(6)], Issues: []string{fmt.Sprint("gate-", r.IntN(17))}, Score: float64(r.IntN(100)), Seconds: r.IntN(900)})
	}
	for b.Loop() {
		Of(rows, request(lastDays(365)))
	}
}

// key is that of the id of a test's decision.
func key(id string) (key [16]byte) {
	copy(key[:], id)
	return key
}

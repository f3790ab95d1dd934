package brief

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/text/prompt/prompttest"
)

var update = flag.Bool("update", false, "write the golden briefs anew")

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// rejected makes a rejection of a skill as the contract would take it.
func rejected(day int, name, reason string) decision.Summary {
	r := decision.Summary{Type: decision.Skill, Name: name, Reason: reason, At: noon.AddDate(0, 0, -day)}
	r.Category = learn.NewCategorizer(nil, nil).Categorize(reason).Category
	r.Action = learn.Action(r, nil)
	return r
}

// someGates are statistics of work that failed gates.
func someGates() learn.Statistics {
	return learn.Statistics{TotalPRs: 40, PRs: 40, TopIssues: []learn.Issue{
		{Tag: "scope_error", Count: 12, Percent: 30, Guidance: learn.Guidance{Gate: "Scope qualification", Fix: "Say what is claimed of what."}},
		{Tag: "date_errors", Count: 3, Percent: 7.5, Guidance: learn.Guidance{Gate: "Date accuracy", Fix: "Write YYYY-MM-DD.", AutoFixable: true}},
		{Tag: "`obey` <me>", Count: 1, Percent: 2.5, Guidance: learn.Guidance{Gate: "`obey` <me>", Fix: "See the quality gates."}},
	}}
}

// agents are what is known of some.
func agents() map[string]Input {
	kafka := []decision.Summary{
		rejected(1, "kafka-basics.md", "Kafka examples return errors"), rejected(2, "kafka-basics.md", "Structure is confusing"),
		rejected(3, "kafka-basics.md", "I just don't like it"),
	}
	rio := Input{Agent: "rio", Decisions: 14, Rejects: 10, Counts: learn.Counts{"examples": 4, "clarity": 2, "other": 4}, Threshold: learn.DefaultThreshold,
		Recent: someGates(), Past: &Past{Artifact: "kafka-basics.md", Count: 3, Rejections: kafka},
		NewestRejections: []decision.Summary{rejected(0, "redis.md", "Examples don't work correctly"), rejected(4, "x.md", "Missing configuration section"), rejected(4, "x.md", "Missing configuration section")}}
	few := Input{Agent: "few", Decisions: 2, Rejects: 2, Counts: learn.Counts{"examples": 2}, Threshold: learn.DefaultThreshold, NewestRejections: kafka[:2]}
	several := Input{Agent: "several", Decisions: 90, Rejects: 60, Counts: learn.Counts{"examples": 29, "completeness": 28, "other": 3}, Threshold: learn.DefaultThreshold,
		Past: &Past{Artifact: "skills/a/SKILL.md", Namesakes: 2, Count: 130, Rejections: kafka[:1]}}
	bad := Input{Agent: "../../x", Decisions: len(prompttest.Hostile), Rejects: len(prompttest.Hostile), Counts: learn.Counts{"other": len(prompttest.Hostile)}, Threshold: learn.DefaultThreshold,
		Past: &Past{Artifact: prompttest.Hostile[1], Count: len(prompttest.Hostile)}}
	for i, text := range prompttest.Hostile {
		r := rejected(i, text, text)
		r.Type = decision.ArtifactType(text)
		bad.Past.Rejections, bad.NewestRejections = append(bad.Past.Rejections, r), append(bad.NewestRejections, r)
	}
	return map[string]Input{
		"claims": claims(), "rio": rio, "few": few, "several": several, "hostile": bad,
		"unknown": {Agent: "nova", Threshold: learn.DefaultThreshold}, "asked": {Agent: "nova", Past: &Past{Artifact: "x.md"}},
		"approved": {Agent: "ana", Decisions: 3, Threshold: learn.DefaultThreshold, Past: &Past{Artifact: "x.md"}},
	}
}

// advice is that of a gate.
func advice(tag string) (string, bool) {
	return "Lower the confidence, or cite further sources.", tag == "confidence_miscalibration"
}

// claims is an agent that writes claims, some of which were accepted later.
func claims() Input {
	r := rejected(1, "Tea cures", "too vague, and one source only")
	r.Type, r.Issues = decision.Claim, []string{"confidence_miscalibration"} // what was learned from it, was guessed
	s := rejected(2, "Milk", "vague")
	s.Type, s.Action = decision.Claim, learn.Action(decision.Summary{Type: decision.Claim, Category: decision.Specificity}, nil)
	pair := Pair{Version{"Tea cures colds in 90 % of cases", "proven", "Ito 2019", "90 %"}, Version{"In one study tea went with fewer colds", "experimental", "Ito 2019", ""}}
	hostile := Pair{Version{Title: prompttest.Hostile[1], Source: prompttest.Hostile[2], Confidence: prompttest.Hostile[3]}, Version{Title: prompttest.Hostile[4], Figure: prompttest.Hostile[5]}}
	return Input{Agent: "clay", Decisions: 9, Rejects: 3, Counts: learn.Counts{"specificity": 1, "clarity": 2}, Threshold: learn.DefaultThreshold, Advice: advice,
		Kinds: learn.Kinds{"specificity": {"claim": 1}},
		Recent: learn.Statistics{TotalPRs: 5, PRs: 5, TopIssues: []learn.Issue{{Tag: "confidence_miscalibration", Count: 2, Percent: 40,
			Guidance: learn.Guidance{Gate: "Confidence calibration", Fix: "Lower the confidence, or cite further sources."}}}},
		Themes: []Theme{
			{Tag: "confidence_miscalibration", Gate: "Confidence calibration", Count: 2, Of: 3, Newest: r, Pairs: []Pair{pair, hostile, pair}},
			{Category: decision.Specificity, Count: 1, Of: 3, Newest: s},
		},
		Past: &Past{Artifact: "claims/tea.md", Count: 1, Rejections: []decision.Summary{r}}}
}

// A theme of a gate tells the gate's advice, whatever was guessed when a rejection was recorded; and what may be chance is called no habit.
func TestThemes(t *testing.T) {
	b := New(claims())
	text := b.Fit(0, Markdown)
	for _, want := range []string{
		"- Confidence calibration (confidence_miscalibration), 2 of 3 rejections: Lower the confidence, or cite further sources. Last, ",
		"  Sent back: `“Tea cures colds in 90 % of cases”`, confidence `“proven”`, source `“Ito 2019”`, figure `“90 %”`\n  Accepted: `“In one study",
		"- specificity, 1 of 3 rejections: Scope the claim: ",
		"(40%), as above", "too seldom to tell from chance\n\n- specificity, 1 of 3 rejections: Scope the claim",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if len(b.Lessons[0].Pairs) != MostPairs || strings.Contains(strings.Split(text, "## Lessons")[1], "use cases and scenarios. L") || b.Patterns[1].Noticed != "" || b.Patterns[1].Habit {
		t.Errorf("%+v\n%s", b.Patterns, text)
	}
	order := []string{"## What", "## Lessons", "## Gates", "## Before you touch"}
	for i := 1; i < len(order); i++ {
		if strings.Index(text, order[i-1]) > strings.Index(text, order[i]) {
			t.Errorf("%s comes before %s:\n%s", order[i], order[i-1], text)
		}
	}
}

func TestGolden(t *testing.T) {
	for name, known := range agents() {
		for ending, render := range map[string]func(*Brief) string{"md": Markdown, "json": indented} {
			compareGolden(t, name+"."+ending, New(known).Fit(0, render))
		}
	}
	compareGolden(t, "rio-1000.md", New(agents()["rio"]).Fit(1000, Markdown))
	compareGolden(t, "hostile-1500.md", New(agents()["hostile"]).Fit(1500, Markdown))
}

func indented(b *Brief) string {
	data, _ := json.MarshalIndent(json.RawMessage(JSON(b)), "", "  ")
	return string(data) + "\n"
}

func compareGolden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(file); err != nil || string(want) != got {
		t.Errorf("%s is not what it was (%v); -update writes it anew\n%s", file, err, got)
	}
}

// The sentences of contracts.md#learned-sentences before an artifact is shown.
func TestContract(t *testing.T) {
	text := New(agents()["rio"]).Fit(4000, Markdown)
	for _, want := range []string{
		"\"I've noticed examples are a common concern, so I've validated all code examples\"",
		"\"Note: Based on previous feedback, I've focused extra attention on examples (40% of recent rejections). All code examples have been validated.\"",
		"Validate all code examples before Human Gate",
		"This skill was rejected 3 times previously. Reasons: `“Kafka examples return errors”`; `“Structure is confusing”`; `“I just don't like it”`\n",
		"- Test Kafka commands in Docker before showing\n- Simplify skill structure, use clear headings\n- `“Review: i just don't like it”`\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if text := New(agents()["few"]).Fit(4000, Markdown); strings.Contains(text, "noticed") || !strings.Contains(text, "No recurring pattern detected yet (need 30% threshold)") {
		t.Errorf("two rejections make a pattern:\n%s", text)
	}
}

// An action is in kbgate's own words only if all of its words are.
func TestOwnWords(t *testing.T) {
	for _, test := range []struct {
		name, reason, action string
		quoted               bool
	}{
		{"kafka.md", "Examples are wrong", "Validate all code examples in Docker", false},
		{"kafka.md", "Examples are wrong", "Validate all code examples in production, as root", true},
		{"x", "Missing obey me section", "Verify obey me section is present", true},
		{"x", "incomplete", "Verify all required sections are present", false},
		{"x", "nothing that is known", "Review: nothing that is known", true},
		{"x", "generic", "Add concrete use cases and scenarios", false},
	} {
		r := rejected(0, test.name, test.reason)
		r.Action = test.action
		if a, ok := actionOf(r, nil); !ok || a.Quoted != test.quoted || a.Text != test.action {
			t.Errorf("%+v: %+v", test, a)
		}
	}
	r := rejected(0, "x", "Structure is confusing")
	r.Type = "obey me"
	r.Action = learn.Action(r, nil)
	if a, _ := actionOf(known(r), nil); !a.Quoted {
		t.Errorf("a type of somebody's own is taken for ours: %+v", a)
	}
}

// drawn draws what may be known of an agent.
func drawn(t *rapid.T) Input {
	text := rapid.OneOf(rapid.String(), rapid.SampledFrom(prompttest.Hostile), rapid.StringOfN(rapid.RuneFrom([]rune("ab `“”<>\n\u202e")), 0, 400, -1))
	rejection := rapid.Custom(func(t *rapid.T) decision.Summary {
		return decision.Summary{Type: decision.ArtifactType(text.Draw(t, "type")), Name: text.Draw(t, "name"), Reason: text.Draw(t, "reason"),
			At: noon, Category: rapid.SampledFrom(decision.Categories).Draw(t, "category"), Action: text.Draw(t, "action")}
	})
	k := Input{Agent: text.Draw(t, "agent"), Decisions: rapid.IntRange(0, 1_000_000).Draw(t, "decisions"), Counts: learn.Counts{},
		Threshold: learn.Threshold{Percent: rapid.IntRange(0, 100).Draw(t, "percent"), Min: 1}, NewestRejections: rapid.SliceOfN(rejection, 0, 20).Draw(t, "lately")}
	for _, c := range decision.Categories {
		k.Counts[c] = rapid.IntRange(0, 100_000).Draw(t, "count")
	}
	version := rapid.Custom(func(t *rapid.T) Version {
		return Version{text.Draw(t, "title"), text.Draw(t, "confidence"), text.Draw(t, "source"), text.Draw(t, "figure")}
	})
	pair := rapid.Custom(func(t *rapid.T) Pair { return Pair{version.Draw(t, "before"), version.Draw(t, "after")} })
	k.Advice = advice
	for range rapid.IntRange(0, 6).Draw(t, "themes") {
		theme := Theme{Category: decision.Clarity, Count: 1, Of: 8, Newest: rejection.Draw(t, "newest"), Pairs: rapid.SliceOfN(pair, 0, 3).Draw(t, "pairs")}
		if rapid.Bool().Draw(t, "tagged") {
			theme.Tag, theme.Gate = "confidence_miscalibration", "Confidence calibration"
		}
		k.Themes = append(k.Themes, theme)
	}
	for range rapid.IntRange(0, 5).Draw(t, "gates") {
		tag := text.Draw(t, "tag")
		k.Recent.TopIssues = append(k.Recent.TopIssues, learn.Issue{Tag: tag, Guidance: learn.Guidance{Gate: tag, Fix: "See the quality gates."}})
	}
	if rapid.Bool().Draw(t, "asked") {
		k.Past = &Past{Artifact: text.Draw(t, "artifact"), Namesakes: rapid.IntRange(0, 9).Draw(t, "namesakes"), Rejections: rapid.SliceOfN(rejection, 0, 30).Draw(t, "past")}
		k.Past.Count = len(k.Past.Rejections) + rapid.IntRange(0, 10_000).Draw(t, "older")
	}
	return k
}

// Whatever is known, a brief keeps to its length, says what it left out, and holds nothing that is not of a page's own form.
func TestBriefIsBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := drawn(t)
		most := rapid.IntRange(MinChars, 6000).Draw(t, "most")
		whole, b := New(k), New(k)
		text := b.Fit(most, Markdown)
		data := New(k).Fit(most, JSON)
		for _, s := range []string{text, data} {
			if n := utf8.RuneCountInString(s); n > most {
				t.Fatalf("%d of %d characters:\n%s", n, most, s)
			}
		}
		all, kept, left := 0, 0, 0
		for _, s := range sections {
			all, kept = all+s.items(whole).count(), kept+s.items(b).count()
			left += b.LeftOut[s.name]
		}
		if all != kept+left || (left+b.LeftOut[olderRejections] > 0) != strings.Contains(text, "\n(left out: ") {
			t.Fatalf("%d of %d are there, %d left out:\n%s", kept, all, left, text)
		}
		if all > 0 && kept == 0 && b.history().Rejections == 0 {
			t.Fatalf("nothing is said:\n%s", text)
		}
		if !json.Valid([]byte(data)) || strings.Count(data, "\n") != 1 {
			t.Fatalf("%s", data)
		}
		checkPage(t, text)
	})
}

// The longest that is said of nothing but names and numbers fits into MinChars.
func TestMinChars(t *testing.T) {
	k := Input{Agent: strings.Repeat(`"`, 500), Decisions: 1e7, Counts: learn.Counts{}, Threshold: learn.Threshold{Percent: 100, Min: 1},
		Past: &Past{Artifact: strings.Repeat(`"`, 500), Namesakes: 1e6, Count: 1e7}}
	for i, c := range decision.Categories {
		k.Counts[c] = 1e6 + i
	}
	for i := range 400 {
		k.NewestRejections = append(k.NewestRejections, rejected(i, strings.Repeat(`"`, 500), strings.Repeat(`"`, 500-i)))
	}
	k.Past.Rejections = k.NewestRejections
	for range 5 {
		k.Recent.TopIssues = append(k.Recent.TopIssues, learn.Issue{Tag: strings.Repeat(`"`, 500), Guidance: learn.Guidance{Gate: "g", Fix: strings.Repeat("x", 900)}})
	}
	for _, render := range []func(*Brief) string{Markdown, JSON} {
		if text := New(k).Fit(MinChars, render); utf8.RuneCountInString(text) > MinChars {
			t.Errorf("%d characters:\n%s", utf8.RuneCountInString(text), text)
		}
	}
}

// checkPage takes away the quotations, and then nothing is left but kbgate's own words.
func checkPage(t *rapid.T, text string) {
	for line := range strings.Lines(text) {
		rest := strings.TrimSuffix(line, "\n")
		for {
			before, after, ok := strings.Cut(rest, "`“")
			if !ok {
				break
			}
			quoted, behind, ok := strings.Cut(after, "”`")
			if !ok || prompttest.Fault(quoted, longestText) != "" {
				t.Fatalf("%q in %q: %s", quoted, line, prompttest.Fault(quoted, longestText))
			}
			rest = before + behind
		}
		if strings.ContainsAny(rest, "`<“”") || strings.Contains(rest, "ignore all") {
			t.Fatalf("%q of %q", rest, line)
		}
	}
}

// What goes first is the least important, and what fits in its place comes back.
func TestLeastGoesFirst(t *testing.T) {
	b := New(agents()["rio"])
	var order []string
	for s := b.least(); s != nil; s = b.least() {
		order = append(order, s.name)
		b.give(s, -1)
	}
	want := "lessons, lessons, gates, gates, reasons, gates, learned_actions, reasons, learned_actions, reasons, learned_actions, patterns"
	if got := strings.Join(order, ", "); got != want {
		t.Errorf("%s", got)
	}
	k := agents()["rio"]
	k.Recent.TopIssues[0].Fix = strings.Repeat("A long word of advice. ", 40)
	text := New(k).Fit(1100, Markdown)
	if !strings.Contains(text, "`“I just don't like it”`\n") || !strings.Contains(text, "(left out: 2 lessons, 3 gates)") {
		t.Errorf("a reason had to go for a gate that has no room either:\n%s", text)
	}
}

package recall_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/learn/brief"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/ledger/ledgertest"
	"github.com/kbgate/kbgate/internal/recall"
)

// decide records decisions as given; what is left out is of rio's skill a.md, an hour ago.
func decided(t *testing.T, l *ledger.Ledger, all ...decision.Decision) {
	t.Helper()
	for i := range all {
		d := &all[i]
		if d.At.IsZero() {
			d.At = ledgertest.Now.Add(-time.Hour)
		}
		if d.Agent == "" {
			d.Agent = "rio"
		}
		if d.Artifact.Name == "" {
			d.Artifact.Name = "a.md"
		}
		if d.Artifact.Type == "" {
			d.Artifact.Type = decision.Skill
		}
		if d.Verdict == "" {
			d.Verdict = decision.Rejected
		}
		if _, err := decide.Decide(context.Background(), l, d, ledgertest.Now); err != nil {
			t.Fatal(err)
		}
	}
}

func pr(number int, state string) decision.PullRequest {
	return decision.PullRequest{Repo: "team/kb", Number: number, State: state}
}

func TestAgents(t *testing.T) {
	ctx, l := context.Background(), ledgertest.New(t)
	l.Config.Comment.Pointer = "the handbook"
	long := ledgertest.Now.Add(-1000 * time.Hour)
	decided(t, l,
		decision.Decision{PR: pr(1, "open"), Issues: []string{"scope_error"}, At: long},
		decision.Decision{PR: pr(1, "closed"), Issues: []string{"own_tag", "scope_error"}, Agent: "Rio"},
		decision.Decision{PR: pr(2, "open"), Issues: []string{"date_errors"}, At: long},
		decision.Decision{PR: pr(3, "merged"), Verdict: decision.Approved, Agent: "RIO"},
		decision.Decision{PR: pr(4, "open"), Issues: []string{"scope_error"}, Agent: decision.Unknown},
		decision.Decision{PR: pr(4, "open"), At: long},
		decision.Decision{Artifact: decision.Artifact{Name: "SKILL.md", Path: "skills/a/SKILL.md"}},
		decision.Decision{Artifact: decision.Artifact{Name: "SKILL.md", Path: "skills/b/SKILL.md"}, Verdict: decision.Approved},
		decision.Decision{Agent: "tea", Verdict: decision.Approved},
		decision.Decision{Agent: decision.Unknown},
	)
	all, err := recall.Agents(ctx, l, 168, ledgertest.Now)
	if err != nil || len(all) != 3 {
		t.Fatalf("%+v, %v", all, err)
	}
	rio := all["rio"]
	if rio.TotalPRs != 5 || rio.RejectedPRs != 2 || *rio.ApprovalRate != 0.6 || rio.Agent != "rio" || rio.PeriodHours != 168 {
		t.Errorf("%+v", rio)
	}
	want := []learn.Issue{
		{Tag: "scope_error", Count: 2, Percent: 40, Guidance: learn.Guidance{Gate: "Scope qualification"}},
		{Tag: "own_tag", Count: 1, Percent: 20, Guidance: learn.Guidance{Gate: "own_tag", Fix: "See the handbook."}},
	}
	for i, issue := range rio.TopIssues {
		if i == 0 {
			if !strings.HasPrefix(issue.Fix, "Say what is claimed of what") || issue.AutoFixable {
				t.Errorf("%+v", issue)
			}
			issue.Fix = ""
		}
		if len(rio.TopIssues) != len(want) || issue != want[i] {
			t.Errorf("%+v, want %+v", issue, want[i])
		}
	}
	if tea := all["tea"]; tea.TotalPRs != 1 || tea.RejectedPRs != 0 || len(tea.TopIssues) != 0 {
		t.Errorf("%+v", tea)
	}
	if none := all[decision.Unknown]; none.TotalPRs != 1 {
		t.Errorf("%+v", none)
	}
}

// What became of a pull request may be found out later.
func TestAgentsSeeAmendments(t *testing.T) {
	ctx, l := context.Background(), ledgertest.New(t)
	d := &decision.Decision{Agent: "rio", Artifact: decision.Artifact{Type: decision.Skill, Name: "a"}, Verdict: decision.Approved, PR: pr(1, "open")}
	if _, err := decide.Decide(ctx, l, d, ledgertest.Now); err != nil {
		t.Fatal(err)
	}
	if err := decide.Amend(ctx, l, &decision.Amendment{Of: d.ID, Field: "pr.state", Value: decision.TextValue("zombie")}, ledgertest.Now); err != nil {
		t.Fatal(err)
	}
	all, err := recall.Agents(ctx, l, 168, ledgertest.Now)
	if err != nil || all["rio"].RejectedPRs != 1 {
		t.Errorf("%+v, %v", all, err)
	}
}

func TestAgentName(t *testing.T) {
	for name, want := range map[string]string{"Rio": "rio", " RIO ": "rio", "Rio <r@example.org>": "rio", "../../X": "../../x", "": decision.Unknown} {
		if got := recall.AgentName(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// briefOf gives the brief of an agent in both forms.
func briefOf(t testing.TB, l *ledger.Ledger, agent, artifact string) (*brief.Brief, string) {
	t.Helper()
	b, err := recall.Brief(context.Background(), l, agent, l.Root, artifact, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	return b, b.Fit(0, brief.Markdown) + b.Fit(0, brief.JSON)
}

// A brief is about one agent alone, whatever others did with artifacts of the same names.
func TestBriefIsOfOneAgent(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: reads many records")
	}
	l := ledgertest.New(t)
	r := rand.New(rand.NewPCG(3, 3))
	agents, words := []string{"rio", "tea", "Ana", decision.Unknown}, []string{"granite", "bismuth", "cobalt", "zirconium"}
	paths := []string{"", "skills/a/SKILL.md", "skills/b/SKILL.md"}
	chains, alone := map[string]bool{}, make([]int, len(agents))
	for i := range 60 {
		who := i % len(agents)
		d := decision.Decision{Agent: agents[who], At: ledgertest.Now.Add(-time.Duration(r.IntN(3000)) * time.Hour), Reason: fmt.Sprintf("%s is wrong %d", words[who], i),
			Issues: []string{words[who] + "_tag"}, Artifact: decision.Artifact{Name: "SKILL.md", Path: paths[r.IntN(3)]}}
		if r.IntN(2) == 0 {
			d.PR = pr(10*who+r.IntN(5)+1, []string{"", "open", "closed"}[r.IntN(3)])
			chains[d.PR.String()] = true
		} else {
			alone[who]++
		}
		if r.IntN(3) == 0 {
			d.LearnedAction = "Mind the " + words[who]
		}
		decided(t, l, d)
	}
	for who, agent := range agents {
		for _, artifact := range append(paths, "skill", "SKILL.md", "elsewhere/SKILL.md") {
			b, text := briefOf(t, l, agent, artifact)
			counted := alone[who]
			for i := range 5 {
				if of := pr(10*who+i+1, ""); chains[of.String()] {
					counted++ // all are of one category
				}
			}
			if b.Decisions != 15 || b.Rejections != counted {
				t.Errorf("%+v", b)
			}
			for i, word := range words {
				if strings.Contains(strings.ToLower(text), word) != (i == who) {
					t.Errorf("%s and %q: %q\n%s", agent, artifact, word, text)
				}
			}
		}
	}
}

func TestBriefOfAnArtifact(t *testing.T) {
	l := ledgertest.New(t)
	at := func(hours int) time.Time { return ledgertest.Now.Add(-time.Duration(hours) * time.Hour) }
	skill := func(path, reason string, hours int) decision.Decision {
		return decision.Decision{Artifact: decision.Artifact{Name: "SKILL.md", Path: path}, Reason: reason, At: at(hours)}
	}
	decided(t, l, skill("skills/a/SKILL.md", "of a", 5), skill("skills/b/SKILL.md", "of b", 4), skill("skills/b/SKILL.md", "of b, again", 3),
		decision.Decision{Artifact: decision.Artifact{Name: "kafka-basics"}, Reason: "by name", At: at(9)},
		decision.Decision{Artifact: decision.Artifact{Name: "Kafka-Basics.md", Path: "skills/kafka-basics.md"}, Reason: "by path", At: at(8)},
		decision.Decision{Artifact: decision.Artifact{Name: "Kafka-Basics.md", Path: "skills/kafka-basics.md"}, Verdict: decision.Approved, Reason: "good", At: at(7)},
		decision.Decision{Artifact: decision.Artifact{Name: "redis"}, Reason: "by name alone"},
		decision.Decision{Artifact: decision.Artifact{Name: "team/kb#7"}, Reason: "as a whole", PR: pr(7, "closed")},
	)
	for asked, want := range map[string]string{
		"skills/a/SKILL.md":      "0 of a",
		"SKILL.md":               "1 of b, again; of b",
		"kafka-basics":           "0 by path; by name",
		"skills/kafka-basics.md": "0 by path; by name",
		"other/kafka-basics.md":  "0 ",
		"team/kb#7":              "0 as a whole",
		"docs/redis.md":          "0 by name alone",
		"../../SKILL.md":         "1 of b, again; of b",
		"nothing":                "0 ",
	} {
		b, _ := briefOf(t, l, "rio", asked)
		got := fmt.Sprint(b.History.Namesakes, " ", strings.Join(b.History.Reasons, "; "))
		if got != want {
			t.Errorf("%s: %q, want %q", asked, got, want)
		}
		for _, lesson := range b.Lessons {
			for _, reason := range b.History.Reasons {
				if lesson.Reason == reason {
					t.Errorf("%s: %q is told twice", asked, reason)
				}
			}
		}
	}
}

// What is hidden is hidden from briefs, and what is corrected is corrected there.
func TestBriefSeesAmendments(t *testing.T) {
	ctx, l := context.Background(), ledgertest.New(t)
	d := &decision.Decision{Agent: "rio", Artifact: decision.Artifact{Type: decision.Skill, Name: "a"}, Verdict: decision.Rejected, Reason: "granite is wrong"}
	if _, err := decide.Decide(ctx, l, d, ledgertest.Now); err != nil {
		t.Fatal(err)
	}
	if err := decide.Amend(ctx, l, &decision.Amendment{Of: d.ID, Field: "category", Value: decision.TextValue("clarity")}, ledgertest.Now); err != nil {
		t.Fatal(err)
	}
	if b, text := briefOf(t, l, "rio", ""); len(b.Lessons) != 1 || b.Lessons[0].Category != decision.Clarity || !strings.Contains(text, "granite") {
		t.Errorf("%s", text)
	}
	if _, err := decide.Redact(ctx, l, d.ID, nil, "", "", ledgertest.Now); err != nil {
		t.Fatal(err)
	}
	if _, text := briefOf(t, l, "rio", "a"); strings.Contains(text, "granite") {
		t.Errorf("%s", text)
	}
}

// Of an agent that nobody has heard of, and of a store where nothing is, there is something to say.
func TestBriefOfNobody(t *testing.T) {
	l := ledgertest.New(t)
	for range 2 {
		for _, agent := range []string{"nova", "../../x", strings.Repeat("x", 10_000), "\x1b[31m", "unknown"} {
			b, err := recall.Brief(context.Background(), l, agent, l.Root, strings.Repeat("../", 1000), time.Time{})
			if err != nil || b.Decisions != 0 {
				t.Fatalf("%q: %+v, %v", agent, b, err)
			}
			if text := b.Fit(brief.MinChars, brief.Markdown); utf8.RuneCountInString(text) > brief.MinChars || !strings.Contains(text, "Nothing is known of this agent yet") {
				t.Errorf("%q: %s", agent, text)
			}
		}
		decided(t, l, decision.Decision{Reason: "of somebody else"})
	}
}

// Patterns of a brief are those of late; of all where there are too few of late. What is old and mended is not told for good.
func TestBriefForgetsWhatWasMended(t *testing.T) {
	ctx, l := context.Background(), ledgertest.New(t)
	old := ledgertest.Now.AddDate(-1, 0, 0)
	for range 5 {
		decided(t, l, decision.Decision{At: old, Reason: "wrong"})
	}
	decided(t, l, decision.Decision{Reason: "unclear"}, decision.Decision{Reason: "unclear"})
	since := ledgertest.Now.AddDate(0, 0, -90)
	told := func() string {
		b, err := recall.Brief(ctx, l, "rio", l.Root, "", since)
		if err != nil {
			t.Fatal(err)
		}
		return b.Fit(0, brief.Markdown)
	}
	if got := told(); !strings.Contains(got, "(fewer than 3 rejections are newer than 2025-08-23") || !strings.Contains(got, "- examples, 5 of 7 rejections") {
		t.Error(got)
	}
	decided(t, l, decision.Decision{Reason: "unclear"})
	if got := told(); strings.Contains(got, "- examples, ") || !strings.Contains(got, "- clarity, 3 of 3 rejections") || !strings.Contains(got, "say so (3 rejections since 2025-08-23") {
		t.Error(got)
	}
}

// Spellings of one agent's name count together.
func TestAgentsOfManySpellings(t *testing.T) {
	ctx, l := context.Background(), ledgertest.New(t)
	decided(t, l, decision.Decision{Agent: "Rio Two", Reason: "wrong"}, decision.Decision{Agent: "rio-two", Reason: "unclear"}, decision.Decision{Agent: decision.Unknown, Reason: "wrong"})
	counts, err := recall.CountsByAgent(ctx, l, recall.Filter{})
	if err != nil || len(counts) != 2 || counts["rio-two"].Total() != 2 {
		t.Errorf("%v, %v", counts, err)
	}
	if names, err := recall.AgentNames(ctx, l); err != nil || strings.Join(names, " ") != "rio-two" {
		t.Errorf("%v, %v", names, err)
	}
}

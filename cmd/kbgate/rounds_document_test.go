package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/text"
)

// walkDocument goes through the user's functions of structured feedback on what was decided.
func (h *playedBase) walkDocument() {
	h.t.Helper()
	var files int
	agentsOf := map[string][]verdictOf{}
	for _, v := range h.decided {
		agentsOf[v.agent] = append(agentsOf[v.agent], v)
		if len(v.tags) > 0 && len(agentsOf[v.agent]) == 1 { // what each habit's first claim failed
			h.walkComment(filepath.Join(h.t.TempDir(), "comment.md"), v.tags)
			files++
		}
	}
	if files < len(habits)/2 {
		h.t.Errorf("only %d comments were made", files)
	}
	h.walkComment(filepath.Join(h.t.TempDir(), "comment.md"), []string{gate.BrokenWikiLinks.ID})
	h.walkComment(filepath.Join(h.t.TempDir(), "comment.md"), []string{gate.DateErrors.ID, "no_gate_has_this"})
	nothing := filepath.Join(h.t.TempDir(), "comment.md")
	for _, said := range []string{"LGTM", "<!-- REJECTION: {\"issues\": -->"} { // None
		if err := os.WriteFile(nothing, []byte(said), 0o600); err != nil {
			h.t.Fatal(err)
		}
		h.kbgate(exitBlocking, "comment", "parse", nothing)
	}
	all := map[string]learnedOf{}
	h.decode(&all, "agents", "--format", "json")
	if len(all) != len(agentsOf) {
		h.t.Errorf("patterns of %d agents; want %d", len(all), len(agentsOf))
	}
	for agent, decided := range agentsOf {
		want := learnedOf{Agent: agent, Hours: 168, Total: len(decided), Breakdown: map[string]int{}}
		for _, v := range decided {
			if v.words != "" || len(v.tags) > 0 {
				want.Rejected++
			}
			for _, tag := range v.tags {
				want.Breakdown[tag]++
			}
		}
		rate := math.Round(float64(want.Total-want.Rejected)/float64(want.Total)*1000) / 1000
		var got learnedOf
		h.decode(&got, "agents", "--agent", agent, "--format", "json")
		if !reflect.DeepEqual(got, all[agent]) {
			h.t.Errorf("%s: alone %+v, among all %+v", agent, got, all[agent])
		}
		if got.Rate == nil || *got.Rate != rate || len(got.Top) != min(5, len(want.Breakdown)) || got.Trend == "" || got.Trend == "no_data" {
			h.t.Errorf("%s: %+v; want a rate of %g", agent, got, rate)
		}
		for i, issue := range got.Top {
			g, known := gate.BuiltIn.Find(issue.Tag)
			if !known || issue.Gate != g.Title || issue.Fix != g.Fix || issue.AutoFixable != g.Fixable || issue.Count != want.Breakdown[issue.Tag] ||
				issue.Percent != math.Round(float64(issue.Count)/float64(want.Total)*1000)/10 || i > 0 && got.Top[i-1].Count < issue.Count {
				h.t.Errorf("%s: %+v", agent, issue)
			}
		}
		got.Rate, got.Top, got.Trend = nil, nil, ""
		if !reflect.DeepEqual(got, want) {
			h.t.Errorf("%s: %+v; want %+v", agent, got, want)
		}
		h.decode(&got, "agents", "--agent", agent, "--hours", "13", "--format", "json")
		if got.Total != 1 || got.Hours != 13 {
			h.t.Errorf("%s: in the last 13 hours %+v; want one pull request", agent, got)
		}
	}
	var none map[string]any
	h.decode(&none, "agents", "--agent", "nobody-yet", "--format", "json")
	delete(none, "agent")
	delete(none, "period_hours")
	if want := (map[string]any{"total_prs": 0.0, "rejected_prs": 0.0, "approval_rate": nil, "top_issues": []any{}, "issue_breakdown": map[string]any{}, "trend": "no_data"}); !reflect.DeepEqual(none, want) {
		h.t.Errorf("of an agent without pull requests: %v", none)
	}
}

// learnedOf has the user's keys of an agent's patterns.
type learnedOf struct {
	Agent    string   `json:"agent"`
	Hours    int      `json:"period_hours"`
	Total    int      `json:"total_prs"`
	Rejected int      `json:"rejected_prs"`
	Rate     *float64 `json:"approval_rate"`
	Top      []struct {
		Tag         string  `json:"tag"`
		Count       int     `json:"count"`
		Percent     float64 `json:"pct"`
		Gate        string  `json:"gate"`
		Fix         string  `json:"fix"`
		AutoFixable bool    `json:"auto_fixable"`
	} `json:"top_issues"`
	Breakdown map[string]int `json:"issue_breakdown"`
	Trend     string         `json:"trend"`
}

// decode reads what a command prints as JSON.
func (h *playedBase) decode(into any, args ...string) {
	h.t.Helper()
	if err := json.Unmarshal([]byte(h.kbgate(exitOK, args...)), into); err != nil {
		h.t.Fatal(err)
	}
}

// rejectionBlock is the form by which the user's program finds a block.
var rejectionBlock = regexp.MustCompile(`<!-- REJECTION: (.+?) -->`)

// walkComment makes the comment of tags, and reads it back.
func (h *playedBase) walkComment(file string, tags []string) {
	h.t.Helper()
	made := h.kbgate(exitOK, "comment", "render", "--issues", strings.Join(tags, ","), "--source", "validator", "--repo", "team/kb", "--pr", "7", "--at", "2026-11-21T10:00:00Z")
	if err := os.WriteFile(file, []byte(made), 0o600); err != nil {
		h.t.Fatal(err)
	}
	var block, parsed struct {
		Issues     []string
		Source, TS string
	}
	found := rejectionBlock.FindStringSubmatch(made)
	if found == nil || json.Unmarshal([]byte(found[1]), &block) != nil {
		h.t.Fatalf("no block in %s", made)
	}
	h.decode(&parsed, "comment", "parse", file)
	if !reflect.DeepEqual(parsed, block) || block.Source != "validator" || block.TS != "2026-11-21T10:00:00Z" || !slices.Equal(slices.Sorted(slices.Values(block.Issues)), slices.Sorted(slices.Values(tags))) {
		h.t.Errorf("of %v the block is %+v, and parsed %+v", tags, block, parsed)
	}
	var blocking, warnings int
	said := ""
	for _, tag := range block.Issues {
		g, known := gate.BuiltIn.Find(tag)
		switch {
		case !known:
			warnings++
			said += fmt.Sprintf("**[WARN] %s**: %[1]s\n", tag)
			continue
		case g.Severity == gate.Blocking:
			blocking++
			said += "**[BLOCK] "
		default:
			warnings++
			said += "**[WARN] "
		}
		said += g.Title + "**: " + g.Summary + map[bool]string{true: " (auto-fixable)"}[g.Fixable] + "\n  - Fix: " + g.Fix + "\n"
	}
	head := "**Warnings** — " + text.Count(warnings, "non-blocking issue", "non-blocking issues") + "\n"
	if blocking > 0 {
		head = "**Rejected** — " + text.Count(blocking, "blocking issue", "blocking issues") + "\n"
	}
	at := 0
	for line := range strings.Lines(head + said) { // in this order
		next := strings.Index(made[at:], line)
		if next < 0 {
			h.t.Errorf("of %v: %q does not stand at its place in\n%s", tags, line, made)
			return
		}
		at += next + len(line)
	}
}

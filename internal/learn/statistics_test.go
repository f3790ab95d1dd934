package learn

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/stats"
)

var week = Period{Hours: 168, Until: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)}

// decided reads a decision: `hours agent verdict pr/state|artifact tag…`, hours before the end of the week.
func decided(t *testing.T, line string) *decision.Summary {
	t.Helper()
	f := strings.Fields(line)
	var hours int
	if _, err := fmt.Sscan(f[0], &hours); err != nil {
		t.Fatal(err)
	}
	d := &decision.Summary{Score: -1, At: week.Until.Add(-time.Duration(hours) * time.Hour), Agent: f[1], Issues: f[4:],
		Verdict: map[string]decision.Verdict{"no": decision.Rejected, "yes": decision.Approved, "but": decision.ApprovedWithChanges}[f[2]]}
	if pr, state, ok := strings.Cut(f[3], "/"); ok {
		d.PR, d.State = pr, state
	} else {
		d.Name, d.Subject, _ = strings.Cut(f[3], "@")
	}
	return d
}

func TestSubmissions(t *testing.T) {
	tests := []struct {
		name  string
		lines []string
		agent string
		want  string // rejected/total tag=count…
	}{
		{"closed unmerged", []string{"9 rio no #1/open a", "5 rio no #1/closed a b"}, "rio", "1/1 a=1 b=1"},
		{"left dead", []string{"9 rio no #1/open a", "5 rio yes #1/zombie"}, "rio", "1/1 a=1"},
		{"merged at last", []string{"9 rio no #1/closed a", "5 rio yes #1/merged"}, "rio", "0/1 a=1"},
		{"still open", []string{"9 rio no #1/open a"}, "rio", "0/1 a=1"},
		{"closed, in capitals", []string{"9 rio no #1/CLOSED"}, "rio", "1/1"},
		{"no state known", []string{"9 rio yes #1/", "5 rio no #1/"}, "rio", "1/1"},
		{"no state known of the last", []string{"9 rio yes #1/merged", "5 rio no #1/"}, "rio", "0/1"},
		{"repositories by any case", []string{"9 rio no A/b#1/", "5 rio yes a/B#1/"}, "rio", "0/1"},
		{"artifacts", []string{"9 rio no x a", "8 rio yes x a b", "7 rio yes y", "6 rio no y b"}, "rio", "1/2 a=1 b=2"},
		{"changes are no rejection", []string{"9 rio but x a"}, "rio", "0/1 a=1"},
		{"an artifact for two subjects", []string{"9 rio no mail@ana", "8 rio yes mail@eva"}, "rio", "1/2"},
		{"an artifact by two agents", []string{"9 rio no x a", "8 tea yes x b"}, "rio", "1/1 a=1"},
		{"nobody knew whose it was", []string{"9 rio no #1/open a", "5 unknown no #1/closed b"}, "rio", "1/1 a=1 b=1"},
		{"it changed hands", []string{"9 rio no #1/open a", "5 tea no #1/closed b"}, "tea", "1/1 a=1 b=1"},
		{"it changed hands, so it is no longer", []string{"9 rio no #1/open a", "5 tea no #1/closed b"}, "rio", "0/0"},
		{"tags count once", []string{"9 rio no #1/open a a", "5 rio no #1/open a", "4 rio no #2/open a"}, "rio", "0/2 a=2"},
	}
	for _, test := range tests {
		for range 4 {
			rand.Shuffle(len(test.lines), func(i, j int) { test.lines[i], test.lines[j] = test.lines[j], test.lines[i] })
			all := Submissions{}
			for _, line := range test.lines {
				all.Add(decided(t, line))
			}
			s := all.Statistics(week, plainGuide)[test.agent]
			got := fmt.Sprintf("%d/%d", s.RejectedPRs, s.TotalPRs)
			for _, issue := range s.TopIssues {
				got += fmt.Sprintf(" %s=%d", issue.Tag, s.IssueBreakdown[issue.Tag])
			}
			if !sameWords(got, test.want) {
				t.Errorf("%s: %s, want %s", test.name, got, test.want)
			}
		}
	}
}

func plainGuide(tag string) Guidance { return Guidance{Gate: strings.ToUpper(tag), Fix: "mend " + tag} }

// sameWords compares regardless of order.
func sameWords(a, b string) bool {
	count := func(s string) map[string]int {
		n := map[string]int{}
		for _, w := range strings.Fields(s) {
			n[w]++
		}
		return n
	}
	return reflect.DeepEqual(count(a), count(b))
}

// Of decisions of one time, that of the greater id is the newer.
func TestSubmissionsOfOneMoment(t *testing.T) {
	yes, no := decided(t, "9 rio yes x"), decided(t, "9 rio no x")
	no.Key[15] = 1
	for _, order := range [][]*decision.Summary{{yes, no}, {no, yes}} {
		all := Submissions{}
		for _, d := range order {
			all.Add(d)
		}
		if s := all.Statistics(week, plainGuide)["rio"]; s.RejectedPRs != 1 {
			t.Errorf("%+v", s)
		}
	}
}

// What is older than the period counts only for what has something newer.
func TestAddTo(t *testing.T) {
	all := Submissions{}
	all.Add(decided(t, "5 unknown no #1/closed b"))
	all.AddTo(decided(t, "900 rio no #1/open a"))
	all.AddTo(decided(t, "900 rio no #2/open a"))
	s := all.Statistics(week, plainGuide)
	if got := s["rio"]; len(s) != 1 || got.TotalPRs != 1 || got.IssueBreakdown["a"] != 1 || got.IssueBreakdown["b"] != 1 {
		t.Errorf("%+v", s)
	}
}

func TestArtifactKey(t *testing.T) {
	for _, test := range [][3]string{
		{"", "Kafka-Basics.md", "kafka-basics"}, {"skills/A/SKILL.md", "SKILL.md", "skills/a/skill"}, {"", "x.py", "x.py"}, {"", "cafe\u0301.md", "café"},
	} {
		if got := ArtifactKey(test[0], test[1]); got != test[2] {
			t.Errorf("%q %q: %q, want %q", test[0], test[1], got, test[2])
		}
	}
}

// The keys and the numbers are the user's.
func TestStatistics(t *testing.T) {
	all := Submissions{}
	for i, tags := range []string{"a b c d e f", "a b c d e", "a b c d", "a b c", "a b", "b", ""} {
		state := "merged"
		if i > 4 {
			state = "closed"
		}
		all.Add(decided(t, fmt.Sprintf("%d rio no #%d/%s %s", 160-20*i, i, state, tags)))
	}
	got, err := json.MarshalIndent(all.Statistics(week, plainGuide), "", " ")
	want := `{
 "rio": {
  "agent": "rio",
  "period_hours": 168,
  "total_prs": 7,
  "rejected_prs": 2,
  "approval_rate": 0.714,
  "top_issues": [
   {
    "tag": "b",
    "count": 6,
    "pct": 85.7,
    "gate": "B",
    "fix": "mend b",
    "auto_fixable": false
   },
   {
    "tag": "a",
    "count": 5,
    "pct": 71.4,
    "gate": "A",
    "fix": "mend a",
    "auto_fixable": false
   },
   {
    "tag": "c",
    "count": 4,
    "pct": 57.1,
    "gate": "C",
    "fix": "mend c",
    "auto_fixable": false
   },
   {
    "tag": "d",
    "count": 3,
    "pct": 42.9,
    "gate": "D",
    "fix": "mend d",
    "auto_fixable": false
   },
   {
    "tag": "e",
    "count": 2,
    "pct": 28.6,
    "gate": "E",
    "fix": "mend e",
    "auto_fixable": false
   }
  ],
  "issue_breakdown": {
   "a": 5,
   "b": 6,
   "c": 4,
   "d": 3,
   "e": 2,
   "f": 1
  },
  "trend": "steady"
 }
}`
	if err != nil || string(got) != want {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
	got, err = json.Marshal(NoStatistics("rio", week))
	want = `{"agent":"rio","period_hours":168,"total_prs":0,"rejected_prs":0,"approval_rate":null,"top_issues":[],"issue_breakdown":{},"trend":"no_data"}`
	if err != nil || string(got) != want {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
}

func TestTrend(t *testing.T) {
	for _, test := range []struct {
		first, second stats.Share // how many were approved
		want          stats.Trend
	}{
		{stats.Share{Count: 0, Of: 0}, stats.Share{Count: 0, Of: 0}, stats.NoData}, {stats.Share{Count: 0, Of: 0}, stats.Share{Count: 0, Of: 9}, stats.NoData}, {stats.Share{Count: 0, Of: 9}, stats.Share{Count: 0, Of: 0}, stats.NoData},
		{stats.Share{Count: 0, Of: 1}, stats.Share{Count: 1, Of: 1}, stats.Steady}, {stats.Share{Count: 0, Of: 4}, stats.Share{Count: 4, Of: 4}, stats.Improving}, {stats.Share{Count: 4, Of: 4}, stats.Share{Count: 0, Of: 4}, stats.Worsening}, {stats.Share{Count: 0, Of: 3}, stats.Share{Count: 3, Of: 3}, stats.Steady}, {stats.Share{Count: 90, Of: 90}, stats.Share{Count: 0, Of: 3}, stats.Steady},
		{stats.Share{Count: 50, Of: 100}, stats.Share{Count: 60, Of: 100}, stats.Steady}, {stats.Share{Count: 500, Of: 1000}, stats.Share{Count: 600, Of: 1000}, stats.Improving}, {stats.Share{Count: 6, Of: 9}, stats.Share{Count: 6, Of: 9}, stats.Steady},
	} {
		if got := trendOf(test.first, test.second); got != test.want {
			t.Errorf("%+v, then %+v: %s, want %s", test.first, test.second, got, test.want)
		}
	}
	// A submission belongs to the half of its newest decision.
	all := Submissions{}
	for i := range 6 {
		all.Add(decided(t, fmt.Sprintf("%d rio no #%d/open", 100, i)))
		all.Add(decided(t, fmt.Sprintf("%d rio no #%d/closed", 10, i)))
		all.Add(decided(t, fmt.Sprintf("%d rio yes #1%d/merged", 90, i)))
	}
	if got := all.Statistics(week, plainGuide)["rio"].Trend; got != stats.Worsening {
		t.Errorf("%s", got)
	}
}

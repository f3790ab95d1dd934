package evolution

import (
	"fmt"
	"math/rand"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/learn/evolution"
)

// random makes a report: of some days or some years, of few decisions or many, by few agents or many, for the better or the worse.
func random(seed int64) *evolution.Evolution {
	r := rand.New(rand.NewSource(seed))
	name := func(kind string, n int) string {
		if r.Intn(12) == 0 {
			return hostileTexts[r.Intn(len(hostileTexts))]
		}
		return fmt.Sprint(kind, r.Intn(n))
	}
	length := time.Duration([]int{1, 7, 30, 90, 400, 3000}[r.Intn(6)]) * 24 * time.Hour
	agents, artifacts, reaches := 1+r.Intn(40), 1+r.Intn(60), 1+1.3*r.Float64()
	approved := [2]float64{r.Float64(), r.Float64()} // now and before
	var rows []decision.Summary
	for i := range r.Intn(1 + r.Intn(1+r.Intn(4000))) {
		ago := r.Float64() * reaches
		s := decision.Summary{Key: key(fmt.Sprint(i)), At: end.Add(-time.Duration(ago * float64(length))), Agent: name("agent", agents), Name: name("artifact", artifacts),
			Type: decision.Skill, Verdict: decision.Approved, Score: r.Float64()*101 - 1, Seconds: r.Intn(1 + r.Intn(400_000)), Issues: []string{name("tag", 9)}}
		switch {
		case r.Float64() > approved[int(min(ago, 1))]:
			s.Verdict, s.Category = decision.Rejected, decision.Categories[min(r.Intn(9), 5)]
		case r.Intn(4) == 0:
			s.Verdict = decision.ApprovedWithChanges
		}
		if r.Intn(9) == 0 {
			s.Name = decision.Unknown
		}
		rows = append(rows, s)
	}
	e := evolution.Of(rows, evolution.Request{Window: evolution.Window{Since: end.Add(-length), Until: end}, Older: r.Intn(2) == 0, Place: name("place", 1),
		Threshold: learn.Threshold{Percent: 10 + r.Intn(50), Min: 1 + r.Intn(6)}, Unread: []time.Time{end.Add(-length / 2)}, Undated: r.Intn(2)})
	for i := range e.Artifacts {
		e.Artifacts[i].Tell([]string{"", learn.NoReason, name("reason", 3)}[r.Intn(3)], name("action", 3))
	}
	return e
}

// Whatever was decided, each page has its form, and nothing in it acts. The pages and their sentences are templates, whose parts
// nothing but such a test compiles.
func TestAnyReport(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: many reports in three forms")
	}
	for seed := range 200 {
		e := random(int64(seed))
		elements(t, written(t, "html", e), func(string, map[string]string, string) {})
		markdownIsInert(t, written(t, "md", e))
		written(t, "json", e)
	}
}

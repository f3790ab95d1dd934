package enrich

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/draft"
)

func TestExtractReadsWhatWasSeen(t *testing.T) {
	for _, c := range []struct {
		kind, value string
		want        string // the extractor; "" for none
		confidence  float64
	}{
		{"hiring", "Two planners for Leith", HiringSignal, 0.8},
		{"hiring_signal", "Two planners for Leith", HiringSignal, 0.8},
		{"job_posting", "Two planners for Leith", HiringSignal, 0.8},
		{"vaga", "Dois planeadores para Sines", HiringSignal, 0.8},
		{"technology", "Moved the yard to Samsara", TechStack, 0.85},
		{"tech_stack", "Samsara", TechStack, 0.85},
		{"content", "Wrote of tariffs", ContentEngagement, 0.85},
		{"content_engagement", "Wrote of tariffs", ContentEngagement, 0.85},
		{"webinar", "Asked of slot times", ContentEngagement, 0.75},
		{"event", "Spoke at Hull Ports Day", ContentEngagement, 0.75},
		{"funding", "Raised 4 million in May", CompanyIntel, 0.9},
		{"", "Opens a depot in Leith", CompanyIntel, 0.9},
		{"technology", "Excel", "", 0},
		{"technology", "Kelda uses Google Workspace", "", 0},
		{"news", "Nora is Head of Maintenance at Kelda Foods", "", 0},
		{"news", "Food industry", "", 0},
		{"news", "n/a", "", 0},
	} {
		lead := &draft.Lead{FirstName: "Nora", Title: "Head of Maintenance", Company: draft.Company{Name: "Kelda Foods", Industry: "Food"},
			Signals: []draft.Signal{{Type: c.kind, Value: c.value, At: time.Date(2026, 5, 4, 0, 0, 0, 0, time.UTC)}}}
		var got []Signal
		for _, s := range Extract(lead).Signals {
			if s.Source == FromSignals {
				got = append(got, s)
			}
		}
		if c.want == "" && len(got) > 0 || c.want != "" && !slices.Equal(got, []Signal{{c.want, c.value, c.confidence, FromSignals, true}}) {
			t.Errorf("%s %q: %v", c.kind, c.value, got)
		}
	}
}

func TestExtractSaysARemarkOnce(t *testing.T) {
	lead := &draft.Lead{Hooks: []string{"Opened in Leith"}, Signals: []draft.Signal{{Type: "event", Value: "Opened in Leith"}}}
	if got := Extract(lead).Signals; len(got) != 1 || got[0].Source != "hooks" {
		t.Errorf("%v", got)
	}
	lead = &draft.Lead{}
	for range 5000 {
		lead.Signals = append(lead.Signals, draft.Signal{Type: strings.Repeat("x ", 1<<10), Value: strings.Repeat("kiln ", 1<<10) + "\xff"})
	}
	if got := Extract(lead).Signals; len(got) != 1 || len(got[0].Value) > 4*mostValue {
		t.Errorf("%d signals", len(got))
	}
}

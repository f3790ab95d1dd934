package plan_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/guard/enrich"
	"github.com/kbgate/kbgate/internal/guard/template"
)

// templates are those that a draft of the plan may be made from.
var templates = []string{"t1_pipeline", "t2_quotes", "t3_tariff"}

// choose gives the choice for whom a draft is for.
func (s *storage) choose(d *draft.Draft) template.Choice {
	s.t.Helper()
	return template.Choose(s.of(d), templates)
}

// contextOf gives what a template may use for whom a draft is for, as a program reads it.
func (s *storage) contextOf(d *draft.Draft) map[string]any {
	s.t.Helper()
	data, err := json.Marshal(s.choose(d))
	if err != nil {
		s.t.Fatal(err)
	}
	var choice struct {
		TemplateID string         `json:"template_id"`
		Context    map[string]any `json:"rejection_context"`
	}
	if err := json.Unmarshal(data, &choice); err != nil || choice.Context == nil || !slices.Contains(templates, choice.TemplateID) {
		s.t.Fatalf("the choice is %s, %v", data, err)
	}
	return choice.Context
}

func Test23_FeedbackContextShape_CorrectKeys(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		s.reject(leeds(), 3*day, "tone", "Too familiar")
		s.reject(hull(), 2*day, "tone", "Still a pitch")
		got := s.contextOf(leeds())
		want := map[string]any{
			"rejection_count": 2.0, "rejected_tags": []any{"tone"}, "feedback_texts": []any{"Too familiar", "Still a pitch"},
			"rejected_template_ids": []any{"t1_pipeline", "t2_quotes"}, "banned_subjects": []any{leeds().Subject, hull().Subject},
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("the context is %v\nwant %v", got, want)
		}
		d := setubal() // rejected without a word, a tag, a template: the keys are the same
		d.Template = ""
		s.reject(d, day, "", "")
		bare := s.contextOf(d)
		if !slices.Equal(slices.Sorted(maps.Keys(bare)), slices.Sorted(maps.Keys(want))) {
			t.Errorf("of a rejection of which little is known the context is %v", bare)
		}
		for key, value := range bare {
			if value == nil {
				t.Errorf("%s is null", key)
			}
		}
	})
}

func Test24_FeedbackContextEmptyForUnknown_Nothing(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		s.reject(leeds(), day, "tone", "Too familiar")
		if got := s.contextOf(setubal()); len(got) != 0 {
			t.Errorf("of a lead that nobody rejected the context is %v", got)
		}
	})
}

func Test43_TemplateRotationAfterRejection_AwayFromTheRejected(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		d, seen := leeds(), []string{}
		for i := range templates {
			first, again := s.choose(d), s.choose(d)
			if first.TemplateID != again.TemplateID || first.All {
				t.Errorf("after %d rejections: %+v, then %+v", i, first, again)
			}
			if slices.Contains(seen, first.TemplateID) {
				t.Errorf("after %d rejections %s is chosen, though %q were rejected", i, first.TemplateID, seen)
			}
			d.Template = first.TemplateID
			seen = append(seen, d.Template)
			s.reject(d, 3*day, "tone", "Not this one")
		}
	})
}

func Test44_TemplateRotationExhausted_FallsBackToAValidOne(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		for _, id := range templates {
			d := leeds()
			d.Template = id
			s.reject(d, 3*day, "tone", "Not this one")
		}
		first, again := s.choose(leeds()), s.choose(leeds())
		if !slices.Contains(templates, first.TemplateID) || first.TemplateID != again.TemplateID || !first.All {
			t.Errorf("with each template rejected: %+v, then %+v", first, again)
		}
	})
}

func Test45_TemplateRotationDifferentLeadUnaffected_NoLeak(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		var others []*draft.Draft
		var before []string
		for i := range 20 {
			d := setubal()
			d.To = fmt.Sprintf("celia.%d@pomarverde.example", i)
			others, before = append(others, d), append(before, s.choose(d).TemplateID)
		}
		for _, id := range templates {
			d := leeds()
			d.Template = id
			s.reject(d, day, "tone", "Not this one")
		}
		for i, d := range others {
			if after := s.choose(d); after.TemplateID != before[i] || after.All || after.RejectionContext.RejectionCount != 0 {
				t.Errorf("rejections of Andrew's drafts change what is chosen for %s from %s to %+v", d.To, before[i], after)
			}
		}
	})
}

func Test46_FeedbackTextAppearsInTemplateVariables(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		const said = "Write his title in full: “VP Sales” <not> & abbreviated"
		s.reject(leeds(), day, "tone", said)
		if got := s.contextOf(leeds())["feedback_texts"]; fmt.Sprint(got) != fmt.Sprint([]string{said}) {
			t.Errorf("the reviewer said %q, and a template has %q", said, got)
		}
	})
}

func Test47_NoRejectionContextForNewLead_Empty(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		data, err := json.Marshal(s.choose(leeds()).RejectionContext)
		if err != nil || string(data) != "{}" {
			t.Errorf("before anything is rejected the context is %s, %v", data, err)
		}
	})
}

func Test48_GenerateEmailIncludesRejectionContext_FieldPresent(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		for i := range 2 {
			data, err := json.Marshal(s.choose(leeds()))
			if err != nil || strings.Contains(string(data), `"rejection_context":{}`) != (i == 0) || !strings.Contains(string(data), `"rejection_context":{`) {
				t.Errorf("after %d rejections the choice is %s, %v", i, data, err)
			}
			s.reject(leeds(), day, "tone", "Too familiar")
		}
	})
}

func Test49_SubAgentEnrichmentExtractsSignals_FromRichData(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		c := enrich.Extract(andrew())
		for _, kind := range []string{enrich.CompanyIntel, enrich.HiringSignal, enrich.TechStack, enrich.ContentEngagement, enrich.RoleImpact} {
			if !slices.ContainsFunc(c.Signals, func(s enrich.Signal) bool { return s.Type == kind && s.Value != "" && s.Source != "" }) {
				t.Errorf("rich data gives no signal of %s: %+v", kind, c.Signals)
			}
		}
		if c.CompanySpecificCount < 4 || c.RoleImpactCount < 1 || !c.MeetsMinimum() || c.OverallConfidence <= 0 || c.RecommendedOpenerSignal == nil || len(c.SubAgentTraceIDs) != 5 {
			t.Errorf("the merged context is %+v", c)
		}
		r := s.check(bland()) // a draft about nobody is rescued by what the lead's data holds
		if !r.Passed || !r.Rescued || len(r.RuleFailures) != 0 || r.RecommendedOpener == nil || *r.RecommendedOpener != *c.RecommendedOpenerSignal {
			t.Errorf("a bland draft with rich data: %+v", r)
		}
	})
}

func Test50_SubAgentFallbackOnSparseData_Graceful(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		for name, lead := range map[string]*draft.Lead{"none": nil, "empty": {}, "an address": {Email: andrew().Email}, "a bare company": {Company: draft.Company{Name: "Tarnbridge"}}} {
			c := enrich.Extract(lead)
			if c == nil || c.MeetsMinimum() || c.RoleImpactCount != 0 || c.Signals == nil {
				t.Errorf("%s: the merged context is %+v", name, c)
			}
			d := bland()
			d.Lead = lead
			if r := s.check(d); r.Passed || r.Rescued || !slices.Equal(failed(r), []string{"GUARD-003"}) {
				t.Errorf("%s: a bland draft with sparse data: %+v", name, r)
			}
		}
		personal := leeds() // nothing is known of the lead, so nothing speaks for the draft; that of itself fails no other guard
		personal.Lead, personal.Evidence = nil, []decision.Evidence{{Type: "hiring", Value: "Four account executives in Leeds", Source: "research"}}
		if r := s.check(personal); fails(r, "GUARD-001") || fails(r, "GUARD-002") || fails(r, "GUARD-004") || fails(r, "GUARD-005") {
			t.Errorf("a draft without lead data: %+v", r)
		}
	})
}

// The plan has 50 tests, and each is here once.
func TestThePlanIsWhole(t *testing.T) {
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^func Test(\d\d)_`).FindAllSubmatch(text, -1) {
			found[string(m[1])]++
		}
	}
	for i := range 50 {
		if number := fmt.Sprintf("%02d", i+1); found[number] != 1 {
			t.Errorf("test %s of the plan stands here %d times", number, found[number])
		}
	}
}

package plan_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/guard"
)

func Test27_GuardBlocksAfterTwoRejections_GUARD001(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		s.reject(leeds(), 3*day, "", "")
		s.reject(leeds(), 2*day, "", "")
		r := s.check(hull())
		if r.Passed || !slices.Equal(failed(r), []string{"GUARD-001"}) || r.Next != "skip" || !r.MemoryHit {
			t.Errorf("the third attempt: %+v", r)
		}
	})
}

func Test28_GuardPassesFirstRejection_BelowThreshold(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		s.reject(leeds(), 3*day, "", "")
		if r := s.check(hull()); !r.Passed || len(r.RuleFailures) != 0 || !r.MemoryHit {
			t.Errorf("the second attempt, another draft: %+v", r)
		}
	})
}

func Test29_GuardBlocksRepeatDraft_GUARD002(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		s.reject(leeds(), 3*day, "", "")
		if r := s.check(leeds()); r.Passed || !slices.Equal(failed(r), []string{"GUARD-002"}) {
			t.Errorf("the same draft again: %+v", r)
		}
	})
}

func Test30_GuardPassesDifferentDraft_DifferentContentOK(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		s.reject(hull(), 3*day, "", "")
		if r := s.check(leeds()); !r.Passed || len(r.RuleFailures) != 0 {
			t.Errorf("another draft: %+v", r)
		}
	})
}

func Test31_GuardBlocksNoCompanyEvidence_GUARD003(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		d := bland()
		d.Lead = &draft.Lead{Email: d.To, FirstName: "Andrew"} // nothing that could rescue it
		if r := s.check(d); r.Passed || !slices.Equal(failed(r), []string{"GUARD-003"}) {
			t.Errorf("a draft that is about nobody: %+v", r)
		}
		d.Body = strings.ReplaceAll(d.Body, "Many teams", "Teams like the one at Tarnbridge Logistics")
		d.Lead.Company.Name = "Tarnbridge Logistics"
		if r := s.check(d); r.Passed || !slices.Equal(failed(r), []string{"GUARD-003"}) {
			t.Errorf("a bare company name is taken for evidence: %+v", r)
		}
		for what, d := range map[string]*draft.Draft{
			"the role alone": email(&draft.Lead{Email: d.To, FirstName: "Andrew", Title: "VP Sales"}, "The forecast", "Hi Andrew,",
				"As new reps fill the pipeline, a VP Sales sees the forecast slip two quarters later.", "Shall I send the scorecard?", "Maren Holt"),
			"the company alone": email(&draft.Lead{Email: d.To, FirstName: "Andrew", Title: "VP Sales"}, "Hull", "Hi Andrew,",
				"Congratulations on the cross-dock that Tarnbridge Logistics opened in Hull in May.", "Shall I send a brochure?", "Maren Holt"),
		} {
			if r := s.check(d); r.Passed || r.Rescued || !slices.Equal(failed(r), []string{"GUARD-003"}) {
				t.Errorf("%s is taken for enough: %+v", what, r)
			}
		}
	})
}

func Test32_GuardPassesEvidenceBackedDraft_CompanyAndRoleOK(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		for _, d := range []*draft.Draft{leeds(), hull(), setubal()} {
			r := s.check(d)
			if !r.Passed || len(r.RuleFailures) != 0 || r.Rescued || len(r.Evidence) < 2 {
				t.Errorf("%s: %+v", d.Subject, r)
			}
		}
	})
}

func Test33_GuardBlocksBannedOpenerGivenYourRole_GUARD004(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		for _, body := range []string{
			"Given your role as VP Sales, " + leeds().Body,
			withOpener("Given your role as VP Sales, the four account executives in Leeds will keep you busy."),
		} {
			d := leeds()
			d.Body = body
			if r := s.check(d); r.Passed || !slices.Equal(failed(r), []string{"GUARD-004"}) {
				t.Errorf("%q: %+v", body[:40], r)
			}
		}
	})
}

func Test34_GuardBlocksHopeThisFindsYou_GUARD004(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		for _, opener := range []string{"I hope this email finds you well.", "i hope this message finds you in good health.", "I  HOPE this finds you well."} {
			d := leeds()
			d.Body = withOpener(opener)
			if r := s.check(d); r.Passed || !slices.Equal(failed(r), []string{"GUARD-004"}) {
				t.Errorf("%q: %+v", opener, r)
			}
		}
	})
}

func Test35_GuardPassesSignalBasedOpener_NotBannedOK(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		for _, opener := range []string{"The Hull cross-dock takes its first furniture groupage in May.", "Your webinar question about seasonal lanes has stayed with me."} {
			d := leeds()
			d.Body = withOpener(opener)
			if r := s.check(d); !r.Passed || len(r.RuleFailures) != 0 {
				t.Errorf("%q: %+v", opener, r)
			}
		}
	})
}

// withOpener is the text of a good draft with a sentence put behind the salutation.
func withOpener(sentence string) string {
	return strings.Replace(leeds().Body, "Hi Andrew,\n\n", "Hi Andrew,\n\n"+sentence+" ", 1)
}

func Test36_GuardBlocksHighGenericDensity_GUARD005(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		d := leeds()
		d.Body = "Hi Andrew,\n\nTarnbridge is hiring four account executives in Leeds, so your forecast will slip before the new reps know which lanes close. " +
			"In today's fast-paced business environment, companies need to do more with less. Our cutting-edge platform helps you take your sales to the next level. " +
			"We would love to explore how we can unlock new opportunities together. Let's hop on a quick call to discuss synergies.\n\nMaren Holt"
		if r := s.check(d); r.Passed || !slices.Equal(failed(r), []string{"GUARD-005"}) {
			t.Errorf("four sentences of five are generic: %+v", r)
		}
	})
}

func Test37_GuardPassesLowGenericDensity_SpecificContentOK(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		d := leeds()
		d.Body = strings.Replace(d.Body, "Could I show", "We would love to help you take your sales to the next level. Could I show", 1)
		if r := s.check(d); !r.Passed || len(r.RuleFailures) != 0 {
			t.Errorf("one generic sentence among six: %+v", r)
		}
	})
}

func Test38_SoftModeLogsButPasses_FailuresListed(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		s.reject(leeds(), 3*day, "", "")
		s.reject(leeds(), 2*day, "", "")
		soft := settingsOf(t, guard.ModeVariable, "soft")
		r := s.checkBy(leeds(), soft)
		if !r.Passed || !fails(r, "GUARD-001", "GUARD-002") || r.BlockedReason == nil {
			t.Errorf("in soft mode: %+v", r)
		}
	})
}

func Test39_DisabledGuardPassesEverything(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		s.reject(leeds(), 3*day, "", "")
		s.reject(leeds(), 2*day, "", "")
		off := settingsOf(t, guard.EnabledVariable, "false")
		d := leeds()
		d.Body = "I hope this email finds you well."
		for _, d := range []*draft.Draft{leeds(), d} {
			if r := s.checkBy(d, off); !r.Passed || len(r.RuleFailures) != 0 || r.BlockedReason != nil {
				t.Errorf("with the guards off: %+v", r)
			}
		}
		if n := s.recordOf(leeds()).RejectionCount; n != 2 {
			t.Errorf("with the guards off %d rejections are remembered; want 2", n)
		}
	})
}

func Test40_ResultContainsAllFields(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		s.reject(leeds(), 3*day, "", "")
		for _, d := range []*draft.Draft{leeds(), setubal()} {
			data, err := json.Marshal(s.check(d))
			if err != nil {
				t.Fatal(err)
			}
			var got map[string]json.RawMessage
			if err := json.Unmarshal(data, &got); err != nil {
				t.Fatal(err)
			}
			for _, key := range []string{"passed", "blocked_reason", "rule_failures", "draft_fingerprint", "personalization_evidence", "rejection_memory_hit"} {
				if _, ok := got[key]; !ok {
					t.Errorf("the result lacks %s: %s", key, data)
				}
			}
			for key, want := range map[string][]string{"rule_failures": {"message", "rule_id"}, "personalization_evidence": {"source", "type", "value"}} {
				var items []map[string]any
				if err := json.Unmarshal(got[key], &items); err != nil || items == nil {
					t.Errorf("%s is no list: %s, %v", key, got[key], err)
				}
				for _, item := range items {
					if keys := slices.Sorted(maps.Keys(item)); !slices.Equal(keys, want) {
						t.Errorf("of %s there are %q; want %q", key, keys, want)
					}
				}
			}
			if blocked := string(got["blocked_reason"]) != "null"; blocked != (string(got["passed"]) == "false") {
				t.Errorf("a draft is blocked for a reason, and passes without one: %s", data)
			}
		}
	})
}

func Test41_AndrewReplayBlockedByGuard(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		if r := s.check(leeds()); !r.Passed || r.MemoryHit {
			t.Errorf("the first attempt: %+v", r)
		}
		s.reject(leeds(), 3*day, "personalization_mismatch", "He runs sales, not recruiting")
		if r := s.check(leeds()); r.Passed || !slices.Equal(failed(r), []string{"GUARD-002"}) {
			t.Errorf("the second attempt: %+v", r)
		}
		s.reject(leeds(), 2*day, "repeat_draft", "I sent this back on Monday")
		if r := s.check(leeds()); r.Passed || !fails(r, "GUARD-001", "GUARD-002") { // its opener was rejected twice, too
			t.Errorf("the third attempt: %+v", r)
		}
	})
}

func Test42_CeliaDifferentContentStillBlockedOnCount(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		s.reject(setubal(), 3*day, "personalization_mismatch", "She does not care about crates")
		second := email(celia(), "Closing by the second day", "Dear Celia,",
			"With SAP S/4HANA live, Pomar Verde should be able to close a month before the supermarkets send their bonus statements. Most packers cannot, because accruals for "+
				"promotions sit in a buyer's mailbox.",
			"We collect the statements, match them to your contracts and book the difference, and the finance team signs it off.", "Would you like to see it on one chain's papers?",
			"Maren Holt\nLanewise")
		s.reject(second, 2*day, "tone", "Still a pitch")
		third := email(celia(), "Packing costs by contract", "Dear Celia,",
			"Two new cost accountants in Setúbal can tell you what a punnet costs on each line, if the labour hours reach SAP S/4HANA by shift and not by month.",
			"Lanewise reads the time clock of the packing hall, so your controllers compare contracts without a spreadsheet.", "Shall I send the one-page layout?", "Maren Holt\nLanewise")
		if r := s.check(third); r.Passed || !slices.Equal(failed(r), []string{"GUARD-001"}) {
			t.Errorf("other content, the same evidence, after two rejections: %+v", r)
		}
	})
}

// Without a configuration the guards have the plan's defaults.
func TestDefaultsAreThePlans(t *testing.T) {
	if s := settingsOf(t, "none", ""); s != settings {
		t.Errorf("the defaults are %+v; the plan has %+v", s, settings)
	}
}

// settingsOf are the plan's defaults with one variable of the environment set.
func settingsOf(t *testing.T, variable, value string) guard.Settings {
	t.Helper()
	s, err := guard.SettingsOf(config.Default(nil).Guard, func(name string) (string, bool) {
		if name != variable {
			return "", false
		}
		return value, true
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// fails reports whether a draft fails at some guards, whatever others say.
func fails(r guard.Result, ids ...string) bool {
	return !slices.ContainsFunc(ids, func(id string) bool { return !slices.Contains(failed(r), id) })
}

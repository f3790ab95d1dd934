package plan_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/draft"
)

func Test01_FingerprintDeterministic_SameInputSameHash(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		s.reject(leeds(), 2*day, "", "")
		s.reject(leeds(), day, "", "")
		kept := s.of(leeds()).Rejections
		want := draft.Fingerprint(leeds().Subject, leeds().Body)
		if len(kept) != 2 || kept[0].Fingerprint != want || kept[1].Fingerprint != want {
			t.Errorf("the same draft, kept twice, is %+v; want two of the fingerprint %s", kept, want)
		}
	})
}

func Test02_FingerprintDiffersForDifferentContent_DifferentHash(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		s.reject(leeds(), 2*day, "", "")
		s.reject(hull(), day, "", "")
		kept := s.of(leeds()).Rejections
		if len(kept) != 2 || kept[0].Fingerprint == kept[1].Fingerprint {
			t.Errorf("two drafts are kept as %+v; want two fingerprints", kept)
		}
		if draft.Fingerprint("s", "x") == draft.Fingerprint("x", "s") || draft.Fingerprint("s x", "") == draft.Fingerprint("s", "x") {
			t.Error("what is the subject and what the body makes no difference")
		}
	})
}

func Test03_FingerprintNormalizesWhitespace_SpacedOutIsTheSame(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		if draft.Fingerprint("s", "  A  ") != draft.Fingerprint("s", "A") {
			t.Error(`"  A  " and "A" differ`)
		}
		s.reject(leeds(), day, "", "")
		spaced := leeds()
		spaced.Body = "  " + strings.ReplaceAll(spaced.Body, " ", " \t ") + "\n\n"
		if kept := s.of(spaced).Rejections; len(kept) != 1 || kept[0].Fingerprint != draft.Fingerprint(spaced.Subject, spaced.Body) {
			t.Errorf("the draft with more white space is another one than %+v", kept)
		}
	})
}

func Test04_FingerprintUsesFirst500Chars_TheRestIsNotSeen(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		d, longer, shorter := leeds(), leeds(), leeds()
		d.Body = strings.Repeat("é", 500)
		longer.Body, shorter.Body = d.Body+"more", strings.Repeat("é", 499)+"e"
		s.reject(longer, day, "", "")
		kept := s.of(d).Rejections
		if len(kept) != 1 || kept[0].Fingerprint != draft.Fingerprint(d.Subject, d.Body) {
			t.Errorf("what stands behind 500 characters changes the fingerprint: %+v", kept)
		}
		if draft.Fingerprint(d.Subject, shorter.Body) == kept[0].Fingerprint {
			t.Error("the 500th character is not seen")
		}
	})
}

func Test05_RecordRejectionStoresAndRetrieves_RoundTrip(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		d := leeds()
		id := s.reject(d, day, "tone", "Too familiar for a first mail")
		kept := s.of(d).Rejections
		if len(kept) != 1 {
			t.Fatalf("%d rejections are remembered; want 1", len(kept))
		}
		r := kept[0]
		if r.ID != id || !r.At.Equal(s.now.Add(-day)) || r.Campaign != "spring" || r.Type != decision.Email || r.Title != d.Subject ||
			r.Fingerprint != draft.Fingerprint(d.Subject, d.Body) || r.Sketch != draft.Sketch(d) || r.Template != d.Template ||
			!slices.Equal(r.Tags, []string{"tone"}) || r.Feedback != "Too familiar for a first mail" {
			t.Errorf("remembered is %+v", r)
		}
		if r.Subject != decision.Subject(d.To, nil) || strings.Contains(r.Subject, "@") {
			t.Errorf("the address is kept as %q; want its hash", r.Subject)
		}
	})
}

func Test06_RecordRejectionIncrementsCount_TwoRejectionsCountTwo(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		s.reject(leeds(), 2*day, "tone", "first")
		if n := s.recordOf(leeds()).RejectionCount; n != 1 {
			t.Errorf("after one rejection the count is %d", n)
		}
		s.reject(hull(), day, "tone", "second")
		if n := s.recordOf(leeds()).RejectionCount; n != 2 {
			t.Errorf("after two rejections the count is %d", n)
		}
	})
}

func Test07_RecordRejectionEmptyEmail_ReturnsEmpty(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		d := leeds()
		d.To, d.Lead = "", nil
		s.reject(d, day, "tone", "to nobody")
		if m := s.of(d); len(m.Rejections) != 0 || m.Record() != nil {
			t.Errorf("an e-mail to nobody has a memory: %+v", m)
		}
	})
}

func Test08_RecordRejectionStoresTemplateID_TemplateIsTracked(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		s.reject(leeds(), day, "", "")
		if got := s.recordOf(leeds()).RejectedTemplateIDs; !slices.Equal(got, []string{"t1_pipeline"}) {
			t.Errorf("the rejected templates are %q", got)
		}
	})
}

func Test09_RecordRejectionDeduplicatesSubjects_SameSubjectStoredOnce(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		other := hull()
		other.Subject = leeds().Subject
		s.reject(leeds(), 2*day, "", "")
		s.reject(other, day, "", "")
		if got := s.recordOf(leeds()).RejectedSubjects; !slices.Equal(got, []string{leeds().Subject}) {
			t.Errorf("the rejected subject lines are %q", got)
		}
	})
}

func Test10_NoHistory_ReturnsNone(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		s.reject(leeds(), day, "", "")
		if m := s.of(setubal()); len(m.Rejections) != 0 || m.Record() != nil {
			t.Errorf("a lead that nobody rejected has the memory %+v", m)
		}
	})
}

func Test11_EmailNormalization_CaseInsensitiveLookup(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		d := leeds()
		d.To = "Andrew@TarnBridge.example"
		s.reject(d, day, "", "")
		for _, address := range []string{"andrew@tarnbridge.example", "ANDREW@TARNBRIDGE.EXAMPLE", "  andrew@tarnbridge.example ", "Andrew Mills <Andrew@tarnbridge.example>"} {
			if n := len(s.ofAddress(address).Rejections); n != 1 {
				t.Errorf("%q has %d rejections; want 1", address, n)
			}
		}
	})
}

func Test12_TTLExpired_31DaysOldReturnsNone(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		s.reject(leeds(), 31*day, "", "")
		if m := s.of(leeds()); len(m.Rejections) != 0 || m.Record() != nil {
			t.Errorf("31 days later there is still %+v", m)
		}
	})
}

func Test13_TTLNotExpired_29DaysOldReturnsRecord(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		s.reject(leeds(), 29*day, "", "")
		if n := s.recordOf(leeds()).RejectionCount; n != 1 {
			t.Errorf("29 days later the count is %d; want 1", n)
		}
	})
}

func Test14_RepeatDraftDetected_SameFingerprintTrue(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		s.reject(leeds(), day, "", "")
		if !s.isRepeat(leeds()) {
			t.Error("the same draft is not seen as a repeat")
		}
	})
}

func Test15_DifferentDraftNotFlagged_DifferentFingerprintFalse(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		s.reject(leeds(), day, "", "")
		if s.isRepeat(hull()) {
			t.Error("another draft is taken for a repeat")
		}
	})
}

func Test16_NoHistoryNotRepeat_UnknownLeadFalse(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		s.reject(leeds(), day, "", "")
		toCelia := leeds()
		toCelia.To, toCelia.Lead = celia().Email, celia()
		if s.isRepeat(toCelia) {
			t.Error("what was rejected for one lead is a repeat for another")
		}
	})
}

func Test17_ShouldNotBlockFirstRejection_OneIsNotBlocked(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		s.reject(leeds(), day, "", "")
		if blocked, why := s.isBlocked(hull()); blocked {
			t.Errorf("blocked after one rejection: %s", why)
		}
	})
}

func Test18_ShouldBlockAfterTwoRejections_TwoAreBlocked(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		s.reject(leeds(), 3*day, "", "")
		s.reject(leeds(), 2*day, "", "")
		blocked, why := s.isBlocked(hull())
		if !blocked || !strings.Contains(why, "2") {
			t.Errorf("blocked=%t after two rejections, and it says %q", blocked, why)
		}
	})
}

func Test19_ShouldNotBlockWithNewEvidence_TwoRejectionsAndEvidence(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		s.reject(leeds(), 3*day, "", "")
		s.reject(leeds(), 2*day, "", "")
		d := hull()
		d.Lead.Company.Technologies = append(d.Lead.Company.Technologies, "Snowflake")
		d.Lead.Signals = append(d.Lead.Signals, draft.Signal{Type: "hiring", Value: "A pricing analyst in Hull", At: s.now.Add(-day)})
		if blocked, why := s.isBlocked(d); blocked {
			t.Errorf("blocked though the lead's data has something new: %s", why)
		}
	})
}

func Test20_ShouldNotBlockUnknownLead_NotBlocked(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		s.reject(leeds(), 3*day, "", "")
		s.reject(hull(), 2*day, "", "")
		if blocked, why := s.isBlocked(setubal()); blocked {
			t.Errorf("a lead that nobody rejected is blocked: %s", why)
		}
	})
}

func Test21_RejectedTemplateIDs_Accumulate(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		s.reject(leeds(), 3*day, "", "")
		s.reject(leeds(), 2*day, "", "")
		s.reject(hull(), day, "", "")
		if got := s.recordOf(leeds()).RejectedTemplateIDs; !slices.Equal(got, []string{"t1_pipeline", "t2_quotes"}) {
			t.Errorf("the rejected templates are %q", got)
		}
	})
}

func Test22_RejectedTemplateIDsEmptyForUnknown_None(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		s.reject(leeds(), day, "", "")
		if got := s.choose(setubal()).RejectionContext.RejectedTemplateIDs; s.of(setubal()).Record() != nil || len(got) != 0 {
			t.Errorf("a lead without rejections has rejected templates: %q", got)
		}
	})
}

func Test25_AndrewCeliaReplay_ThirdBlockedAndRepeatDetected(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		for _, d := range []*draft.Draft{leeds(), setubal()} {
			s.reject(d, 3*day, "personalization_mismatch", "Nothing in it is about them")
			if !s.isRepeat(d) {
				t.Errorf("after one rejection the same draft to %s is no repeat", d.To)
			}
			if blocked, why := s.isBlocked(d); blocked {
				t.Errorf("after one rejection %s is blocked: %s", d.To, why)
			}
			s.reject(d, 2*day, "repeat_draft", "This is the one that I sent back")
			if blocked, _ := s.isBlocked(d); !blocked || !s.isRepeat(d) {
				t.Errorf("the third attempt at %s: blocked=%t repeat=%t; want both", d.To, blocked, s.isRepeat(d))
			}
		}
	})
}

func Test26_FilesystemPersistenceAcrossInstances_SurvivesRestart(t *testing.T) {
	inEachStorage(t, func(t *testing.T, s *storage) {
		s.reject(leeds(), 2*day, "tone", "first")
		s.reject(leeds(), day, "tone", "second")
		before, err := json.Marshal(s.recordOf(leeds()))
		if err != nil {
			t.Fatal(err)
		}
		s.restart()
		after, err := json.Marshal(s.recordOf(leeds()))
		if err != nil || string(before) != string(after) {
			t.Errorf("before the restart %s\nafter it %s, %v", before, after, err)
		}
	})
}

package decision

import (
	"slices"
	"testing"
	"time"
)

// What may take the place of a record is that record without what redactions hide, and nothing else.
func TestIsWithout(t *testing.T) {
	at := time.Date(2025, 11, 1, 10, 0, 0, 0, time.UTC)
	was := func() *Decision {
		return &Decision{Schema: Schema, ID: "01K8ZDR3800000000000000001", Source: Human, At: at, Verdict: Rejected, Reviewer: "ana", Agent: "rio",
			Artifact: Artifact{Type: Skill, Name: "first"}, Reason: "Acme", LearnedAction: "Review: Acme", Tags: []string{"a"}}
	}
	hide := func(names ...string) *Amendment {
		return &Amendment{ID: "01K94JHH80000000000000000A", Of: was().ID, Field: RedactedField, Value: ListValue(names...)}
	}
	for _, c := range []struct {
		what   string
		hidden []string
		do     func(*Decision)
		want   bool
	}{
		{"as it was", []string{"reason"}, func(*Decision) {}, true},
		{"without the reason", []string{"reason"}, func(d *Decision) { d.Reason, d.LearnedAction = "", "" }, true},
		{"without a part of it", []string{"reason"}, func(d *Decision) { d.Reason = "" }, true},
		{"without all texts", []string{AllTexts}, func(d *Decision) { d.Reason, d.LearnedAction = "", "" }, true},
		{"another reason", []string{"reason"}, func(d *Decision) { d.Reason = "none" }, false},
		{"without what is not hidden", []string{"reason"}, func(d *Decision) { d.Tags = nil }, false},
		{"another verdict", []string{AllTexts}, func(d *Decision) { d.Verdict = Approved }, false},
		{"no verdict", []string{"verdict", AllTexts}, func(d *Decision) { d.Verdict = "" }, false},
		{"another agent", []string{"agent", AllTexts}, func(d *Decision) { d.Agent = "tea" }, false},
		{"no reviewer", []string{"reviewer", AllTexts}, func(d *Decision) { d.Reviewer = "" }, false},
		{"another time", []string{"at", AllTexts}, func(d *Decision) { d.At = at.Add(time.Hour) }, false},
		{"a text more", []string{AllTexts}, func(d *Decision) { d.Correction = "x" }, false},
	} {
		is := was()
		c.do(is)
		if got := is.IsWithout(was(), []*Amendment{hide(c.hidden...)}); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
	if was().IsWithout(was(), nil) {
		t.Error("no redaction, and yet it may lack something")
	}
}

// Twins disagree in what a program may not change; a reason that is hidden is none of it.
func TestDisagree(t *testing.T) {
	a := &Decision{ID: "01K8ZDR3800000000000000001", Verdict: Rejected, Reviewer: "ana", Agent: "rio", Reason: "x", Category: Clarity}
	b := &Decision{ID: a.ID, Verdict: Approved, Reviewer: "eva", Agent: "tea", Reason: "y", Category: Examples}
	if got := Disagree(a, b, nil); !slices.Equal(got, []string{"verdict", "reviewer", "agent", "reason"}) {
		t.Error(got)
	}
	b = &Decision{ID: a.ID, Verdict: Rejected, Reviewer: "ana", Agent: "rio", Category: Examples}
	if got := Disagree(a, b, []*Amendment{{Of: a.ID, Field: RedactedField}}); len(got) > 0 {
		t.Error(got)
	}
}

// Records of one event may differ in the agent, and in what follows from the reason's words.
func TestIsSameEvent(t *testing.T) {
	event := func() *Decision {
		return &Decision{Schema: Schema, ID: "01K8ZDR3800000000000000001", Source: GitHub, SourceID: "t/kb#7/review/5", Verdict: Rejected, Reviewer: "ana",
			Agent: Unknown, Artifact: Artifact{Type: Claim, Name: "t/kb#7"}, Reason: "x"}
	}
	for what, c := range map[string]struct {
		do   func(*Decision)
		want bool
	}{
		"agent":    {func(d *Decision) { d.Agent, d.Category = "rio", Clarity }, true},
		"artifact": {func(d *Decision) { d.Artifact.Name = "z.md" }, false},
		"verdict":  {func(d *Decision) { d.Verdict = Approved }, false},
		"reason":   {func(d *Decision) { d.Reason = "" }, false},
		"event":    {func(d *Decision) { d.SourceID = "" }, false},
	} {
		other := event()
		c.do(other)
		if got := IsSameEvent(event(), other); got != c.want {
			t.Errorf("%s: %v", what, got)
		}
	}
	if began := (&Decision{Source: Human}); IsSameEvent(began, began) {
		t.Error("what begins here is no event")
	}
}

// A redaction of what an amendment sets a field to hides a text, and lets a history lack it; it undoes no amendment of the agent.
func TestAmendmentIsWithout(t *testing.T) {
	for field, want := range map[string]bool{"reason": true, "learned_action": true, "agent": false, "reviewer": false, "category": false, "tags": false} {
		was := &Amendment{Schema: AmendmentSchema, ID: "01K8ZDR3800000000000000002", Of: "01K8ZDR3800000000000000001", Field: field, Value: TextValue("tea")}
		without := *was
		without.Value = Value{}
		redaction := &Amendment{Of: was.ID, Field: RedactedField, Value: ListValue("value")}
		if got := without.IsWithout(was, []*Amendment{redaction}); got != want {
			t.Errorf("%s: %v", field, got)
		}
		if view := FoldAmendment(was, redaction); (len(view.Redacted) > 0) != want {
			t.Errorf("%s: %+v", field, view)
		}
	}
}

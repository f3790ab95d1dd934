package memory_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/guard/memory"
)

const day = 24 * time.Hour

var now = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// ago are rejections so many days before now, each with its number of days for an id.
func ago(days ...float64) (all []memory.Rejection) {
	for _, n := range days {
		all = append(all, memory.Rejection{ID: fmt.Sprintf("R%07.3f", n), At: now.Add(-time.Duration(n * float64(day))), Artifact: "mail", Fingerprint: fmt.Sprintf("f%v", n)})
	}
	return all
}

func ids(m *memory.Memory) (all []string) {
	for _, r := range m.Rejections {
		all = append(all, r.ID)
	}
	return all
}

func TestOf(t *testing.T) {
	approved := func(days float64, a memory.Approval) []memory.Approval {
		a.At = now.Add(-time.Duration(days * float64(day)))
		return []memory.Approval{a}
	}
	validators := ago(3, 2)
	validators[0].Source = decision.Validator
	for name, c := range map[string]struct {
		all       []memory.Rejection
		approvals []memory.Approval
		want      []string
	}{
		"none":           {nil, nil, nil},
		"one of 29 days": {ago(29), nil, []string{"R029.000"}},
		"one of 30 days": {ago(30), nil, []string{"R030.000"}},
		"one of 31 days": {ago(31), nil, nil},
		"the last keeps those of the window before it": {ago(10, 40, 39, 41), nil, []string{"R040.000", "R039.000", "R010.000"}},
		"the last alone is too old":                    {ago(31, 32, 33), nil, nil},
		"a day ahead of the clock":                     {ago(3, -1), nil, []string{"R003.000", "R-01.000"}},
		"far ahead of the clock":                       {ago(3, 2, -40, -1.1), nil, []string{"R003.000", "R002.000"}},
		"an approval a day ahead":                      {ago(3), approved(-1, memory.Approval{Artifact: "mail"}), nil},
		"an approval far ahead":                        {ago(3), approved(-2, memory.Approval{Artifact: "mail"}), []string{"R003.000"}},
		"one id counts once":                           {append(ago(3, 2), ago(3)...), nil, []string{"R003.000", "R002.000"}},
		"another artifact approved":                    {ago(3, 2), approved(1, memory.Approval{Artifact: "other"}), []string{"R003.000", "R002.000"}},
		"the artifact approved later":                  {ago(3, 2), approved(1, memory.Approval{Artifact: "mail"}), nil},
		"approved between":                             {ago(3, 1), approved(2, memory.Approval{Artifact: "mail"}), []string{"R001.000"}},
		"approved before":                              {ago(3, 1), approved(4, memory.Approval{Artifact: "mail"}), []string{"R003.000", "R001.000"}},
		"approved at the same moment":                  {ago(3), approved(3, memory.Approval{Artifact: "mail"}), []string{"R003.000"}},
		"one text approved":                            {ago(3, 2), approved(1, memory.Approval{Fingerprint: "f3"}), []string{"R002.000"}},
		"an approval of nothing known":                 {ago(3, 2), approved(1, memory.Approval{}), []string{"R003.000", "R002.000"}},
		"what was approved opens no window":            {ago(31, 2), approved(1, memory.Approval{Fingerprint: "f2"}), nil},
		"a validator approves":                         {validators, approved(1, memory.Approval{Artifact: "mail", Source: decision.Validator}), []string{"R002.000"}},
		"a clock that is ahead":                        {ago(-0.5, 29), nil, []string{"R029.000", "R-00.500"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := ids(memory.Of("s", c.all, c.approvals, 30*day, now)); !slices.Equal(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
	if m := memory.Of("", ago(1), nil, 30*day, now); len(m.Rejections) > 0 {
		t.Error("an empty subject has a memory")
	}
}

// A memory does not depend on the order in which machines tell of rejections, nor on how often they do.
func TestOrderDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SampledFrom([]string{"", "a", "b", "c"})
		moment := rapid.Custom(func(t *rapid.T) time.Time {
			return now.Add(-time.Duration(rapid.IntRange(-24, 24*80).Draw(t, "hours")) * time.Hour)
		})
		source := rapid.SampledFrom([]decision.Source{decision.Human, decision.Validator})
		all := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) memory.Rejection {
			return memory.Rejection{ID: rapid.SampledFrom([]string{"1", "2", "3", "4", "5", "6"}).Draw(t, "id"), At: moment.Draw(t, "at"), Source: source.Draw(t, "source"),
				Artifact: texts.Draw(t, "artifact"), Fingerprint: texts.Draw(t, "fingerprint"), SHA: texts.Draw(t, "sha"), Tags: []string{texts.Draw(t, "tag")}}
		}), 0, 12).Draw(t, "rejections")
		approvals := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) memory.Approval {
			return memory.Approval{At: moment.Draw(t, "at"), Source: source.Draw(t, "source"), Artifact: texts.Draw(t, "artifact"), Fingerprint: texts.Draw(t, "fingerprint")}
		}), 0, 3).Draw(t, "approvals")
		want := memory.Of("s", all, approvals, 30*day, now)
		seed := rapid.Uint64().Draw(t, "seed")
		mixed := append(slices.Clone(all), all[:len(all)/2]...)
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		if got := memory.Of("s", mixed, approvals, 30*day, now); !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v, and in another order %+v", want, got)
		}
		if !slices.IsSortedFunc(want.Rejections, func(a, b memory.Rejection) int { return a.At.Compare(b.At) }) {
			t.Fatalf("not in the order of time: %+v", want)
		}
		if n := len(want.Rejections); n > 0 {
			if last := want.Rejections[n-1].At; now.Sub(last) > 30*day || last.Sub(want.Rejections[0].At) > 30*day {
				t.Fatalf("outside of the window: %+v", want)
			}
		}
	})
}

func rejection(change func(*decision.Decision)) *decision.Decision {
	d := &decision.Decision{ID: "01KB0000000000000000000001", At: now, Verdict: decision.Rejected, Subject: "acme", Reason: "too generic", Tags: []string{"tone"},
		Artifact: decision.Artifact{Type: decision.Email, Name: "mail"}, Draft: decision.Draft{Title: "Hello", Fingerprint: "f", Template: "t1"}}
	change(d)
	return d
}

func TestFromDecision(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*decision.Decision)
		want   string // the subject, "" for nothing remembered
	}{
		"a rejection":           {func(*decision.Decision) {}, "acme"},
		"approved":              {func(d *decision.Decision) { d.Verdict = decision.Approved }, ""},
		"approved with changes": {func(d *decision.Decision) { d.Verdict = decision.ApprovedWithChanges }, ""},
		"withdrawn":             {func(d *decision.Decision) { d.Withdrawn = &decision.Amendment{} }, ""},
		"disputed":              {func(d *decision.Decision) { d.Disputed = true }, ""},
		"the reason hidden":     {func(d *decision.Decision) { d.Redacted = []string{"reason"} }, "acme"},
		"the subject hidden":    {func(d *decision.Decision) { d.Redacted, d.Subject = []string{"subject"}, "" }, ""},
		"the draft hidden":      {func(d *decision.Decision) { d.Redacted = []string{"draft"} }, ""},
		"a part of it hidden":   {func(d *decision.Decision) { d.Redacted = []string{"draft.opener"} }, ""},
		"an e-mail to nobody":   {func(d *decision.Decision) { d.Subject = "" }, ""},
		"a claim":               {func(d *decision.Decision) { d.Subject, d.Artifact.Type = "", decision.Claim }, "mail"},
		"a claim with a path": {func(d *decision.Decision) {
			d.Subject, d.Artifact.Type, d.Artifact.Path = "", decision.Claim, "a/mail.md"
		}, "a/mail.md"},
		"a claim's name hidden": {func(d *decision.Decision) {
			d.Subject, d.Artifact.Type, d.Redacted = "", decision.Claim, []string{"artifact.path"}
		}, ""},
		"an e-mail's name hidden": {func(d *decision.Decision) { d.Redacted = []string{"artifact.name"} }, "acme"},
	} {
		t.Run(name, func(t *testing.T) {
			r, ok := memory.FromDecision(rejection(c.change))
			if r.Subject != c.want || ok != (c.want != "") {
				t.Errorf("%+v %v", r, ok)
			}
		})
	}
}

// A redaction of all texts ends the memory of a rejection, as amendments make it.
func TestRedactionEndsMemory(t *testing.T) {
	d := rejection(func(d *decision.Decision) { d.Artifact.Type = decision.Claim })
	for _, value := range []decision.Value{{}, decision.TextValue("all"), decision.TextValue("subject"), decision.ListValue("draft.sketch")} {
		a := &decision.Amendment{ID: "01KB0000000000000000000002", Of: d.ID, Field: decision.RedactedField, Value: value}
		if r, ok := memory.FromDecision(decision.Fold(d, a)); ok {
			t.Errorf("%v: still remembered as %+v", value.Texts(), r)
		}
	}
	a := &decision.Amendment{ID: "01KB0000000000000000000002", Of: d.ID, Field: decision.WithdrawnField, By: "ana"}
	if r, ok := memory.FromDecision(decision.Fold(d, a)); ok {
		t.Errorf("withdrawn, and still remembered as %+v", r)
	}
}

func TestApprovalOf(t *testing.T) {
	d := rejection(func(d *decision.Decision) { d.Verdict, d.Artifact.SHA = decision.Approved, "abc" })
	if a, ok := memory.ApprovalOf(d); !ok || a.SHA != "abc" || a.Fingerprint != "f" || a.Artifact != "mail" {
		t.Errorf("%+v %v", a, ok)
	}
	d.Verdict, d.Artifact.ApprovedSHA = decision.ApprovedWithChanges, "def"
	if a, ok := memory.ApprovalOf(d); !ok || a.SHA != "def" || a.Fingerprint != "" {
		t.Errorf("%+v %v", a, ok)
	}
	d.Withdrawn = &decision.Amendment{}
	if _, ok := memory.ApprovalOf(d); ok {
		t.Error("it was withdrawn")
	}
	if _, ok := memory.ApprovalOf(rejection(func(*decision.Decision) {})); ok {
		t.Error("a rejection")
	}
}

func TestRecord(t *testing.T) {
	var all []memory.Rejection
	for i := range 7 {
		r, _ := memory.FromDecision(rejection(func(d *decision.Decision) {
			d.ID, d.At, d.Reason = fmt.Sprint(i), now.Add(time.Duration(i-7)*time.Hour), fmt.Sprintf(" reason %d\n", i)
			d.Draft.Fingerprint = fmt.Sprintf("f%d", i%3)
		}))
		all = append(all, r)
	}
	all[2].Feedback = ""
	data, err := json.Marshal(memory.Of("Ana@Example.org", all, nil, 30*day, now).Record())
	var got map[string]any
	if err != nil || json.Unmarshal(data, &got) != nil {
		t.Fatal(err, string(data))
	}
	for name, want := range map[string]any{
		"lead_email": decision.Subject("ana@example.org", nil), "rejection_count": 7.0, "last_rejected_at": "2026-11-23T11:00:00Z", "ttl_days": 30.0,
		"rejection_tags": []any{"tone", "tone", "tone", "tone", "tone", "tone", "tone"}, "rejected_subjects": []any{"Hello"},
		"rejected_body_hashes": []any{"f0", "f1", "f2"}, "rejected_template_ids": []any{"t1"},
		"feedback_texts": []any{"reason 1", "reason 3", "reason 4", "reason 5", "reason 6"},
	} {
		if !reflect.DeepEqual(got[name], want) {
			t.Errorf("%s: %v, want %v", name, got[name], want)
		}
		delete(got, name)
	}
	if len(got) > 0 {
		t.Errorf("further keys: %v", got)
	}
}

func TestRecordOfLittle(t *testing.T) {
	if memory.Of("nobody", nil, nil, 30*day, now).Record() != nil {
		t.Error("nobody has a record")
	}
	data, err := json.Marshal(memory.Of("s", []memory.Rejection{{ID: "1", At: now}}, nil, 30*day, now).Record())
	want := `{"lead_email":"s","rejection_count":1,"last_rejected_at":"2026-11-23T12:00:00Z","rejection_tags":[],"rejected_subjects":[],` +
		`"rejected_body_hashes":[],"feedback_texts":[],"ttl_days":30,"rejected_template_ids":[]}`
	if err != nil || string(data) != want {
		t.Errorf("%s, want %s", data, want)
	}
}

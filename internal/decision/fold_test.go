package decision

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/kbgate/kbgate/internal/decision/document"
)

// amend makes an amendment of full, n minutes after it.
func amend(n int, field string, value Value) *Amendment {
	when := at.Add(time.Duration(n) * time.Minute)
	return &Amendment{Schema: AmendmentSchema, ID: NewID(when, fixed(n)), At: when, Of: full().ID, Field: field, Value: value, By: "reviewer-2", Why: "looked again"}
}

func TestFold(t *testing.T) {
	d := full()
	for name, test := range map[string]struct {
		amendments []*Amendment
		want       func(*Decision)
	}{
		"none":             {nil, func(*Decision) {}},
		"category":         {[]*Amendment{amend(1, "category", TextValue("clarity"))}, func(d *Decision) { d.Category, d.CategoryBy = Clarity, ByReviewer }},
		"the later counts": {[]*Amendment{amend(2, "category", TextValue("clarity")), amend(1, "category", TextValue("other"))}, func(d *Decision) { d.Category, d.CategoryBy = Clarity, ByReviewer }},
		"list":             {[]*Amendment{amend(1, "tags", ListValue("a", "b"))}, func(d *Decision) { d.Tags = []string{"a", "b"} }},
		"inner":            {[]*Amendment{amend(1, "pr.state", TextValue("merged")), amend(2, "pr.number", NumberValue(13))}, func(d *Decision) { d.PR.State = "merged" }},
		"another artifact": {[]*Amendment{amend(1, "artifact.name", TextValue("z.md")), amend(2, "artifact.path", TextValue("z.md")), amend(3, "artifact.type", TextValue("code")), amend(4, "subject", TextValue("z"))}, func(*Decision) {}},
		"nobody":           {[]*Amendment{amend(1, "agent", Value{}), amend(2, "reviewer", Value{}), amend(3, "agent", TextValue("")), amend(4, "reviewer", TextValue(""))}, func(*Decision) {}},
		"no value":         {[]*Amendment{amend(1, "category", Value{})}, func(d *Decision) { d.Category, d.CategoryBy = "", "" }},
		"unknown field":    {[]*Amendment{amend(1, "outcome", TextValue("good")), amend(2, "pr.x.y", TextValue("z"))}, func(*Decision) {}},
		"wrong type":       {[]*Amendment{amend(1, "category", ListValue("a")), amend(2, "tags", TextValue("a"))}, func(*Decision) {}},
		"no such category": {[]*Amendment{amend(1, "category", TextValue("taste")), amend(2, "agent", TextValue("../../x"))}, func(*Decision) {}},
		"another record":   {[]*Amendment{{ID: NewID(at, fixed(3)), Of: NewID(at, fixed(4)), Field: "category", Value: TextValue("clarity")}}, func(*Decision) {}},
		"identity":         {[]*Amendment{amend(1, "id", TextValue(NewID(at, fixed(9)))), amend(2, "at", TextValue("2020-01-01T00:00:00Z"))}, func(*Decision) {}},
		"redacted": {[]*Amendment{amend(1, RedactedField, TextValue("reason"))}, func(d *Decision) {
			d.Reason, d.LearnedAction, d.Redacted = "", "", []string{"learned_action", "reason"}
		}},
		"redacted inside": {[]*Amendment{amend(1, RedactedField, ListValue("draft.opener", "artifact.name"))}, func(d *Decision) {
			d.Draft.Opener, d.Artifact.Name, d.Redacted = "", "", []string{"artifact.name", "draft.opener"}
		}},
		"redacted and set": {[]*Amendment{amend(1, RedactedField, TextValue("reason")), amend(2, "reason", TextValue("again"))}, func(d *Decision) {
			d.Reason, d.LearnedAction, d.Redacted = "", "", []string{"learned_action", "reason"}
		}},
		"verdict stays": {[]*Amendment{amend(1, RedactedField, ListValue("verdict", "id"))}, func(*Decision) {}},
		"all texts redacted": {[]*Amendment{amend(1, RedactedField, Value{})}, func(d *Decision) {
			d.Reason, d.LearnedAction, d.Correction, d.Subject, d.Draft = "", "", "", "", Draft{}
			d.Redacted = []string{"correction", "draft", "learned_action", "reason", "subject"}
		}},
	} {
		want := full()
		test.want(want)
		got := Fold(d, test.amendments...)
		got.AmendedBy = nil // TestFoldNamesWhoAmendedWords
		if len(want.Redacted) == 0 {
			got.Redacted = nil
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n%+v, want\n%+v", name, got, want)
		}
		if !reflect.DeepEqual(d, full()) {
			t.Fatalf("%s: the decision itself has changed", name)
		}
	}
}

// What followed from a category goes with it; what somebody amended, or what came from elsewhere, stays.
func TestFoldCorrectsTheCategory(t *testing.T) {
	made := func(change func(*Decision)) *Decision {
		d := full()
		d.ID, d.SourceID, d.CategoryBy = NewID(at, fixed(3)), "", ByKeyword
		change(d)
		return d
	}
	clarity, same := amend(1, "category", TextValue("clarity")), amend(1, "category", TextValue("examples"))
	validator := amend(1, "category", TextValue("clarity"))
	validator.Source = Validator
	for name, test := range map[string]struct {
		amendments []*Amendment
		elsewhere  bool
		want       func(*Decision)
	}{
		"corrected": {[]*Amendment{clarity}, false, func(d *Decision) { d.Category, d.CategoryBy, d.Also, d.LearnedAction = Clarity, ByReviewer, nil, "" }},
		"confirmed": {[]*Amendment{same}, false, func(d *Decision) { d.CategoryBy = ByReviewer }},
		"its action amended before": {[]*Amendment{amend(0, "learned_action", TextValue("Write less")), clarity}, false, func(d *Decision) {
			d.Category, d.CategoryBy, d.Also, d.LearnedAction = Clarity, ByReviewer, nil, "Write less"
		}},
		"by a program": {[]*Amendment{validator}, false, func(d *Decision) { d.Category, d.CategoryBy, d.Also, d.LearnedAction = Clarity, "", nil, "" }},
		"its reason amended": {[]*Amendment{amend(1, "reason", TextValue("Too long"))}, false, func(d *Decision) {
			d.Reason, d.Category, d.CategoryBy, d.Also, d.LearnedAction = "Too long", "", "", nil, ""
		}},
		"its reason amended, and corrected": {[]*Amendment{clarity, amend(2, "reason", TextValue("Too long"))}, false, func(d *Decision) {
			d.Reason, d.Category, d.CategoryBy, d.Also, d.LearnedAction = "Too long", Clarity, ByReviewer, nil, ""
		}},
		"elsewhere": {[]*Amendment{clarity}, true, func(d *Decision) { d.SourceID, d.Category, d.CategoryBy = "r-7", Clarity, ByReviewer }},
	} {
		d := made(func(d *Decision) {
			if test.elsewhere {
				d.SourceID = "r-7"
			}
		})
		for _, a := range test.amendments {
			a.Of = d.ID
		}
		want := made(test.want)
		got := Fold(d, test.amendments...)
		got.AmendedBy = nil
		if got.Redacted = nil; !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n%+v, want\n%+v", name, got, want)
		}
	}
}

func TestRedactionHidesWhatIsNotKnown(t *testing.T) {
	d := full()
	d.Rest = Rest{{Name: "x_note", Value: "a secret thing"}, {Name: "x_other", Value: "b"}}
	d.PR.Rest = Rest{{Name: "x_title", Value: "a secret thing"}}
	one, all := amend(1, RedactedField, ListValue("x_note", "pr.x_title")), amend(1, RedactedField, TextValue(AllTexts))
	for _, redaction := range []*Amendment{one, all} {
		data, err := Fold(d, redaction).Encode()
		if err != nil || strings.Contains(string(data), "secret") {
			t.Errorf("%s, %v", data, err)
		}
	}
	if len(d.Rest) != 2 || len(d.PR.Rest) != 1 {
		t.Error("the decision itself has changed")
	}
}

// An amendment may hold a text that must be hidden, too; what it did to the record is not undone by that.
// What hides a field hides what it was amended to, before or after; and no other field is hidden for it.
func TestRedactionHidesWhatItWasAmendedTo(t *testing.T) {
	hides := amend(2, RedactedField, ListValue("reason", "draft"))
	for n, field := range map[int]string{1: "reason", 3: "reason", 4: "draft.title"} {
		a := amend(n, field, TextValue("a text"))
		if view := FoldAmendment(a, a, hides); view.Value.set || !reflect.DeepEqual(view.Redacted, []string{"value"}) {
			t.Errorf("%s: %+v", field, view)
		}
	}
	a := amend(1, "agent", TextValue("rio"))
	if view := FoldAmendment(a, a, hides); !view.Value.set || len(view.Redacted) > 0 {
		t.Errorf("agent: %+v", view)
	}
}

// A rejection made here whose reason told nothing has no category once it has another reason; what came from elsewhere keeps it.
func TestFoldDropsTheCategoryOfNoReason(t *testing.T) {
	d := full()
	d.Source, d.SourceID, d.Category, d.CategoryBy, d.LearnedAction = Human, "", OtherReason, "", "Review: unclear issue"
	reworded := amend(1, "reason", TextValue("Examples don't work"))
	if got := Fold(d, reworded); got.Category != "" || got.LearnedAction != "" {
		t.Errorf("%+v", got)
	}
	d.Source, d.SourceID = FromEvent, "d-1"
	if got := Fold(d, reworded); got.Category != OtherReason || got.LearnedAction == "" {
		t.Errorf("%+v", got)
	}
}

// Whatever is named as hideable is hidden by its name, and its texts are gone.
func TestHideable(t *testing.T) {
	d := full()
	d.Rest = Rest{{Name: "x_note", Value: "new"}}
	for _, name := range d.Hideable() {
		if len(d.TextsOf(name)) == 0 {
			t.Errorf("%s has no texts", name)
		}
		if view := Fold(d, amend(1, RedactedField, ListValue(name))); len(view.TextsOf(name)) > 0 {
			t.Errorf("%s is %q after it was hidden", name, view.TextsOf(name))
		}
	}
	if got := d.TextsOf("draft.nothing.of.that"); got != nil {
		t.Errorf("%q", got)
	}
}

func TestRedactedAmendment(t *testing.T) {
	d := full()
	category := amend(1, "category", TextValue("clarity"))
	category.Why = "Jane said so"
	reason := amend(2, "reason", TextValue("Jane did it"))
	hide := func(n int, of *Amendment, value Value) *Amendment {
		a := amend(n, RedactedField, value)
		a.Of = of.ID
		return a
	}
	all := []*Amendment{category, reason, hide(3, category, Value{}), hide(4, reason, Value{})}
	view := Fold(d, all...)
	if view.Category != Clarity || view.Reason != "" || !reflect.DeepEqual(view.Redacted, []string{"learned_action", "reason"}) {
		t.Errorf("%+v", view)
	}
	if seen := FoldAmendment(category, all...); seen.Why != "" || !seen.Value.set || category.Why == "" {
		t.Errorf("%+v", seen)
	}
	if seen := FoldAmendment(reason, all...); seen.Why != "" || seen.Value.set {
		t.Errorf("%+v", seen)
	}
}

// Two clones hold the same amendments in any order, and must see the same.
func TestFoldIsTheSameInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := full()
		var all []*Amendment
		for i := range rapid.IntRange(0, 8).Draw(t, "amendments") {
			field := rapid.SampledFrom([]string{"category", "reason", "tags", "draft.title", "draft", "pr", "verdict", "x", RedactedField}).Draw(t, "field")
			value := rapid.SampledFrom([]Value{TextValue("clarity"), TextValue("reason"), TextValue("approved"), ListValue("a", "draft"), {}, NumberValue(3)}).Draw(t, "value")
			a := amend(i, field, value)
			a.ID = NewID(at.Add(time.Duration(rapid.IntRange(0, 2).Draw(t, "minute"))*time.Minute), fixed(1))
			if i > 0 && rapid.IntRange(0, 3).Draw(t, "of an amendment") == 0 {
				a.Of = all[0].ID
			}
			all = append(all, a)
		}
		want := Fold(d, all...)
		rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		if got := Fold(d, all...); !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v\n%+v", got, want)
		}
	})
}

func TestAmendmentFile(t *testing.T) {
	a := amend(1, "category", TextValue("clarity"))
	data, err := a.Encode()
	const want = `schema: kbgate.amendment/1
id: 01M7YRTMV00G40R40M30E209185
at: 2026-11-21T10:01:00Z
of: 01M7YRRT80SMSMX56DTN7T2EBA
field: category
value: clarity
by: reviewer-2
why: "looked again"
`
	if err != nil || string(data) != strings.Replace(want, "01M7YRTMV00G40R40M30E209185", a.ID, 1) {
		t.Errorf("%s, %v", data, err)
	}
	if err := a.Validate(now); err != nil {
		t.Error(err)
	}
	if a.Path() != "amendments/2026/11/21/"+a.ID+".yaml" {
		t.Error(a.Path())
	}
}

func TestAmendmentValidateAndCheck(t *testing.T) {
	for name, test := range map[string]struct {
		change         func(*Amendment)
		invalid, unfit string
	}{
		"whole":            {func(*Amendment) {}, "", ""},
		"of nothing":       {func(a *Amendment) { a.Of = "" }, "of: is missing", "of: "},
		"of a path":        {func(a *Amendment) { a.Of = "../x" }, "of: ", "of: "},
		"of itself":        {func(a *Amendment) { a.Of = a.ID }, "itself", "of: "},
		"nobody":           {func(a *Amendment) { a.By = "" }, "by: is missing", ""},
		"the id":           {func(a *Amendment) { a.Field = "id" }, "never changes", "field: "},
		"no field":         {func(a *Amendment) { a.Field = "" }, "field: is missing", "field: "},
		"unknown field":    {func(a *Amendment) { a.Field = "outcome" }, "", "no field of a decision"},
		"no category":      {func(a *Amendment) { a.Value = TextValue("taste") }, "", "category: "},
		"wrong type":       {func(a *Amendment) { a.Value = ListValue("a") }, "", "category: takes a text"},
		"inner type":       {func(a *Amendment) { a.Field, a.Value = "pr.state", ListValue("a") }, "", "pr.state: takes a text"},
		"pull request":     {func(a *Amendment) { a.Field, a.Value = "pr.number", NumberValue(13) }, "", "no field of a decision"},
		"artifact":         {func(a *Amendment) { a.Field, a.Value = "artifact.name", TextValue("z.md") }, "", "no field of a decision"},
		"no agent":         {func(a *Amendment) { a.Field, a.Value = "agent", Value{} }, "", "is none"},
		"hides the reason": {func(a *Amendment) { a.Field, a.Value = RedactedField, TextValue("reason") }, "", ""},
		"hides the id":     {func(a *Amendment) { a.Field, a.Value = RedactedField, TextValue("id") }, "", "cannot be hidden"},
		"tomorrow":         {func(a *Amendment) { a.At = now.Add(48 * time.Hour) }, "future", ""},
	} {
		a := amend(1, "category", TextValue("clarity"))
		test.change(a)
		for _, judged := range []struct {
			err  error
			want string
		}{{a.Validate(now), test.invalid}, {a.Check(full()), test.unfit}} {
			if (judged.err == nil) != (judged.want == "") || judged.err != nil && !strings.Contains(judged.err.Error(), judged.want) {
				t.Errorf("%s: %v; want %q", name, judged.err, judged.want)
			}
		}
	}
}

func TestAmendmentIsAhead(t *testing.T) {
	for name, test := range map[string]struct {
		made, at time.Duration
		ahead    bool
	}{"now": {0, 0, false}, "clocks differ": {23 * time.Hour, 23 * time.Hour, false}, "its id": {48 * time.Hour, 0, true}, "its time": {0, 48 * time.Hour, true}} {
		a := &Amendment{ID: NewID(at.Add(test.made), fixed(1)), At: at.Add(test.at)}
		if got := a.IsAhead(at); got != test.ahead {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// NumberValue is a value that is a number.
func NumberValue(f float64) Value { return Value{document.OfFloat(f), true} }

// Who set words or reviewer later is named, unless a program learned it of the event. Nobody but that sets what was changed or touched.
func TestFoldNamesWhoAmendedWords(t *testing.T) {
	event := full()
	event.Source, event.SourceID, event.Verdict = GitHub, "team/kb#7/review/1", Approved
	amended := func(n int, field, by, sourceID string, value Value) *Amendment {
		a := amend(n, field, value)
		a.Of, a.By, a.Source, a.SourceID = event.ID, by, GitHub, sourceID
		return a
	}
	view := Fold(event, amended(1, "reason", "mallory", "", TextValue("x")), amended(2, "reviewer", "eve", "", TextValue("alice")),
		amended(3, "reason", LearnedBy, event.SourceID+"/reason/1", TextValue("y")), amended(4, "agent", "tom", "", TextValue("tea")))
	if want := []string{"mallory", "eve"}; !reflect.DeepEqual(view.AmendedBy, want) {
		t.Errorf("%q, want %q", view.AmendedBy, want)
	}
	for name, a := range map[string]*Amendment{
		"by a person":          amended(1, "correction", "mallory", event.SourceID+"/correction/1", TextValue("+x")),
		"of another event":     amended(1, "correction", LearnedBy, "team/kb#8/review/1/correction/1", TextValue("+x")),
		"of no event":          amended(1, "correction", LearnedBy, "", TextValue("+x")),
		"a value of no text":   amended(1, "correction", LearnedBy, event.SourceID+"/correction/1", TextValue(strings.Repeat("x", MaxCorrection+1))),
		"paths by a person":    amended(1, "paths", "mallory", "", ListValue("claims/a.md")),
		"a sketch by a person": amended(1, "draft.sketch", "mallory", "", TextValue("1.x")),
	} {
		view := Fold(event, a)
		view.AmendedBy = nil
		if !reflect.DeepEqual(view, Fold(event)) {
			t.Errorf("%s: %+v", name, view)
		}
	}
	if view := Fold(event, amended(1, "correction", LearnedBy, event.SourceID+"/correction/1", TextValue("+x"))); view.Verdict != ApprovedWithChanges || view.Correction != "+x" {
		t.Errorf("%s, %q", view.Verdict, view.Correction)
	}
}

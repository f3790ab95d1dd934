package decide

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
)

// Redacted is what became of hiding texts of a record.
type Redacted struct {
	Of        string
	Hidden    []string            // what the amendment hides
	Already   []string            // what was hidden before
	Amendment *decision.Amendment // nil: all was hidden before
	// GoesOn says that the record is an allowance, which lets its finding through without a reason, too.
	GoesOn bool
}

// Redact hides texts of a record from every view: the named fields, or if none is named all that could hold what somebody typed.
// It also hides what amendments had made of those fields. The texts stay in git's history.
func Redact(ctx context.Context, l *ledger.Ledger, id string, fields []string, by, why string, now time.Time) (*Redacted, error) {
	found, err := recall.Find(ctx, l, id)
	if err != nil {
		return nil, err
	}
	t, err := targetOf(found)
	if err != nil {
		return nil, err
	}
	done := &Redacted{Of: t.id, GoesOn: found.Allowance != nil}
	if len(fields) == 0 {
		fields = []string{decision.AllTexts}
	}
	for _, name := range fields {
		if err := t.refuse(name); err != nil {
			return nil, err
		}
		switch {
		case slices.Contains(done.Hidden, name) || slices.Contains(done.Already, name):
		case t.isHidden(name):
			done.Already = append(done.Already, name)
		default:
			done.Hidden = append(done.Hidden, name)
		}
	}
	if len(done.Hidden) == 0 {
		return done, nil
	}
	if err := t.discreet(why, done.Hidden); err != nil {
		return nil, err
	}
	a := &decision.Amendment{Field: decision.RedactedField, Value: decision.ListValue(done.Hidden...), By: by, Why: why}
	if slices.Contains(done.Hidden, decision.AllTexts) {
		a.Value = decision.TextValue(decision.AllTexts)
	}
	if err := fit(ctx, l, found, a, now); err != nil {
		return nil, err
	}
	records := []decision.Record{a}
	for _, later := range t.amended(done.Hidden) {
		inner := &decision.Amendment{Field: decision.RedactedField, Value: decision.ListValue("value"), By: by, Why: why}
		if err := fit(ctx, l, &recall.Found{Amendment: later}, inner, now); err != nil {
			return nil, err
		}
		records = append(records, inner)
	}
	done.Amendment = a
	_, err = appendRecords(ctx, l, now, "Amend a record: "+a.Field, records...)
	return done, err
}

// target is a record of which texts are to be hidden.
type target struct {
	id       string
	has      []string // the fields that may be hidden, now or before it was amended
	shown    []string // those that are seen, if they are not redacted
	redacted []string
	texts    func(name string) []string // as they were first, and are now
	later    []*decision.Amendment      // of a decision
	outer    string                     // of an amendment, what hides its value, where that is no text
}

func targetOf(found *recall.Found) (*target, error) {
	if view := found.Amendment; view != nil {
		first, err := decision.DecodeAmendment(found.Raw)
		if err != nil {
			return nil, recall.ErrUnreadable(found.Path, err)
		}
		t := &target{id: view.ID, redacted: view.Redacted, texts: func(name string) []string {
			if name == "why" {
				return []string{first.Why}
			}
			return first.Value.Texts()
		}}
		if decision.IsInAll(first.Field) {
			t.has = []string{"value"}
		} else {
			t.outer = "what it sets is no text, and stays"
			if decision.CanHide(first.Field) {
				t.outer = fmt.Sprintf("`kbgate redact %s --field %s` hides it with that field of the record", first.Of, first.Field)
			}
		}
		if first.Why != "" {
			t.has = append(t.has, "why")
		}
		t.shown = t.has
		return t, nil
	}
	if view := found.Allowance; view != nil {
		first, err := decision.DecodeAllowance(found.Raw)
		if err != nil {
			return nil, recall.ErrUnreadable(found.Path, err)
		}
		t := &target{id: view.ID, redacted: view.Redacted, texts: func(string) []string { return []string{first.Reason} }}
		if first.Reason != "" {
			t.has = []string{"reason"}
		}
		t.shown = t.has
		return t, nil
	}
	if view := found.Refinement; view != nil {
		first, err := decision.DecodeRefinement(found.Raw)
		if err != nil {
			return nil, recall.ErrUnreadable(found.Path, err)
		}
		return &target{id: view.ID, redacted: view.Redacted, texts: first.TextsOf, has: first.Hideable(), shown: first.Hideable()}, nil
	}
	first, err := decision.Decode(found.Raw)
	if err != nil {
		return nil, recall.ErrUnreadable(found.Path, err)
	}
	view := found.Decision
	t := &target{id: view.ID, has: first.Hideable(), shown: view.Hideable(), redacted: view.Redacted}
	for _, a := range found.Amendments {
		if a.Of == view.ID && a.Field != decision.RedactedField {
			t.later = append(t.later, a)
			if group, _, within := strings.Cut(a.Field, "."); within {
				t.has = append(t.has, group)
			}
			t.has = append(t.has, a.Field)
		}
	}
	t.texts = func(name string) (all []string) {
		all = append(first.TextsOf(name), view.TextsOf(name)...)
		for _, a := range t.later {
			if decision.Covers(name, a.Field) {
				all = append(all, a.Value.Texts()...)
			}
		}
		return all
	}
	return t, nil
}

// within are the fields that hiding one hides.
func (t *target) within(hidden string) []string {
	return slices.DeleteFunc(slices.Clone(t.has), func(name string) bool { return !decision.Covers(hidden, name) })
}

// refuse says why a field cannot be hidden.
func (t *target) refuse(name string) error {
	switch {
	case name != decision.AllTexts && !decision.CanHide(name):
		return hint.Misuse(t.offer(), "%.60q cannot be hidden: it is no text, or makes the record the one that it is", name)
	case len(t.within(name)) > 0 || t.isHidden(name):
		return nil
	case t.outer != "" && name == "value":
		return hint.Misuse(t.outer, "the value of %s is no text that somebody typed", t.id)
	case name == decision.AllTexts:
		return hint.Misuse(t.offer(), "%s holds no text that somebody typed", t.id)
	case decision.IsField(name):
		return hint.Misuse(t.offer(), "%s has no %s", t.id, name)
	}
	way := t.offer()
	if near, ok := config.Nearest(name, t.has); ok {
		way = fmt.Sprintf("did you mean %s?", near)
	}
	return hint.Misuse(way, "%s has no field %.60q", t.id, name)
}

// offer names the fields that can be hidden.
func (t *target) offer() string {
	if len(t.has) == 0 {
		return "it has no field that can be hidden"
	}
	return "it has " + strings.Join(slices.Compact(slices.Sorted(slices.Values(t.has))), ", ")
}

// isHidden reports whether all that hiding a field would hide is hidden.
func (t *target) isHidden(name string) bool {
	covered := func(name string) bool {
		return slices.ContainsFunc(t.redacted, func(hidden string) bool { return decision.Covers(hidden, name) })
	}
	if name != decision.AllTexts && covered(name) {
		return true
	}
	all := t.within(name)
	for _, one := range all {
		if !covered(one) && (decision.IsField(one) || slices.Contains(t.shown, one)) {
			return false
		}
	}
	return len(all) > 0 && len(t.redacted) > 0
}

// amended are the amendments that show what is to be hidden.
func (t *target) amended(hidden []string) []*decision.Amendment {
	var all []*decision.Amendment
	for _, a := range t.later {
		covers := func(name string) bool {
			return decision.Covers(name, a.Field) || decision.Covers(a.Field, name) || name == "reason" && a.Field == "learned_action"
		}
		if !slices.Contains(a.Redacted, "value") && slices.ContainsFunc(hidden, covers) {
			all = append(all, a)
		}
	}
	return all
}

// discreet refuses a remark that says what is to be hidden.
func (t *target) discreet(why string, hidden []string) error {
	said := words(why)
	for _, name := range hidden {
		for _, one := range t.within(name) {
			for _, text := range t.texts(one) {
				if text = words(text); text != "  " && !learn.IsMissing(text) && strings.Contains(said, text) {
					return hint.Misuse("say why without the text itself: \"names a customer\"", "--why repeats the text of %s that is to be hidden, and would be shown", one)
				}
			}
		}
	}
	return nil
}

// words is a text by its words alone, one space around each.
func words(s string) string { return " " + strings.ToLower(strings.Join(strings.Fields(s), " ")) + " " }

package decision

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// typed are the fields that hold what somebody typed, or what was made of it.
var typed = []string{"reason", "learned_action", "correction", "draft", "subject"}

// Fold gives the view of a decision with its amendments folded in, in the order of their ids, whatever the order in which
// they are given; of two about one field the later counts. What is redacted stays so. Amendments of other records, of
// fields that no decision has and of values that do not fit are passed over. The decision itself stays as it is, and
// shares with the view what they have in common.
func Fold(d *Decision, amendments ...*Amendment) *Decision {
	view := *d
	var hidden []string
	var correction *Amendment
	for _, a := range inOrder(amendments) {
		switch {
		case a.Of != d.ID:
		case a.Field == RedactedField:
			hidden = append(hidden, a.hides()...)
		case isTyped(a.Field) && slices.Contains(ownRedactions(a, amendments).Redacted, "value"):
			hidden = append(hidden, a.Field) // its text was hidden later
		case a.apply(&view) != nil: // an amendment that does not fit changes nothing; Check tells why
		case a.Field == "category":
			correction = a
		}
	}
	if correction != nil {
		view.correct(d, correction)
	}
	for _, name := range hidden {
		view.hide(name)
	}
	if correction == nil && view.Reason != "" && view.Reason != d.Reason {
		view.reword(d)
	}
	slices.Sort(view.Redacted)
	view.Redacted = slices.Compact(view.Redacted)
	return &view
}

// correct makes a view whose category was amended agree with itself: whose category it is, and that what had followed from
// the one before no longer counts. What came from elsewhere, or was amended as well, stays.
func (d *Decision) correct(was *Decision, by *Amendment) {
	d.CategoryBy = ByReviewer
	if by.Source == Validator || d.Category == "" {
		d.CategoryBy = ""
	}
	if d.Category != was.Category && d.SourceID == "" {
		d.drop(was)
	}
}

// reword takes from a view whose reason was amended the category that the former reason was given by the program: also the one
// of a rejection made here whose reason told nothing.
func (d *Decision) reword(was *Decision) {
	toldNothing := d.CategoryBy == "" && d.Category == OtherReason && d.Source == Human && d.SourceID == ""
	if d.CategoryBy == ByKeyword || d.CategoryBy == ByModel || toldNothing {
		d.Category, d.CategoryBy = "", ""
		d.drop(was)
	}
}

// drop takes from a view what had followed from the category before, as far as nobody amended it.
func (d *Decision) drop(was *Decision) {
	if d.LearnedAction == was.LearnedAction {
		d.LearnedAction = ""
	}
	if slices.Equal(d.Also, was.Also) {
		d.Also = nil
	}
}

// inOrder sorts amendments by their ids, and those of one id by what they hold.
func inOrder(amendments []*Amendment) []*Amendment {
	sorted := slices.Clone(amendments)
	slices.SortStableFunc(sorted, func(a, b *Amendment) int {
		if order := cmp.Compare(a.ID, b.ID); order != 0 {
			return order
		}
		x, _ := a.Encode()
		y, _ := b.Encode()
		return bytes.Compare(x, y)
	})
	return sorted
}

// hides names what a redaction hides.
func (a *Amendment) hides() []string {
	if names := a.Value.Texts(); len(names) > 0 {
		return names
	}
	return []string{AllTexts}
}

func isTyped(field string) bool {
	group, _, _ := strings.Cut(field, ".")
	return slices.Contains(typed, group)
}

// canHide reports whether a field may be hidden. What this version does not know may be anything, so it may.
func canHide(name string) bool {
	return name != "" && name != "verdict" && (name == "source_id" || !isIdentity(name))
}

// hide takes a field out of a view, or all texts.
func (d *Decision) hide(name string) {
	if name == AllTexts {
		for _, one := range typed {
			d.hide(one)
		}
		for _, g := range []group{d, &d.Artifact, &d.PR} {
			if len(*g.rest()) > 0 {
				*g.rest() = nil
			}
		}
		return
	}
	if !canHide(name) {
		return
	}
	d.Redacted = append(slices.Clip(d.Redacted), name)
	hideIn(d, name)
	if name == "reason" && d.LearnedAction != "" {
		d.hide("learned_action") // it may repeat the reason's words
	}
}

// hideIn takes a field out of a group. Of a field that is not known it takes all, for its parts are not known either.
func hideIn(g group, path string) {
	name, inner, deeper := strings.Cut(path, ".")
	fields := g.fields()
	at, known := lookup(fields, name, 0)
	if !known {
		*g.rest() = slices.DeleteFunc(slices.Clone(*g.rest()), func(e entry) bool { return e.key == name })
		return
	}
	if within, ok := fields[at].value.(group); ok && deeper {
		hideIn(within, inner)
		return
	}
	fields[at].clear()
}

// FoldAmendment gives the view of an amendment whose own texts may have been hidden, or the field that it is about.
func FoldAmendment(a *Amendment, amendments ...*Amendment) *Amendment {
	view := ownRedactions(a, amendments)
	if a.Field == RedactedField || slices.Contains(view.Redacted, "value") {
		return view
	}
	for _, other := range amendments {
		if other.Of == a.Of && other.Field == RedactedField && slices.ContainsFunc(other.hides(), func(name string) bool { return Covers(name, a.Field) }) {
			view.Value, view.Redacted = Value{}, append(slices.Clip(view.Redacted), "value")
			break
		}
	}
	slices.Sort(view.Redacted)
	return view
}

// ownRedactions hides in an amendment what redactions of itself name.
func ownRedactions(a *Amendment, amendments []*Amendment) *Amendment {
	view := *a
	for _, later := range amendments {
		if later.Of != a.ID || later.Field != RedactedField {
			continue
		}
		for _, name := range later.hides() {
			if name == AllTexts || name == "why" {
				view.Why, view.Redacted = "", append(slices.Clip(view.Redacted), "why")
			}
			if name == AllTexts && isTyped(a.Field) || name == "value" {
				view.Value, view.Redacted = Value{}, append(slices.Clip(view.Redacted), "value")
			}
			if name == AllTexts {
				view.Rest = nil
			}
		}
	}
	slices.Sort(view.Redacted)
	view.Redacted = slices.Compact(view.Redacted)
	return &view
}

package decision

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/decision/document"
)

// Fold gives the view of a decision with its amendments folded in, in the order of their ids, whatever the order in which
// they are given; of two about one field the later counts. What is redacted stays so. Amendments of other records, of
// fields that no decision has and of values that do not fit are passed over. An approval of which an amendment keeps a correction is one
// with changes. The decision itself stays as it is, and shares with the view what they have in common.
func Fold(d *Decision, amendments ...*Amendment) *Decision {
	view := *d
	view.Redacted, view.AmendedBy = slices.Clip(view.Redacted), slices.Clip(view.AmendedBy)
	var hidden []string
	var correction *Amendment
	later := redactions(amendments)
	for _, a := range InOrder(amendments) {
		switch {
		case a.Of != d.ID:
		case a.Field == RedactedField:
			hidden = append(hidden, a.hides()...)
		case a.Field == WithdrawnField:
			if view.Withdrawn == nil {
				view.Withdrawn = later.fold(a)
			}
		case isTyped(a.Field) && later[a.ID].hide(a, "value"):
			hidden = append(hidden, a.Field) // its text was hidden later
		case a.apply(&view) != nil: // an amendment that does not fit changes nothing; Check tells why
		case a.Field == "category":
			correction = a
		case a.Field == "reason" || a.Field == "learned_action" || a.Field == "reviewer":
			if !a.IsLearned(d) {
				view.AmendedBy = append(view.AmendedBy, a.By)
			}
		}
		if a.Of == d.ID && a.Field == "correction" && view.Verdict == Approved && a.Check(d) == nil {
			view.Verdict = ApprovedWithChanges // else there were nothing to correct; its text may be gone or hidden
		}
	}
	if correction != nil {
		view.correct(d, correction)
	}
	slices.Sort(hidden)
	for _, name := range slices.Compact(hidden) {
		view.hide(name)
	}
	if view.SourceID == "" && !slices.Equal(view.Issues, d.Issues) {
		view.drop(d) // the tag of a gate may decide what is learned
	}
	if correction == nil && view.Reason != "" && view.Reason != d.Reason {
		view.reword(d)
	}
	slices.Sort(view.Redacted)
	view.Redacted = slices.Compact(view.Redacted)
	return &view
}

// correct completes a view whose category was amended: it says who gave the category, and drops what had followed from the
// category before. What came from elsewhere, or was amended as well, stays.
func (d *Decision) correct(was *Decision, by *Amendment) {
	d.CategoryBy = ByReviewer
	if by.Source == Validator || d.Category == "" {
		d.CategoryBy = ""
	}
	if d.Category != was.Category && d.SourceID == "" {
		d.drop(was)
	}
}

// reword drops the category of a view whose reason was amended, if the program had derived it from the former reason. It had
// done so, too, where a rejection was made here whose reason told nothing.
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

// InOrder sorts amendments by their ids, and those of one id by what they hold.
func InOrder(amendments []*Amendment) []*Amendment {
	held := map[*Amendment][]byte{}
	content := func(a *Amendment) []byte {
		if held[a] == nil {
			held[a], _ = a.Encode() // what was read can be written
		}
		return held[a]
	}
	sorted := slices.Clone(amendments)
	slices.SortStableFunc(sorted, func(a, b *Amendment) int {
		if a == b || a.ID != b.ID {
			return cmp.Compare(a.ID, b.ID)
		}
		return bytes.Compare(content(a), content(b))
	})
	return sorted
}

// redaction is what was hidden of one record.
type redaction map[string]bool

// hide reports whether it hides a field of an amendment. It hides the value only where that is a text: whose work something was,
// who judged it and what it was called stay.
func (r redaction) hide(a *Amendment, field string) bool {
	return (r[field] || r[AllTexts]) && (field != "value" || IsInAll(a.Field))
}

// hides reports whether it hides a field of the record, or the group that the field is in.
func (r redaction) hides(field string) bool {
	if r[AllTexts] && isTyped(field) || r["reason"] && field == "learned_action" {
		return true
	}
	for at := range len(field) {
		if field[at] == '.' && r[field[:at]] {
			return true
		}
	}
	return r[field]
}

// hiding is what was hidden, by the ids of records.
type hiding map[string]redaction

// fold gives the view of an amendment.
func (h hiding) fold(a *Amendment) *Amendment {
	view := *a
	own, of := h[a.ID], h[a.Of]
	if own.hide(a, "why") || of[AllTexts] && a.Field != RedactedField {
		view.Why, view.Redacted = "", append(slices.Clip(view.Redacted), "why")
	}
	if own.hide(a, "value") || a.Field != RedactedField && of.hides(a.Field) {
		view.Value, view.Redacted = Value{}, append(slices.Clip(view.Redacted), "value")
	}
	if own[AllTexts] || of[AllTexts] {
		view.Rest = nil
	}
	slices.Sort(view.Redacted)
	view.Redacted = slices.Compact(view.Redacted)
	return &view
}

// redactions gives what amendments hide.
func redactions(amendments []*Amendment) hiding {
	var all hiding
	for _, a := range amendments {
		if a.Field != RedactedField {
			continue
		}
		if all == nil {
			all = hiding{}
		}
		if all[a.Of] == nil {
			all[a.Of] = redaction{}
		}
		for _, name := range a.hides() {
			if name == AllTexts || CanHide(name) {
				all[a.Of][name] = true
			}
		}
	}
	return all
}

// hides names what a redaction hides.
func (a *Amendment) hides() []string {
	if names := a.Value.Texts(); len(names) > 0 {
		return names
	}
	return []string{AllTexts}
}

// isTyped reports whether a field holds what somebody typed, or is within one that does.
func isTyped(field string) bool {
	group, _, _ := strings.Cut(field, ".")
	return isMarked(group, freeText)
}

// hide takes a field out of a view, or all texts.
func (d *Decision) hide(name string) {
	if name == AllTexts {
		for _, one := range d.fields() {
			if one.marks&freeText != 0 {
				d.hide(one.name)
			}
		}
		for _, g := range []group{d, &d.Artifact, &d.PR} {
			if len(*g.rest()) > 0 {
				*g.rest() = nil
			}
		}
		return
	}
	if !CanHide(name) {
		return
	}
	d.Redacted = append(d.Redacted, name)
	hideIn(d, name)
	if name == "reason" && d.LearnedAction != "" {
		d.hide("learned_action") // it may repeat the reason's words
	}
}

// Named are the fields by which records are counted and found, though a person chose their texts. A redaction of all texts
// leaves them.
func (d *Decision) Named() (names []string) {
	walk(d, "", func(path string, f *field) {
		if f.marks&identifier != 0 && !f.isEmpty() {
			names = append(names, path)
		}
	})
	return names
}

// hideIn takes a field out of a group. Of a field that is not known it takes all, for its parts are not known either.
func hideIn(g group, path string) {
	name, inner, deeper := strings.Cut(path, ".")
	fields := g.fields()
	at, known := lookup(fields, name, 0)
	if !known {
		*g.rest() = slices.DeleteFunc(slices.Clone(*g.rest()), func(n document.Node) bool { return n.Name == name })
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
	return redactions(amendments).fold(a)
}

// FoldAmendments gives the views of amendments in that order, as FoldAmendment gives each.
func FoldAmendments(amendments []*Amendment) []*Amendment {
	later := redactions(amendments)
	views := make([]*Amendment, len(amendments))
	for i, a := range amendments {
		views[i] = later.fold(a)
	}
	return views
}

package records

import (
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/store/index"
)

// What the index keeps of a reason, so that patterns are counted and the model is learned without reading a record.
const (
	// CategoryColumn holds the category that was recorded or amended; of a rejection without one, what its keywords say. It
	// is empty where only the model can tell.
	CategoryColumn = "reason.category"
	// TaughtColumn holds the category that a person set, if there is a reason to learn it from.
	TaughtColumn = "reason.taught"
	// StemsColumn holds the stems of the reason, where the model is to say its category or to learn it.
	StemsColumn = "reason.stems"
	// SaidColumn tells of a rejection that it has, or had, words or a category of its own.
	SaidColumn = "reason.said"
)

var reasonColumns = []index.Column{{Name: CategoryColumn}, {Name: TaughtColumn}, {Name: StemsColumn, Many: true}, {Name: SaidColumn}}

// reasonsVersion grows whenever these columns hold something else of the same record.
const reasonsVersion = 4

// reason gives the texts of reasonColumns.
func (r rowReader) reason(d *decision.Decision) [][]string {
	category, taught := d.Category, taughtBy(d)
	open := false
	if category == "" && d.Verdict == decision.Rejected {
		a := r.keywords.Categorize(d.Reason)
		if category = a.Category; a.Basis == learn.ByNothing && !learn.IsMissing(d.Reason) {
			category, open = "", true
		}
	}
	var stems []string
	if open || taught != "" {
		stems = learn.Stems(d.Reason)
	}
	said := ""
	isSaid := !learn.IsMissing(d.Reason) || d.CategoryBy == decision.ByReviewer || category != "" && category != decision.OtherReason // its words may be hidden
	if d.Verdict == decision.Rejected && isSaid {
		said = "yes"
	}
	return [][]string{{string(category)}, {string(taught)}, stems, {said}}
}

// taughtBy gives the category that a person set, where there is a reason to learn it from: one that is hidden teaches nothing.
func taughtBy(d *decision.Decision) decision.Category {
	if d.CategoryBy != decision.ByReviewer || learn.IsMissing(d.Reason) {
		return ""
	}
	return d.Category
}

// Package learn knows what a rejection teaches: the category of its reason, what to do differently, and which categories
// keep coming back. contracts.md#categories and the sections below it hold its tables and sentences. It does no I/O and
// reads no clock. The same reasons in any order give the same answer.
package learn

import (
	"slices"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn/reading"
)

// What a category may stand on beside what a record can say: nothing, where neither a keyword nor the model gave one and it is
// `other`; and a record that does not say on what.
const (
	ByNothing decision.CategoryBy = "nothing"
	ByRecord  decision.CategoryBy = "record"
)

// Assignment is the category of a reason.
type Assignment struct {
	Category    decision.Category   `json:"category"`
	Also        []decision.Category `json:"also,omitempty"` // further categories whose keywords match, in order
	Basis       decision.CategoryBy `json:"basis"`
	Probability float64             `json:"probability,omitempty"` // that the model gives the likeliest category, where no keyword matched
}

// Bar is the least probability at which a category that the model proposes is taken. A lower bar gives more wrong categories, a higher
// one too few: on comments of real reviews, most of which fit no category, not half of what was taken from 0.60 on was right.
const Bar = 0.70

// ComplaintBar is the least probability that a reason complains at all, from which on it is asked of what.
const ComplaintBar = 0.50

// Categorizer puts reasons into categories: by keywords, and where none matches by what a model learned. It may be used by
// several goroutines.
type Categorizer struct {
	keywords keywords
	model    *Model
}

// NewCategorizer knows the contract's keywords, further ones by the name of their category, and a model; without a model
// there are keywords alone.
func NewCategorizer(further map[string][]string, model *Model) *Categorizer {
	return &Categorizer{newKeywords(further), model}
}

// Categorize gives the category of a reason. No reason is `other`.
func (c *Categorizer) Categorize(reason string) Assignment {
	if IsMissing(reason) {
		return Assignment{Category: decision.OtherReason, Basis: ByNothing}
	}
	words := reading.Words(reason)
	portuguese := reading.IsPortuguese(words)
	return c.assign(words, portuguese, c.keywords.matches(reason, words, portuguese))
}

func (c *Categorizer) assign(words []reading.Word, portuguese bool, found []Match) Assignment {
	if category, also := best(found); category != "" {
		return Assignment{Category: category, Also: also, Basis: decision.ByKeyword}
	}
	l := lexiconOf(portuguese)
	return c.second(l.featuresOf(words), l)
}

// second is what the second stage says of a reason. A reason in which it sees nothing is `other`, whatever is common in the
// store.
func (c *Categorizer) second(features []feature, l *lexicon) Assignment {
	none := Assignment{Category: decision.OtherReason, Basis: ByNothing}
	if c.model == nil || len(features) == 0 {
		return none
	}
	if l.complaint(features) < ComplaintBar {
		return none
	}
	proposed, probability := c.model.propose(features, l)
	if probability < Bar || proposed == decision.OtherReason {
		none.Probability = probability
		return none
	}
	return Assignment{Category: proposed, Basis: decision.ByModel, Probability: probability}
}

// Explanation shows why a reason has its category.
type Explanation struct {
	Assignment
	Matches  []Match   `json:"matches,omitempty"`  // keywords, those that are denied as well, as they stand in the reason
	Proposal *Proposal `json:"proposal,omitempty"` // what the model says; it decides only where no keyword does
}

// Proposal is what the model says of a reason.
type Proposal struct {
	Category    decision.Category `json:"category"`
	Probability float64           `json:"probability"`
	Bar         float64           `json:"bar"`       // from which on it is taken
	Complaint   float64           `json:"complaint"` // the probability that the reason complains of anything; below ComplaintBar no category is taken
	Learned     int               `json:"learned"`   // from how many corrected reasons
	Words       []Weight          `json:"words"`     // those that spoke for the category or against it, strongest first
}

// Weight is how much a word of the reason speaks for the category that is proposed.
type Weight struct {
	Words   string  `json:"words"`   // as they stand in the reason
	Stem    string  `json:"stem"`    // what the model knows of them: stems, ! before what is denied, <> around a group of words, ^ for where a clause begins
	Weight  float64 `json:"weight"`  // by how much they raise the natural logarithm of the category's odds, against the average of all
	Reasons int     `json:"reasons"` // of the store that hold it; 0: it is from the lexicon
	General bool    `json:"-"`       // the lexicon of the reason's language knows it, whatever the store has taught of it
}

// Explain categorises a reason and shows which words decided.
func (c *Categorizer) Explain(reason string) Explanation {
	if IsMissing(reason) {
		return Explanation{Assignment: c.Categorize(reason)}
	}
	words := reading.Words(reason)
	portuguese := reading.IsPortuguese(words)
	found := c.keywords.matches(reason, words, portuguese)
	slices.SortStableFunc(found, func(a, b Match) int { return a.Start - b.Start })
	e := Explanation{Assignment: c.assign(words, portuguese, found), Matches: found}
	if c.model != nil && len(words) > 0 {
		e.Proposal = c.model.explain(reason, words, lexiconOf(portuguese))
		e.Proposal.Bar = Bar
	}
	return e
}

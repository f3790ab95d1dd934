package gate

import "github.com/kbgate/kbgate/internal/config"

// All are the gates, in the order in which documents list them.
var All = []*Gate{
	FrontmatterSchema,
	DateErrors,
	TitleTooFewWords,
	TitleNotProposition,
	TitleOverclaims,
	TitleMismatch,
	NameMismatch,
	ScopeError,
	ConfidenceMiscalibration,
	BodyTooThin,
	FactualDiscrepancy,
	NearDuplicate,
	OpsecInternalDealTerms,
	BrokenWikiLinks,
	DuplicateNoteName,
	HiddenCharacters,
	UnreadableNote,
	InvalidSuppression,
	FeedbackAppendOnly,
}

// Find gives the gate of that tag.
func Find(id string) (*Gate, bool) {
	for _, g := range All {
		if g.ID == id {
			return g, true
		}
	}
	return nil, false
}

// IDs are the tags of all gates.
func IDs() []string {
	ids := make([]string, len(All))
	for i, g := range All {
		ids[i] = g.ID
	}
	return ids
}

// Specs are all gates as the configuration sees them.
func Specs() []config.GateSpec {
	specs := make([]config.GateSpec, len(All))
	for i, g := range All {
		specs[i] = g.Spec()
	}
	return specs
}

package gate

import "github.com/kbgate/kbgate/internal/config"

// Registry is the gates of a check, in the order in which documents list them. Each has a tag of its own.
type Registry []*Gate

// BuiltIn are the gates that come with the program.
var BuiltIn = Registry{
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
func (r Registry) Find(id string) (*Gate, bool) {
	for _, g := range r {
		if g.ID == id {
			return g, true
		}
	}
	return nil, false
}

// IDs are the tags of all gates.
func (r Registry) IDs() []string {
	ids := make([]string, len(r))
	for i, g := range r {
		ids[i] = g.ID
	}
	return ids
}

// Specs are all gates as the configuration sees them.
func (r Registry) Specs() []config.GateSpec {
	specs := make([]config.GateSpec, len(r))
	for i, g := range r {
		specs[i] = g.Spec()
	}
	return specs
}

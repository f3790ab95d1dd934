package gate

import (
	"strings"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/lazy"
)

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
	RepeatDraft,
	GenericPhrases,
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

// Advice gives on one line what the gate of a tag advises.
func (r Registry) Advice(tag string) (fix string, ok bool) {
	g, ok := r.Find(tag)
	if !ok {
		return "", false
	}
	return strings.Join(strings.Fields(g.Fix), " "), true
}

// PastAlarm says how a reviewer gets past a finding that is a false alarm; "" where it blocks nothing, or nobody may.
func (r Registry) PastAlarm(f *finding.Finding) string {
	if g, ok := r.Find(f.Gate); !ok || !g.IsAllowable() || f.Severity != Blocking || !fingerprint().MatchString(f.Fingerprint) {
		return ""
	}
	return "a false alarm? A reviewer who did not bring it lets it through: kbgate allow " + f.Fingerprint + " --reason TEXT"
}

// fingerprint is the form of a finding's.
var fingerprint = lazy.Regexp(`^[0-9a-f]{16}$`)

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

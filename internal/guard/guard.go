// Package guard owns the checks of a draft against what was rejected before, GUARD-001 to GUARD-005. A guard is a value in a
// registry, as a gate is. Guards do no I/O: the memory of the subject comes in as a value.
package guard

import (
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/guard/enrich"
	"github.com/kbgate/kbgate/internal/guard/memory"
)

// Settings say how strict the guards are.
type Settings struct {
	Mode          Mode
	TTL           time.Duration // for which rejections are remembered
	MaxRejections int           // after so many, GUARD-001 blocks
	Suppress      time.Duration // after a rejection, in which near repeats of the same campaign block from a lower likeness
	OnBlock       string        // skip or enrich: what is to be done about a lead that is blocked by count
}

// Mode says what becomes of a draft at fault.
type Mode string

// The modes of the guards.
const (
	Hard Mode = "hard" // it is blocked
	Soft Mode = "soft" // it passes, and the result says that it would have been blocked
	Off  Mode = "off"  // nothing is checked; rejections are recorded all the same
)

// Input is what a guard sees.
type Input struct {
	Draft    *draft.Draft
	Memory   *memory.Memory
	Settings Settings
	Now      time.Time
	Context  *enrich.Context // the signals of the lead's data; nil: none were looked for

	read *shown // what the draft shows of its addressee, once it was read
}

// body is the body of the draft as its reader sees it.
func (in *Input) body() string {
	if in.Draft.Type == decision.Email {
		return draft.Shown(in.Draft.Body)
	}
	return in.Draft.Body
}

// Guard is one check of a draft.
type Guard struct {
	ID      string // GUARD-001
	Title   string
	Summary string // one line
	Why     string
	Fix     string
	Types   []decision.ArtifactType // of drafts that it judges; nil: all
	Bad     string                  // an example, as a draft in JSON or in words
	Good    string
	// Run gives the failure of a draft; nil where it has none.
	Run func(*Input) *Failure
}

// Failure is what a guard has against a draft.
type Failure struct {
	RuleID  string `json:"rule_id"`
	Message string `json:"message"`
	// Possible says that it is a hint and blocks nothing.
	Possible bool `json:"-"`
}

// Result is the document's QualityGuardResult, and behind it what is said where there is something to say.
type Result struct {
	Passed        bool                `json:"passed"`
	BlockedReason *string             `json:"blocked_reason"`
	RuleFailures  []Failure           `json:"rule_failures"`
	Fingerprint   string              `json:"draft_fingerprint"`
	Evidence      []decision.Evidence `json:"personalization_evidence"`
	MemoryHit     bool                `json:"rejection_memory_hit"`

	Template          string         `json:"template,omitempty"`           // of the draft, which the record of its rejection keeps
	Campaign          string         `json:"campaign,omitempty"`           // likewise
	Next              string         `json:"next,omitempty"`               // skip or enrich, for a lead that is blocked by count
	Rescued           bool           `json:"rescued,omitempty"`            // GUARD-003 failed, and the lead's data made good for it
	RecommendedOpener *enrich.Signal `json:"recommended_opener,omitempty"` // what a new draft could begin with
}

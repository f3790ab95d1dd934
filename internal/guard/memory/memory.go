// Package memory owns what is remembered of the rejections of one subject: which of them count at a moment, and what they say. It
// does no I/O: the rejections come from the store, and from machines that share theirs.
package memory

import (
	"time"

	"github.com/kbgate/kbgate/internal/decision"
)

// Rejection is what is remembered of one rejection.
type Rejection struct {
	ID          string // of the record
	At          time.Time
	Subject     string // as the store keeps it: an e-mail address as its hash
	Campaign    string
	Type        decision.ArtifactType
	Artifact    string // its path, else its name
	SHA         string // of the file that was rejected; "" where it was none
	Title       string // of the draft: the subject of an e-mail
	Opener      string // the first sentence of the draft behind its salutation
	Fingerprint string // draft.Fingerprint; "" where the text was not at hand
	Sketch      string // draft.Sketch; "" likewise
	Template    string
	Evidence    []decision.Evidence
	Tags        []string
	Feedback    string // the reviewer's words
}

// Approval is an approval that ends the memory of what was rejected before it: of the same text, or of the same artifact.
type Approval struct {
	At          time.Time
	Artifact    string
	Fingerprint string
	SHA         string
}

// Memory is what counts of a subject at a moment.
type Memory struct {
	Subject    string // as the store keeps it; "": there is no memory
	TTL        time.Duration
	Rejections []Rejection // those that count, the oldest first
	// OtherKey counts the rejections of e-mail addresses that were stored with another key than the one at hand: whether they are of this
	// subject, nobody can tell.
	OtherKey int
	// Away says why a part of the memory could not be asked, a server that is down say; "" where all was.
	Away string
}

// Of gives what counts at a moment of the rejections of a subject. There is none once the last rejection is older than ttl; until
// then every rejection counts of the time that begins ttl before the last one. A rejection whose text or artifact was approved later
// does not count.
func Of(subject string, all []Rejection, approvals []Approval, ttl time.Duration, now time.Time) *Memory {
	panic("not written yet")
}

// FromDecision gives what is remembered of a rejection; false for any other verdict, and for what was redacted or withdrawn.
func FromDecision(d *decision.Decision) (Rejection, bool) { panic("not written yet") }

package decision

import (
	"slices"
	"strings"
	"time"
)

// Allowance lets one finding on one text through. A reviewer makes it. Who may, and what proves it, package allowance judges.
type Allowance struct {
	Schema      string
	ID          string // ULID
	Source      Source // Human, or GitHub for a comment on a pull request
	SourceID    string
	At          time.Time
	Gate        string // the tag of the gate
	NotePath    string // of the note, below the root of the knowledge base
	Fingerprint string // of the finding, as the findings have it
	Paragraph   string // the SHA-256 of the paragraph's text: another text is not let through
	Reason      string
	By          string // who lets it through
	PR          PullRequest
	Signature   Signature
	Rest        Rest

	// Redacted names what FoldAllowance hid. It is of the view alone and is never written.
	Redacted []string
}

// Signature is one of Ed25519 over a record.
type Signature struct {
	Key  string // the id of the key
	Sig  string // base64
	Rest Rest
}

// Signable is a record that may bear a signature.
type Signable interface {
	// Signed are the bytes that the signature is about: the record's file without it.
	Signed() ([]byte, error)
	// Seal is where the signature stands.
	Seal() *Signature
}

// Signed is as Signable has it.
func (a *Allowance) Signed() ([]byte, error) {
	unsigned := *a
	unsigned.Signature = Signature{}
	return unsigned.Encode()
}

// Seal is as Signable has it.
func (a *Allowance) Seal() *Signature { return &a.Signature }

// Signed is as Signable has it.
func (a *Amendment) Signed() ([]byte, error) {
	unsigned := *a
	unsigned.Signature = Signature{}
	return unsigned.Encode()
}

// Seal is as Signable has it.
func (a *Amendment) Seal() *Signature { return &a.Signature }

// Validate says everything that is wrong with an allowance, joined.
func (a *Allowance) Validate(now time.Time) error {
	f := judge(a, now)
	return f.err()
}

// FoldAllowance gives the view of an allowance whose texts may have been hidden.
func FoldAllowance(a *Allowance, amendments ...*Amendment) *Allowance {
	view := *a
	hidden := redactions(amendments)[a.ID]
	if hidden[AllTexts] {
		view.Rest = nil
	}
	if a.Reason != "" && (hidden[AllTexts] || hidden["reason"]) {
		view.Reason, view.Redacted = "", append(slices.Clip(view.Redacted), "reason")
	}
	return &view
}

// IsWithout reports whether an allowance is an earlier one without the texts that redactions hide.
func (a *Allowance) IsWithout(was *Allowance, amendments []*Amendment) bool {
	view := FoldAllowance(was, amendments...)
	is, err := a.Encode()
	rest, failed := view.Encode()
	return err == nil && failed == nil && len(view.Redacted) > 0 && slices.Equal(is, rest)
}

// wrongDigest takes a SHA-256, or a part of one, in hexadecimal.
func wrongDigest(size int) func(string) string {
	return func(s string) string {
		if len(s) != size || strings.Trim(s, "0123456789abcdef") != "" {
			return "is no digest in small hexadecimal digits"
		}
		return ""
	}
}

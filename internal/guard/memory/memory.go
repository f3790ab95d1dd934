// Package memory owns what is remembered of the rejections of one subject: which of them count at a moment, and what they say. It
// does no I/O: the rejections come from the store, and from machines that share theirs.
package memory

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
)

// Ahead is how far ahead of the clock a decision may be, for clocks differ. One that is further ahead counts for nothing: a rejection of
// next year would be the last one, and end the memory of all others.
const Ahead = 24 * time.Hour

// Rejection is what is remembered of one rejection.
type Rejection struct {
	ID          string // of the record
	At          time.Time
	Source      decision.Source // who rejected: a validator's rejection ends with a validator's approval
	Subject     string          // as the store keeps it: an e-mail address as its hash
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
	// Files is how many files the change brought that was rejected; 0: it was no change.
	Files int
}

// Approval is an approval that ends the memory of what was rejected before it: of the same text, or of the same artifact. One by a
// validator ends the memory of a validator's rejections alone.
type Approval struct {
	ID          string // of the record
	At          time.Time
	Source      decision.Source
	Artifact    string
	Fingerprint string
	SHA         string
	Sketch      string // draft.Sketch; "" where the text was not at hand
}

// Memory is what counts of a subject at a moment.
type Memory struct {
	Subject    string // as the store keeps it; "": there is no memory
	TTL        time.Duration
	Rejections []Rejection // those that count, the oldest first
	Approvals  []Approval  // those that count, in the order of time, if any rejection does
	// More says that the subject has more decisions of the time than are looked at, so that there may be more rejections.
	More bool
	// OtherKey counts the rejections of e-mail addresses that were stored with another key than the one at hand: whether they are of this
	// subject, nobody can tell.
	OtherKey int
	// Unread counts the records of the store, of whatever subject, that cannot be read: there may be more rejections.
	Unread int
	// Lifted counts the rejections that would count if other machines had not told that they were taken back, redacted or approved: no
	// record here says so.
	Lifted int
	// Away says why a part of the memory could not be asked, a server that is down say; "" where all was.
	Away string
}

// Of gives what counts at a moment of the rejections of a subject. There is none once the last rejection is older than ttl; until
// then every rejection counts of the time that begins ttl before the last one. A rejection whose text or artifact was approved later
// does not count, and no decision counts that is too far ahead of the clock. Of several rejections of one id the fullest counts, and an empty subject has none. The order of what is given does
// not matter.
//
// Approvals that count stay in the memory: by Frees, a text that was approved passes whatever it is like.
func Of(subject string, all []Rejection, approvals []Approval, ttl time.Duration, now time.Time) *Memory {
	m := &Memory{Subject: subject, TTL: ttl}
	if subject == "" {
		return m
	}
	end := now.Add(Ahead)
	for _, r := range join(all) {
		if !r.At.After(end) && !slices.ContainsFunc(approvals, func(a Approval) bool { return !a.At.After(end) && a.Ends(&r) }) {
			m.Rejections = append(m.Rejections, r)
		}
	}
	if len(m.Rejections) == 0 {
		return m
	}
	last := m.Rejections[len(m.Rejections)-1].At
	if now.Sub(last) > ttl {
		m.Rejections = nil
		return m
	}
	first := slices.IndexFunc(m.Rejections, func(r Rejection) bool { return last.Sub(r.At) <= ttl })
	m.Rejections = m.Rejections[first:]
	for _, a := range approvals {
		if !a.At.After(end) && a.At.After(m.Rejections[0].At) && (a.Fingerprint != "" || a.SHA != "") {
			m.Approvals = append(m.Approvals, a)
		}
	}
	slices.SortFunc(m.Approvals, func(a, b Approval) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID), cmp.Compare(a.Artifact, b.Artifact), cmp.Compare(a.SHA, b.SHA),
			cmp.Compare(a.Fingerprint, b.Fingerprint), cmp.Compare(a.Source, b.Source))
	})
	return m
}

// Frees reports whether a text was approved later than a rejection, which then says nothing of that text: is tells the approvals of the
// text. Who may end the memory of the rejection may free a text from it, and nobody else.
func (m *Memory) Frees(r *Rejection, is func(*Approval) bool) bool {
	return slices.ContainsFunc(m.Approvals, func(a Approval) bool { return a.outweighs(r) && is(&a) })
}

// join gives rejections the oldest first, each id once: of several of one id the fullest.
func join(all []Rejection) []Rejection {
	form := func(r *Rejection) []byte {
		data, _ := json.Marshal(r) // texts and times can be written
		return data
	}
	sorted := slices.Clone(all)
	slices.SortFunc(sorted, func(a, b Rejection) int {
		if a.ID != b.ID {
			return cmp.Compare(a.ID, b.ID)
		}
		one, other := form(&a), form(&b)
		return cmp.Or(cmp.Compare(len(other), len(one)), bytes.Compare(other, one))
	})
	sorted = slices.CompactFunc(sorted, func(a, b Rejection) bool { return a.ID == b.ID })
	slices.SortFunc(sorted, func(a, b Rejection) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID)) })
	return sorted
}

// Ends reports whether an approval ends the memory of a rejection: it is later, and of the same artifact or the same text.
func (a *Approval) Ends(r *Rejection) bool {
	same := func(approved, rejected string) bool { return approved != "" && approved == rejected }
	return a.outweighs(r) && (same(a.Artifact, r.Artifact) || same(a.Fingerprint, r.Fingerprint) || same(a.SHA, r.SHA))
}

// outweighs reports whether an approval is later than a rejection, and of somebody who may end its memory.
func (a *Approval) outweighs(r *Rejection) bool {
	return a.At.After(r.At) && (a.Source != decision.Validator || r.Source == decision.Validator)
}

// FromDecision gives what is remembered of a rejection; false for any other verdict, for what was withdrawn or disputed, and for
// what was redacted of its subject or its draft.
func FromDecision(d *decision.Decision) (Rejection, bool) {
	r := Rejection{ID: d.ID, At: d.At, Source: d.Source, Subject: SubjectOf(d), Campaign: d.Campaign, Type: d.Artifact.Type,
		Artifact: artifactOf(d), SHA: d.Artifact.SHA, Title: d.Draft.Title, Opener: d.Draft.Opener, Fingerprint: d.Draft.Fingerprint,
		Sketch: d.Draft.Sketch, Template: d.Draft.Template, Evidence: d.Draft.Evidence, Tags: d.Tags, Feedback: d.Reason}
	counts := d.Verdict == decision.Rejected && d.Withdrawn == nil && !d.Disputed && r.Subject != "" &&
		!slices.ContainsFunc(d.Redacted, func(hidden string) bool { return isRemembered(d, hidden) })
	if !counts {
		return Rejection{}, false
	}
	return r, true
}

// OfFiles gives the rejection of a decision on a change as one of each file that the change brought, and any other as it is. What is kept
// of a text is of one file; of several, nobody knows of which.
func (r Rejection) OfFiles(d *decision.Decision) (all []Rejection) {
	if len(d.Paths) == 0 {
		return []Rejection{r}
	}
	if r.Files = len(d.Paths); r.Files > 1 {
		r.Title, r.Opener, r.Fingerprint, r.Sketch, r.Evidence = "", "", "", "", nil
	}
	for _, c := range d.Paths {
		r.Artifact, r.SHA = c.Path, c.SHA
		all = append(all, r)
	}
	return all
}

// OfFiles gives the approval of a decision on a change, and behind it one of each file that the change brought.
func (a Approval) OfFiles(d *decision.Decision) []Approval {
	all := []Approval{a}
	for _, c := range d.Paths {
		a.Artifact, a.SHA, a.Fingerprint, a.Sketch = c.Path, c.SHA, "", ""
		all = append(all, a)
	}
	return all
}

// isRemembered reports whether a hidden field is the subject of a decision, or of its draft.
func isRemembered(d *decision.Decision, hidden string) bool {
	group, _, _ := strings.Cut(hidden, ".")
	return group == "subject" || group == "draft" || group == "artifact" && d.Subject == ""
}

// ApprovalOf gives what an approval ends the memory of; false for any other verdict, and for what was withdrawn or disputed. What was
// approved with changes is another text than the one that was handed in.
func ApprovalOf(d *decision.Decision) (Approval, bool) {
	a := Approval{ID: d.ID, At: d.At, Source: d.Source, Artifact: artifactOf(d), SHA: d.Artifact.ApprovedSHA}
	if d.Verdict == decision.Approved {
		a.Fingerprint, a.SHA, a.Sketch = d.Draft.Fingerprint, cmp.Or(a.SHA, d.Artifact.SHA), d.Draft.Sketch
	}
	counts := (d.Verdict == decision.Approved || d.Verdict == decision.ApprovedWithChanges) && d.Withdrawn == nil && !d.Disputed
	return a, counts
}

// SubjectOf is the key of the memory of a decision: its subject, else its artifact. An e-mail without a subject has none.
func SubjectOf(d *decision.Decision) string {
	if d.Subject != "" || d.Artifact.Type == decision.Email {
		return d.Subject
	}
	return artifactOf(d)
}

func artifactOf(d *decision.Decision) string { return cmp.Or(d.Artifact.Path, d.Artifact.Name) }

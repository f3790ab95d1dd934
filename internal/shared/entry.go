package shared

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/guard/memory"
	"github.com/kbgate/kbgate/internal/lazy"
)

// maxValue is the longest value of a field, in bytes.
const maxValue = 40_000

// gone is the value of a record that was withdrawn or redacted. It takes the place of what stood there, and stays.
const gone = "gone"

// Entry is one record as machines share it: a rejection, an approval, or that one of these does not count any more.
type Entry struct {
	ID        string
	Subjects  []string // as the store keeps them: under which it is found
	Rejection *memory.Rejection
	Approval  *memory.Approval
	Gone      bool
	Amended   bool // it takes the place of what the server has
}

// EntryOf gives what is shared of a decision: first as it was stored, and as its amendments make it now. It is false for what has no
// subject, and for one that has disputed twins.
func EntryOf(first, now *decision.Decision) (Entry, bool) {
	e := Entry{ID: now.ID, Amended: first != now}
	for _, d := range []*decision.Decision{first, now} {
		if subject := memory.SubjectOf(d); subject != "" {
			e.Subjects = append(e.Subjects, subject)
		}
		if artifact := cmp.Or(d.Artifact.Path, d.Artifact.Name); artifact != "" && d.Artifact.Type != decision.Email {
			e.Subjects = append(e.Subjects, artifact)
		}
	}
	if len(e.Subjects) == 0 || now.Disputed {
		return e, false
	}
	if r, ok := memory.FromDecision(now); ok {
		e.Rejection = &r
	} else if a, ok := memory.ApprovalOf(now); ok {
		e.Approval = &a
	} else {
		e.Gone = true
	}
	return e, true
}

// value is what the server gets. Addresses that stand in texts become hashes. Where a record is too long, its texts are left out and
// what tells its like again stays.
func (m *Memory) value(e *Entry) (string, error) {
	if e.Gone {
		return gone, nil
	}
	d := &decision.Decision{Schema: decision.Schema, ID: e.ID, Agent: decision.Unknown}
	switch {
	case e.Rejection != nil:
		r := e.Rejection
		d.Verdict, d.At, d.Source, d.Campaign = decision.Rejected, r.At, r.Source, m.masked(r.Campaign)
		d.Artifact = decision.Artifact{Type: r.Type, Name: m.masked(r.Artifact), SHA: r.SHA}
		d.Draft = decision.Draft{Title: m.masked(r.Title), Opener: m.masked(r.Opener), Fingerprint: r.Fingerprint, Sketch: r.Sketch, Template: r.Template}
		for _, one := range r.Evidence {
			d.Draft.Evidence = append(d.Draft.Evidence, decision.Evidence{Type: one.Type, Value: m.masked(one.Value), Source: m.masked(one.Source)})
		}
		d.Tags, d.Reason = r.Tags, m.masked(r.Feedback)
	case e.Approval != nil:
		a := e.Approval
		d.Verdict, d.At, d.Source = decision.Approved, a.At, a.Source
		d.Artifact = decision.Artifact{Type: decision.OtherType, Name: m.masked(a.Artifact), ApprovedSHA: a.SHA}
		d.Draft.Fingerprint, d.Draft.Sketch = a.Fingerprint, a.Sketch
	}
	if d.Source != decision.Validator {
		d.Source = decision.Human // of whatever program the record came, somebody decided
	}
	d.Artifact.Name = cmp.Or(d.Artifact.Name, decision.Unknown)
	for range 2 {
		data, err := json.Marshal(d)
		if err != nil {
			return "", err
		}
		if len(data) <= maxValue {
			return string(data), nil
		}
		d.Reason, d.Draft.Title, d.Draft.Opener, d.Draft.Evidence, d.Tags = "", "", "", nil, nil
	}
	return "", fmt.Errorf("%s is longer than the %d bytes that are shared of a record", e.ID, maxValue)
}

// addressForm is what may be an e-mail address within a text.
var addressForm = lazy.Regexp(`[^\s@<>()\[\]"',;:|]+@[^\s@<>()\[\]"',;:|/]+`)

// masked gives a text with the beginning of its hash in place of each address.
func (m *Memory) masked(s string) string {
	return addressForm().ReplaceAllStringFunc(s, func(address string) string { return "address-" + m.hash(address)[:8] })
}

// errForeign says that a value is none that kbgate has written.
var errForeign = errors.New("is no entry of kbgate")

// read gives the entry of a field. It is believed no more than a record that somebody hands in: all its fields are judged as theirs.
func read(subject, id, value string, now time.Time) (Entry, error) {
	e := Entry{ID: id, Subjects: []string{subject}}
	if !decision.IsID(id) || len(value) > maxValue {
		return e, errForeign
	}
	if value == gone {
		e.Gone = true
		return e, nil
	}
	if !json.Valid([]byte(value)) {
		return e, errForeign
	}
	d, err := decision.Decode([]byte(value))
	if err != nil {
		return e, err
	}
	if d.ID != id || d.Newer() || d.SourceID != "" {
		return e, errForeign
	}
	if err := d.Validate(now); err != nil {
		return e, err
	}
	d.Subject, d.SubjectKey = subject, ""
	if d.Artifact.Name == decision.Unknown {
		d.Artifact.Name = ""
	}
	if r, ok := memory.FromDecision(d); ok {
		e.Rejection = &r
	} else if a, ok := memory.ApprovalOf(d); ok {
		e.Approval = &a
	} else {
		return e, errForeign
	}
	return e, nil
}

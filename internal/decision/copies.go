package decision

import (
	"bytes"
	"crypto/sha1" //nolint:gosec // the name of an object of git is one
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/decision/document"
)

// KeptField is the field of an amendment that says which of several files of an id is the record. Its value is the id of that
// file's content in git, whole.
const KeptField = "kept"

// ErrCopiesDisagree says that there are several records of one id which disagree, and that nothing says which of them counts.
var ErrCopiesDisagree = errors.New("there are several records of this id, which disagree, so none of them counts")

// Choice is which of several files of an id counts.
type Choice struct {
	Blob string // the id of its content in git
	// Doubtful says that no reviewer chose it, but only that it was there first, here.
	Doubtful bool
}

// BlobID gives the id of a content in git, in the format of another one: SHA-1 or SHA-256 (gitformat-pack(5)).
func BlobID(data []byte, like string) string {
	object := append(fmt.Appendf(nil, "blob %d\x00", len(data)), data...)
	if len(like) == 2*sha256.Size {
		sum := sha256.Sum256(object)
		return hex.EncodeToString(sum[:])
	}
	sum := sha1.Sum(object) //nolint:gosec // as above
	return hex.EncodeToString(sum[:])
}

// Disagree names what two records of one id say otherwise that may not be otherwise: verdict, reviewer, agent and, unless amendments
// hide them, the artifact and the reason.
func Disagree(a, b *Decision, amendments []*Amendment) (names []string) {
	hidden := redactions(amendments)[a.ID]
	one, other := groupNode(a), groupNode(b)
	for _, name := range []string{"verdict", "reviewer", "agent", "artifact.type", "artifact.name", "reason"} {
		if !slices.Equal(one.TextsAt(name), other.TextsAt(name)) && (!CanHide(name) || !hidden.hides(name)) {
			names = append(names, name)
		}
	}
	return names
}

// IsSameEvent reports whether two records are of one event of a source, and differ in nothing but the agent and what follows from the
// words of the reason. Whose work it was, the machine that records an event finds out by itself.
func IsSameEvent(a, b *Decision) bool {
	plain := func(d *Decision) []byte {
		event := *d
		event.Agent, event.Category, event.CategoryBy, event.Also, event.LearnedAction = "", "", "", nil, ""
		data, _ := event.Encode() // what was read can be written
		return data
	}
	return a.SourceID != "" && (a.Source == GitHub || a.Source == FromEvent) && bytes.Equal(plain(a), plain(b))
}

// View reads the decision of an id and folds in amendments. What is about it comes in any order: amendments, and other records of
// the id. Amendments that cannot be read or do not fit are passed over. Of several records the chosen one counts; where they
// disagree and none is chosen, ErrCopiesDisagree holds.
func View(id string, record []byte, about [][]byte, chosen Choice) (*Decision, error) {
	var amendments []*Amendment
	files := [][]byte{record}
	for _, data := range about {
		if a, err := DecodeAmendment(data); err == nil {
			amendments = append(amendments, a)
		} else {
			files = append(files, data)
		}
	}
	d, err := pick(id, files, amendments, chosen)
	if err != nil || len(amendments) == 0 {
		return d, err
	}
	return Fold(d, slices.Clip(amendments)...), nil
}

// pick gives the record of an id out of several files, of which the first bears its name.
func pick(id string, files [][]byte, amendments []*Amendment, chosen Choice) (*Decision, error) {
	own, err := decodeOf(id, files[0])
	if len(files) == 1 {
		return own, err
	}
	disagree := err != nil
	counts := own
	for i, data := range files {
		d, failed := own, err
		if i > 0 {
			d, failed = decodeOf(id, data)
		}
		if failed != nil {
			continue
		}
		if chosen.Blob != "" && BlobID(data, chosen.Blob) == chosen.Blob {
			counts = d
		}
		disagree = disagree || len(Disagree(own, d, amendments)) > 0
	}
	switch {
	case counts == nil:
		return nil, err
	case chosen.Blob == "" && disagree:
		return nil, ErrCopiesDisagree
	case chosen.Blob == "":
		return own, nil
	}
	counts.Disputed = chosen.Doubtful
	return counts, nil
}

// decodeOf reads the decision of an id.
func decodeOf(id string, data []byte) (*Decision, error) {
	d, err := Decode(data)
	if err != nil {
		return nil, err
	}
	if d.ID != id {
		return nil, &document.Fault{Field: "id", Message: fmt.Sprintf("is %.40q, and the file is named %s", d.ID, id)}
	}
	return d, nil
}

// SlimCopy gives what View needs of a record that was not chosen: what it may disagree in.
func SlimCopy(d *Decision) []byte {
	slim := &Decision{Schema: d.Schema, ID: d.ID, Source: d.Source, SourceID: d.SourceID, At: d.At, Verdict: d.Verdict, Reviewer: d.Reviewer,
		Agent: d.Agent, Reason: d.Reason, Artifact: Artifact{Type: d.Artifact.Type, Name: d.Artifact.Name}}
	data, _ := slim.Encode() // what was read can be written
	return data
}

// IsWithout reports whether a record is an earlier one without fields that redactions hide, and in nothing else another one:
// either as that was stored, or as amendments have made it.
func (d *Decision) IsWithout(was *Decision, amendments []*Amendment) bool {
	hidden := redactions(amendments)[was.ID]
	if d.Verdict != was.Verdict || d.Reviewer != was.Reviewer || d.Agent != was.Agent || len(hidden) == 0 {
		return false
	}
	is, err := d.Encode()
	if err != nil {
		return false
	}
	return slices.Equal(is, d.missing(was, hidden)) || slices.Equal(is, d.missing(Fold(was, amendments...), hidden))
}

// missing writes an earlier record without those hidden fields that this one does not have.
func (d *Decision) missing(was *Decision, hidden redaction) []byte {
	rest := *was
	has := d.Hideable()
	for _, name := range was.Hideable() {
		covers := func(h string) bool { return CanHide(h) && Covers(h, name) }
		for h := range hidden {
			if covers(h) && !slices.Contains(has, name) {
				hideIn(&rest, name)
			}
		}
		if name == "learned_action" && hidden["reason"] && !slices.Contains(has, name) {
			hideIn(&rest, name)
		}
	}
	data, _ := rest.Encode() // what was read can be written
	return data
}

// IsWithout reports whether an amendment is an earlier one without the texts that redactions of it, or of its record, hide. One that
// hides, chooses or withdraws something itself stays as it is.
func (a *Amendment) IsWithout(was *Amendment, amendments []*Amendment) bool {
	if was.Field == RedactedField || was.Field == KeptField || was.Field == WithdrawnField {
		return false
	}
	view := FoldAmendment(was, amendments...)
	is, err := a.Encode()
	rest, failed := view.Encode()
	return err == nil && failed == nil && len(view.Redacted) > 0 && slices.Equal(is, rest)
}

// CopyPath is where a decision stands as a conflict copy, because another file has its name: decisions/2026/11/21/ID-BLOB8.yaml, by the id
// of its content.
func CopyPath(d *Decision, blob string) string {
	return strings.TrimSuffix(d.Path(), ".yaml") + "-" + blob[:8] + ".yaml"
}

// HidesNothingOf reports whether the stored record has nothing more of what a redaction hides.
func (a *Amendment) HidesNothingOf(d *Decision) bool {
	if a.Field != RedactedField || a.Of != d.ID {
		return false
	}
	has := d.Hideable()
	return !slices.ContainsFunc(a.hides(), func(hidden string) bool {
		return CanHide(hidden) && slices.ContainsFunc(has, func(name string) bool { return Covers(hidden, name) })
	})
}

// Hide gives a decision without what amendments hide, and otherwise as it is.
func Hide(d *Decision, amendments ...*Amendment) *Decision {
	return Fold(d, slices.DeleteFunc(slices.Clone(amendments), func(a *Amendment) bool { return a.Field != RedactedField })...)
}

package decision

import (
	"slices"

	"github.com/kbgate/kbgate/internal/decision/document"
)

// Fields of a draft that a record is given with and that is not stored: its text, and the subject of it, which is its title.
const (
	draftBody    = "body"
	draftSubject = "subject"
)

// TakeText takes the text of a draft out of what a record was given with, so that it is not stored. It is false where the record brings
// none, or what is no text.
func (d *Draft) TakeText() (subject, body string, ok bool) {
	for i := range d.Rest {
		if n := &d.Rest[i]; n.Name == draftBody && n.Kind == document.Text {
			body, ok = n.Value, true
		} else if n.Name == draftSubject && n.Kind == document.Text {
			subject = n.Value
		}
	}
	if !ok {
		return "", "", false
	}
	d.Rest = slices.DeleteFunc(slices.Clone(d.Rest), isDraftText) // a copy of the record may share the list
	if len(d.Rest) == 0 {
		d.Rest = nil
	}
	return subject, body, true
}

func isDraftText(n document.Node) bool {
	return n.Kind == document.Text && (n.Name == draftBody || n.Name == draftSubject)
}

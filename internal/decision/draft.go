package decision

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/decision/document"
)

// draftSubject is the name of a text's subject, which is its title, in the draft that a record is given with.
const draftSubject = "subject"

// draftTexts are the names under which programs give the text of a draft. It is not stored. Of several the first that holds something is
// taken, and all are left out: they are forms of one text.
var draftTexts = []string{"body", "text", "content"}

// TakeText takes the text of a draft out of what a record was given with, so that it is not stored, whether it is a text, a list of its
// parts, or a mapping that holds it. It is false where the record brings none.
func (d *Draft) TakeText() (subject, body string, ok bool) {
	at := len(draftTexts)
	for i := range d.Rest {
		n := &d.Rest[i]
		if n.Name == draftSubject && n.Kind == document.Text {
			subject = n.Value
		}
		if rank := slices.Index(draftTexts, n.Name); rank >= 0 && isDraftText(*n) {
			ok = true
			if text := textIn(n); text != "" && rank < at {
				body, at = text, rank
			}
		}
	}
	if !ok {
		return "", "", false
	}
	d.Rest = slices.DeleteFunc(slices.Clone(d.Rest), func(n document.Node) bool { // a copy of the record may share the list
		return isDraftText(n) || n.Name == draftSubject && n.Kind == document.Text
	})
	if len(d.Rest) == 0 {
		d.Rest = nil
	}
	return subject, body, true
}

// isDraftText reports whether a field of a draft is its text: a number or a truth value is none.
func isDraftText(n document.Node) bool {
	return slices.Contains(draftTexts, n.Name) && n.Kind != document.Plain
}

// textIn is the text that a node holds: the items of a list below each other; of a mapping what bears the name of a text, else all.
func textIn(n *document.Node) string {
	if n.Kind == document.Text {
		return n.Value
	}
	var named, all []string
	for i := range n.Items {
		text := textIn(&n.Items[i])
		if text == "" {
			continue
		}
		all = append(all, text)
		if n.Kind == document.Mapping && slices.Contains(draftTexts, n.Items[i].Name) {
			named = append(named, text)
		}
	}
	if len(named) > 0 {
		all = named[:1]
	}
	return strings.Join(all, "\n")
}

// takeDraft takes the text of an event's draft, as a decision that was given with one has it, and leaves the other fields of that draft with
// what is kept of the event.
func (e *event) takeDraft() {
	at := slices.IndexFunc(e.unknown, func(n document.Node) bool { return n.Name == draftName })
	if at < 0 {
		return
	}
	given := e.unknown[at]
	d := Draft{Rest: given.Items}
	if given.Kind != document.Mapping {
		given.Name = draftTexts[0]
		d.Rest = Rest{given}
	}
	subject, body, ok := d.TakeText()
	if !ok {
		return
	}
	if i := slices.IndexFunc(d.Rest, func(n document.Node) bool { return n.Name == "title" && n.Kind == document.Text }); i >= 0 {
		subject = cmp.Or(d.Rest[i].Value, subject)
		d.Rest = slices.Delete(d.Rest, i, i+1)
	}
	for _, part := range [][2]string{{draftSubject, subject}, {draftTexts[0], body}} {
		node := document.OfText(part[1])
		node.Name = part[0]
		e.decision.Draft.Rest = append(e.decision.Draft.Rest, node)
	}
	if e.unknown[at].Items = d.Rest; len(d.Rest) == 0 {
		e.drop(draftName)
	}
}

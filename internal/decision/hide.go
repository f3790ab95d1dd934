package decision

import (
	"strings"

	"github.com/kbgate/kbgate/internal/decision/document"
)

// CanHide reports whether a redaction may name a field: not what was decided, by whom, on whose work and when. What this
// version does not know may be anything, so it may.
func CanHide(name string) bool { return name != "" && !isMarked(name, unredactable) }

// IsField reports whether decisions have a field of that name: reason, draft.title.
func IsField(name string) bool { return find(new(Decision), name) != nil }

// IsInAll reports whether hiding AllTexts hides a field, too.
func IsInAll(name string) bool { return isTyped(name) || !IsField(name) }

// Covers reports whether hiding one field hides another: itself, or one within it.
func Covers(hidden, name string) bool {
	return hidden == name || strings.HasPrefix(name, hidden+".") || hidden == AllTexts && IsInAll(name)
}

// Hideable names the fields that have a value and can be hidden, a group before what is in it: draft, draft.title.
func (d *Decision) Hideable() []string { return hideable(d, "") }

func hideable(g group, path string) (names []string) {
	for _, f := range g.fields() {
		name := document.Join(path, f.name)
		if f.isEmpty() || !CanHide(name) {
			continue
		}
		names = append(names, name)
		if inner, ok := f.value.(group); ok {
			names = append(names, hideable(inner, name)...)
		}
	}
	for _, n := range *g.rest() {
		names = append(names, document.Join(path, n.Name))
	}
	return names
}

// TextsOf gives the texts that stand in a field, and in all that is within it.
func (d *Decision) TextsOf(name string) []string {
	n := groupNode(d)
	return n.TextsAt(name)
}

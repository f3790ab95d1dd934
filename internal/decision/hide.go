package decision

import "strings"

// CanHide reports whether a redaction may name a field: not what was decided, by whom, on whose work and when. What this
// version does not know may be anything, so it may.
func CanHide(name string) bool { return name != "" && !isMarked(name, shown) }

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
		name := join(path, f.name)
		if f.isEmpty() || !CanHide(name) {
			continue
		}
		names = append(names, name)
		if inner, ok := f.value.(group); ok {
			names = append(names, hideable(inner, name)...)
		}
	}
	for _, n := range *g.rest() {
		names = append(names, join(path, n.name))
	}
	return names
}

// TextsOf gives the texts that stand in a field, and in all that is within it.
func (d *Decision) TextsOf(name string) []string {
	n := groupNode(d)
	return n.textsAt(name)
}

// textsAt gives the texts of what has a path in a mapping. The names of fields that nobody knows may hold points.
func (n *node) textsAt(path string) []string {
	if inner := n.get(path); inner != nil {
		return textsIn(inner)
	}
	name, within, deeper := strings.Cut(path, ".")
	if inner := n.get(name); deeper && inner != nil {
		return inner.textsAt(within)
	}
	return nil
}

// textsIn gives the texts of a value, in its order.
func textsIn(n *node) []string {
	if n.kind <= plain {
		return []string{n.value}
	}
	var all []string
	for i := range n.items {
		all = append(all, textsIn(&n.items[i])...)
	}
	return all
}

package decision

import (
	"fmt"
	"strings"

	"github.com/kbgate/kbgate/internal/decision/document"
)

// Value is what a field of some record is, of any type.
type Value struct {
	node document.Node
	set  bool
}

// TextValue is a value that is a text.
func TextValue(s string) Value { return Value{document.OfText(s), true} }

// ListValue is a value that is a list of texts.
func ListValue(items ...string) Value { return Value{document.OfTexts(items), true} }

// Text gives a value that is a text, a number or a truth value as it was written.
func (v Value) Text() (string, bool) {
	return v.node.Value, v.set && v.node.Kind <= document.Plain && !v.node.IsNull()
}

// Texts gives the items of a list of such values, or the one.
func (v Value) Texts() []string {
	if s, ok := v.Text(); ok {
		return []string{s}
	}
	var all []string
	for _, item := range v.node.Items {
		if v.node.Kind == document.List && item.Kind <= document.Plain {
			all = append(all, item.Value)
		}
	}
	return all
}

// Form is the same for values that say the same, and for no others.
func (v Value) Form() string {
	var b strings.Builder
	formOf(&v.node, &b)
	return b.String()
}

func formOf(n *document.Node, b *strings.Builder) {
	fmt.Fprintf(b, "%d%q%q(", n.Kind, n.Name, n.Value)
	for i := range n.Items {
		formOf(&n.Items[i], b)
	}
	b.WriteByte(')')
}

// ValueOf gives what stands in a field; ok is false where nothing does, or there is no such field.
func (d *Decision) ValueOf(name string) (v Value, ok bool) {
	f := find(d, name)
	if f == nil || f.isEmpty() {
		return Value{}, false
	}
	return Value{f.toNode(), true}, true
}

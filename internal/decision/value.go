package decision

// Value is what a field of some record is, of any type.
type Value struct {
	node node
	set  bool
}

// TextValue is a value that is a text.
func TextValue(s string) Value { return Value{textNode(s), true} }

// ListValue is a value that is a list of texts.
func ListValue(items ...string) Value { return Value{textList(items), true} }

// Text gives a value that is a text, a number or a truth value as it was written.
func (v Value) Text() (string, bool) {
	return v.node.value, v.set && v.node.kind <= plain && !v.node.isNull()
}

// Texts gives the items of a list of such values, or the one.
func (v Value) Texts() []string {
	if s, ok := v.Text(); ok {
		return []string{s}
	}
	var all []string
	for _, item := range v.node.items {
		if v.node.kind == list && item.kind <= plain {
			all = append(all, item.value)
		}
	}
	return all
}

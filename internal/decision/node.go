package decision

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// kind tells what a node is.
type kind uint8

const (
	text    kind = iota // a scalar that is text
	plain               // a number, a truth value, null or a date, as it was written
	list                // items
	mapping             // keys, and an item for each
)

// null is how a scalar of no value is kept, however it was written.
const null = "null"

// node is a value of a record as it stands there. Records are read into nodes, whether they come as YAML or as JSON, and
// fields that nobody knows stay nodes.
type node struct {
	kind  kind
	value string // of a scalar
	keys  []string
	items []node
	line  int // counted from 1; 0 in what is kept
}

// maxDepth is how deep a record may nest; contract 5.5 needs four.
const maxDepth = 32

// maxKey is the longest name of a field, in bytes. YAML itself ends at 1024 (section 7.4.2 of its specification, 1.2.2).
const maxKey = 128

// A value of one byte takes some hundred once it is read, so their number is bounded, too: that of a whole record, whose
// lists take some nine thousand at most, and that of all that the contract does not know.
const (
	maxNodes   = 16384
	maxUnknown = 4096
)

// errManyNodes refuses a record of more values than that.
var errManyNodes = &Fault{Message: fmt.Sprintf("the record holds more than %d values", maxNodes)}

// size is how many values a node is, itself included.
func (n *node) size() int {
	sum := 1
	for i := range n.items {
		sum += n.items[i].size()
	}
	return sum
}

func (n *node) isNull() bool { return n.kind == plain && n.value == null }

// empty reports whether a field with that value is as good as left out.
func (n *node) empty() bool {
	switch n.kind {
	case text:
		return n.value == ""
	case plain:
		return n.value == null
	}
	return len(n.items) == 0
}

// get gives the value of a field, or nil.
func (n *node) get(key string) *node {
	if i := slices.Index(n.keys, key); i >= 0 && n.kind == mapping {
		return &n.items[i]
	}
	return nil
}

// timeless gives a copy without lines, to be kept.
func (n node) timeless() node {
	n.line = 0
	items := n.items
	n.items = nil
	for _, item := range items {
		n.items = append(n.items, item.timeless())
	}
	return n
}

// own gives a copy that shares no text with another.
func (n node) own() node {
	n.value, n.keys, n.items = strings.Clone(n.value), slices.Clone(n.keys), slices.Clone(n.items)
	for i := range n.keys {
		n.keys[i] = strings.Clone(n.keys[i])
	}
	for i := range n.items {
		n.items[i] = n.items[i].own()
	}
	return n
}

// bytes is the length of all texts of a node.
func (n *node) bytes() int {
	sum := 0
	n.each(func(s string) { sum += len(s) })
	return sum
}

func (n *node) each(visit func(string)) {
	visit(n.value)
	for i := range n.keys {
		visit(n.keys[i])
	}
	for i := range n.items {
		n.items[i].each(visit)
	}
}

// texts calls visit with every text of a node, names of fields included, until it returns false.
func (n *node) texts(path string, visit func(path, text string) bool) bool {
	if n.kind == text && !visit(path, n.value) {
		return false
	}
	for i := range n.items {
		at := path
		if n.kind == mapping {
			at = join(path, n.keys[i])
			if !visit(path, n.keys[i]) {
				return false
			}
		}
		if !n.items[i].texts(at, visit) {
			return false
		}
	}
	return true
}

// check says what keeps a node from being written.
func (n *node) check(depth int) string {
	switch {
	case depth > maxDepth:
		return "nests too deep"
	case !utf8.ValidString(n.value):
		return "is not UTF-8 text"
	}
	for _, key := range n.keys {
		if !utf8.ValidString(key) || len(key) > maxKey {
			return "holds a field whose name is too long or no UTF-8 text"
		}
	}
	for i := range n.items {
		if fault := n.items[i].check(depth + 1); fault != "" {
			return fault
		}
	}
	return ""
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// Rest holds the fields of a record that this version does not know, as they stood there and in their order.
type Rest []entry

type entry struct {
	key   string
	value node
}

// Names are the names of the fields.
func (r Rest) Names() []string {
	var names []string
	for _, e := range r {
		names = append(names, e.key)
	}
	return names
}

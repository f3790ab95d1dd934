package decision

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// kind tells what a node is.
type kind uint8

const (
	text    kind = iota // a scalar that is text
	plain               // a number, a truth value, null or a date, as it was written
	list                // items
	mapping             // items with names
)

// null is how a scalar of no value is kept, however it was written.
const null = "null"

// node is a value of a record as it stands there. Records are read into nodes, whether they come as YAML or as JSON, and
// fields that nobody knows stay nodes.
type node struct {
	name  string // within a mapping
	value string // of a scalar
	items []node
	kind  kind
	line  int32 // counted from 1; 0 in what is kept
}

// maxDepth is how deep a record may nest; decisions need four.
const maxDepth = 32

// maxKey is the longest name of a field, in bytes. YAML itself ends at 1024 (section 7.4.2 of its specification, 1.2.2).
const maxKey = 128

// A value of one byte takes some hundred once it is read, so their number is bounded, too: that of a whole record, whose
// lists take some nine thousand at most, and that of all that no table knows.
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
func (n *node) get(name string) *node {
	if n.kind != mapping {
		return nil
	}
	for i := range n.items {
		if n.items[i].name == name {
			return &n.items[i]
		}
	}
	return nil
}

// put adds a field to a mapping.
func (n *node) put(name string, value node) {
	n.kind, value.name = mapping, name
	n.items = append(n.items, value)
}

// kept gives a copy of that name, without lines, to be kept apart from the text that was read.
func (n *node) kept(name string) node {
	k := node{name: strings.Clone(name), kind: n.kind, value: strings.Clone(n.value)}
	for i := range n.items {
		k.items = append(k.items, n.items[i].kept(n.items[i].name))
	}
	return k
}

// bytes is the length of all texts of a node.
func (n *node) bytes() int {
	sum := len(n.name) + len(n.value)
	for i := range n.items {
		sum += n.items[i].bytes()
	}
	return sum
}

// texts calls visit with every text of a node, names of fields included.
func (n *node) texts(path string, visit func(path, text string)) {
	if n.kind == text {
		visit(path, n.value)
	}
	for i := range n.items {
		at := path
		if n.kind == mapping {
			visit(path, n.items[i].name)
			at = join(path, n.items[i].name)
		}
		n.items[i].texts(at, visit)
	}
}

// check says what keeps a node from being written.
func (n *node) check(depth int) string {
	switch {
	case depth > maxDepth:
		return "nests too deep"
	case !utf8.ValidString(n.value):
		return "is not UTF-8 text"
	case !utf8.ValidString(n.name) || len(n.name) > maxKey:
		return "holds a field whose name is too long or no UTF-8 text"
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
type Rest []node

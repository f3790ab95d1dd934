package document

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Kind tells what a node is.
type Kind uint8

const (
	Text    Kind = iota // a scalar that is text
	Plain               // a number, a truth value, null or a date, as it was written
	List                // items
	Mapping             // items with names
)

// null is how a scalar of no value is kept, however it was written.
const null = "null"

// Node is a value of a record as it stands there. Records are read into nodes, whether they come as YAML or as JSON, and
// fields that nobody knows stay nodes.
type Node struct {
	Name  string // within a mapping
	Value string // of a scalar
	Items []Node
	Kind  Kind
	Line  int32 // counted from 1; 0 in what is kept
}

// maxDepth is how deep a record may nest; decisions need four.
const maxDepth = 32

// maxKey is the longest name of a field, in bytes. YAML itself ends at 1024 (section 7.4.2 of its specification, 1.2.2).
const maxKey = 128

// maxNodes is how many values a record may hold. One of a byte takes some hundred once it is read; the lists of a record take
// some nine thousand values at most.
const maxNodes = 16384

// errManyNodes refuses a record of more values than that.
var errManyNodes = &Fault{Message: fmt.Sprintf("the record holds more than %d values", maxNodes)}

// Size is how many values a node is, itself included.
func (n *Node) Size() int {
	sum := 1
	for i := range n.Items {
		sum += n.Items[i].Size()
	}
	return sum
}

// IsNull reports whether a node is a scalar of no value.
func (n *Node) IsNull() bool { return n.Kind == Plain && n.Value == null }

// IsEmpty reports whether a field with that value is as good as left out.
func (n *Node) IsEmpty() bool {
	switch n.Kind {
	case Text:
		return n.Value == ""
	case Plain:
		return n.Value == null
	}
	return len(n.Items) == 0
}

// Get gives the value of a field, or nil.
func (n *Node) Get(name string) *Node {
	if n.Kind != Mapping {
		return nil
	}
	for i := range n.Items {
		if n.Items[i].Name == name {
			return &n.Items[i]
		}
	}
	return nil
}

// Put adds a field to a mapping.
func (n *Node) Put(name string, value Node) {
	n.Kind, value.Name = Mapping, name
	n.Items = append(n.Items, value)
}

// Kept gives a copy of that name, without lines, to be kept apart from the text that was read.
func (n *Node) Kept(name string) Node {
	k := Node{Name: strings.Clone(name), Kind: n.Kind, Value: strings.Clone(n.Value)}
	for i := range n.Items {
		k.Items = append(k.Items, n.Items[i].Kept(n.Items[i].Name))
	}
	return k
}

// Bytes is the length of all texts of a node.
func (n *Node) Bytes() int {
	sum := len(n.Name) + len(n.Value)
	for i := range n.Items {
		sum += n.Items[i].Bytes()
	}
	return sum
}

// Texts calls visit with every text of a node, names of fields included.
func (n *Node) Texts(path string, visit func(path, text string)) {
	if n.Kind == Text {
		visit(path, n.Value)
	}
	for i := range n.Items {
		at := path
		if n.Kind == Mapping {
			visit(path, n.Items[i].Name)
			at = Join(path, n.Items[i].Name)
		}
		n.Items[i].Texts(at, visit)
	}
}

// TextsAt gives the texts of what has a path in a mapping. The names of fields that nobody knows may hold points.
func (n *Node) TextsAt(path string) []string {
	if inner := n.Get(path); inner != nil {
		return textsIn(inner)
	}
	name, within, deeper := strings.Cut(path, ".")
	if inner := n.Get(name); deeper && inner != nil {
		return inner.TextsAt(within)
	}
	return nil
}

// textsIn gives the texts of a value, in its order.
func textsIn(n *Node) []string {
	if n.Kind <= Plain {
		return []string{n.Value}
	}
	var all []string
	for i := range n.Items {
		all = append(all, textsIn(&n.Items[i])...)
	}
	return all
}

// Check says what keeps a node from being written; "" for nothing.
func (n *Node) Check() string { return n.check(0) }

func (n *Node) check(depth int) string {
	switch {
	case depth > maxDepth:
		return "nests too deep"
	case !utf8.ValidString(n.Value):
		return "is not UTF-8 text"
	case !utf8.ValidString(n.Name) || len(n.Name) > maxKey:
		return "holds a field whose name is too long or no UTF-8 text"
	}
	for i := range n.Items {
		if fault := n.Items[i].check(depth + 1); fault != "" {
			return fault
		}
	}
	return ""
}

// Join gives the path of what has a key in a mapping: artifact.type.
func Join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

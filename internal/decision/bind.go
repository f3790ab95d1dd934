package decision

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// binder takes nodes over into the fields of a record.
type binder struct {
	strict bool // JSON, where a number is no text
	newer  bool // of a newer schema: a field of another type is kept like one that is not known
	path   []string
	kept   int // how many values are kept that the contract does not know
	faults []error
}

// mapping takes over the fields of a mapping.
func (b *binder) mapping(n *node, g group) {
	if n.kind != mapping {
		b.fault(n, "takes `name: value` pairs")
		return
	}
	fields := g.fields()
	next := 0
	for i := range n.items {
		item := &n.items[i]
		at, known := lookup(fields, item.name, next)
		if known {
			next = at + 1
		}
		if !known || !b.field(item, &fields[at]) {
			b.keep(g.rest(), item)
		}
	}
}

// keep keeps a field as it stands.
func (b *binder) keep(rest *Rest, n *node) {
	if b.keeps(n); b.kept <= maxUnknown {
		*rest = append(*rest, n.kept(n.name))
	}
}

// keeps counts what is kept as it stands. It faults the first that is too much.
func (b *binder) keeps(n *node) {
	before := b.kept
	if b.kept += n.size(); before <= maxUnknown && b.kept > maxUnknown {
		b.fault(n, fmt.Sprintf("is too much: of what this version does not know a record may hold %d values", maxUnknown))
	}
}

// field takes over one field. It is false where the field has to be kept as it stands.
func (b *binder) field(n *node, f *field) bool {
	if n.isNull() {
		return true
	}
	before := len(b.faults)
	b.path = append(b.path, f.name)
	switch v := f.value.(type) {
	case *string:
		*v = b.text(n)
	case *int:
		*v = b.integer(n)
	case **float64:
		number, err := strconv.ParseFloat(n.value, 64)
		if n.kind != plain || err != nil || !isFinite(number) {
			b.fault(n, "takes a number")
		} else {
			*v = &number
		}
	case *time.Time:
		at, ok := ParseTime(n.value)
		if !ok || n.kind > plain {
			b.fault(n, "takes a time such as 2026-11-21T10:00:00Z")
		} else {
			*v = at
		}
	case *[]string:
		*v = listOf(b, n, b.text)
	case *[]Category:
		*v = listOf(b, n, func(n *node) Category { return Category(b.text(n)) })
	case *[]Evidence:
		*v = listOf(b, n, b.evidence)
	case *Value:
		b.keeps(n)
		*v = Value{n.kept(""), true}
	case group:
		b.mapping(n, v)
	}
	b.path = b.path[:len(b.path)-1]
	if b.newer && len(b.faults) > before {
		b.faults = b.faults[:before]
		f.clear()
		return false
	}
	return true
}

func (b *binder) fault(n *node, message string) {
	b.faults = append(b.faults, &Fault{Line: int(n.line), Field: strings.Join(b.path, "."), Message: message})
}

func (b *binder) text(n *node) string {
	switch {
	case n.kind > plain:
		b.fault(n, "takes a text")
	case n.isNull():
		return ""
	case n.kind == plain && b.strict:
		b.fault(n, "takes a text, so in quotation marks")
	}
	return n.value
}

func (b *binder) integer(n *node) int {
	number, err := strconv.ParseFloat(n.value, 64)
	if n.kind != plain || err != nil || number != math.Trunc(number) || math.Abs(number) > math.MaxInt32 {
		b.fault(n, "takes a whole number")
		return 0
	}
	return int(number)
}

func (b *binder) evidence(n *node) (e Evidence) {
	if n.kind == text {
		return Evidence{Value: n.value}
	}
	b.mapping(n, &e)
	return e
}

func listOf[T any](b *binder, n *node, take func(*node) T) (items []T) {
	if n.kind != list {
		b.fault(n, "takes a list")
		return nil
	}
	items = slices.Grow(items, len(n.items))
	for i := range n.items {
		items = append(items, take(&n.items[i]))
	}
	return items
}

// toNode is the value of a field as it is written.
func (f *field) toNode() node {
	switch v := f.value.(type) {
	case *string:
		return textNode(*v)
	case *int:
		return numberNode(*v)
	case **float64:
		return node{kind: plain, value: formatFloat(**v)}
	case *time.Time:
		return node{kind: plain, value: v.UTC().Format(time.RFC3339Nano)}
	case *[]string:
		return textList(*v)
	case *[]Category:
		return textList(textsOf(*v))
	case *[]Evidence:
		return listNode(*v, func(e *Evidence) node { return groupNode(e) })
	case *Value:
		return v.node
	case group:
		return groupNode(v)
	}
	panic("no field is of that type: " + f.name)
}

func textNode(s string) node { return node{value: s} }

func numberNode(i int) node { return node{kind: plain, value: strconv.Itoa(i)} }

func textList(all []string) node { return listNode(all, func(s *string) node { return textNode(*s) }) }

func listNode[T any](items []T, one func(*T) node) node {
	n := node{kind: list, items: make([]node, len(items))}
	for i := range items {
		n.items[i] = one(&items[i])
	}
	return n
}

// groupNode gives the fields that have a value, and then those that are not known.
func groupNode(g group) node {
	n := node{kind: mapping}
	for _, f := range g.fields() {
		if !f.isEmpty() {
			n.put(f.name, f.toNode())
		}
	}
	n.items = append(n.items, *g.rest()...)
	return n
}

// formatFloat writes a number so that it is seen to be no whole one, as the user's documents do: 65.0.
func formatFloat(f float64) string {
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if isDigits(s) {
		s += ".0"
	}
	return s
}

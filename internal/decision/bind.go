package decision

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/decision/document"
)

// maxUnknown is how many values a record may hold that no table knows, as all that it holds is bounded.
const maxUnknown = 4096

// binder takes nodes over into the fields of a record.
type binder struct {
	strict bool // JSON, where a number is no text
	newer  bool // of a newer schema: a field of another type is kept like one that is not known
	path   []string
	kept   int // how many values are kept that the contract does not know
	faults []error
}

// mapping takes over the fields of a mapping.
func (b *binder) mapping(n *document.Node, g group) {
	if n.Kind != document.Mapping {
		b.fault(n, "takes `name: value` pairs")
		return
	}
	fields := g.fields()
	next := 0
	for i := range n.Items {
		item := &n.Items[i]
		at, known := lookup(fields, item.Name, next)
		if known {
			next = at + 1
		}
		if !known || !b.field(item, &fields[at]) {
			b.keep(g.rest(), item)
		}
	}
}

// keep keeps a field as it stands.
func (b *binder) keep(rest *Rest, n *document.Node) {
	if b.keeps(n); b.kept <= maxUnknown {
		*rest = append(*rest, n.Kept(n.Name))
	}
}

// keeps counts what is kept as it stands. It faults the first that is too much.
func (b *binder) keeps(n *document.Node) {
	before := b.kept
	if b.kept += n.Size(); before <= maxUnknown && b.kept > maxUnknown {
		b.fault(n, fmt.Sprintf("is too much: of what this version does not know a record may hold %d values", maxUnknown))
	}
}

// field takes over one field. It is false where the field has to be kept as it stands.
func (b *binder) field(n *document.Node, f *field) bool {
	if n.IsNull() {
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
		number, err := strconv.ParseFloat(n.Value, 64)
		if n.Kind != document.Plain || err != nil || !isFinite(number) {
			b.fault(n, "takes a number")
		} else {
			*v = &number
		}
	case *time.Time:
		at, ok := ParseTime(n.Value)
		if !ok || n.Kind > document.Plain {
			b.fault(n, "takes a time such as 2026-11-21T10:00:00Z")
		} else {
			*v = at
		}
	case *[]string:
		*v = listOf(b, n, b.text)
	case *[]Category:
		*v = listOf(b, n, func(n *document.Node) Category { return Category(b.text(n)) })
	case *[]Evidence:
		*v = listOf(b, n, b.evidence)
	case *[]ChangedFile:
		*v = listOf(b, n, func(n *document.Node) (c ChangedFile) {
			b.mapping(n, &c)
			return c
		})
	case *[]GateCount:
		*v = listOf(b, n, func(n *document.Node) (c GateCount) {
			b.mapping(n, &c)
			return c
		})
	case *Value:
		b.keeps(n)
		*v = Value{n.Kept(""), true}
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

func (b *binder) fault(n *document.Node, message string) {
	b.faults = append(b.faults, &document.Fault{Line: int(n.Line), Field: strings.Join(b.path, "."), Message: message})
}

func (b *binder) text(n *document.Node) string {
	switch {
	case n.Kind > document.Plain:
		b.fault(n, "takes a text")
	case n.IsNull():
		return ""
	case n.Kind == document.Plain && b.strict:
		b.fault(n, "takes a text, so in quotation marks")
	}
	return n.Value
}

func (b *binder) integer(n *document.Node) int {
	number, err := strconv.ParseFloat(n.Value, 64)
	if n.Kind != document.Plain || err != nil || number != math.Trunc(number) || math.Abs(number) > math.MaxInt32 {
		b.fault(n, "takes a whole number")
		return 0
	}
	return int(number)
}

func (b *binder) evidence(n *document.Node) (e Evidence) {
	if n.Kind == document.Text {
		return Evidence{Value: n.Value}
	}
	b.mapping(n, &e)
	return e
}

func listOf[T any](b *binder, n *document.Node, take func(*document.Node) T) (items []T) {
	if n.Kind != document.List {
		b.fault(n, "takes a list")
		return nil
	}
	items = slices.Grow(items, len(n.Items))
	for i := range n.Items {
		items = append(items, take(&n.Items[i]))
	}
	return items
}

// toNode is the value of a field as it is written.
func (f *field) toNode() document.Node {
	switch v := f.value.(type) {
	case *string:
		return document.OfText(*v)
	case *int:
		return document.OfInt(*v)
	case **float64:
		return document.OfFloat(**v)
	case *time.Time:
		return document.OfTime(*v)
	case *[]string:
		return document.OfTexts(*v)
	case *[]Category:
		return document.OfTexts(textsOf(*v))
	case *[]Evidence:
		return document.OfItems(*v, func(e *Evidence) document.Node { return groupNode(e) })
	case *[]ChangedFile:
		return document.OfItems(*v, func(c *ChangedFile) document.Node { return groupNode(c) })
	case *[]GateCount:
		return document.OfItems(*v, func(c *GateCount) document.Node { return groupNode(c) })
	case *Value:
		return v.node
	case group:
		return groupNode(v)
	}
	panic("no field is of that type: " + f.name)
}

// groupNode gives the fields that have a value, and then those that are not known.
func groupNode(g group) document.Node {
	n := document.Node{Kind: document.Mapping}
	for _, f := range g.fields() {
		if !f.isEmpty() {
			n.Put(f.name, f.toNode())
		}
	}
	n.Items = append(n.Items, *g.rest()...)
	return n
}

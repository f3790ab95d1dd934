package decision

import (
	"fmt"
	"strconv"
	"strings"
)

// Column is something of a decision, with its amendments folded in, by which decisions are counted and filtered: a text, or
// several. It bears the name of its field.
type Column struct {
	Name string
	Many bool
}

// ColumnsVersion grows whenever Texts gives something else of the same record.
const ColumnsVersion = 10

// Columns gives what amendments hide, whether one withdrew the decision, and those fields of it that are marked so, in their order.
func Columns() []Column {
	all := []Column{{"redacted", true}, {WithdrawnField, false}}
	new(Decision).eachColumn(func(name string, f *field) {
		_, isTexts := f.value.(*[]string)
		_, isCategories := f.value.(*[]Category)
		_, isFiles := f.value.(*[]ChangedFile)
		_, isCounts := f.value.(*[]GateCount)
		all = append(all, Column{name, isTexts || isCategories || isFiles || isCounts})
	})
	return all
}

// Texts gives what stands in the Columns of a decision: one text each, "" where it has none, but where there may be many.
func (d *Decision) Texts() [][]string {
	all := append(make([][]string, 0, len(marksOf())), d.Redacted, []string{""})
	if d.Withdrawn != nil {
		all[1][0] = "yes"
	}
	d.eachColumn(func(_ string, f *field) { all = append(all, f.texts()) })
	return all
}

func (d *Decision) eachColumn(visit func(name string, f *field)) {
	walk(d, "", func(path string, f *field) {
		if f.marks&column != 0 {
			visit(path, f)
		}
	})
}

// texts gives the value of a field as texts; of a pull request its name, of files their paths and their hashes alike, for neither passes
// for the other, with what Renamed reads beside them, and of what gates found which gate found it, and how.
func (f *field) texts() []string {
	switch v := f.value.(type) {
	case *string:
		return []string{*v}
	case *[]string:
		return *v
	case *[]Category:
		return textsOf(*v)
	case *[]ChangedFile:
		texts := make([]string, 0, 2*len(*v))
		for _, c := range *v {
			for _, text := range []string{c.Path, c.SHA, c.Was} {
				if text != "" {
					texts = append(texts, text)
				}
			}
			if c.Was != "" {
				texts = append(texts, c.Was+renamedTo+c.Path)
			}
		}
		return texts
	case *[]GateCount:
		var texts []string
		for _, c := range *v {
			texts = append(texts, c.texts()...)
		}
		return texts
	case fmt.Stringer:
		return []string{v.String()}
	}
	if f.isEmpty() {
		return []string{""}
	}
	return []string{f.toNode().Value}
}

// renamedTo stands between the two paths of a file that was renamed. No path holds it.
const renamedTo = "\x00"

// Renamed gives the paths before and after from a text of the column of files that tells of a renamed one.
func Renamed(text string) (was, path string, ok bool) { return strings.Cut(text, renamedTo) }

// How a gate found something. What a reviewer had let through counts as a way of its own.
const (
	FoundCertain  = "certain"
	FoundPossible = "possible"
	FoundAllowed  = "allowed"
)

// texts tells in which ways a gate found something: `certain GATE` and so on.
func (c *GateCount) texts() (texts []string) {
	for _, way := range []struct {
		name  string
		count int
	}{{FoundCertain, c.Certain}, {FoundPossible, c.Possible}, {FoundAllowed, c.Allowed}} {
		if way.count > 0 {
			texts = append(texts, way.name+" "+c.Gate)
		}
	}
	return texts
}

// String names a pull request: repository#number.
func (p *PullRequest) String() string {
	if p.Number == 0 {
		return ""
	}
	return p.Repo + "#" + strconv.Itoa(p.Number)
}

func textsOf[T ~string](values []T) []string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = string(v)
	}
	return texts
}

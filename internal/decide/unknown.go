package decide

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/text"
)

// mostUnknown is how many fields that are not known are told apart in one stream; a stream may make up any number.
const mostUnknown = 20

// unknownFields counts the lines of a stream on which fields stand that no record has, to be told once.
type unknownFields struct {
	counts []unknownCount // in the order in which they came
	others unknownCount   // those beyond mostUnknown
}

type unknownCount struct {
	field decision.UnknownField
	first int // the line
	lines int
}

func (u *unknownFields) add(line decision.Line) {
	further := 0 // 1 where the line has others
	for _, field := range line.Unknown {
		at := slices.IndexFunc(u.counts, func(c unknownCount) bool { return c.field == field })
		switch {
		case at >= 0:
			u.counts[at].lines++
		case len(u.counts) < mostUnknown:
			u.counts = append(u.counts, unknownCount{field, line.Number, 1})
		default:
			further, u.others.first = 1, cmp.Or(u.others.first, line.Number)
		}
	}
	u.others.lines += further
}

// tell remarks on each field, with the first line that has it.
func (u *unknownFields) tell(tell func(Remark)) {
	for _, c := range u.counts {
		tell(Remark{Line: c.first, Notice: c.String()})
	}
	if u.others.lines > 0 {
		tell(Remark{Line: u.others.first, Notice: text.Count(u.others.lines, "line has", "lines have") + " further fields that are not known; they are kept"})
	}
}

func (c unknownCount) String() string {
	record := "decision"
	if c.field.Event {
		record = "decision event"
	}
	said := fmt.Sprintf("%s the field %s, which no %s has; it is kept", text.Count(c.lines, "line has", "lines have"), c.field.Name, record)
	name := c.field.Name[strings.LastIndexByte(c.field.Name, '.')+1:]
	if meant, ok := config.Nearest(name, c.field.Siblings()); ok && meant != name {
		said += ". Is " + strings.TrimSuffix(c.field.Name, name) + meant + " meant?"
	}
	return said
}

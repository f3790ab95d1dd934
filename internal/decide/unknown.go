package decide

import (
	"fmt"
	"strings"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
)

// mostUnknown is how many fields that are not known are told apart in one stream; a stream may make up any number.
const mostUnknown = 20

// unknownFields counts the lines of a stream on which fields stand that no record has, to be told once.
type unknownFields struct {
	counts []unknownCount // in the order in which they came
	at     map[decision.UnknownField]int
	others unknownCount // those beyond mostUnknown
}

type unknownCount struct {
	field decision.UnknownField
	first int // the line
	lines int
}

func (u *unknownFields) add(line decision.Line) {
	counted := false // among the others
	for _, field := range line.Unknown {
		at, known := u.at[field]
		switch {
		case known:
			u.counts[at].lines++
		case len(u.counts) < mostUnknown:
			if u.at == nil {
				u.at = map[decision.UnknownField]int{}
			}
			u.at[field] = len(u.counts)
			u.counts = append(u.counts, unknownCount{field, line.Number, 1})
		case !counted:
			counted = true
			if u.others.lines++; u.others.lines == 1 {
				u.others.first = line.Number
			}
		}
	}
}

// tell remarks on each field, with the first line that has it.
func (u *unknownFields) tell(tell func(Remark)) {
	for _, c := range u.counts {
		tell(Remark{Line: c.first, Notice: c.String()})
	}
	if u.others.lines > 0 {
		tell(Remark{Line: u.others.first, Notice: have(u.others.lines) + " further fields that are not known; they are kept"})
	}
}

func (c unknownCount) String() string {
	record := "decision"
	if c.field.Event {
		record = "decision event"
	}
	said := fmt.Sprintf("%s the field %s, which no %s has; it is kept", have(c.lines), c.field.Name, record)
	name := c.field.Name[strings.LastIndexByte(c.field.Name, '.')+1:]
	if meant, ok := config.Nearest(name, c.field.Siblings()); ok && meant != name {
		said += ". Is " + strings.TrimSuffix(c.field.Name, name) + meant + " meant?"
	}
	return said
}

func have(lines int) string {
	if lines == 1 {
		return "1 line has"
	}
	return fmt.Sprintf("%d lines have", lines)
}

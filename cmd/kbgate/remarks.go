package main

import (
	"fmt"
	"strings"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/text"
)

const (
	// mostRemarks is how many different remarks on the records of a stream are told.
	mostRemarks = 100
	// mostEqual is how many lines of which the same is to be said are told one by one.
	mostEqual = 2
)

// remarks tells what is to be said of the records of a stream: what is to be said of many lines, once they are counted.
type remarks struct {
	c    *cli.Call
	name string // of the stream

	order []string       // the different remarks, as they came
	lines map[string]int // of how many lines each was to be said
	hints map[string]bool
	more  int // remarks for which there was no room
}

// tell says what is wrong with one record, or what of it could be kept in part only.
func (r *remarks) tell(one decide.Remark) {
	if one.Err == nil {
		r.say(fmt.Sprintf("line %d: ", one.Line), one.Notice)
		return
	}
	told := false
	for fault := range strings.SplitSeq(one.Err.Error(), "\n") {
		place, message := placed(fault)
		told = r.say(place, message) || told
	}
	if told && one.Hint != "" && !r.hints[one.Hint] {
		r.hints[one.Hint] = true
		cli.Say(r.c, "hint: %s", one.Hint)
	}
}

// say tells a remark, unless it was told often enough.
func (r *remarks) say(place, message string) bool {
	n, known := r.lines[message]
	if !known && len(r.order) == mostRemarks {
		r.more++
		return false
	}
	if !known {
		r.order = append(r.order, message)
	}
	if r.lines[message] = n + 1; n >= mostEqual {
		return false
	}
	cli.Say(r.c, "%s: %s%s", cli.OneLine(r.name), place, message)
	return true
}

// finish tells how many lines more there were.
func (r *remarks) finish() {
	for _, message := range r.order {
		if more := r.lines[message] - mostEqual; more > 0 {
			cli.Say(r.c, "%s: and %s: %s", cli.OneLine(r.name), text.Count(more, "more line", "more lines"), message)
		}
	}
	if r.more > 0 {
		cli.Say(r.c, "%s: and %s more", cli.OneLine(r.name), text.Count(r.more, "remark", "remarks"))
	}
}

// placed parts the line of a fault, "line 3: ", from what is wrong there.
func placed(fault string) (place, message string) {
	number, rest, ok := strings.Cut(strings.TrimPrefix(fault, "line "), ": ")
	if !ok || !strings.HasPrefix(fault, "line ") || strings.Trim(number, "0123456789") != "" {
		return "", fault
	}
	return "line " + number + ": ", rest
}

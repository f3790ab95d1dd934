package document

import (
	"fmt"
	"strings"
)

// Fault is one thing that is wrong with a record. Its text names the field and, where the record was read, the line.
type Fault struct {
	Line    int    // counted from 1; 0 where the record as a whole is meant
	Field   string // artifact.type; empty for the record as a whole
	Message string // what is wrong, and what would be right
}

func (f *Fault) Error() string {
	var b strings.Builder
	if f.Line > 0 {
		fmt.Fprintf(&b, "line %d: ", f.Line)
	}
	if f.Field != "" {
		b.WriteString(f.Field + ": ")
	}
	return b.String() + f.Message
}

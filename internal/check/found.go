package check

import (
	"fmt"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/kb"
)

// left is what the Run of a gate has left for its Relate.
type left struct {
	gate  int
	value []byte
	next  *left // of another gate
}

// by is what a gate has left, or nil.
func (l *left) by(gate int) []byte {
	for ; l != nil; l = l.next {
		if l.gate == gate {
			return l.value
		}
	}
	return nil
}

// found is a finding with all that outlives the note's text.
type found struct {
	gate.Finding
	gate *gate.Gate
	// severity is that of the finding where the configuration has no say, else "".
	severity string
	path     string // of the file, below the root
	id       kb.ID  // of the note, where it is one of the base
	start    claim.Position
	end      claim.Position
	matched  string // the text at the place, for the fingerprint
	ordinal  int    // its number among the findings of the gate on equal texts of the note, from 0
	excerpt  string // the line, or the part of it around the place
	column   int    // at which the excerpt starts
	edits    []placedEdit
	judged   stamp // the bytes that Edits and Pending belong to, where there are any
}

// placedEdit is an edit with its place as people count it.
type placedEdit struct {
	gate.Edit
	start, end claim.Position
}

// begin says which gate looks at which note now.
func (w *worker) begin(gate int, id kb.ID) {
	w.at, w.passes[gate].ID, w.told = gate, id, 0
}

// end reports how many findings of the gate were left out.
func (w *worker) end() {
	if more := w.told - gate.MostFindings; more > 0 {
		w.add(further(more))
	}
}

// further is the finding that stands for those that were left out.
func further(n int) gate.Finding {
	return gate.Finding{Message: fmt.Sprintf("and %d more of these: of each gate %d are listed", n, gate.MostFindings),
		Fix: "Mend those that are listed, and check again."}
}

// report takes a finding, as long as there are not too many.
func (w *worker) report(f gate.Finding) {
	if w.told++; w.told <= gate.MostFindings {
		w.add(f)
	}
}

// add takes a finding and keeps what outlives the note's text.
func (w *worker) add(f gate.Finding) {
	c := w.look.Claim()
	if w.locator == nil {
		w.locator, w.stamp = claim.NewLocator(c.Source), stamp{}
	}
	found := found{
		Finding: f,
		gate:    w.gates[w.at],
		id:      w.id,
		path:    w.base.Path(w.id),
		start:   w.locator.Position(f.At.Start),
		matched: c.Slice(f.At),
	}
	found.end = w.locator.Position(f.At.End)
	if len(c.Source) > 0 {
		var start int
		found.excerpt, start = c.Excerpt(f.At.Start)
		found.column = found.start.Column - utf8.RuneCount(c.Source[start:max(start, f.At.Start)])
	}
	for _, e := range f.Edits {
		found.edits = append(found.edits, placedEdit{Edit: e, start: w.locator.Position(e.At.Start), end: w.locator.Position(e.At.End)})
	}
	if len(f.Edits)+len(f.Pending) > 0 {
		if w.stamp == (stamp{}) {
			w.stamp = stampOf(c.Source)
		}
		found.judged = w.stamp
	}
	w.out.found = append(w.out.found, found)
}

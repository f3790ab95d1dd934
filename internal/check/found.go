package check

import (
	"cmp"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/source"
)

// pending is what the Run of a gate carries to its RunOnAll.
type pending struct {
	gate  int
	value []byte
}

// begin says which gate looks at which note now.
func (w *worker) begin(gate int, id kb.ID) {
	w.at, w.passes[gate].ID, w.told = gate, id, 0
}

// end reports how many findings of the gate were left out.
func (w *worker) end() {
	if more := w.told - gate.MostFindings; more > 0 {
		w.add(gate.Further(more))
	}
}

// report takes a finding, as long as there are not too many.
func (w *worker) report(f finding.Finding) {
	if w.told++; w.told <= gate.MostFindings {
		w.add(f)
	}
}

// add takes a finding with all that outlives the note's text. Of a note with edits it keeps what text they belong to.
func (w *worker) add(f finding.Finding) {
	c := w.note.Claim()
	if w.locator == nil {
		w.locator = claim.NewLocator(c.Source)
	}
	g := w.gates[w.at]
	f.Gate, f.Path, f.Fix = g.ID, w.base.Path(w.id), cmp.Or(f.Fix, g.Fix)
	f.Locate(c, w.locator)
	if len(f.Edits)+len(f.Pending) > 0 && w.seen[w.id] == (source.Stamp{}) {
		w.seen[w.id] = source.StampOf(c.Source)
	}
	w.out.found = append(w.out.found, f)
}

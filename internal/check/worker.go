package check

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/regular"
	"github.com/kbgate/kbgate/internal/source"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/wire"
)

// worker judges one note after the other with buffers of its own.
type worker struct {
	*runner
	out    *gathered
	files  source.Reader
	note   gate.NoteContext
	parser claim.Parser
	passes []*gate.Pass
	id     kb.ID // the note under check
	at     int   // the gate that is running, or -1

	locator *claim.Locator // for the note under check
	heavy   bool           // it holds runner.heavy
	isStale bool           // the note is not as the first round read it
	told    int            // the findings that the gate that is running has reported on the note
	err     error          // that ends the run
	encoded wire.Writer    // the buffer for results
}

// where says what the worker is doing, for the report of a failure.
func (w *worker) where() string {
	note := w.base.Path(w.id)
	if w.at < 0 {
		return "reading " + note
	}
	return fmt.Sprintf("judging %s by %s", note, w.gates[w.at].ID)
}

func newWorker(r *runner, out *gathered) *worker {
	w := &worker{runner: r, out: out, files: r.open()}
	out.suppressions = map[kb.ID][]gate.Suppression{}
	for _, g := range r.gates {
		w.passes = append(w.passes, gate.NewPass(r.context, g, kb.None, &w.note, w.report))
	}
	return w
}

// parse reads a note as markdown; release has to follow.
func (w *worker) parse(name string, text []byte) *claim.Claim {
	if len(text) > source.HeavyNote && !w.heavy {
		w.runner.heavy.Lock()
		w.heavy = true
	}
	return w.parser.Parse(name, text)
}

// release lets another worker judge a heavy note.
func (w *worker) release() {
	if w.heavy {
		w.heavy = false
		w.runner.heavy.Unlock()
	}
}

// readAndRun reads a note, keeps its facts, and judges it by itself.
func (w *worker) readAndRun(id kb.ID) {
	w.id, w.at, w.locator = id, -1, nil
	if before := len(w.out.found); w.keeps {
		defer func() { w.keep(id, w.out.found[before:]) }()
	}
	name := w.base.Path(id)
	data, trouble, err := source.Read(w.files, name)
	if errors.Is(err, source.ErrGone) {
		w.out.gone = append(w.out.gone, name)
		return
	}
	if err != nil {
		w.err = err
		return
	}
	if trouble != nil {
		w.reportUnreadable(id, name, data, trouble)
		return
	}
	defer w.release()
	c := w.parse(name, data)
	if c.Tangled != "" {
		w.reportUnreadable(id, name, data, &source.Unreadable{Why: "cannot be read as markdown: " + c.Tangled, At: c.Body.Start})
		return
	}
	isClaim := kb.IsClaim(c, &w.context.Config.Claims) || w.wasClaim[name]
	if isClaim {
		if why, at := c.Over(); why != "" {
			w.reportUnreadable(id, name, data, &source.Unreadable{Why: why, At: at.Start})
			return
		}
	}
	w.note.Set(func() *claim.Claim { return c })
	var words []text.Word
	if isClaim {
		words = w.note.Prose()
	}
	w.base.Put(id, c, isClaim, words)
	if !w.isSelected(id) {
		return
	}
	w.runGates(id, isClaim)
	if w.later[id] != 0 {
		w.seen[id] = source.StampOf(data)
	}
	if s := gate.SuppressionsOf(c); s != nil {
		w.out.suppressions[id] = s
	}
}

// runGates lets the gates look at a note by itself, and keeps which of them are to look at it beside all others.
func (w *worker) runGates(id kb.ID, isClaim bool) {
	judgesWording := isClaim && gate.JudgesWording(w.base.Note(id))
	for i, g := range w.gates {
		if !isClaim && !g.EveryNote || g.Unreadable || g.Wording && !judgesWording {
			continue
		}
		w.begin(i, id)
		if g.Run == nil {
			w.later[id] |= 1 << i
			continue
		}
		g.Run(w.passes[i])
		w.end()
		if p := w.passes[i]; p.Deferred {
			w.later[id] |= 1 << i
			if p.Carried != nil {
				w.pending[id] = append(w.pending[id], pending{i, p.Carried})
			}
			p.Deferred, p.Carried = false, nil
		}
	}
}

// runOnAll lets gates look at a note beside all others. It gives up on a note that has changed.
func (w *worker) runOnAll(id kb.ID) {
	w.revisit(id, func() {
		for later := w.later[id]; later != 0; later &= later - 1 {
			i := bits.TrailingZeros64(later)
			w.passes[i].Carried = nil
			for _, p := range w.pending[id] {
				if p.gate == i {
					w.passes[i].Carried = p.value
				}
			}
			w.runGateOnAll(i, id)
		}
	})
	w.pending[id] = nil
}

// recheckLinks judges the links of a note that is not under check.
func (w *worker) recheckLinks(id kb.ID) {
	w.revisit(id, func() {
		for i, g := range w.gates {
			if g.LostTargets {
				w.runGateOnAll(i, id)
			}
		}
		if w.locator != nil { // there is a finding
			if s := gate.SuppressionsOf(w.note.Claim()); s != nil {
				w.out.suppressions[id] = s
			}
		}
	})
}

// runGateOnAll lets a gate look at a note beside all others.
func (w *worker) runGateOnAll(gate int, id kb.ID) {
	w.begin(gate, id)
	w.gates[gate].RunOnAll(w.passes[gate])
	w.end()
}

// revisit looks at a note a second time; it is read when a gate asks for its text. A note that has changed is given up: no gate may
// see text that does not fit the facts, so gates see none, and what they report, or stumble over, is no matter.
func (w *worker) revisit(id kb.ID, look func()) {
	w.id, w.at, w.locator, w.isStale = id, -1, nil, false
	before := len(w.out.found)
	defer func() {
		w.release()
		if w.isStale {
			_ = recover()
			w.out.found = w.out.found[:before]
			w.out.stale = append(w.out.stale, id)
		}
	}()
	w.note.Set(func() *claim.Claim {
		name := w.base.Path(id)
		text, trouble, err := source.Read(w.files, name)
		if err != nil && !errors.Is(err, source.ErrGone) {
			w.err = err
		}
		if w.isStale = trouble != nil || err != nil || w.seen[id] != (source.Stamp{}) && source.StampOf(text) != w.seen[id]; w.isStale {
			return &claim.Claim{Path: name}
		}
		return w.parse(name, text)
	})
	look()
}

// reportUnreadable notes that a file cannot be judged, and lets the gate for that say so.
func (w *worker) reportUnreadable(id kb.ID, name string, text []byte, trouble *source.Unreadable) {
	w.base.PutUnread(id, trouble.Why, trouble.At)
	isElsewhere := trouble.Why == regular.AFolder && !kb.MayHoldClaims(name, &w.context.Config.Claims) // a submodule that is called as notes are
	if !w.isSelected(id) || isElsewhere {
		return
	}
	c := &claim.Claim{Path: name, Source: text}
	w.note.Set(func() *claim.Claim { return c })
	for i, g := range w.gates {
		if g.Unreadable {
			w.begin(i, id)
			g.Run(w.passes[i])
		}
	}
}

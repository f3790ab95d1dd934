package check

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/wire"
)

// worker judges one note after the other with buffers of its own.
type worker struct {
	*judge
	out    *outcome
	files  noteReader
	look   gate.Look
	parser claim.Parser
	passes []*gate.Pass
	id     kb.ID // the note under check
	at     int   // the gate that is running, or -1

	locator *claim.Locator // for the note under check
	heavy   bool           // it holds judge.heavy
	told    int            // the findings that the gate that is running has reported on the note
	err     error          // that ends the run
	encoded wire.Writer    // the buffer for verdicts
}

// where says what the worker is doing, for the report of a failure.
func (w *worker) where() string {
	note := w.base.Path(w.id)
	if w.at < 0 {
		return "reading " + note
	}
	return fmt.Sprintf("judging %s by %s", note, w.gates[w.at].ID)
}

func newWorker(j *judge, out *outcome) *worker {
	w := &worker{judge: j, out: out, files: j.open()}
	out.suppressions = map[kb.ID][]gate.Suppression{}
	for _, g := range j.gates {
		w.passes = append(w.passes, gate.NewPass(j.context, g, kb.None, &w.look, w.report))
	}
	return w
}

// heavyNote is the size in bytes from which on notes are judged one at a time: a byte of markdown can become sixty of a tree in
// memory, for each worker.
const heavyNote = 256 << 10

// parse reads a note as markdown; release has to follow.
func (w *worker) parse(name string, source []byte) *claim.Claim {
	if len(source) > heavyNote && !w.heavy {
		w.judge.heavy.Lock()
		w.heavy = true
	}
	return w.parser.Parse(name, source)
}

// release lets another worker judge a heavy note.
func (w *worker) release() {
	if w.heavy {
		w.heavy = false
		w.judge.heavy.Unlock()
	}
}

// first reads a note, keeps its facts, and judges it by itself.
func (w *worker) first(id kb.ID) {
	w.id, w.at, w.locator = id, -1, nil
	if before := len(w.out.found); w.keeps {
		defer func() { w.keep(id, w.out.found[before:]) }()
	}
	name := w.base.Path(id)
	source, trouble, err := w.read(name)
	if errors.Is(err, errGone) {
		w.gone[id].Store(true)
		return
	}
	if err != nil {
		w.err = err
		return
	}
	if trouble != nil {
		w.unread(id, name, source, trouble)
		return
	}
	defer w.release()
	c := w.parse(name, source)
	if c.Tangled != "" {
		w.unread(id, name, source, &unread{why: "cannot be read as markdown: " + c.Tangled, at: c.Body.Start})
		return
	}
	isClaim := kb.IsClaim(c, &w.context.Config.Claims) || w.wasClaim[name]
	if isClaim {
		if why, at := c.Over(); why != "" {
			w.unread(id, name, source, &unread{why: why, at: at.Start})
			return
		}
	}
	w.look.Set(func() *claim.Claim { return c })
	var words []text.Word
	if isClaim {
		words = w.look.Prose().Words
	}
	w.base.Put(id, c, isClaim, words)
	if !w.isSelected(id) {
		return
	}
	for i, g := range w.gates {
		if !isClaim && !g.EveryNote || g.Unread {
			continue
		}
		w.begin(i, id)
		if g.Run == nil {
			w.later[id] |= 1 << i
			continue
		}
		g.Run(w.passes[i])
		w.end()
		waits, value := w.passes[i].Awaits()
		if waits {
			w.later[id] |= 1 << i
		}
		if value != nil {
			w.pending[id] = &pending{gate: i, value: value, next: w.pending[id]}
		}
	}
	if w.later[id] != 0 {
		w.seen[id] = stampOf(source)
	}
	if s := gate.SuppressionsOf(c); s != nil {
		w.out.suppressions[id] = s
	}
}

// staleNote is the panic of a look at a note that is not as the first round read it: no gate may see text that does not
// fit the facts.
type staleNote struct{}

// second lets the gates Relate a note to others. It gives up on a note that has changed.
func (w *worker) second(id kb.ID) {
	w.again(id, func() {
		for later := w.later[id]; later != 0; later &= later - 1 {
			i := bits.TrailingZeros64(later)
			w.passes[i].Resume(w.pending[id].by(i))
			w.relate(i, id)
		}
	})
	w.pending[id] = nil
}

// third judges the links of a note that is not under check.
func (w *worker) third(id kb.ID) {
	w.again(id, func() {
		for i, g := range w.gates {
			if g.LostTargets {
				w.relate(i, id)
			}
		}
		if w.locator != nil { // there is a finding
			if s := gate.SuppressionsOf(w.look.Claim()); s != nil {
				w.out.suppressions[id] = s
			}
		}
	})
}

func (w *worker) relate(gate int, id kb.ID) {
	w.begin(gate, id)
	w.gates[gate].Relate(w.passes[gate])
	w.end()
}

// again looks at a note a second time; it is read when a gate asks for its text.
func (w *worker) again(id kb.ID, look func()) {
	w.id, w.at, w.locator = id, -1, nil
	before := len(w.out.found)
	defer w.release()
	defer func() {
		switch p := recover(); p.(type) {
		case nil:
		case staleNote:
			w.out.found = w.out.found[:before]
			w.out.stale = append(w.out.stale, id)
		default:
			panic(p)
		}
	}()
	w.look.Set(func() *claim.Claim {
		name := w.base.Path(id)
		source, trouble, err := w.read(name)
		if err != nil && !errors.Is(err, errGone) {
			w.err = err
		}
		if trouble != nil || err != nil || w.seen[id] != (stamp{}) && stampOf(source) != w.seen[id] {
			panic(staleNote{})
		}
		return w.parse(name, source)
	})
	look()
}

// unread notes that a file cannot be judged, and lets the gate for that say so.
func (w *worker) unread(id kb.ID, name string, source []byte, trouble *unread) {
	w.base.PutUnread(id, trouble.why, trouble.at)
	if !w.isSelected(id) {
		return
	}
	c := &claim.Claim{Path: name, Source: source}
	w.look.Set(func() *claim.Claim { return c })
	for i, g := range w.gates {
		if g.Unread {
			w.begin(i, id)
			g.Run(w.passes[i])
		}
	}
}

// read gives the bytes of a note. They are valid until the next call.
func (w *worker) read(name string) ([]byte, *unread, error) {
	source, why, err := w.files.read(name)
	switch {
	case err != nil:
		return nil, nil, err
	case why != "":
		return nil, &unread{why: why}, nil
	}
	return source, inspect(source), nil
}

package check

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/wire"
)

// judge runs the gates over the notes of one base in two rounds. The first reads every note whose facts are not known
// yet, keeps them, and lets the gates Run on those under check. The second knows the facts of all notes and lets the
// gates Relate; it reads a note again only where a gate asks for its text, so memory holds facts, not texts.
type judge struct {
	*view
	context  *gate.Context
	gates    []*gate.Gate // those that are not off
	progress func(done, of int)

	later []uint64 // by note: the gates, as bits, that are to Relate
	left  []*left  // by note: what they left for that
	seen  []stamp  // by note: what the first round read, for the second may read it again
	stale []kb.ID  // the notes that changed between the rounds

	stats    []fileStat // by note: what the system said of the file that was read, where it is to be kept
	verdicts []string   // and what the first round said of the note
	related  []found    // what the second round has found
	gone     []atomic.Bool
}

// view is the notes of a run and what is to be done with them.
type view struct {
	base *kb.Base
	// unknown are the notes whose facts have to be read.
	unknown []kb.ID
	// selected tells the notes under check; nil: all.
	selected map[kb.ID]bool
	// lost, where it is set, gives the notes that may have links to what a change took away. It is asked when the facts of
	// all notes are known.
	lost func(*kb.Base) []kb.ID
	// before is the base before the change that is judged, nil where none is.
	before *kb.Base
	// moved are the files that the change has renamed, by their paths.
	moved map[string]string
	// wasClaim are the paths of the notes that were claims before the change.
	wasClaim map[string]bool
	// memory is what an earlier run has found out, nil where none did; keeps tells to keep what this one finds out, which
	// began at start.
	memory *memory
	keeps  bool
	start  time.Time
	// open gives a reader of the notes for the use of one goroutine.
	open func() noteReader
}

// noteReader reads notes.
type noteReader interface {
	// read gives a note's bytes, which are valid until the next call, or says why they cannot be read. The error is errGone
	// where there is no such note; any other one ends the run.
	read(name string) (source []byte, why string, err error)
	close()
}

func (v *view) isSelected(id kb.ID) bool { return v.selected == nil || v.selected[id] }

// eachSelected calls do for the notes under check.
func (v *view) eachSelected(do func(kb.ID)) {
	for id := range v.selected {
		do(id)
	}
	if v.selected == nil {
		for id := range kb.ID(v.base.Len()) {
			if v.base.Has(id) {
				do(id)
			}
		}
	}
}

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
	gate    *gate.Gate
	path    string // of the file, below the root
	id      kb.ID  // of the note, where it is one of the base
	start   claim.Position
	end     claim.Position
	matched string // the text at the place, for the fingerprint
	ordinal int    // its number among the findings of the gate on equal texts of the note, from 0
	excerpt string // the line, or the part of it around the place
	column  int    // at which the excerpt starts
	edits   []placedEdit
	judged  stamp // the bytes that Edits and Pending belong to, where there are any
}

// placedEdit is an edit with its place as people count it.
type placedEdit struct {
	gate.Edit
	start, end claim.Position
}

// outcome is what one worker found.
type outcome struct {
	found    []found
	silences map[kb.ID][]silence
	stale    []kb.ID
}

// run judges all selected notes. It answers false when files were gone, so that the base has to be made anew.
func (j *judge) run(ctx context.Context) (all outcome, complete bool, err error) {
	n := j.base.Len()
	j.later, j.left, j.seen = make([]uint64, n), make([]*left, n), make([]stamp, n)
	j.gone = make([]atomic.Bool, n)
	if j.keeps {
		j.stats, j.verdicts = make([]fileStat, n), make([]string, n)
	}

	remembered := 0
	if j.memory != nil {
		remembered = j.memory.layer.Len()
	}
	zeroth, err := j.parallel(ctx, remembered, 0, (*worker).recall)
	if err != nil {
		return all, false, err
	}
	first, err := j.parallel(ctx, len(j.unknown), len(j.unknown), func(w *worker, i kb.ID) { w.first(j.unknown[i]) })
	if err != nil {
		return all, false, err
	}
	for i := range j.gone {
		if j.gone[i].Load() {
			return all, false, ctx.Err()
		}
	}

	related, known := j.recallRelations()
	all.found = related
	waiting := j.unknown[:0:0]
	for id, gates := range j.later {
		if gates != 0 && !known {
			waiting = append(waiting, kb.ID(id))
		}
	}
	second, err := j.parallel(ctx, len(waiting), len(j.unknown), func(w *worker, i kb.ID) { w.second(waiting[i]) })
	if err != nil {
		return all, false, err
	}
	var bereft []kb.ID
	if j.lost != nil {
		bereft = slices.DeleteFunc(j.lost(j.base), j.isSelected)
	}
	third, err := j.parallel(ctx, len(bereft), len(j.unknown), func(w *worker, i kb.ID) { w.third(bereft[i]) })
	if err != nil {
		return all, false, err
	}

	for _, o := range second {
		related = append(related, o.found...)
	}
	j.related = related
	all.silences = map[kb.ID][]silence{}
	for _, o := range slices.Concat(zeroth, first, second, third) {
		all.found = append(all.found, o.found...)
		j.stale = append(j.stale, o.stale...)
		for id, s := range o.silences {
			all.silences[id] = s
		}
	}
	return all, true, ctx.Err()
}

// parallel calls do for 0 to n-1 on all processors. A gate that panics is an error of the program, which names the
// note and the gate; it never takes the process down unexplained.
func (j *judge) parallel(ctx context.Context, n, total int, do func(*worker, kb.ID)) ([]outcome, error) {
	const stride = 16 // notes taken at once, so that workers seldom meet
	if n == 0 {
		return nil, ctx.Err()
	}
	workers := min(runtime.GOMAXPROCS(0), n/stride+1)
	outcomes := make([]outcome, workers)
	failures := make([]error, workers)
	var next atomic.Int64
	var group sync.WaitGroup
	for i := range outcomes {
		group.Go(func() {
			w := newWorker(j, &outcomes[i])
			defer w.files.close()
			defer func() {
				p := recover()
				if p == (kb.ErrDamaged{}) {
					failures[i] = errDamagedCache
				} else if p != nil {
					failures[i] = fmt.Errorf("%s: panic: %v\n%s", w.where(), p, debug.Stack())
				}
			}()
			for ctx.Err() == nil {
				end := int(next.Add(stride))
				for i := end - stride; i < min(end, n) && w.err == nil; i++ {
					do(w, kb.ID(i))
				}
				if w.err != nil {
					failures[i] = w.err
					return
				}
				if end-stride >= n {
					return
				}
				if j.progress != nil && total > 0 {
					j.progress(min(end, n), total)
				}
			}
		})
	}
	group.Wait()
	return outcomes, errors.Join(append(failures, ctx.Err())...)
}

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
	stamp   stamp          // of the note under check, once a finding has asked for it
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
	out.silences = map[kb.ID][]silence{}
	for _, g := range j.gates {
		w.passes = append(w.passes, gate.NewPass(j.context, g, kb.None, &w.look, w.report))
	}
	return w
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
	c := w.parser.Parse(name, source)
	if c.Tangled != "" {
		w.unread(id, name, source, &unread{why: "cannot be read as markdown: " + c.Tangled, at: c.Body.Start})
		return
	}
	isClaim := kb.IsClaim(c, &w.context.Config.Claims) || w.wasClaim[name]
	w.look.Set(func() *claim.Claim { return c })
	var words []text.Word
	if isClaim {
		words = w.look.Prose().Words
	}
	w.base.Put(id, kb.FactsOf(c, isClaim, words))
	if !w.isSelected(id) {
		return
	}
	for i, g := range w.gates {
		if !isClaim && !g.EveryNote || g.ID == gate.UnreadableNote.ID {
			continue
		}
		w.at, w.passes[i].ID = i, id
		if g.Run == nil {
			w.later[id] |= 1 << i
			continue
		}
		g.Run(w.passes[i])
		waits, value := w.passes[i].Awaits()
		if waits {
			w.later[id] |= 1 << i
		}
		if value != nil {
			w.left[id] = &left{gate: i, value: value, next: w.left[id]}
		}
	}
	if w.later[id] != 0 {
		w.seen[id] = stampOf(source)
	}
	if s := silencesOf(c); s != nil {
		w.out.silences[id] = s
	}
}

// keep keeps what the first round has found out of a note beside its facts.
func (w *worker) keep(id kb.ID, found []found) {
	if files, ok := w.files.(interface{ lastStat() fileStat }); ok {
		w.stats[id] = files.lastStat().trusted(w.start)
	}
	if w.isSelected(id) {
		v := verdict{later: w.later[id], seen: w.seen[id], left: w.left[id], silences: w.out.silences[id], found: found}
		w.encoded.Bytes = w.encoded.Bytes[:0]
		v.write(&w.encoded, w.gates)
		w.verdicts[id] = string(w.encoded.Bytes)
	}
}

// recall takes what the first round of an earlier run has said of a note.
func (w *worker) recall(id kb.ID) {
	if !w.base.Has(id) || !w.isSelected(id) {
		return
	}
	v, ok := w.memory.verdict(id, w.gates, w.base.Path(id))
	if !ok {
		return
	}
	w.later[id], w.seen[id], w.left[id] = v.later, v.seen, v.left
	w.out.found = append(w.out.found, v.found...)
	if v.silences != nil {
		w.out.silences[id] = v.silences
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
			w.passes[i].Resume(w.left[id].by(i))
			w.relate(i, id)
		}
	})
	w.left[id] = nil
}

// third judges the links of a note that is not under check.
func (w *worker) third(id kb.ID) {
	w.again(id, func() {
		for i, g := range w.gates {
			if g.ID == gate.BrokenWikiLinks.ID {
				w.relate(i, id)
			}
		}
		if w.locator != nil { // there is a finding
			if s := silencesOf(w.look.Claim()); s != nil {
				w.out.silences[id] = s
			}
		}
	})
}

func (w *worker) relate(gate int, id kb.ID) {
	w.at, w.passes[gate].ID = gate, id
	w.gates[gate].Relate(w.passes[gate])
}

// again looks at a note a second time; it is read when a gate asks for its text.
func (w *worker) again(id kb.ID, look func()) {
	w.id, w.at, w.locator = id, -1, nil
	before := len(w.out.found)
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
		return w.parser.Parse(name, source)
	})
	look()
}

// unread notes that a file cannot be judged, and lets the gate for that say so.
func (w *worker) unread(id kb.ID, name string, source []byte, trouble *unread) {
	w.base.Put(id, kb.Facts{Unread: trouble.why, UnreadAt: trouble.at})
	if !w.isSelected(id) {
		return
	}
	c := &claim.Claim{Path: name, Source: source}
	w.look.Set(func() *claim.Claim { return c })
	for i, g := range w.gates {
		if g.ID == gate.UnreadableNote.ID {
			w.at, w.passes[i].ID = i, id
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

// report takes a finding and keeps what outlives the note's text.
func (w *worker) report(f gate.Finding) {
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

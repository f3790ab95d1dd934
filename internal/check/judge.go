package check

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/kb"
)

// judge runs the gates over the notes of one base in two rounds. The first reads every note whose facts are not known
// yet, keeps them, and lets the gates Run on those under check. The second knows the facts of all notes and lets the
// gates Relate; it reads a note again only where a gate asks for its text, so memory holds facts, not texts.
type judge struct {
	*view
	context  *gate.Context
	gates    []*gate.Gate // those that are not off
	progress func(done, of int)

	later   []uint64   // by note: the gates, as bits, that are to Relate
	pending []*pending // by note: what they left for that
	seen    []stamp    // by note: what was read, where a second round or an edit needs to know it
	stale   []kb.ID    // the notes that changed between the rounds

	stats    []fileStat        // by note: what the system said of the file that was read, where it is to be kept
	verdicts []string          // and what the first round said of the note
	related  []finding.Finding // what the second round has found
	gone     []atomic.Bool

	heavy sync.Mutex // of who judges a note above heavyNote
}

// outcome is what one worker found.
type outcome struct {
	found        []finding.Finding
	suppressions map[kb.ID][]gate.Suppression
	stale        []kb.ID
	// claimed are the comments of notes that the change makes claims by its configuration alone.
	claimed []gate.Suppression
}

// run judges all selected notes. It answers false when files were gone, so that the base has to be made anew.
func (j *judge) run(ctx context.Context) (all outcome, complete bool, err error) {
	n := j.base.Len()
	j.later, j.pending, j.seen = make([]uint64, n), make([]*pending, n), make([]stamp, n)
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
	all.suppressions = map[kb.ID][]gate.Suppression{}
	for _, o := range slices.Concat(zeroth, first, second, third) {
		all.found = append(all.found, o.found...)
		j.stale = append(j.stale, o.stale...)
		for id, s := range o.suppressions {
			all.suppressions[id] = s
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

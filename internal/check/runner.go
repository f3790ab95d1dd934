package check

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/regular"
	"github.com/kbgate/kbgate/internal/source"
)

// runner runs the gates over the notes of one base in two rounds. The first reads every note whose facts are not known
// yet, keeps them, and lets the gates Run on those under check. The second knows the facts of all notes and calls
// RunOnAll of the gates; it reads a note again only where a gate asks for its text, so RAM holds facts, not texts.
type runner struct {
	*noteSet
	context  *gate.Context
	gates    []*gate.Gate // those that are not off
	progress func(done, of int)

	later   []uint64       // by note: the gates, as bits, whose RunOnAll is to look at it
	pending [][]pending    // by note: what they left for that
	seen    []source.Stamp // by note: what was read, where a second round or an edit needs to know it
	stale   []kb.ID        // the notes that changed between the rounds

	stats   []regular.Stat    // by note: what the system said of the file that was read, where it is to be kept
	results []string          // and what the first round said of the note
	related []finding.Finding // what the second round has found

	heavy sync.Mutex // of who judges a note above source.HeavyNote
}

// gathered is what one worker found.
type gathered struct {
	found        []finding.Finding
	suppressions map[kb.ID][]gate.Suppression
	stale        []kb.ID  // notes that changed while they were judged
	gone         []string // files that were listed and are not there
	// claimed are the comments of notes that the change makes claims by its configuration alone.
	claimed []gate.Suppression
}

// run judges all selected notes. Where files were gone, it gives their paths and nothing else: the base has to be made anew.
func (r *runner) run(ctx context.Context) (all gathered, gone map[string]bool, err error) {
	n := r.base.Len()
	r.later, r.pending, r.seen = make([]uint64, n), make([][]pending, n), make([]source.Stamp, n)
	if r.keeps {
		r.stats, r.results = make([]regular.Stat, n), make([]string, n)
	}

	var outcomes []gathered
	round := func(ids []kb.ID, total int, do func(*worker, kb.ID)) ([]gathered, error) {
		found, err := r.parallel(ctx, ids, total, do)
		outcomes = append(outcomes, found...)
		return found, err
	}
	var remembered []kb.ID
	if r.previous != nil {
		for id := range kb.ID(r.previous.snapshot.Len()) {
			remembered = append(remembered, id)
		}
	}
	if _, err := round(remembered, 0, (*worker).replay); err != nil {
		return all, nil, err
	}
	first, err := round(r.unknown, len(r.unknown), (*worker).readAndRun)
	if err != nil {
		return all, nil, err
	}
	if gone := goneFrom(first); len(gone) > 0 {
		return all, gone, ctx.Err()
	}

	related, known := r.recallRelations()
	waiting := r.unknown[:0:0]
	for id, gates := range r.later {
		if gates != 0 && !known {
			waiting = append(waiting, kb.ID(id))
		}
	}
	second, err := round(waiting, len(r.unknown), (*worker).runOnAll)
	if err != nil {
		return all, nil, err
	}
	if r.lost != nil { // notes that are not under check, and may have lost what they link to
		if _, err := round(slices.DeleteFunc(r.lost(), r.isSelected), len(r.unknown), (*worker).recheckLinks); err != nil {
			return all, nil, err
		}
	}

	for _, o := range second {
		related = append(related, o.found...)
	}
	r.related = related
	all.suppressions = map[kb.ID][]gate.Suppression{}
	var found [][]finding.Finding
	if known {
		found = append(found, related)
	}
	for _, o := range outcomes {
		found = append(found, o.found)
		r.stale = append(r.stale, o.stale...)
		maps.Copy(all.suppressions, o.suppressions)
	}
	all.found = slices.Concat(found...)
	return all, nil, ctx.Err()
}

func goneFrom(outcomes []gathered) map[string]bool {
	gone := map[string]bool{}
	for _, o := range outcomes {
		for _, name := range o.gone {
			gone[name] = true
		}
	}
	return gone
}

// parallel calls do for some notes on all processors. A gate that panics is an error of the program, which names the
// note and the gate; it never takes the process down unexplained.
func (r *runner) parallel(ctx context.Context, ids []kb.ID, total int, do func(*worker, kb.ID)) ([]gathered, error) {
	const stride = 16 // notes taken at once, so that workers seldom meet
	n := len(ids)
	if n == 0 {
		return nil, ctx.Err()
	}
	workers := min(runtime.GOMAXPROCS(0), n/stride+1)
	outcomes := make([]gathered, workers)
	failures := make([]error, workers)
	var next atomic.Int64
	var group sync.WaitGroup
	for i := range outcomes {
		group.Go(func() {
			w := newWorker(r, &outcomes[i])
			defer w.files.Close()
			defer func() {
				if p := recover(); p != nil {
					failures[i] = fmt.Errorf("%s: panic: %v\n%s", w.where(), p, debug.Stack())
				}
			}()
			for ctx.Err() == nil {
				end := int(next.Add(stride))
				for i := end - stride; i < min(end, n) && w.err == nil; i++ {
					do(w, ids[i])
				}
				if w.err != nil {
					failures[i] = w.err
					return
				}
				if end-stride >= n {
					return
				}
				if r.progress != nil && total > 0 {
					r.progress(min(end, n), total)
				}
			}
		})
	}
	group.Wait()
	return outcomes, errors.Join(append(failures, ctx.Err())...)
}

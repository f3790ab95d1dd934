package loop

import (
	"context"
	"errors"
	"iter"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/store/index"
)

// page is how many records are read at once.
const page = 256

// indexLog reads those records alone that the index names.
func (l *Ledger) indexLog(ctx context.Context, x *index.Index, g *Learning, f Filter, yield func(*decision.Decision, error) bool) error {
	bad, err := x.Rows(ctx, index.Query{Unread: true}, 0)
	if err != nil {
		return err
	}
	slices.SortFunc(bad, func(a, b index.Row) int { return strings.Compare(a.Path, b.Path) })
	for _, row := range bad {
		if f.fitsDay(row.Path) && !yield(nil, &BadRecord{row.Path, errors.New(row.Fault)}) {
			return nil
		}
	}
	pages := pages(ctx, x, f.query(), f.Limit)
	if f.Limit == 0 {
		pages = ahead(pages)
	}
	given := 0
	for views, err := range pages {
		if err != nil {
			return err
		}
		decode(views, l.chosenNow())
		for _, v := range views {
			if v.err != nil {
				if !yield(nil, &BadRecord{v.row.Path, v.err}) {
					return nil
				}
				continue
			}
			d := g.View(v.decision)
			if !f.fits(d) || !f.fitsDay(v.row.Path) {
				continue
			}
			given++
			if !yield(d, nil) || given == f.Limit {
				return nil
			}
		}
	}
	return nil
}

// view is what a record and its amendments come to.
type view struct {
	row      index.Row
	record   []byte
	about    [][]byte // the amendments
	decision *decision.Decision
	err      error // why it cannot be read
}

// pages reads the records that fit, newest first; not more than the limit before those have been looked at.
func pages(ctx context.Context, x *index.Index, q index.Query, limit int) iter.Seq2[[]view, error] {
	return func(yield func([]view, error) bool) {
		for given := 0; ; {
			n := page
			if left := limit - given; left > 0 {
				n = min(n, left)
			}
			rows, err := x.Rows(ctx, q, n)
			if err == nil && len(rows) == 0 {
				return
			}
			var views []view
			if err == nil {
				views, err = contents(ctx, x, rows)
			}
			if !yield(views, err) || err != nil {
				return
			}
			given, q.Before = given+len(rows), rows[len(rows)-1].Key
		}
	}
}

// ahead gives a sequence that works out the next items while the last ones are being used.
func ahead[A, B any](items iter.Seq2[A, B]) iter.Seq2[A, B] {
	type item struct {
		a A
		b B
	}
	return func(yield func(A, B) bool) {
		next, enough := make(chan item), make(chan struct{})
		var working sync.WaitGroup
		working.Go(func() {
			defer close(next)
			for a, b := range items {
				select {
				case next <- item{a, b}:
				case <-enough:
					return
				}
			}
		})
		defer working.Wait()
		defer close(enough)
		for i := range next {
			if !yield(i.a, i.b) {
				return
			}
		}
	}
}

// decode reads records on all cores.
func decode(views []view, chosen choices) {
	workers := runtime.GOMAXPROCS(0)
	var decoding sync.WaitGroup
	for part := range slices.Chunk(views, (len(views)+workers-1)/workers) {
		decoding.Go(func() {
			for i := range part {
				if v := &part[i]; v.err == nil {
					v.decision, v.err = decision.View(decision.KeyID(v.row.Key), v.record, v.about, chosen[decision.KeyID(v.row.Key)])
				}
			}
		})
	}
	decoding.Wait()
}

// contents reads what the records of rows and their amendments hold.
func contents(ctx context.Context, x *index.Index, rows []index.Row) ([]view, error) {
	keys := make([]index.Key, len(rows))
	for i, row := range rows {
		keys[i] = row.Key
	}
	read, err := x.Read(ctx, keys)
	views := make([]view, len(read))
	for i, c := range read {
		views[i] = view{row: rows[i], record: c.Record, about: c.Amendments}
		if c.Fault != "" {
			views[i].err = errors.New(c.Fault)
		}
	}
	return views, err
}

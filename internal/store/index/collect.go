package index

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"runtime"
	"slices"

	"github.com/kbgate/kbgate/internal/store"
)

// share is how many records a worker is given at once.
const share = 256

// batch is a share of the records to be read, and the rows that come of it.
type batch struct {
	jobs []job
	rows chan []result
	err  error // of reading; then neither rows nor further batches follow
}

// result is the row of a job, or why there is none.
type result struct {
	values Values
	fault  string
}

// collect reads records, makes rows of them on all cores, and adds the rows in the order of the jobs.
func (x *Index) collect(ctx context.Context, b *builder, jobs []job) error {
	inOrder := make(chan batch, runtime.GOMAXPROCS(0)) // it bounds how many batches are at work
	go func() {
		defer close(inOrder)
		for part := range slices.Chunk(jobs, share) {
			next := batch{jobs: part, rows: make(chan []result, 1)}
			contents, err := x.contents(ctx, part)
			next.err = err
			inOrder <- next
			if err != nil {
				return
			}
			go func() { next.rows <- x.work(part, contents) }()
		}
	}()
	done := 0
	for part := range inOrder {
		if part.err != nil {
			return part.err
		}
		for i, r := range <-part.rows {
			b.add(part.jobs[i].key, part.jobs[i].blob(), r.values, r.fault)
		}
		if done += len(part.jobs); x.kept.Progress != nil {
			x.kept.Progress(done, len(jobs))
		}
	}
	return nil
}

// blob is the id of the content of a record, in bytes.
func (j job) blob() []byte {
	blob, _ := hex.DecodeString(j.record.Blob) // grow has refused another
	return blob
}

// work makes rows of what was read.
func (x *Index) work(jobs []job, contents []Content) []result {
	results := make([]result, len(jobs))
	for i, c := range contents {
		r := &results[i]
		if r.fault = c.Fault; r.fault != "" {
			continue
		}
		var err error
		if r.values, err = x.schema.Row(jobs[i].key, c.Record, c.Amendments); err != nil {
			*r = result{fault: cmp.Or(err.Error(), "it cannot be read")}
		}
	}
	return results
}

// contents reads what jobs ask for.
func (x *Index) contents(ctx context.Context, jobs []job) ([]Content, error) {
	all := make([]Content, len(jobs))
	names := make([]store.Name, 0, len(jobs))
	for _, j := range jobs {
		names = append(append(names, j.record), j.amendments...)
	}
	at, left := -1, 0 // the job, and how many of its amendments follow
	for file, err := range x.store.Contents(ctx, names, x.schema.Limit) {
		if err != nil && (file.Path == "" || !ofFile(err)) {
			return nil, fmt.Errorf("reading the records: %w", err)
		}
		if left == 0 {
			at++
			left = len(jobs[at].amendments)
			if all[at].Record = file.Data; err != nil {
				all[at].Fault = err.Error()
			}
			continue
		}
		if left--; err != nil {
			continue
		}
		if x.schema.Trim != nil {
			file.Data = x.schema.Trim(file.Data)
		}
		all[at].Amendments = append(all[at].Amendments, file.Data)
	}
	return all, ctx.Err()
}

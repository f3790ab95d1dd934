package index

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"sync"

	"github.com/kbgate/kbgate/internal/store"
)

// share is how many records a worker is given at once.
const share = 256

// batch is a share of the records to be read.
type batch struct {
	jobs     []job
	contents []content
	done     chan []result
}

// content is what was read for a job.
type content struct {
	record     []byte
	fault      string // why the record could not be read
	amendments [][]byte
}

// result is what a job came to.
type result struct {
	values Values
	fault  string
}

// collect reads records on all cores and adds their rows, in the order of the jobs.
func (x *Index) collect(ctx context.Context, b *builder, jobs []job) error {
	workers := x.kept.Workers
	todo, inOrder := make(chan batch, workers), make(chan batch, 2*workers)
	var group sync.WaitGroup
	defer group.Wait()
	for range workers {
		group.Go(func() {
			for part := range todo {
				part.done <- x.work(part)
			}
		})
	}
	var failure error
	group.Go(func() {
		defer close(todo)
		defer close(inOrder)
		for part := range slices.Chunk(jobs, share) {
			contents, err := x.contents(ctx, part)
			if err != nil {
				failure = err
				return
			}
			next := batch{part, contents, make(chan []result, 1)}
			todo <- next
			inOrder <- next
		}
	})
	done := 0
	for part := range inOrder {
		for i, r := range <-part.done {
			blob, err := hex.DecodeString(part.jobs[i].record.Blob)
			if err != nil {
				return err
			}
			b.add(part.jobs[i].key, blob, r.values, r.fault)
		}
		if done += len(part.jobs); x.kept.Progress != nil {
			x.kept.Progress(done, len(jobs))
		}
	}
	return failure
}

// work makes rows of what was read.
func (x *Index) work(part batch) []result {
	results := make([]result, len(part.jobs))
	for i, c := range part.contents {
		if results[i].fault = c.fault; c.fault != "" {
			continue
		}
		values, err := x.schema.Row(part.jobs[i].key, c.record, c.amendments)
		if err != nil {
			results[i].fault = cmp.Or(err.Error(), "it cannot be read")
			continue
		}
		results[i].values = values
	}
	return results
}

// contents reads what jobs ask for.
func (x *Index) contents(ctx context.Context, jobs []job) ([]content, error) {
	all := make([]content, len(jobs))
	names := make([]store.Name, 0, len(jobs))
	for _, j := range jobs {
		names = append(append(names, j.record), j.amendments...)
	}
	at, left := -1, 0 // the job, and how many of its amendments are to come
	for file, err := range x.store.Contents(ctx, names, x.schema.Limit) {
		if err != nil && (file.Path == "" || !ofFile(err)) {
			return nil, fmt.Errorf("reading the records: %w", err)
		}
		switch {
		case left == 0:
			at++
			left = len(jobs[at].amendments)
			if all[at].record = file.Data; err != nil {
				all[at].fault = err.Error()
			}
		default:
			if left--; err == nil {
				if x.schema.Slim != nil {
					file.Data = x.schema.Slim(file.Data)
				}
				all[at].amendments = append(all[at].amendments, file.Data)
			}
		}
	}
	return all, ctx.Err()
}

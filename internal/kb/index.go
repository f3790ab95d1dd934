package kb

import (
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"
)

// index finds notes by hashes: it is a table of buckets, each of which holds the notes that have a hash that falls into
// it, in order. A bucket says where to look; whoever asks holds what it finds against what it wants. It is two flat
// slices, so that it can be written to disk and used from there.
type index struct {
	bits   int
	starts []uint32 // where each bucket begins in notes, and where the last one ends
	notes  []ID
	few    map[uint64][]ID // instead of both, where there are few notes for the buckets
}

// entry is a note on its way into a bucket.
type entry struct {
	bucket uint32
	id     ID
}

// partitions is how many parts of the buckets are filled one by one, so that each fits into the processor's cache.
const partitions = 64

// buildIndex makes an index of 2^bits buckets. For each note of 0 to n-1, emit is called once and adds the note's
// hashes, about as many as there are buckets to a note, of which the highest bits choose the bucket; different notes are
// asked for at the same time.
func buildIndex(bits, n int, emit func(id ID, add func(hash uint64))) *index {
	bits = max(bits, 6)
	if n < 1<<bits/256 {
		return buildSmall(bits, n, emit)
	}
	workers := runtime.GOMAXPROCS(0)
	gathered := make([][partitions][]entry, workers)
	inParallel(workers, func(worker int) {
		into := &gathered[worker]
		for part := range into {
			into[part] = make([]entry, 0, 1<<bits/partitions/workers)
		}
		for i := worker * n / workers; i < (worker+1)*n/workers; i++ {
			emit(ID(i), func(hash uint64) {
				bucket := uint32(hash >> (64 - bits))
				part := bucket >> (bits - 6)
				into[part] = append(into[part], entry{bucket, ID(i)})
			})
		}
	})
	var ends [partitions + 1]int
	for part := range partitions {
		ends[part+1] = ends[part]
		for worker := range gathered {
			ends[part+1] += len(gathered[worker][part])
		}
	}
	x := &index{bits: bits, starts: make([]uint32, 1<<bits+1), notes: make([]ID, ends[partitions])}
	inParallel(partitions, func(part int) {
		// Each start is first the size of the bucket before it, then where its bucket begins; putting the notes moves it to
		// where the bucket ends, which is where the next one begins.
		width := 1 << (bits - 6)
		next := make([]uint32, width)
		for worker := range gathered {
			for _, e := range gathered[worker][part] {
				next[int(e.bucket)-part*width]++
			}
		}
		at := uint32(ends[part])
		for i, size := range next {
			next[i] = at
			x.starts[part*width+i] = at
			at += size
		}
		for worker := range gathered {
			for _, e := range gathered[worker][part] {
				place := &next[int(e.bucket)-part*width]
				x.notes[*place] = e.id
				*place++
			}
			gathered[worker][part] = nil
		}
	})
	x.starts[1<<bits] = uint32(len(x.notes))
	return x
}

func buildSmall(bits, n int, emit func(id ID, add func(hash uint64))) *index {
	x := &index{bits: bits, few: map[uint64][]ID{}}
	for id := range ID(n) {
		emit(id, func(hash uint64) {
			bucket := hash >> (64 - bits)
			x.few[bucket] = append(x.few[bucket], id)
		})
	}
	return x
}

// at gives the notes of the bucket into which a hash falls.
func (x *index) at(hash uint64) []ID {
	bucket := hash >> (64 - x.bits)
	if x.few != nil {
		return x.few[bucket]
	}
	return x.notes[x.starts[bucket]:x.starts[bucket+1]]
}

// inParallel calls do for 0 to n-1 on all processors. It panics with what one of the calls panics with.
func inParallel(n int, do func(int)) {
	stride := max(1, n/(64*runtime.GOMAXPROCS(0))) // so that workers seldom meet
	var next atomic.Int64
	var group sync.WaitGroup
	var trouble atomic.Pointer[any]
	for range min(n, runtime.GOMAXPROCS(0)) {
		group.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					trouble.Store(&p)
				}
			}()
			for trouble.Load() == nil {
				end := int(next.Add(int64(stride)))
				for i := end - stride; i < min(end, n); i++ {
					do(i)
				}
				if end >= n {
					return
				}
			}
		})
	}
	group.Wait()
	if p := trouble.Load(); p != nil {
		panic(*p)
	}
}

// bitsFor is the number of bits of an index in which buckets have one entry on average.
func bitsFor(entries int) int { return min(max(bits.Len(uint(entries)), 6), 30) }

package kb

import (
	"math/bits"
	"slices"

	"github.com/kbgate/kbgate/internal/parallel"
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

// buildIndex makes an index of 2^bits buckets. For each note of 0 to n-1, emit is called once and adds the note's
// hashes, about as many as there are buckets to a note, of which the highest bits choose the bucket; different notes are
// asked for at the same time.
func buildIndex(bits, n int, emit func(id ID, add func(hash uint64))) *index {
	bits = max(bits, 6)
	if n < 1<<bits/256 {
		return buildSmall(bits, n, emit)
	}
	gathered := parallel.Map(stretches(n), func(ids []ID) []entry {
		entries := make([]entry, 0, len(ids)<<bits/n)
		for _, id := range ids {
			emit(id, func(hash uint64) { entries = append(entries, entry{uint32(hash >> (64 - bits)), id}) })
		}
		return entries
	})
	// A start is first the size of its bucket, then where the bucket ends; putting the notes, the last first, moves it to where
	// the bucket begins.
	x := &index{bits: bits, starts: make([]uint32, 1<<bits+1)}
	for _, entries := range gathered {
		for _, e := range entries {
			x.starts[e.bucket]++
		}
	}
	end := uint32(0)
	for i := range x.starts {
		end += x.starts[i]
		x.starts[i] = end
	}
	x.notes = make([]ID, end)
	for _, entries := range slices.Backward(gathered) {
		for _, e := range slices.Backward(entries) {
			x.starts[e.bucket]--
			x.notes[x.starts[e.bucket]] = e.id
		}
	}
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

// stretches are the numbers of n notes in lists that are long enough for one core to take.
func stretches(n int) [][]ID {
	const length = 512
	all := make([]ID, n)
	for i := range all {
		all[i] = ID(i)
	}
	return slices.Collect(slices.Chunk(all, length))
}

// bitsFor is the number of bits of an index in which buckets have one entry on average.
func bitsFor(entries int) int { return min(max(bits.Len(uint(entries)), 6), 30) }

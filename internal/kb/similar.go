package kb

import (
	"cmp"
	"math/bits"
	"runtime"
	"slices"
	"sync"

	"github.com/kbgate/kbgate/internal/text/likeness"
)

// Match is a claim that says something like another.
type Match struct {
	ID ID
	likeness.Likeness
	// Cited reports whether a sentence of one of the two names the other.
	Cited bool
}

const (
	// leastLikeness is the score below which claims are not worth mentioning: those of one topic reach it.
	leastLikeness = 0.2
	// citedLikeness is what remains of a score when one claim speaks of the other: who builds on a claim, limits it or
	// contradicts it repeats its terms and figures.
	citedLikeness = 0.7
)

// Similar gives the claims that say something like this one, the most alike first. Their likeness depends on nothing but
// the two claims. Which claims it is measured for is bounded, so that asking for all of them costs time in proportion to
// their number, whatever they share; among a hundred thousand, a few of those that were reworded most are overlooked.
// The first call, after Seal, makes an index of all claims.
func (b *Base) Similar(id ID) []Match {
	sketch := b.notes[id].Sketch
	if sketch == nil {
		return nil
	}
	b.similarOnce.Do(func() { b.similar = newSimilarIndex(b.notes) })
	var matches []Match
	b.similar.eachCandidate(id, sketch, func(other ID) {
		m := Match{ID: other, Likeness: likeness.Compare(sketch, b.notes[other].Sketch)}
		if m.Score < leastLikeness {
			return
		}
		if m.Cited = b.cites(id, other) || b.cites(other, id); m.Cited {
			m.Score *= citedLikeness
		}
		matches = append(matches, m)
	})
	slices.SortFunc(matches, func(x, y Match) int { return cmp.Or(cmp.Compare(y.Score, x.Score), cmp.Compare(x.ID, y.ID)) })
	return matches
}

// cites reports whether a sentence of a claim holds a link to another.
func (b *Base) cites(from, to ID) bool {
	f := &b.notes[from]
	for i, l := range f.Links[:min(len(f.Links), 64)] {
		if f.cited&(1<<i) != 0 && l.To == to {
			return true
		}
	}
	return false
}

// similarIndex finds the claims that share a key with another. It is a table of buckets, each of which holds the owners
// of the keys that fall into it, in order. Keys that one claim alone has lead nowhere, and keys that many have cost much
// and tell little, so the buckets of both are empty: what a query looks through is bounded, whatever the claims share.
type similarIndex struct {
	bits   int      // of a bucket's number
	sizes  []group  // of the buckets
	starts []uint32 // where the owners of each group begin
	owners []ID
}

const (
	// largestBucket is the most owners of a key in use; the sizes of seven buckets add up to less than 256.
	largestBucket = 36
	// mostCandidates is how many claims a query meets before it leaves the keys with more owners aside.
	mostCandidates = 64
	// bucketsPerClaim makes buckets enough for the keys that few claims have.
	bucketsPerClaim = 40
	// mostParts is how many parts of the claims are read at once; each has a table of its own.
	mostParts = 4
)

func newSimilarIndex(notes []Facts) *similarIndex {
	x := &similarIndex{bits: max(3, bits.Len(uint(len(notes)*bucketsPerClaim)))}
	tables := make([][]group, min(mostParts, runtime.GOMAXPROCS(0)))
	inParallel(len(tables), func(part int) {
		table := make([]group, 1<<(x.bits-3))
		x.eachKey(notes, part, len(tables), func(bucket uint64, _ ID) {
			if g := &table[bucket/8]; g.at(bucket) <= largestBucket {
				g.add(bucket, 1)
			}
		})
		tables[part] = table
	})
	x.lay(tables)
	inParallel(len(tables), func(part int) {
		table := tables[part]
		x.eachKey(notes, part, len(tables), func(bucket uint64, id ID) {
			if g := &table[bucket/8]; x.sizes[bucket/8].at(bucket) > 0 {
				x.owners[x.start(bucket)+g.at(bucket)] = id
				g.add(bucket, 1)
			}
		})
	})
	return x
}

// lay gives every bucket its size and its place, and leaves in the table of each part how many owners of a bucket the
// parts before it have.
func (x *similarIndex) lay(tables [][]group) {
	x.sizes = make([]group, len(tables[0]))
	x.starts = make([]uint32, len(tables[0]))
	total := uint32(0)
	for i := range x.sizes {
		x.starts[i] = total
		for bucket := range uint64(8) {
			size := uint32(0)
			for _, table := range tables {
				size += table[i].at(bucket)
			}
			if size >= 2 && size <= largestBucket {
				x.sizes[i].add(bucket, size)
				total += size
			}
		}
		var before group
		for _, table := range tables {
			table[i], before = before, before+table[i]
		}
	}
	x.owners = make([]ID, total)
}

// group is the sizes of eight buckets, one in each byte.
type group uint64

func (g group) at(bucket uint64) uint32 { return uint32(g >> (bucket % 8 * 8) & 0xff) }

func (g *group) add(bucket uint64, n uint32) { *g += group(n) << (bucket % 8 * 8) }

// before is the sum of the sizes of the buckets before one; it must be below 256.
func (g group) before(bucket uint64) uint32 {
	const ones = 0x0101010101010101
	return uint32(g & (1<<(bucket%8*8) - 1) * ones >> 56)
}

// eachKey calls do for each key of a part of the claims.
func (x *similarIndex) eachKey(notes []Facts, part, parts int, do func(bucket uint64, id ID)) {
	var keys [likeness.MaxKeys]uint64
	for id := len(notes) * part / parts; id < len(notes)*(part+1)/parts; id++ {
		if notes[id].Sketch == nil {
			continue
		}
		for _, key := range notes[id].Sketch.AppendKeys(keys[:0]) {
			do(key>>(64-x.bits), ID(id))
		}
	}
}

// start is where the owners of a bucket begin.
func (x *similarIndex) start(bucket uint64) uint32 {
	return x.starts[bucket/8] + x.sizes[bucket/8].before(bucket)
}

// eachCandidate calls do once for each claim that shares two keys with this one. The claims that share the rarest keys
// come first, and once it has met mostCandidates it looks no further.
func (x *similarIndex) eachCandidate(id ID, sketch *likeness.Sketch, do func(ID)) {
	var keys [likeness.MaxKeys]uint64
	buckets := keys[:0] // those in use
	for _, key := range sketch.AppendKeys(keys[:0]) {
		if bucket := key >> (64 - x.bits); x.sizes[bucket/8].at(bucket) > 0 {
			buckets = append(buckets, bucket)
		}
	}
	var met candidateSet
	met.add(id)
	met.add(id) // it is none of its own
	for least, most := uint32(1), uint32(4); least < largestBucket && met.n < mostCandidates; least, most = most, most*2 {
		for _, bucket := range buckets {
			size := x.sizes[bucket/8].at(bucket)
			if size <= least || size > most || met.n >= mostCandidates {
				continue
			}
			start := x.start(bucket)
			for _, other := range x.owners[start : start+size] {
				if met.add(other) == 2 {
					do(other)
				}
			}
		}
	}
}

// candidateSet counts how often each of a few claims is met. It has room for mostCandidates and one more bucket.
type candidateSet struct {
	slots [256]struct {
		id    ID
		times int32 // nought where the slot is empty
	}
	n int
}

// add counts a claim and tells how often it has been met.
func (s *candidateSet) add(id ID) int32 {
	i := uint32(id) * 0x9e3779b1 >> 24
	for s.slots[i].times != 0 && s.slots[i].id != id {
		i = (i + 1) % 256
	}
	if s.slots[i].times == 0 {
		s.n++
	}
	s.slots[i].id = id
	s.slots[i].times++
	return s.slots[i].times
}

// inParallel calls do for 0 to n-1 on all processors.
func inParallel(n int, do func(int)) {
	work := make(chan int, n)
	for i := range n {
		work <- i
	}
	close(work)
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range work {
				do(i)
			}
		})
	}
	group.Wait()
}

package kb

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/kbgate/kbgate/internal/lang/likeness"
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

const (
	// largestBucket is the most owners of a key in use: keys that many claims have cost much and tell little.
	largestBucket = 36
	// mostCandidates is how many claims a query meets before it leaves the keys with more owners aside.
	mostCandidates = 64
	// bucketsPerClaim makes buckets enough for the keys that few claims have.
	bucketsPerClaim = 40
)

// Similar gives the claims that are like this one by that many percent or more, the most alike first. Their likeness depends on nothing but
// the two claims. Which claims it is measured for is bounded, so that asking for all of them costs time in proportion to
// their number, whatever they share; among a hundred thousand, a few of those that were reworded most are overlooked.
func (o *Overlay) Similar(id ID, percent int) []Match {
	var sketch, other likeness.Sketch
	if !o.Note(id).Sketch(&sketch) {
		return nil
	}
	var matches []Match
	eachCandidate(o, id, &sketch, func(candidate ID) {
		if !o.Note(candidate).Sketch(&other) {
			return
		}
		m := Match{ID: candidate, Likeness: likeness.Compare(&sketch, &other)}
		if m.Score < leastLikeness || m.Percent() < percent {
			return
		}
		if m.Cited = cites(o, id, candidate) || cites(o, candidate, id); m.Cited {
			m.Score *= citedLikeness
		}
		if m.Percent() >= percent {
			matches = append(matches, m)
		}
	})
	slices.SortFunc(matches, func(x, y Match) int { return cmp.Or(cmp.Compare(y.Score, x.Score), o.notes.compare(x.ID, y.ID)) })
	return matches
}

// cites reports whether a sentence of a claim holds a link to another.
func cites(b *Overlay, from, to ID) bool {
	n := b.Note(from)
	for r := n.record.part(partLinks); len(r.Bytes) > 0; {
		var l Link
		if l.read(&r, n.snapshot); !l.Cited {
			continue
		}
		if l.isPlain(b, from) {
			if l.named == to {
				return true
			}
			continue
		}
		l.complete(n.snapshot)
		if id, ok := b.Resolve(from, l.Target, l.Embed); ok && id == to {
			return true
		}
	}
	return false
}

// eachCandidate calls do for the claims that share at least two keys with a sketch, rare keys first.
func eachCandidate(b *Overlay, id ID, sketch *likeness.Sketch, do func(ID)) {
	// How many buckets there are depends on the number of notes, and so does, a little, which claims meet; so a base has to ask
	// its snapshot for an index that was made for as many.
	n := max(6, bits.Len(uint((b.Len()-len(b.notes.gone))*bucketsPerClaim)))
	snapshot, added := b.snapshot.alike(n), b.added.alike(n)
	var keys [likeness.MaxKeys]uint64
	var few [likeness.MaxKeys]bucket // those in use
	used := few[:0]
	for _, key := range sketch.AppendKeys(keys[:0]) {
		k := bucket{snapshot: snapshot.at(key), added: added.at(key)}
		if k.size = len(k.snapshot) + len(k.added); k.size < 2 {
			continue
		}
		k.snapshot = b.notes.present(k.snapshot, largestBucket)
		k.size = len(k.snapshot) + len(k.added)
		if k.size >= 2 && k.size <= largestBucket {
			used = append(used, k)
		}
	}
	var met candidateSet
	met.add(id)
	met.add(id) // it is none of its own
	for least, most := 1, 4; least < largestBucket && met.n < mostCandidates; least, most = most, most*2 {
		for _, k := range used {
			if k.size <= least || k.size > most || met.n >= mostCandidates {
				continue
			}
			for _, other := range k.snapshot {
				if met.add(other) == 2 {
					do(other)
				}
			}
			for _, other := range k.added {
				if other += ID(b.snapshot.Len()); met.add(other) == 2 {
					do(other)
				}
			}
		}
	}
}

// bucket is the owners of the keys that fall together.
type bucket struct {
	snapshot, added []ID
	size            int
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

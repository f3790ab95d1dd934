package likeness

import "sync/atomic"

// cache keeps the features of the words that were met first, for a stemmer is slow and a knowledge base says the same words again
// and again. A slot is filled once and never changes, so all goroutines may use it. It holds half of the word's hash above the
// feature; the slot's number stands for sixteen bits of the other half. Its zero value is ready.
type cache struct {
	slots [1 << cacheBits]atomic.Uint64
}

const (
	cacheBits = 16
	cacheRun  = 4 // slots in which a word may stand
)

func (c *cache) get(hash uint64) (feature, bool) {
	at, half := spread(hash)
	for i := range uint64(cacheRun) {
		switch s := c.slots[(at+i)%(1<<cacheBits)].Load(); {
		case s>>32 == half:
			return feature(s), true
		case s == 0:
			return 0, false
		}
	}
	return 0, false
}

// put keeps a feature, where there is room.
func (c *cache) put(hash uint64, f feature) {
	at, half := spread(hash)
	for i := range uint64(cacheRun) {
		s := &c.slots[(at+i)%(1<<cacheBits)]
		if s.CompareAndSwap(0, half<<32|uint64(f)) || s.Load()>>32 == half {
			return
		}
	}
}

// spread gives the slot of a hash and the half of it that the slot keeps, which is never nought.
func spread(hash uint64) (slot, half uint64) {
	hash *= golden
	return hash >> (64 - cacheBits), hash&(1<<32-1) | 1
}

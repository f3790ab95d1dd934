package likeness

import "sync/atomic"

// cache keeps the features of the words that were met first, for a stemmer is slow and a knowledge base says the same words again
// and again. A slot is filled once and never changes, so all goroutines may use it. Its zero value is ready.
type cache struct {
	slots [1 << cacheBits]struct{ hash, value atomic.Uint64 }
}

const (
	cacheBits = 16
	cacheRun  = 4 // slots in which a word may stand
	filled    = 1 << 32
)

func (c *cache) get(hash uint64) (feature, bool) {
	for i := range uint64(cacheRun) {
		s := &c.slots[(hash*golden>>(64-cacheBits)+i)%(1<<cacheBits)]
		switch s.hash.Load() {
		case hash:
			v := s.value.Load()
			return feature(v), v&filled != 0
		case 0:
			return 0, false
		}
	}
	return 0, false
}

// put keeps a feature, where there is room.
func (c *cache) put(hash uint64, f feature) {
	for i := range uint64(cacheRun) {
		s := &c.slots[(hash*golden>>(64-cacheBits)+i)%(1<<cacheBits)]
		if s.hash.CompareAndSwap(0, hash) || s.hash.Load() == hash {
			s.value.Store(filled | uint64(f))
			return
		}
	}
}

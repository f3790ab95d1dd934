package text

// Table gives what is known of words, by their hashes. Most words of a text are in no table, and one look tells.
type Table[V any] struct {
	slots []slot[V] // a power of two, at most a quarter of them taken
}

type slot[V any] struct {
	hash  uint64 // 0 where the slot is free
	value V
}

// NewTable makes a table of what a map holds.
func NewTable[V any](values map[uint64]V) Table[V] {
	n := 2
	for n < 4*len(values) {
		n *= 2
	}
	t := Table[V]{make([]slot[V], n)}
	for hash, value := range values {
		i := hash
		for t.slots[i&uint64(n-1)].hash != 0 {
			i++
		}
		t.slots[i&uint64(n-1)] = slot[V]{hash, value}
	}
	return t
}

// At is what is known of the word with that hash, the zero value where nothing is.
func (t *Table[V]) At(hash uint64) (value V) {
	last := uint64(len(t.slots) - 1)
	for i := hash; ; i++ {
		switch s := &t.slots[i&last]; s.hash {
		case hash:
			return s.value
		case 0:
			return value
		}
	}
}

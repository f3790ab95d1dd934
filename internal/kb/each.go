package kb

import "iter"

// IDs are the ids of all notes of the base.
func (b *Base) IDs() iter.Seq[ID] {
	return func(yield func(ID) bool) {
		for id := range ID(b.Len()) {
			if b.Has(id) && !yield(id) {
				return
			}
		}
	}
}

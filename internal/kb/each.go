package kb

import "iter"

// IDs are the ids of all notes of the base.
func (o *Overlay) IDs() iter.Seq[ID] {
	return func(yield func(ID) bool) {
		for id := range ID(o.Len()) {
			if o.Has(id) && !yield(id) {
				return
			}
		}
	}
}

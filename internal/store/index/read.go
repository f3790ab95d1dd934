package index

import (
	"context"

	"github.com/kbgate/kbgate/internal/store"
)

// Content is what the store holds of a record.
type Content struct {
	Record     []byte
	Amendments [][]byte // that are about it or about its amendments, in no order
	Fault      string   // why it cannot be read
}

// Read reads records by their keys, in that order.
func (x *Index) Read(ctx context.Context, keys []Key) ([]Content, error) {
	all := make([]Content, len(keys))
	var jobs []job
	var places []int
	err := x.read(ctx, func(st *stack) error {
		jobs, places = nil, nil
		if err := st.verify(0, keysOf, blobsOf, linksOf); err != nil {
			return err
		}
		for i, key := range keys {
			at, ok := st.find(key)
			if !ok {
				all[i].Fault = "it is not in the store"
				continue
			}
			name := store.Name{Path: x.schema.Path(key), Blob: st.blobAt(at)}
			jobs, places = append(jobs, job{key, name, st.amendmentsOf(key, nil)}), append(places, i)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	contents, err := x.contents(ctx, jobs)
	if err != nil {
		return nil, err
	}
	for i, c := range contents {
		all[places[i]] = c
	}
	return all, nil
}

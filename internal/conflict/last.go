package conflict

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/zeebo/xxh3"

	"github.com/kbgate/kbgate/internal/cache"
	"github.com/kbgate/kbgate/internal/records"
)

// section is the name under which choices are kept, and version grows with their form.
const (
	section = "choices"
	version = 2
)

// entry is where it is kept what was chosen last, so that the next process opens the index that goes by that at once. It may vanish
// at any time.
func (j *Judge) entry() cache.Entry {
	share := func(name string) error { return j.Store.Share(context.Background(), name) }
	return cache.At(filepath.Join(filepath.Dir(j.Store.Derived()), section)).Shared(share).Entry(fmt.Sprintf("%016x-choices", xxh3.HashString(j.Store.Place())))
}

// Last are the choices of the process that judged last; nil where they are not known.
func (j *Judge) Last() (c records.Choices) {
	kept, ok := j.entry().Read(section, version)
	if !ok || json.Unmarshal(kept.Front, &c) != nil {
		return nil
	}
	return c
}

// Remember keeps choices for the next process.
func (j *Judge) Remember(c records.Choices) {
	data, _ := json.Marshal(c)                                    // maps of texts have a form
	_, _ = j.entry().Write(section, version, [][]byte{data}, nil) // else the next process judges them anew
}

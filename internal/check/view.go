package check

import (
	"time"

	"github.com/kbgate/kbgate/internal/kb"
)

// view is the notes of a run and what is to be done with them.
type view struct {
	base *kb.Base
	// unknown are the notes whose facts have to be read.
	unknown []kb.ID
	// selected tells the notes under check; nil: all.
	selected map[kb.ID]bool
	// lost, where it is set, gives the notes that may have links to what a change took away. It is asked when the facts of
	// all notes are known.
	lost func(*kb.Base) []kb.ID
	// before is the base before the change that is judged, nil where none is.
	before *kb.Base
	// moved are the files that the change has renamed, by their paths.
	moved map[string]string
	// was has the old paths of those files, by the new ones.
	was map[string]string
	// wasClaim are the paths of the notes that were claims before the change.
	wasClaim map[string]bool
	// memory is what an earlier run has found out, nil where none did; keeps tells to keep what this one finds out, which
	// began at start.
	memory *memory
	keeps  bool
	start  time.Time
	// open gives a reader of the notes for the use of one goroutine.
	open func() noteReader
}

// noteReader reads notes.
type noteReader interface {
	// read gives a note's bytes, which are valid until the next call, or says why they cannot be read. The error is errGone
	// where there is no such note; any other one ends the run.
	read(name string) (source []byte, why string, err error)
	close()
}

func (v *view) isSelected(id kb.ID) bool { return v.selected == nil || v.selected[id] }

// eachSelected calls do for the notes under check.
func (v *view) eachSelected(do func(kb.ID)) {
	for id := range v.selected {
		do(id)
	}
	if v.selected == nil {
		for id := range kb.ID(v.base.Len()) {
			if v.base.Has(id) {
				do(id)
			}
		}
	}
}

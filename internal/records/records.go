// Package records reads the files of a store as decisions and amendments: one by one, all amendments at once, and through an index.
// It knows which file is which record, which of several of one id counts once that is decided, and what the reasons of rejections
// teach.
package records

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/zeebo/xxh3"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/parallel"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/store/index"
)

// BadRecord is a record of the store that cannot be read. The others can.
type BadRecord struct {
	Path string
	Err  error
}

func (e *BadRecord) Error() string { return fmt.Sprintf("%s: %v", e.Path, e.Err) }

// Unwrap gives the reason.
func (e *BadRecord) Unwrap() error { return e.Err }

// Disputed gives the id of a record that can be read, and of which there are others that disagree.
func (e *BadRecord) Disputed() (id string, ok bool) {
	id = IDOf(e.Path)
	return id, id != "" && e.Err.Error() == decision.ErrCopiesDisagree.Error() // an index keeps the text alone
}

// Faults of files that hold a record which counts for nothing.
var (
	errMisnamed = errors.New("the record has another id than its name") // so it may pass for one that is there
	errAhead    = errors.New("the amendment is of a time in the future")
)

// IsReadme reports whether a file explains the folder in which it stands.
func IsReadme(name string) bool { return strings.HasPrefix(strings.ToLower(path.Base(name)), "readme") }

// IDOf is the id that a file is named for, "" for none.
func IDOf(name string) string {
	_, id, _, _ := decision.ParsePath(name)
	return id
}

// ReadFile reads the file of a record of the kind that its folder is for. It refuses one that bears another name than its id, and an
// amendment of a time to come.
func ReadFile(path string, data []byte) (decision.Record, error) {
	kind := decision.KindAt(path)
	if kind == nil {
		return nil, errMisnamed
	}
	r, err := kind.Decode(data)
	if err != nil {
		return nil, err
	}
	if id := IDOf(path); id == "" || id != r.Head().ID {
		return nil, errMisnamed
	}
	if a, ok := r.(*decision.Amendment); ok && a.IsAhead(time.Now()) {
		return nil, errAhead
	}
	return r, nil
}

// Read reads decisions and amendments on all cores, in their order. It passes over what cannot be read, and over conflict copies of
// decisions. Of several amendments of one id each counts.
func Read(files []store.File) (decisions []*decision.Decision, amendments []*decision.Amendment) {
	for _, r := range parallel.Map(files, func(file store.File) (r decision.Record) {
		if kind, _, copied, _ := decision.ParsePath(file.Path); kind != decision.Decisions || copied == "" {
			r, _ = ReadFile(file.Path, file.Data)
		}
		return r
	}) {
		switch r := r.(type) {
		case *decision.Decision:
			decisions = append(decisions, r)
		case *decision.Amendment:
			amendments = append(amendments, r)
		}
	}
	return decisions, amendments
}

// Amendments are amendments by the id of the record that each is about.
type Amendments map[string][]*decision.Amendment

// mostWhole is how many bytes of amendments are kept as they stand, and are read at once; of further ones only what a view needs is kept.
const mostWhole = 16 << 20

// Source is a store, or a state of one.
type Source interface {
	index.Source
	Names(ctx context.Context, folder string) ([]store.Name, error)
}

// ReadAmendments reads all amendments; bad are those that cannot be read.
func ReadAmendments(ctx context.Context, s Source) (all Amendments, bad []*BadRecord, err error) {
	names, err := s.Names(ctx, decision.Amendments.Folder)
	if err != nil {
		return nil, nil, err
	}
	type read struct {
		name   store.Name
		data   []byte
		record decision.Record
		err    error
	}
	var next []read
	all = Amendments{}
	held := 0
	var failed sync.Map // why a content cannot be read, by its blob: it may stand under many names
	keep := func() {
		for _, r := range parallel.Map(next, func(r read) read {
			why, known := failed.Load(r.name.Blob)
			switch {
			case r.err != nil:
			case known && (why != errMisnamed || !bytes.Contains(r.data, []byte(IDOf(r.name.Path)))):
				r.err = why.(error)
			default:
				if r.record, r.err = ReadFile(r.name.Path, r.data); r.err != nil {
					failed.Store(r.name.Blob, r.err)
				}
			}
			return r
		}) {
			if r.err != nil {
				bad = append(bad, &BadRecord{r.name.Path, r.err})
				continue
			}
			held += len(r.data)
			all.Put(r.record.(*decision.Amendment), held)
		}
		next = next[:0]
	}
	names = slices.DeleteFunc(names, func(n store.Name) bool { return IsReadme(n.Path) })
	at, bytes := 0, 0
	for file, err := range s.Contents(ctx, names, decision.MaxRecord) {
		if file.Path == "" {
			return nil, nil, err
		}
		next = append(next, read{name: names[at], data: file.Data, err: err})
		at++
		if bytes += len(file.Data); bytes >= mostWhole {
			keep()
			bytes = 0
		}
	}
	keep()
	return all, bad, nil
}

// Put adds an amendment; held is how many bytes of them there are with it.
func (all Amendments) Put(a *decision.Amendment, held int) {
	if held > mostWhole {
		a = a.Slim()
	}
	if a != nil {
		all[a.Of] = append(all[a.Of], a)
	}
}

// About are the amendments of a record, and those of these amendments, in the order of their ids.
func (all Amendments) About(id string) []*decision.Amendment {
	direct := all[id]
	if len(direct) == 0 {
		return nil
	}
	found := slices.Clone(direct)
	seen := map[string]bool{id: true} // several may have one id
	for _, a := range direct {
		if !seen[a.ID] {
			seen[a.ID] = true
			found = append(found, all[a.ID]...)
		}
	}
	return decision.InOrder(found)
}

// Fold gives a decision with its amendments folded in.
func (all Amendments) Fold(d *decision.Decision) *decision.Decision {
	return decision.Fold(d, all.About(d.ID)...)
}

// Choices say which of several records of one id counts, by the id. Where records disagree and their id is not among these, none does.
type Choices map[string]decision.Choice

// Digest is the same for the same choices.
func (c Choices) Digest() uint64 {
	data, _ := json.Marshal(c) // maps of texts have a form, and their keys are sorted
	return xxh3.Hash(data)
}

// slim gives what a view needs of what is about a record: of one that was chosen all.
func (c Choices) slim(data []byte) []byte {
	if slim := decision.SlimAmendment(data); slim != nil {
		return slim
	}
	d, err := decision.Decode(data)
	if err != nil {
		return nil
	}
	if chosen := c[d.ID]; chosen.Blob != "" && decision.BlobID(data, chosen.Blob) == chosen.Blob {
		return data
	}
	return decision.SlimCopy(d)
}

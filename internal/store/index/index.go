// Package index keeps columns of the records of a store, so counting and filtering reads neither git nor YAML. It does not
// know what records mean: a Schema of the caller says what a record is and which of its texts to keep.
//
// An index is derived and lies below the git directory. It may be deleted at any time, several processes may use it, and
// any of them may be killed while writing. An index that is damaged, foreign or of another version counts as missing. An
// update reads only what was added to the store since the last one.
//
// The rows lie in segments, which never change. An update adds a segment, and merges the last ones where they have become small. A row that
// an amendment changes is written again, and the new segment says which row it replaces. A query goes through the rows of each segment from
// the last to the first.
package index

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"sync/atomic"
	"time"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/store"
)

// Key names a record. Records are in the order of their keys, and the last one is the newest.
type Key [16]byte

// Column is something of a record by which records are counted and filtered: one text, or if Many holds any number of texts.
type Column struct {
	Name string
	Many bool
}

// Kind says what a file of the store is.
type Kind int

// What a file may be.
const (
	Other     Kind = iota // not indexed
	Record                // has a row
	Amendment             // changes the row of a record
	Stray                 // stands among records and amendments, and has the name of neither
)

// Values are what is kept of a record.
type Values struct {
	At    time.Time
	Texts [][]string // by column; of a column of one text the first that is not empty counts
}

// Schema declares what is indexed. Its functions depend on their arguments alone and are called by several goroutines.
type Schema struct {
	Name    string // of all that follows, with a version that grows whenever the functions give something else
	Columns []Column
	Limit   int64 // in bytes; the row of a larger file says only that it is too large

	// Place says what the file of a path is, and its key. No two records may have the same key. A stray has none.
	Place func(path string) (Kind, Key)
	// Path is the path of a record.
	Path func(Key) string
	// Target gives the key of the record, or of the amendment, that the amendment of a path is about, and an error where it
	// cannot be read.
	Target func(path string, amendment []byte) (Key, error)
	// Trim gives the part of an amendment that Row needs, because all amendments of a record are in RAM at once; nil: all of it.
	Trim func(amendment []byte) []byte
	// Row reads a record with all amendments that are about it or about its amendments, in any order.
	Row func(key Key, record []byte, amendments [][]byte) (Values, error)
	// Gone holds for records that count no longer: no query means them unless it says so. They are still found by their
	// keys. Nil: all count.
	Gone *Condition
}

// Index answers questions about the records of a store as of its last refresh. It is safe for use by
// several goroutines.
type Index struct {
	store  Source
	schema *Schema
	kept   storage

	refreshing sync.Mutex
	now        atomic.Pointer[state]
}

// state is what an index knows of a store. It never changes.
type state struct {
	*stack
	tree   string // of the store; "" for nothing
	unkept error  // why it could not be written; nil: it was
}

// Source is a store, or its state at a moment.
type Source interface {
	Changes(ctx context.Context, since string) (changes []store.PathChange, tree string, err error)
	Contents(ctx context.Context, names []store.Name, limit int64) iter.Seq2[store.File, error]
	Tip() (string, error)
	Derived() string
	Place() string
	Share(ctx context.Context, names ...string) error
}

// Options say how an index is kept.
type Options struct {
	Build BuildPolicy // whether an index that is not there is made
	// Progress hears how many of the records to read have been read; nil: nobody hears.
	Progress func(done, of int)
}

// BuildPolicy says whether an index that is not there is made. Every record has to be read for that.
type BuildPolicy int

// When an index is made.
const (
	Always BuildPolicy = iota
	ToKeep             // if it can be written, so that the next process has it
	Never
)

// ErrNone says that there is no index, and that none was to be made.
var ErrNone = errors.New("there is no index of the records")

// Open opens the index of a store and brings it up to date. Where there is none, and none was to be made, ErrNone holds.
func Open(ctx context.Context, s Source, schema Schema, o Options) (*Index, error) {
	x := &Index{store: s, schema: &schema, kept: newStorage(ctx, s, &schema, o)}
	kept := x.kept.load()
	if kept == nil {
		if err := x.mayMake(o.Build); err != nil {
			return nil, err
		}
		kept = nothing()
	}
	x.now.Store(kept)
	return x, x.Refresh(ctx)
}

// mayMake says why the index is not to be made from nothing.
func (x *Index) mayMake(when BuildPolicy) error {
	switch tip, err := x.store.Tip(); {
	case err != nil || tip == "" || when == Always:
		return err
	case when == Never:
		return ErrNone
	}
	if err := x.kept.probe(); err != nil {
		return fmt.Errorf("%w, and it cannot be kept: %w", ErrNone, err)
	}
	return nil
}

// Refresh brings the index up to date.
func (x *Index) Refresh(ctx context.Context) error {
	x.refreshing.Lock()
	defer x.refreshing.Unlock()
	return x.refresh(ctx, x.now.Load())
}

// SaveErr says why the index could not be written, nil if it was. If it was not, the next process has to do the same work.
func (x *Index) SaveErr() error { return x.now.Load().unkept }

// Len is the number of records, including those that cannot be read, and of strays.
func (x *Index) Len() int { return x.now.Load().live }

// Tree is the id of the store's tree that the index knows, "" for an empty store.
func (x *Index) Tree() string { return x.now.Load().tree }

// errDamaged says that the index holds something that was never written.
var errDamaged = errors.New("the index of the records is damaged, and was so again when it had been made anew")

// read calls a function with the state. If that is damaged, it makes the index anew and calls the function again.
func (x *Index) read(ctx context.Context, f func(*stack) error) error {
	now := x.now.Load()
	err := f(now.stack)
	if !errors.Is(err, errDamaged) {
		return err
	}
	if err := x.renew(ctx, now); err != nil {
		return err
	}
	return f(x.now.Load().stack)
}

// renew makes the index anew, unless another goroutine has done so.
func (x *Index) renew(ctx context.Context, bad *state) error {
	x.refreshing.Lock()
	defer x.refreshing.Unlock()
	if x.now.Load() != bad {
		return nil
	}
	return x.refresh(ctx, nothing())
}

func nothing() *state { return &state{stack: &stack{}} }

// refresh brings a state up to date, keeps the result and makes it the current one. If it cannot go on from the state, it begins from
// nothing.
func (x *Index) refresh(ctx context.Context, from *state) error {
	next, err := x.next(ctx, from)
	if from.tree != "" && (errors.Is(err, errDamaged) || errors.Is(err, git.ErrMissing) || errors.Is(err, errShrunk)) {
		next, err = x.next(ctx, nothing())
	}
	if err != nil {
		return err
	}
	if had := x.now.Load(); had.stack != next.stack || had.tree != next.tree {
		next.unkept = x.kept.save(next)
		x.now.Store(next)
	}
	return nil
}

// errShrunk says that files are gone from a set that only ever grows.
var errShrunk = errors.New("files are gone from the store")

// next gives a state with what the store has now.
func (x *Index) next(ctx context.Context, from *state) (*state, error) {
	changes, tree, err := x.store.Changes(ctx, from.tree)
	if err != nil {
		return nil, err
	}
	for _, c := range changes {
		if c.Blob == "" {
			return nil, errShrunk
		}
	}
	grown, err := x.grow(ctx, from.stack, changes)
	return &state{stack: grown, tree: tree}, err
}

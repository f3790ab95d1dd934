package kb

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// kept writes a snapshot and opens it again, with its indexes.
func kept(t *testing.T, l *Snapshot) *Snapshot {
	t.Helper()
	front, records := l.Front()
	opened, err := OpenSnapshot(bytes.Join(front, nil), bytes.Join(records, nil))
	if err != nil {
		t.Fatal(err)
	}
	indexes := l.Indexes()
	opened.ReadIndexes(func(name string) ([]byte, bool) {
		data, ok := indexes[name]
		return bytes.Join(data, nil), ok
	})
	return opened
}

func TestKeptLayerIsTheSame(t *testing.T) {
	if !Portable {
		t.Skip("this machine keeps nothing")
	}
	for seed := range uint64(20) {
		notes := someNotes(rand.New(rand.NewPCG(seed, 2)))
		snapshot := NewSnapshot(slices.Sorted(maps.Keys(notes)))
		base := snapshot.With(nil, nil)
		put(base, notes)
		want := answers(base) // which makes the indexes
		opened := kept(t, snapshot)
		if got := answers(opened.With(nil, nil)); !maps.Equal(got, want) {
			t.Fatalf("seed %d: the answers differ", seed)
		}
		if again := opened.Indexes(); len(again) > 0 && seed > 0 {
			for name := range again {
				if snapshot.indexes()[name].few == nil {
					t.Errorf("the index %s was made again", name)
				}
			}
		}
		twice := kept(t, opened)
		if got := answers(twice.With(nil, nil)); !maps.Equal(got, want) {
			t.Fatalf("seed %d: the answers differ the second time", seed)
		}
	}
}

func TestDamagedLayer(t *testing.T) {
	snapshot := NewSnapshot([]string{"a.md", "b.md", "c.png"})
	snapshot.put(0, &facts{Title: "tea"})
	snapshot.put(1, &facts{Title: "water"})
	pieces, records := snapshot.Front()
	front := bytes.Join(pieces, nil)
	bulk := bytes.Join(records, nil)
	for i := range front {
		if _, err := OpenSnapshot(front[:i], bulk); err == nil {
			t.Fatalf("a front of %d bytes opens", i)
		}
	}
	if _, err := OpenSnapshot(front, bulk[:len(bulk)-1]); err == nil {
		t.Error("a snapshot opens although a part of its records is missing")
	}
	bulk[len(bulk)-1] ^= 1
	opened, err := OpenSnapshot(front, bulk)
	if err != nil {
		t.Fatal(err)
	}
	if title := opened.note(0).Title(); title != "tea" {
		t.Errorf("title %q", title)
	}
	if opened.IsDamaged() {
		t.Error("a whole record is taken for a damaged one")
	}
	if note := opened.note(1); !opened.IsDamaged() || note.Title() != "" || note.IsClaim() {
		t.Error("a damaged record is read")
	}
}

package kb

import (
	"slices"
	"strings"
	"testing"
)

// spellings are n names that differ only by case, sorted.
func spellings(n int) []string {
	names := make([]string, n)
	for i := range names {
		name := []byte("a-name-of-many-spellings.md")
		for bit := range 15 {
			if at := len("a-name-o") + bit; i>>bit&1 == 1 && name[at] != '-' {
				name[at] = strings.ToUpper(string(name[at]))[0]
			}
		}
		names[i] = string(name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func hasTwins(b *Overlay, id ID) bool {
	n := 0
	for range b.Lookalikes(id) {
		if n++; n == 2 {
			return true
		}
	}
	return false
}

// Each of thousands of twins is found, in a base that stands as it is and in one of which a part has changed.
func TestFindAmongTwins(t *testing.T) {
	names := spellings(1 << 10)
	snapshot := NewSnapshot(names)
	for i, b := range []*Overlay{snapshot.With(nil, nil), snapshot.With(names[:100], names[50:100])} {
		gone := 50 * i
		for n, name := range names {
			id, ok := b.Find(name)
			if ok != (n >= gone) || ok && b.Path(id) != name {
				t.Fatalf("%s: %d, %v", name, id, ok)
			}
			if ok && !hasTwins(b, id) {
				t.Errorf("%s has no twins", name)
			}
		}
		if _, ok := b.Find("A-NAME-OF-MANY-SPELLINGS.MD"); ok {
			t.Error("a name is found that is not there")
		}
		last, _ := b.Find(names[len(names)-1])
		if twins := slices.Collect(b.Lookalikes(last)); len(twins) != len(names)-gone || b.Path(twins[0]) != names[gone] {
			t.Errorf("%d twins", len(twins))
		}
		first := None
		for id := range b.Lookalikes(last) {
			if first == None && b.Path(id) > names[200] {
				first = id
			}
		}
		if b.Path(first) != names[201] {
			t.Errorf("the first of them is %s", b.Path(first))
		}
	}
}

// BenchmarkFindAmongTwins looks for a file whose name many have that differ by case: the time hardly depends on how many.
func BenchmarkFindAmongTwins(b *testing.B) {
	names := spellings(1 << 13)
	for _, base := range []struct {
		name string
		*Overlay
	}{{"snapshot", NewOverlay(names)}, {"change", NewSnapshot(nil).With(nil, names)}} {
		b.Run(base.name, func(b *testing.B) {
			i := 0
			for b.Loop() {
				id, ok := base.Find(names[i%len(names)])
				if !ok || !hasTwins(base.Overlay, id) {
					b.Fatal(names[i%len(names)])
				}
				i++
			}
		})
	}
}

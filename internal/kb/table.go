package kb

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/zeebo/xxh3"

	"github.com/kbgate/kbgate/internal/text"
)

// table finds files by path and by name. Paths compare by their key: folded, and for notes without the markdown ending.
// It is flat slices, so that it can be written to disk and used from there, and hashes by a seed of its own, so that
// nobody can choose names that fall together.
type table struct {
	seed uint64
	ends []uint32 // where each path ends in text
	text string   // the paths, sorted, one after the other
	// By file: the next one of the same key, and of the same name; of a name's first file, the one of fewest parts.
	// Numbers are one more than those of files; nought is none.
	twin, next, best []uint32
	byKey, byName    []uint32 // hash tables with open addressing: the first file of a key, and of a name
	keepEnding       bool
}

// newTable makes a table of paths, which must be sorted and without duplicates.
func newTable(paths []string, seed uint64, keepEnding bool) *table {
	n := len(paths)
	slots := 1 << bitsFor(2*n)
	t := &table{
		seed: seed, keepEnding: keepEnding, ends: make([]uint32, n),
		twin: make([]uint32, n), next: make([]uint32, n), best: make([]uint32, n),
		byKey: make([]uint32, slots), byName: make([]uint32, slots),
	}
	var all strings.Builder
	size := 0
	for _, p := range paths {
		size += len(p)
	}
	all.Grow(size)
	for i, p := range paths {
		all.WriteString(p)
		t.ends[i] = uint32(all.Len())
	}
	t.text = all.String()
	for i := n - 1; i >= 0; i-- { // backwards, so that the chains are in order
		key := t.key(ID(i))
		name := lastPart(key)
		slot := t.slot(t.byKey, t.hash(key), func(id ID) bool { return t.key(id) == key })
		t.twin[i], *slot = *slot, uint32(i+1)

		slot = t.slot(t.byName, t.hash(name), func(id ID) bool { return t.isNamed(id, name) })
		t.best[i] = uint32(i + 1)
		if *slot != 0 {
			t.next[i] = *slot
			if best := t.best[*slot-1]; t.parts(ID(best-1)) < t.parts(ID(i)) {
				t.best[i] = best
			}
		}
		*slot = uint32(i + 1)
	}
	return t
}

func (t *table) hash(key string) uint64 { return xxh3.HashStringSeed(key, t.seed) }

// slot is the place of the hash of a key in a hash table: the one that holds a file that fits, or the empty one where it belongs.
func (t *table) slot(slots []uint32, hash uint64, fits func(ID) bool) *uint32 {
	mask := uint64(len(slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		if s := &slots[i]; *s == 0 || fits(ID(*s-1)) {
			return s
		}
	}
}

// len is the number of files.
func (t *table) len() int { return len(t.ends) }

// path is the path of a file.
func (t *table) path(id ID) string {
	start := uint32(0)
	if id > 0 {
		start = t.ends[id-1]
	}
	return t.text[start:t.ends[id]]
}

// key is the form in which a file's path compares.
func (t *table) key(id ID) string { return t.keyOf(t.path(id)) }

func (t *table) keyOf(path string) string {
	if !t.keepEnding {
		path = strings.TrimSuffix(path, noteEnding(path))
	}
	return text.Fold(path)
}

// name is the last part of the key.
func (t *table) name(id ID) string {
	return t.keyOf(lastPart(t.path(id)))
}

// parts counts the folders above a file.
func (t *table) parts(id ID) int { return strings.Count(t.path(id), "/") }

// find gives the file of exactly that path.
func (t *table) find(path string) (ID, bool) {
	at := t.firstOf(t.keyOf(path))
	switch {
	case at == 0:
		return None, false
	case t.path(ID(at-1)) == path:
		return ID(at - 1), true
	case t.twin[at-1] == 0:
		return None, false
	}
	// Others of that key differ by case only, and there may be thousands of them: paths are in order.
	if i, found := sort.Find(t.len(), func(i int) int { return strings.Compare(path, t.path(ID(i))) }); found {
		return ID(i), true
	}
	return None, false
}

// firstOf gives the first file of a key, plus one.
func (t *table) firstOf(key string) uint32 {
	if len(t.byKey) == 0 {
		return 0
	}
	return *t.slot(t.byKey, t.hash(key), func(id ID) bool { return t.key(id) == key })
}

// firstNamed gives the first file of a name, plus one.
func (t *table) firstNamed(name string) uint32 {
	if len(t.byName) == 0 {
		return 0
	}
	return *t.slot(t.byName, t.hash(name), func(id ID) bool { return t.isNamed(id, name) })
}

// isNamed reports whether a file's key ends in a name, which has no folders. It reads from the end, so that nothing is folded for
// names of ASCII.
func (t *table) isNamed(id ID, name string) bool {
	path := t.path(id)
	if !t.keepEnding {
		path = path[:len(path)-len(noteEnding(path))]
	}
	rest := name
	for at := len(path); at > 0 && path[at-1] != '/'; at-- {
		b := path[at-1]
		switch {
		case b >= utf8.RuneSelf:
			return t.name(id) == name
		case 'A' <= b && b <= 'Z':
			b += 'a' - 'A'
		}
		if rest == "" || rest[len(rest)-1] != b {
			return false
		}
		rest = rest[:len(rest)-1]
	}
	return rest == ""
}

// called gives the first file of a name if it is written letter by letter like this, else None. Links are many, and most name
// their note so: none of it makes a string.
func (t *table) called(written string) ID {
	if len(t.byName) == 0 {
		return None
	}
	var buffer [256]byte
	name := text.AppendFold(buffer[:0], written)
	at := *t.slot(t.byName, xxh3.HashSeed(name, t.seed), func(id ID) bool { return t.isCalled(id, written) || t.isNamed(id, string(name)) })
	if at == 0 || !t.isCalled(ID(at-1), written) {
		return None
	}
	return ID(at - 1)
}

// isCalled reports whether a file's name is written letter by letter like this.
func (t *table) isCalled(id ID, written string) bool {
	path := t.path(id)
	folder, ok := strings.CutSuffix(path[:len(path)-len(noteEnding(path))], written)
	return ok && (folder == "" || folder[len(folder)-1] == '/') && strings.IndexByte(written, '/') < 0
}

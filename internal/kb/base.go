// Package kb knows the notes of a knowledge base: what their names are, which note a link means, and the facts that
// the gates need of all notes but the one under check.
package kb

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/text"
)

// ID is the number of a note in a Base: its place in the order of paths.
type ID int32

// None is the ID of no note.
const None ID = -1

// Base is all the notes of a knowledge base. Names are known from the start; facts are put in as notes are read, and
// Seal ends that. Afterwards a Base is only read, by as many goroutines as like.
type Base struct {
	notes []Facts
	paths []string            // by ID; the notes' own, but never written once the base is made
	keys  []string            // folded paths without ending, by ID
	files map[string]struct{} // folded paths of the files that are no notes
	names map[string][]string // and, by name, their paths

	byPath  map[string]ID
	byName  map[string]ID // the first note of a name; next leads to the others
	next    []ID
	best    map[string]ID   // of names that several notes share: the one of fewest parts
	twins   map[string][]ID // notes whose folded paths are the same
	byAlias map[string]alias

	nearest     map[string]ID // what broken links probably mean, by the slug of their target
	similar     *similarIndex
	similarOnce sync.Once
}

// NewBase makes a base of the given files, which must be sorted and without duplicates. Those that are notes get
// IDs; the others may still be embedded by name.
func NewBase(files []string) *Base {
	b := &Base{files: map[string]struct{}{}, names: map[string][]string{}, byAlias: map[string]alias{}, best: map[string]ID{}, twins: map[string][]ID{}}
	n := 0
	for _, file := range files {
		if IsNote(file) {
			n++
		}
	}
	b.notes, b.paths = make([]Facts, 0, n), make([]string, 0, n)
	for _, file := range files {
		if IsNote(file) {
			b.notes = append(b.notes, Facts{Path: file})
			b.paths = append(b.paths, file)
		} else {
			key := text.Fold(file)
			b.files[key] = struct{}{}
			b.names[path.Base(key)] = append(b.names[path.Base(key)], key)
		}
	}
	b.keys = make([]string, len(b.notes))
	b.next = make([]ID, len(b.notes))
	b.byPath = make(map[string]ID, len(b.notes))
	b.byName = make(map[string]ID, len(b.notes))
	for i := len(b.notes) - 1; i >= 0; i-- { // backwards, so that the chains of equal names are in order
		key := text.Fold(strings.TrimSuffix(b.paths[i], noteEnding(b.paths[i])))
		name := key[strings.LastIndexByte(key, '/')+1:]
		b.keys[i] = key
		if twin, ok := b.byPath[key]; ok {
			if b.twins[key] == nil {
				b.twins[key] = []ID{twin}
			}
			b.twins[key] = append([]ID{ID(i)}, b.twins[key]...)
		}
		b.byPath[key] = ID(i)
		b.next[i] = None
		if other, ok := b.byName[name]; ok {
			b.next[i] = other
			best, ok := b.best[name]
			if !ok {
				best = other
			}
			if b.parts(ID(i)) <= b.parts(best) {
				best = ID(i)
			}
			b.best[name] = best
		}
		b.byName[name] = ID(i)
	}
	return b
}

// parts counts the folders above a note.
func (b *Base) parts(id ID) int { return strings.Count(b.paths[id], "/") }

// alias is what an alias may mean.
type alias struct {
	best   ID            // the note of fewest parts
	inside map[string]ID // by folder, where several notes have the alias
}

// Put keeps the facts of a note and resolves its links by name. Different notes may be put at the same time.
func (b *Base) Put(id ID, f Facts) {
	for i := range f.Links {
		l := &f.Links[i]
		if l.To, l.Found = b.Resolve(id, l.Target, l.Embed); l.To == None {
			continue
		}
		if name := b.Name(l.To); name == l.Target {
			l.Target = name // a string that is kept anyway: most links name their note as it is called
		}
	}
	f.Path = b.paths[id]
	b.notes[id] = f
}

// Seal makes the aliases of all notes known, resolves the links that only they can, and finds what the broken ones
// probably mean.
func (b *Base) Seal() {
	for i := range b.notes {
		for _, name := range b.notes[i].Aliases {
			b.addAlias(text.Fold(strings.TrimSpace(name)), ID(i))
		}
	}
	var broken []string
	for i := range b.notes {
		for j := range b.notes[i].Links {
			l := &b.notes[i].Links[j]
			if l.Found {
				continue
			}
			if l.To, l.Found = b.Resolve(ID(i), l.Target, l.Embed); !l.Found {
				broken = append(broken, l.Target)
			}
		}
	}
	b.nearest = b.findNearest(broken)
}

// Len is the number of notes.
func (b *Base) Len() int { return len(b.notes) }

// Note is the facts of a note.
func (b *Base) Note(id ID) *Facts { return &b.notes[id] }

// Find gives the note at exactly that path.
func (b *Base) Find(notePath string) (ID, bool) {
	id, ok := b.byPath[text.Fold(strings.TrimSuffix(notePath, noteEnding(notePath)))]
	if !ok {
		return None, false
	}
	for ; id != None; id = b.next[id] { // paths that differ only by case share a key
		if b.paths[id] == notePath {
			return id, true
		}
	}
	return None, false
}

// Name is the file name by which links name the note, without folder and ending.
func (b *Base) Name(id ID) string {
	p := b.paths[id]
	return strings.TrimSuffix(p[strings.LastIndexByte(p, '/')+1:], noteEnding(p))
}

// HasNamesakes reports whether the note shares its file name with others.
func (b *Base) HasNamesakes(id ID) bool {
	first := b.byName[b.foldedName(id)]
	return first != id || b.next[id] != None
}

func (b *Base) foldedName(id ID) string { return b.keys[id][strings.LastIndexByte(b.keys[id], '/')+1:] }

// Twins are the notes, itself included, whose paths differ from the note's by case, normal form or ending only; nil
// where there are none.
func (b *Base) Twins(id ID) []ID { return b.twins[b.keys[id]] }

// FirstNamesake is the first note of the note's file name for which want is true, or None.
func (b *Base) FirstNamesake(id ID, want func(ID) bool) ID {
	other := b.byName[b.foldedName(id)]
	for other != None && !want(other) {
		other = b.next[other]
	}
	return other
}

// Namesakes are all notes of a note's file name, itself included, in the order of paths.
func (b *Base) Namesakes(id ID) []ID {
	var all []ID
	for other, ok := b.byName[b.foldedName(id)]; ok && other != None; other = b.next[other] {
		all = append(all, other)
	}
	return all
}

// Resolve gives the note that a link means, by the rules of section 6 of the design: exact path, path ending, file
// name, alias; of several the one in the linking note's own folder, else the path of fewest parts, then the first in
// byte order. An embed may also name any other file; then the ID is None.
//
// Before Seal, aliases are unknown: what does not resolve may still do so later.
func (b *Base) Resolve(from ID, target string, embed bool) (ID, bool) {
	folder := path.Dir(b.paths[from])
	if strings.HasPrefix(target, "./") || strings.HasPrefix(target, "../") {
		return b.exact(path.Join(folder, target), embed)
	}
	if rooted, ok := strings.CutPrefix(target, "/"); ok {
		return b.exact(rooted, embed)
	}
	var buffer [256]byte
	key, ok := foldASCIITo(buffer[:0], target)
	if !ok {
		key = append(buffer[:0], text.Fold(target)...)
	}
	if id, ok := b.byKey(from, trimEnding(key)); ok {
		return id, true
	}
	if known, ok := b.byAlias[string(key)]; ok {
		if id, ok := known.inside[folder]; ok {
			return id, true
		}
		return known.best, true
	}
	return None, embed && b.hasFile(string(key))
}

// exact resolves a path that leaves no choice.
func (b *Base) exact(target string, embed bool) (ID, bool) {
	key := text.Fold(target)
	if id, ok := b.byPath[string(trimEnding([]byte(key)))]; ok {
		return id, true
	}
	if !embed {
		return None, false
	}
	_, ok := b.files[key]
	return None, ok
}

// byKey resolves a folded target without ending by path and by name.
func (b *Base) byKey(from ID, key []byte) (ID, bool) {
	slash := lastSlash(key)
	first, ok := b.byName[string(key[slash+1:])]
	if !ok {
		return None, false
	}
	if b.next[first] == None && (slash < 0 || b.endsIn(first, key)) {
		return first, true
	}
	if id, ok := b.byPath[string(key)]; ok {
		return id, true
	}
	if slash < 0 {
		if id, ok := b.sibling(from, key); ok {
			return id, true
		}
		return b.best[string(key)], true
	}
	var fitting []ID
	for id := first; id != None; id = b.next[id] {
		if b.endsIn(id, key) {
			fitting = append(fitting, id)
		}
	}
	if len(fitting) == 0 {
		return None, false
	}
	return b.closest(from, fitting), true
}

// addAlias notes that a note has an alias. Notes come in byte order.
func (b *Base) addAlias(key string, id ID) {
	known, ok := b.byAlias[key]
	if !ok {
		b.byAlias[key] = alias{best: id}
		return
	}
	if known.inside == nil {
		known.inside = map[string]ID{path.Dir(b.paths[known.best]): known.best}
	}
	if _, taken := known.inside[path.Dir(b.paths[id])]; !taken {
		known.inside[path.Dir(b.paths[id])] = id
	}
	if b.parts(id) < b.parts(known.best) {
		known.best = id
	}
	b.byAlias[key] = known
}

// endsIn reports whether a note's folded path is key or ends in it.
func (b *Base) endsIn(id ID, key []byte) bool {
	have := b.keys[id]
	n := len(have) - len(key)
	return n == 0 && have == string(key) || n > 0 && have[n-1] == '/' && have[n:] == string(key)
}

// sibling gives the note of that folded name in the folder of another note.
func (b *Base) sibling(from ID, name []byte) (ID, bool) {
	own := b.keys[from]
	id, ok := b.byPath[own[:strings.LastIndexByte(own, '/')+1]+string(name)]
	return id, ok
}

// closest chooses among notes that a link may mean. The IDs are in byte order.
func (b *Base) closest(from ID, ids []ID) ID {
	folder := path.Dir(b.paths[from])
	best, parts := None, 0
	for _, id := range ids {
		p := b.paths[id]
		if path.Dir(p) == folder {
			return id
		}
		if n := strings.Count(p, "/"); best == None || n < parts {
			best, parts = id, n
		}
	}
	return best
}

// hasFile reports whether a file of that folded path, path ending or name exists.
func (b *Base) hasFile(key string) bool {
	if _, ok := b.files[key]; ok {
		return true
	}
	named := b.names[path.Base(key)]
	if !strings.Contains(key, "/") {
		return len(named) > 0
	}
	return slices.ContainsFunc(named, func(file string) bool { return strings.HasSuffix(file, "/"+key) })
}

func trimEnding(key []byte) []byte {
	for _, ending := range []string{".md", ".markdown"} {
		if n := len(key) - len(ending); n > 0 && string(key[n:]) == ending {
			return key[:n]
		}
	}
	return key
}

func lastSlash(key []byte) int {
	for i := len(key) - 1; i >= 0; i-- {
		if key[i] == '/' {
			return i
		}
	}
	return -1
}

// foldASCIITo appends the folded form of s; it refuses what is not ASCII.
func foldASCIITo(dst []byte, s string) ([]byte, bool) {
	for i := range len(s) {
		b := s[i]
		if b >= 0x80 {
			return dst, false
		}
		if 'A' <= b && b <= 'Z' {
			b |= 0x20
		}
		dst = append(dst, b)
	}
	return dst, true
}

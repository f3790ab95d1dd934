// Package kb knows the notes of a knowledge base: what their names are, which note a link means, and the facts that
// the gates need of all notes but the one under check.
package kb

import (
	"path"
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
	keys  []string            // folded paths without ending, by ID
	files map[string]struct{} // folded paths of the files that are no notes
	names map[string]struct{} // and their names

	byPath  map[string]ID
	byName  map[string]ID // the first note of a name; next leads to the others
	next    []ID
	byAlias map[string][]ID

	nearest     map[string]ID // what broken links probably mean, by the slug of their target
	similar     *similarIndex
	similarOnce sync.Once
}

// NewBase makes a base of the given files, which must be sorted and without duplicates. Those that are notes get
// IDs; the others may still be embedded by name.
func NewBase(files []string) *Base {
	b := &Base{files: map[string]struct{}{}, names: map[string]struct{}{}, byAlias: map[string][]ID{}}
	n := 0
	for _, file := range files {
		if IsNote(file) {
			n++
		}
	}
	b.notes = make([]Facts, 0, n)
	for _, file := range files {
		if IsNote(file) {
			b.notes = append(b.notes, Facts{Path: file})
		} else {
			key := text.Fold(file)
			b.files[key] = struct{}{}
			b.names[path.Base(key)] = struct{}{}
		}
	}
	b.keys = make([]string, len(b.notes))
	b.next = make([]ID, len(b.notes))
	b.byPath = make(map[string]ID, len(b.notes))
	b.byName = make(map[string]ID, len(b.notes))
	for i := len(b.notes) - 1; i >= 0; i-- { // backwards, so that the chains of equal names are in order
		key := text.Fold(strings.TrimSuffix(b.notes[i].Path, noteEnding(b.notes[i].Path)))
		name := key[strings.LastIndexByte(key, '/')+1:]
		b.keys[i] = key
		b.byPath[key] = ID(i)
		b.next[i] = None
		if other, ok := b.byName[name]; ok {
			b.next[i] = other
		}
		b.byName[name] = ID(i)
	}
	return b
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
	f.Path = b.notes[id].Path
	b.notes[id] = f
}

// Seal makes the aliases of all notes known, resolves the links that only they can, and finds what the broken ones
// probably mean.
func (b *Base) Seal() {
	for i := range b.notes {
		for _, alias := range b.notes[i].Aliases {
			key := text.Fold(strings.TrimSpace(alias))
			b.byAlias[key] = append(b.byAlias[key], ID(i))
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
		if b.notes[id].Path == notePath {
			return id, true
		}
	}
	return None, false
}

// Name is the file name by which links name the note, without folder and ending.
func (b *Base) Name(id ID) string {
	p := b.notes[id].Path
	return strings.TrimSuffix(p[strings.LastIndexByte(p, '/')+1:], noteEnding(p))
}

// HasNamesakes reports whether the note shares its file name with others.
func (b *Base) HasNamesakes(id ID) bool {
	first := b.byName[b.foldedName(id)]
	return first != id || b.next[id] != None
}

func (b *Base) foldedName(id ID) string { return b.keys[id][strings.LastIndexByte(b.keys[id], '/')+1:] }

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
	folder := path.Dir(b.notes[from].Path)
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
	if ids := b.byAlias[string(key)]; len(ids) > 0 {
		return b.closest(from, ids), true
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
	if slash < 0 && b.next[first] == None {
		return first, true
	}
	var buffer [8]ID
	fitting := buffer[:0]
	for id := first; id != None; id = b.next[id] {
		have := b.keys[id]
		if have == string(key) {
			return id, true // the exact path
		}
		if slash < 0 || len(have) > len(key) && have[len(have)-len(key)-1] == '/' && have[len(have)-len(key):] == string(key) {
			fitting = append(fitting, id)
		}
	}
	if len(fitting) == 0 {
		return None, false
	}
	return b.closest(from, fitting), true
}

// closest chooses among notes that a link may mean. The IDs are in byte order.
func (b *Base) closest(from ID, ids []ID) ID {
	folder := path.Dir(b.notes[from].Path)
	best, parts := None, 0
	for _, id := range ids {
		p := b.notes[id].Path
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
	if _, ok := b.names[path.Base(key)]; !ok || !strings.Contains(key, "/") {
		return ok
	}
	for file := range b.files {
		if strings.HasSuffix(file, "/"+key) {
			return true
		}
	}
	return false
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

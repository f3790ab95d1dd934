// Package kb knows the notes of a knowledge base: their names, which note a link means, and the facts that gates need of
// all notes other than the one under check.
package kb

import (
	"iter"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/text"
)

// Base is all the notes of a knowledge base: those of a layer, or what a change makes of them. It is put together note by
// note, by Put, and then only read, by as many goroutines as like.
type Base struct {
	layer, added *Layer
	notes, files names

	byAlias sync.Map // of what an alias means, by its key
}

// NewBase makes a base of the given files, which must be sorted and without duplicates. Those that are notes get
// IDs, in their order; the others may still be embedded by name.
func NewBase(files []string) *Base { return NewLayer(files).With(nil, nil) }

// With is the base that comes of a layer when some of its files are taken away and others added; one that was changed is
// both. The facts of what was added are still to be put in.
func (l *Layer) With(gone, added []string) *Base {
	goneNotes, goneFiles := map[ID]bool{}, map[ID]bool{}
	for _, file := range gone {
		if id, ok := l.notes.find(file); ok {
			goneNotes[id] = true
		} else if id, ok := l.files.find(file); ok {
			goneFiles[id] = true
		}
	}
	top := NewLayer(added)
	return &Base{layer: l, added: top, notes: newNames(l.notes, top.notes, goneNotes), files: newNames(l.files, top.files, goneFiles)}
}

// Put keeps what others need to know of a note, and whether it is a claim. The words are those of AppendProse; only those of
// a claim are looked at. Different notes may be put at the same time.
func (b *Base) Put(id ID, c *claim.Claim, isClaim bool, words []text.Word) {
	b.put(id, newFacts(c, isClaim, words))
}

// PutUnread keeps of a note why it could not be read, and at which byte the trouble is.
func (b *Base) PutUnread(id ID, why string, at int) { b.put(id, facts{Unread: why, UnreadAt: at}) }

func (b *Base) put(id ID, f facts) {
	l, id := b.of(id)
	l.put(id, &f)
}

// of gives the layer that holds a note, and the note's number there.
func (b *Base) of(id ID) (*Layer, ID) {
	if first := ID(b.layer.Len()); id >= first {
		return b.added, id - first
	}
	return b.layer, id
}

// Len is one more than the greatest ID; not all numbers below it need be notes of the base.
func (b *Base) Len() int { return b.layer.Len() + b.added.Len() }

// Has reports whether an ID below Len is that of a note of the base.
func (b *Base) Has(id ID) bool { return !b.notes.gone[id] }

// Bottom is the layer on which the base stands.
func (b *Base) Bottom() *Layer { return b.layer }

// IsLayer reports whether the base is its layer: nothing is gone, and nothing was added.
func (b *Base) IsLayer() bool {
	return len(b.notes.gone)+len(b.files.gone)+b.added.notes.len()+b.added.files.len() == 0
}

// Known reports whether the facts of a note have been put in.
func (b *Base) Known(id ID) bool {
	l, id := b.of(id)
	return l.records[id] != nil
}

// Note is what is known of a note.
func (b *Base) Note(id ID) Note {
	l, id := b.of(id)
	return l.note(id)
}

// Path is the path of a note below the root, with forward slashes.
func (b *Base) Path(id ID) string { return b.notes.path(id) }

// Find gives the note at exactly that path.
func (b *Base) Find(notePath string) (ID, bool) {
	if id, ok := b.layer.notes.find(notePath); ok && b.Has(id) {
		return id, true
	}
	if id, ok := b.added.notes.find(notePath); ok {
		return id + ID(b.layer.Len()), true
	}
	return None, false
}

// HasFile reports whether the base has a file, no note, at exactly that path.
func (b *Base) HasFile(file string) bool {
	if id, ok := b.layer.files.find(file); ok && !b.files.gone[id] {
		return true
	}
	_, ok := b.added.files.find(file)
	return ok
}

// Name is the file name by which links name the note, without folder and ending.
func (b *Base) Name(id ID) string { return nameOf(b.Path(id)) }

func nameOf(path string) string {
	name := lastPart(path)
	return strings.TrimSuffix(name, noteEnding(name))
}

// HasNamesakes reports whether the note shares its file name with others.
func (b *Base) HasNamesakes(id ID) bool {
	_, one := b.notes.alone(b.notes.name(id))
	return !one
}

// Twins are the notes, itself included, whose paths differ from the note's by case, normal form or ending only, in the order
// of paths.
func (b *Base) Twins(id ID) iter.Seq[ID] { return b.notes.twins(b.notes.key(id)) }

// Namesakes are all notes of a note's file name, itself included, in the order of paths.
func (b *Base) Namesakes(id ID) iter.Seq[ID] { return b.notes.named(b.notes.name(id)) }

// LinkName is the shortest text by which a link from anywhere names the note: its file name, or its path where
// several notes share the name.
func (b *Base) LinkName(id ID) string {
	if p := b.Path(id); b.HasNamesakes(id) {
		return strings.TrimSuffix(p, noteEnding(p))
	}
	return b.Name(id)
}

// Follow gives the note to which a link of a note leads; see Resolve.
func (b *Base) Follow(from ID, l *Link) (id ID, found bool) {
	if l.named != None && from < ID(b.layer.Len()) && b.layer.notes.next[l.named] == 0 {
		if len(b.notes.touched) == 0 || b.notes.touched[b.notes.name(l.named)] == nil {
			return l.named, true
		}
	}
	return b.Resolve(from, l.Target, l.Embed)
}

// Resolve gives the note that a link means, by the rules of docs/contracts.md (Links): exact path, path ending, file
// name, alias; of several the one in the linking note's own folder, else the path of fewest parts, then the first in
// byte order. An embed may also name any other file; then the ID is None. The facts of all notes must be known, for
// aliases are among them.
func (b *Base) Resolve(from ID, target string, embed bool) (id ID, found bool) {
	return b.ResolveIn(b.notes.folder(from), target, embed)
}

// ResolveIn is Resolve for a link in a note of a folder, "" at the top.
func (b *Base) ResolveIn(folder, target string, embed bool) (id ID, found bool) {
	if strings.HasPrefix(target, "./") || strings.HasPrefix(target, "../") {
		return b.exact(path.Join(folder, target), embed)
	}
	if rooted, ok := strings.CutPrefix(target, "/"); ok {
		return b.exact(rooted, embed)
	}
	key := text.Fold(target)
	if id, ok := b.notes.choose(folder, trimEnding(key)); ok {
		return id, true
	}
	if id, ok := b.aliased(folder, key); ok {
		return id, true
	}
	if !embed {
		return None, false
	}
	_, found = b.files.choose("", key)
	return None, found
}

// exact resolves a path that leaves no choice.
func (b *Base) exact(target string, embed bool) (ID, bool) {
	key := text.Fold(target)
	if id, ok := b.notes.exact(trimEnding(key)); ok {
		return id, true
	}
	if !embed {
		return None, false
	}
	_, ok := b.files.exact(key)
	return None, ok
}

// trimEnding takes the markdown ending off a folded path.
func trimEnding(key string) string {
	for _, ending := range []string{".md", ".markdown"} {
		if name, ok := strings.CutSuffix(key, ending); ok && name != "" {
			return name
		}
	}
	return key
}

// alias is what an alias means.
type alias struct {
	best   ID            // the note of fewest parts, or None
	inside map[string]ID // by folder, where several notes have the alias
}

// aliasKey is the form in which an alias compares.
func aliasKey(name string) string { return text.Fold(strings.TrimSpace(name)) }

// aliased gives the note that has an alias: of several the one in the folder, else the one of fewest parts, else the
// first.
func (b *Base) aliased(folder, key string) (ID, bool) {
	known, ok := b.byAlias.Load(key)
	if !ok {
		known, _ = b.byAlias.LoadOrStore(strings.Clone(key), b.findAlias(key))
	}
	a := known.(alias)
	if id, ok := a.inside[folder]; ok {
		return id, true
	}
	return a.best, a.best != None
}

func (b *Base) findAlias(key string) alias {
	var all []ID
	b.each((*Layer).aliased, key, func(id ID) {
		if slices.ContainsFunc(b.Note(id).Aliases(), func(name string) bool { return aliasKey(name) == key }) {
			all = append(all, id)
		}
	})
	slices.SortFunc(all, b.notes.compare)
	a := alias{best: None}
	if len(all) > 1 {
		a.inside = make(map[string]ID, len(all))
	}
	for _, id := range all {
		if a.best == None || b.notes.parts(id) < b.notes.parts(a.best) {
			a.best = id
		}
		if _, taken := a.inside[b.notes.folder(id)]; a.inside != nil && !taken {
			a.inside[b.notes.folder(id)] = id
		}
	}
	return a
}

// each calls do for the notes of the base that a layer's index finds for a key.
func (b *Base) each(find func(*Layer, string) []ID, key string, do func(ID)) {
	for _, id := range find(b.layer, key) {
		if b.Has(id) {
			do(id)
		}
	}
	for _, id := range find(b.added, key) {
		do(id + ID(b.layer.Len()))
	}
}

// present leaves out the notes that are gone, unless so many would be left that they are more than most anyway.
func (n *names) present(ids []ID, most int) []ID {
	if len(n.gone) == 0 || len(ids) > most+len(n.gone) {
		return ids
	}
	return slices.DeleteFunc(slices.Clone(ids), func(id ID) bool { return n.gone[id] })
}

// Keys are what links may call a file of the base by: its name and, of a note, its aliases, folded. There are none for a
// file that the base does not have.
func (b *Base) Keys(file string) []string {
	if id, ok := b.Find(file); ok {
		keys := []string{b.notes.name(id)}
		for _, name := range b.Note(id).Aliases() {
			keys = append(keys, aliasKey(name))
		}
		return keys
	}
	if key := text.Fold(file); !IsNote(file) {
		if _, ok := b.files.exact(key); ok {
			return []string{lastPart(key)}
		}
	}
	return nil
}

// Linking calls do for the notes that may have links to what has a key; some have none, and some are named twice.
func (b *Base) Linking(key string, do func(ID)) { b.each((*Layer).linking, key, do) }

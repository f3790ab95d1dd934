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

// Overlay is all the notes of a knowledge base: those of a snapshot, or what a change makes of them. It is put together note by
// note, by Put, and then only read, by as many goroutines as like.
type Overlay struct {
	snapshot, added *Snapshot
	notes, files    names

	byAlias sync.Map // of what an alias means, by its key
}

// NewOverlay makes a base of the given files, which must be sorted and without duplicates. Those that are notes get
// IDs, in their order; the others may still be embedded by name.
func NewOverlay(files []string) *Overlay { return NewSnapshot(files).With(nil, nil) }

// With is the base that comes of a snapshot when some of its files are taken away and others added; one that was changed is
// both. The facts of what was added are still to be put in.
func (s *Snapshot) With(gone, added []string) *Overlay {
	goneNotes, goneFiles := map[ID]bool{}, map[ID]bool{}
	for _, file := range gone {
		if id, ok := s.notes.find(file); ok {
			goneNotes[id] = true
		} else if id, ok := s.files.find(file); ok {
			goneFiles[id] = true
		}
	}
	top := NewSnapshot(added)
	return &Overlay{snapshot: s, added: top, notes: newNames(s.notes, top.notes, goneNotes), files: newNames(s.files, top.files, goneFiles)}
}

// Put keeps what others need to know of a note, and whether it is a claim. The words are those of AppendProse; only those of
// a claim are looked at. Different notes may be put at the same time.
func (o *Overlay) Put(id ID, c *claim.Claim, isClaim bool, words []text.Word) {
	o.put(id, newFacts(c, isClaim, words))
}

// PutUnread keeps of a note why it could not be read, and at which byte the trouble is.
func (o *Overlay) PutUnread(id ID, why string, at int) { o.put(id, facts{Unread: why, UnreadAt: at}) }

func (o *Overlay) put(id ID, f facts) {
	s, id := o.of(id)
	s.put(id, &f)
}

// of gives the snapshot that holds a note, and the note's number there.
func (o *Overlay) of(id ID) (*Snapshot, ID) {
	if first := ID(o.snapshot.Len()); id >= first {
		return o.added, id - first
	}
	return o.snapshot, id
}

// Len is one more than the greatest ID; not all numbers below it need be notes of the base.
func (o *Overlay) Len() int { return o.snapshot.Len() + o.added.Len() }

// Has reports whether an ID below Len is that of a note of the base.
func (o *Overlay) Has(id ID) bool { return !o.notes.gone[id] }

// Bottom is the snapshot on which the base stands.
func (o *Overlay) Bottom() *Snapshot { return o.snapshot }

// IsSnapshot reports whether the base is its snapshot: nothing is gone, and nothing was added.
func (o *Overlay) IsSnapshot() bool {
	return len(o.notes.gone)+len(o.files.gone)+o.added.notes.len()+o.added.files.len() == 0
}

// Known reports whether the facts of a note have been put in.
func (o *Overlay) Known(id ID) bool {
	s, id := o.of(id)
	return s.records[id] != nil
}

// Note is what is known of a note.
func (o *Overlay) Note(id ID) Note {
	s, id := o.of(id)
	return s.note(id)
}

// Path is the path of a note below the root, with forward slashes.
func (o *Overlay) Path(id ID) string { return o.notes.path(id) }

// Find gives the note at exactly that path.
func (o *Overlay) Find(notePath string) (ID, bool) {
	if id, ok := o.snapshot.notes.find(notePath); ok && o.Has(id) {
		return id, true
	}
	if id, ok := o.added.notes.find(notePath); ok {
		return id + ID(o.snapshot.Len()), true
	}
	return None, false
}

// HasFile reports whether the base has a file, no note, at exactly that path.
func (o *Overlay) HasFile(file string) bool {
	if id, ok := o.snapshot.files.find(file); ok && !o.files.gone[id] {
		return true
	}
	_, ok := o.added.files.find(file)
	return ok
}

// Name is the file name by which links name the note, without folder and ending.
func (o *Overlay) Name(id ID) string { return nameOf(o.Path(id)) }

func nameOf(path string) string {
	name := lastPart(path)
	return strings.TrimSuffix(name, noteEnding(name))
}

// HasNamesakes reports whether the note shares its file name with others.
func (o *Overlay) HasNamesakes(id ID) bool {
	_, one := o.notes.alone(o.notes.name(id))
	return !one
}

// Lookalikes are the notes, itself included, whose paths differ from the note's by case, normal form or ending only, in the order
// of paths.
func (o *Overlay) Lookalikes(id ID) iter.Seq[ID] { return o.notes.twins(o.notes.key(id)) }

// Namesakes are all notes of a note's file name, itself included, in the order of paths.
func (o *Overlay) Namesakes(id ID) iter.Seq[ID] { return o.notes.named(o.notes.name(id)) }

// LinkName is the shortest text by which a link from anywhere names the note: its file name, or its path where
// several notes share the name.
func (o *Overlay) LinkName(id ID) string {
	if p := o.Path(id); o.HasNamesakes(id) {
		return strings.TrimSuffix(p, noteEnding(p))
	}
	return o.Name(id)
}

// Follow gives the note to which a link of a note leads; see Resolve.
func (o *Overlay) Follow(from ID, l *Link) (id ID, found bool) {
	if l.isPlain(o, from) {
		return l.named, true
	}
	return o.Resolve(from, l.Target, l.Embed)
}

// isPlain reports whether a link of a note leads to the note that it names, as no other of that name is there.
func (l *Link) isPlain(o *Overlay, from ID) bool {
	return l.named != None && from < ID(o.snapshot.Len()) && o.snapshot.notes.next[l.named] == 0 &&
		(len(o.notes.touched) == 0 || o.notes.touched[o.notes.name(l.named)] == nil)
}

// Resolve gives the note that a link means, by the rules of docs/contracts.md (Links): exact path, path ending, file
// name, alias; of several the one in the linking note's own folder, else the path of fewest parts, then the first in
// byte order. An embed may also name any other file, and a link one with its ending; then the ID is None. The facts of all notes
// must be known, for aliases are among them.
func (o *Overlay) Resolve(from ID, target string, embed bool) (id ID, found bool) {
	return o.ResolveIn(o.notes.folder(from), target, embed)
}

// ResolveIn is Resolve for a link in a note of a folder, "" at the top.
func (o *Overlay) ResolveIn(folder, target string, embed bool) (id ID, found bool) {
	key, isExact := rooted(folder, target)
	if isExact {
		id, found = o.notes.exact(trimEnding(key))
	} else if id, found = o.notes.choose(folder, trimEnding(key)); !found {
		id, found = o.aliased(folder, key)
	}
	if found {
		return id, true
	}
	if embed || NamesFile(target) {
		_, found = o.Attachment(folder, target)
	}
	return None, found
}

// Attachment gives the file, no note, that a link in a note of a folder names.
func (o *Overlay) Attachment(folder, target string) (file string, found bool) {
	key, isExact := rooted(folder, target)
	choose := func() (ID, bool) { return o.files.choose("", key) }
	if isExact {
		choose = func() (ID, bool) { return o.files.exact(key) }
	}
	id, found := choose()
	if !found {
		return "", false
	}
	return o.files.path(id), true
}

// rooted is the folded target of a link in a note of a folder, and whether it is a path from the top, which leaves no choice.
func rooted(folder, target string) (key string, isExact bool) {
	if strings.HasPrefix(target, "./") || strings.HasPrefix(target, "../") {
		return text.Fold(path.Join(folder, target)), true
	}
	top, isExact := strings.CutPrefix(target, "/")
	return text.Fold(top), isExact
}

// NamesFile reports whether a target has the ending of a file.
func NamesFile(target string) bool {
	name := lastPart(target)
	return strings.LastIndexByte(name, '.') > 0 && !strings.HasSuffix(name, ".")
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
func (o *Overlay) aliased(folder, key string) (ID, bool) {
	known, ok := o.byAlias.Load(key)
	if !ok {
		known, _ = o.byAlias.LoadOrStore(strings.Clone(key), o.findAlias(key))
	}
	a := known.(alias)
	if id, ok := a.inside[folder]; ok {
		return id, true
	}
	return a.best, a.best != None
}

func (o *Overlay) findAlias(key string) alias {
	var all []ID
	o.each((*Snapshot).aliased, key, func(id ID) {
		if slices.ContainsFunc(o.Note(id).Aliases(), func(name string) bool { return aliasKey(name) == key }) {
			all = append(all, id)
		}
	})
	slices.SortFunc(all, o.notes.compare)
	a := alias{best: None}
	if len(all) > 1 {
		a.inside = make(map[string]ID, len(all))
	}
	for _, id := range all {
		if a.best == None || o.notes.parts(id) < o.notes.parts(a.best) {
			a.best = id
		}
		if _, taken := a.inside[o.notes.folder(id)]; a.inside != nil && !taken {
			a.inside[o.notes.folder(id)] = id
		}
	}
	return a
}

// each calls do for the notes of the base that a snapshot's index finds for a key.
func (o *Overlay) each(find func(*Snapshot, string) []ID, key string, do func(ID)) {
	for _, id := range find(o.snapshot, key) {
		if o.Has(id) {
			do(id)
		}
	}
	for _, id := range find(o.added, key) {
		do(id + ID(o.snapshot.Len()))
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
func (o *Overlay) Keys(file string) []string {
	if id, ok := o.Find(file); ok {
		keys := []string{o.notes.name(id)}
		for _, name := range o.Note(id).Aliases() {
			keys = append(keys, aliasKey(name))
		}
		return keys
	}
	if key := text.Fold(file); !IsNote(file) {
		if _, ok := o.files.exact(key); ok {
			return []string{lastPart(key)}
		}
	}
	return nil
}

// Linking calls do for the notes that may have links to what has a key; some have none, and some are named twice.
func (o *Overlay) Linking(key string, do func(ID)) { o.each((*Snapshot).linking, key, do) }

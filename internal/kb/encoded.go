package kb

import (
	"encoding/binary"

	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/lang/likeness"
	"github.com/kbgate/kbgate/internal/text/cite"
	"github.com/kbgate/kbgate/internal/wire"
)

// encodedFacts are the facts of a note as bytes: in RAM they are small and hold no pointers, on disk they are what the cache
// keeps, and either way a fact is read where it stands when it is asked for. It begins with where its parts end.
type encodedFacts []byte

// The parts of a record.
const (
	partHead = iota // flags and short texts
	partAliases
	partLinks
	partSources
	partSketch
	parts

	partsSize = 4 * parts
)

// The flags of a note.
const (
	flagClaim uint8 = 1 << iota
	flagSource
	flagLinks
	flagUnread
)

func (f *facts) flags() uint8 {
	return uint8(bitsOf(f.Claim, isSourceType(f.Type), len(f.Links) > 0, f.Unread != ""))
}

// bitsOf has a bit for each truth, the lowest for the first.
func bitsOf(truths ...bool) (bits uint64) {
	for i, is := range truths {
		if is {
			bits |= 1 << i
		}
	}
	return bits
}

// factsWriter writes a record part by part.
type factsWriter struct{ wire.Writer }

func newRecordWriter(buffer []byte) factsWriter {
	return factsWriter{wire.Writer{Bytes: append(buffer, make([]byte, partsSize)...)}}
}

// end ends a part.
func (w *factsWriter) end(part int) {
	binary.LittleEndian.PutUint32(w.Bytes[4*part:], uint32(len(w.Bytes)))
}

// appendFacts appends the facts of a note of a snapshot to an empty buffer.
func appendFacts(buffer []byte, f *facts, snapshot *Snapshot) encodedFacts {
	w := newRecordWriter(buffer)
	c := wire.To(&w.Writer)
	c.Texts(&f.Title, &f.Type, &f.Created, &f.Domain, &f.Published, &f.Unread)
	title, body := int(f.TitleLanguage), int(f.BodyLanguage)
	c.Numbers(&f.UnreadAt, &title, &body)
	w.end(partHead)
	for _, name := range f.Aliases {
		w.Text(name)
	}
	w.end(partAliases)
	for i := range f.Links {
		f.Links[i].write(&w.Writer, snapshot)
	}
	w.end(partLinks)
	for i := range f.Sources {
		f.Sources[i].Write(&w.Writer)
	}
	w.end(partSources)
	if f.Sketch != nil {
		f.Sketch.Write(&w.Writer)
	}
	w.end(partSketch)
	return w.Bytes
}

// part gives the bytes of a part.
func (r encodedFacts) part(part int) wire.Reader {
	if len(r) < partsSize {
		return wire.Reader{}
	}
	start := uint32(partsSize)
	if part > 0 {
		start = binary.LittleEndian.Uint32(r[4*(part-1):])
	}
	end := binary.LittleEndian.Uint32(r[4*part:])
	if start > end || uint64(end) > uint64(len(r)) {
		return wire.Reader{}
	}
	return wire.Reader{Bytes: r[start:end:end]}
}

// Note is what the base knows of one note. Its texts stay valid as long as the base is in use.
type Note struct {
	Path     string // below the root, forward slashes
	snapshot *Snapshot
	flags    uint8
	record   encodedFacts
}

// encodedIn is the record of the note in another snapshot. Nothing but links depends on the snapshot.
func (n Note) encodedIn(snapshot *Snapshot) encodedFacts {
	w := newRecordWriter(nil)
	for part := range parts {
		if part != partLinks {
			w.Bytes = append(w.Bytes, n.record.part(part).Bytes...)
		} else {
			for _, l := range n.AppendLinks(nil) {
				l.write(&w.Writer, snapshot)
			}
		}
		w.end(part)
	}
	return w.Bytes
}

// text reads the nth text of the head.
func (n Note) text(nth int) string {
	r := n.record.part(partHead)
	for range nth {
		r.Text()
	}
	return r.Text()
}

// Title is the title.
func (n Note) Title() string { return n.text(0) }

// Type is what the header says, "" where it says nothing.
func (n Note) Type() string { return n.text(1) }

// Created is what the header says.
func (n Note) Created() string { return n.text(2) }

// Domain is what the header says.
func (n Note) Domain() string { return n.text(3) }

// Published is the day on which the work that a source note records appeared, as the header says.
func (n Note) Published() string { return n.text(4) }

// Unread says why the note could not be read, and at which byte the trouble is; "" where it could.
func (n Note) Unread() (why string, at int) {
	r := n.record.part(partHead)
	for range 5 {
		r.Text()
	}
	return r.Text(), int(r.Uint())
}

// Languages are those of the title and the body of a claim: each is the other's where too few words tell it.
func (n Note) Languages() (title, body lang.Language) {
	r := n.record.part(partHead)
	for range 6 {
		r.Text()
	}
	r.Uint()
	return lang.Language(r.Uint()), lang.Language(r.Uint())
}

// IsClaim reports whether the note is one that the gates judge.
func (n Note) IsClaim() bool { return n.flags&flagClaim != 0 }

// IsSource reports whether the note is a source note: a record of what somebody else published.
func (n Note) IsSource() bool { return n.flags&flagSource != 0 }

// IsUnread reports whether the note could not be read.
func (n Note) IsUnread() bool { return n.flags&flagUnread != 0 }

// HasLinks reports whether the note has any links.
func (n Note) HasLinks() bool { return n.flags&flagLinks != 0 }

// Aliases are the other names that the header gives the note.
func (n Note) Aliases() []string {
	var names []string
	for r := n.record.part(partAliases); len(r.Bytes) > 0; {
		names = append(names, r.Text())
	}
	return names
}

// AppendLinks appends the links of the note.
func (n Note) AppendLinks(links []Link) []Link {
	for r := n.record.part(partLinks); len(r.Bytes) > 0; {
		var l Link
		l.read(&r, n.snapshot)
		l.complete(n.snapshot)
		if r.Err() == nil {
			links = append(links, l)
		}
	}
	return links
}

// AppendSources appends the independent sources that the header names.
func (n Note) AppendSources(sources []cite.Source) []cite.Source {
	for r := n.record.part(partSources); len(r.Bytes) > 0; {
		var s cite.Source
		s.Read(&r)
		if r.Err() == nil {
			sources = append(sources, s)
		}
	}
	return sources
}

// Sketch fills in what the title and the text of a claim look like; it answers false for a note that is none.
func (n Note) Sketch(s *likeness.Sketch) bool {
	r := n.record.part(partSketch)
	if len(r.Bytes) == 0 {
		return false
	}
	s.Read(&r)
	return r.Err() == nil
}

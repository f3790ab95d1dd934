package kb

import (
	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/wire"
)

// Link is a wiki link of a note.
type Link struct {
	claim.Link
	// Cited reports whether the link stands in a sentence of a claim's own.
	Cited bool
	// named is the note of the snapshot that has the target as its file name, letter by letter, or None.
	named ID
}

// The traits of a link as they are written.
const (
	linkEmbed = 1 << iota
	linkInHeader
	linkCited
	linkNamed
)

// write writes a link for the given snapshot. Most links name their note as it is called, and a number says that shorter.
func (l *Link) write(w *wire.Writer, snapshot *Snapshot) {
	named := snapshot.notes.called(l.Target)
	w.Uint(bitsOf(l.Embed, l.InHeader, l.Cited, named != None))
	for _, n := range []int{l.Span.Start, l.Span.Len(), l.TargetSpan.Start - l.Span.Start, l.TargetSpan.Len()} {
		w.Uint(uint64(n))
	}
	if named != None {
		w.Uint(uint64(named))
	} else {
		w.Text(l.Target)
	}
}

// read reads a link, but not the target of one that names its note as it is called.
func (l *Link) read(r *wire.Reader, snapshot *Snapshot) {
	traits := r.Uint()
	l.Embed, l.InHeader, l.Cited = traits&linkEmbed != 0, traits&linkInHeader != 0, traits&linkCited != 0
	l.Span.Start = int(r.Uint())
	l.Span.End = l.Span.Start + int(r.Uint())
	l.TargetSpan.Start = l.Span.Start + int(r.Uint())
	l.TargetSpan.End = l.TargetSpan.Start + int(r.Uint())
	if l.named = None; traits&linkNamed == 0 {
		l.Target = r.Text()
	} else if id := r.Uint(); id < uint64(snapshot.Len()) {
		l.named = ID(id)
	}
}

// complete gives a link that was read its target.
func (l *Link) complete(snapshot *Snapshot) {
	if l.named != None {
		l.Target = nameOf(snapshot.notes.path(l.named))
	}
}

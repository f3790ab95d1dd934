package kb

import (
	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/wire"
)

// Link is a wiki link of a note.
type Link struct {
	Embed, InHeader bool
	// Cited reports whether the link stands in a sentence of a claim's own.
	Cited bool

	start, end           int32
	targetFrom, targetTo int32
	target               string // unless named tells it
	// named is the note of layer that has the target as its file name, letter by letter, or None.
	named ID
	layer *Layer
}

// Target is what the link names, as claim.Link has it.
func (l *Link) Target() string {
	if l.named == None {
		return l.target
	}
	return nameOf(l.layer.notes.path(l.named))
}

// Span is the place of the link with its brackets in the note's source.
func (l *Link) Span() claim.Span { return claim.Span{Start: int(l.start), End: int(l.end)} }

// TargetSpan is the place of the target.
func (l *Link) TargetSpan() claim.Span {
	return claim.Span{Start: int(l.targetFrom), End: int(l.targetTo)}
}

// linksOf keeps the links of a note.
func linksOf(links []claim.Link) []Link {
	if len(links) == 0 {
		return nil
	}
	kept := make([]Link, len(links))
	for i, l := range links {
		kept[i] = Link{target: l.Target, named: None, Embed: l.Embed, InHeader: l.InHeader,
			start: int32(l.Span.Start), end: int32(l.Span.End),
			targetFrom: int32(l.TargetSpan.Start), targetTo: int32(l.TargetSpan.End)}
	}
	return kept
}

// The traits of a link as they are written.
const (
	linkEmbed = 1 << iota
	linkInHeader
	linkCited
	linkNamed
)

// write writes a link for the given layer. Most links name their note as it is called, and a number says that shorter.
func (l *Link) write(w *wire.Writer, layer *Layer) {
	named := layer.named(l.target)
	w.Uint(bitsOf(l.Embed, l.InHeader, l.Cited, named != None))
	w.Uint(uint64(l.start))
	w.Uint(uint64(l.end - l.start))
	w.Uint(uint64(l.targetFrom - l.start))
	w.Uint(uint64(l.targetTo - l.targetFrom))
	if named != None {
		w.Uint(uint64(named))
	} else {
		w.Text(l.target)
	}
}

func (l *Link) read(r *wire.Reader, layer *Layer) {
	traits := r.Uint()
	l.Embed, l.InHeader, l.Cited = traits&linkEmbed != 0, traits&linkInHeader != 0, traits&linkCited != 0
	l.start = int32(r.Uint())
	l.end = l.start + int32(r.Uint())
	l.targetFrom = l.start + int32(r.Uint())
	l.targetTo = l.targetFrom + int32(r.Uint())
	if l.named = None; traits&linkNamed == 0 {
		l.target = r.Text()
	} else if id := r.Uint(); id < uint64(layer.Len()) {
		l.named, l.layer = ID(id), layer
	}
}

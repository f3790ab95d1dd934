package check

import (
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/source"
	"github.com/kbgate/kbgate/internal/wire"
)

// A verdict is what the first round says of one note. It follows from the note's path and text and from the
// configuration, as its facts do, so it holds for as long as those stay.
type verdict struct {
	later        uint64       // the gates, as bits, that are to Relate
	seen         source.Stamp // of the text
	pending      []pending
	suppressions []gate.Suppression
	found        []finding.Finding
}

func (v *verdict) write(w *wire.Writer) {
	w.Uint(v.later)
	w.Fixed64(v.seen.Lo)
	w.Fixed64(v.seen.Hi)
	w.Uint(uint64(len(v.pending)))
	for _, p := range v.pending {
		w.Uint(uint64(p.gate))
		w.Text(string(p.value))
	}
	w.Uint(uint64(len(v.suppressions)))
	for i := range v.suppressions {
		s := &v.suppressions[i]
		w.Text(s.Gate)
		w.Text(s.Reason)
		s.Comment.Write(w)
	}
	w.Uint(uint64(len(v.found)))
	for i := range v.found {
		v.found[i].Write(w)
	}
}

// read takes a verdict on the note at a path from r, whose bytes it shares.
func (v *verdict) read(r *wire.Reader, path string) {
	v.later = r.Uint()
	v.seen.Lo, v.seen.Hi = r.Fixed64(), r.Fixed64()
	for range r.Len(2) {
		v.pending = append(v.pending, pending{int(r.Uint()), []byte(r.Text())})
	}
	for range r.Len(8) {
		s := gate.Suppression{Gate: r.Text(), Reason: r.Text(), Comment: finding.Finding{Path: path}}
		s.Comment.Read(r)
		v.suppressions = append(v.suppressions, s)
	}
	for range r.Len(8) {
		f := finding.Finding{Path: path}
		f.Read(r)
		v.found = append(v.found, f)
	}
}

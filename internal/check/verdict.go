package check

import (
	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/wire"
)

// A verdict is what the first round says of one note. It follows from the note's path and text and from the
// configuration, as its facts do, so it holds for as long as those stay.
type verdict struct {
	later    uint64 // the gates, as bits, that are to Relate
	seen     stamp  // of the text
	left     *left
	silences []silence
	found    []found
}

func (v *verdict) write(w *wire.Writer, gates []*gate.Gate) {
	w.Uint(v.later)
	w.Fixed64(v.seen.Lo)
	w.Fixed64(v.seen.Hi)
	lefts := 0
	for l := v.left; l != nil; l = l.next {
		lefts++
	}
	w.Uint(uint64(lefts))
	for l := v.left; l != nil; l = l.next {
		w.Uint(uint64(l.gate))
		w.Text(string(l.value))
	}
	w.Uint(uint64(len(v.silences)))
	for i := range v.silences {
		v.silences[i].write(w)
	}
	w.Uint(uint64(len(v.found)))
	for i := range v.found {
		v.found[i].write(w, gates)
	}
}

// read takes a verdict on a note from r, whose bytes it shares.
func (v *verdict) read(r *wire.Reader, gates []*gate.Gate, id kb.ID, path string) {
	v.later = r.Uint()
	v.seen.Lo, v.seen.Hi = r.Fixed64(), r.Fixed64()
	last := &v.left
	for range r.Len(2) {
		*last = &left{gate: int(r.Uint()), value: []byte(r.Text())}
		last = &(*last).next
	}
	for range r.Len(8) {
		var s silence
		s.read(r)
		v.silences = append(v.silences, s)
	}
	for range r.Len(8) {
		f := found{id: id, path: path}
		f.read(r, gates)
		v.found = append(v.found, f)
	}
}

func (s *silence) write(w *wire.Writer) {
	w.Text(s.gate)
	w.Text(s.reason)
	writeSpan(w, s.at)
	writePosition(w, s.start)
	writePosition(w, s.end)
	w.Text(s.text)
	w.Text(s.line)
	w.Int(s.column)
}

func (s *silence) read(r *wire.Reader) {
	*s = silence{gate: r.Text(), reason: r.Text(), at: readSpan(r), start: readPosition(r), end: readPosition(r), text: r.Text(), line: r.Text(), column: r.Int()}
}

func (f *found) write(w *wire.Writer, gates []*gate.Gate) {
	for i, g := range gates {
		if g == f.gate {
			w.Uint(uint64(i))
		}
	}
	writeSpan(w, f.At)
	for _, s := range []string{f.Message, f.Fix, f.Target, f.Suggestion, f.matched, f.excerpt} {
		w.Text(s)
	}
	w.Uint(uint64(len(f.Edits)))
	for _, e := range f.edits {
		writeEdit(w, e.Edit)
		writePosition(w, e.start)
		writePosition(w, e.end)
	}
	w.Uint(uint64(len(f.Pending)))
	for _, e := range f.Pending {
		writeEdit(w, e)
	}
	writePosition(w, f.start)
	writePosition(w, f.end)
	w.Int(f.column)
	w.Fixed64(f.judged.Lo)
	w.Fixed64(f.judged.Hi)
}

func (f *found) read(r *wire.Reader, gates []*gate.Gate) {
	if i := r.Uint(); i < uint64(len(gates)) {
		f.gate = gates[i]
	}
	f.At = readSpan(r)
	for _, s := range []*string{&f.Message, &f.Fix, &f.Target, &f.Suggestion, &f.matched, &f.excerpt} {
		*s = r.Text()
	}
	for range r.Len(4) {
		e := placedEdit{Edit: readEdit(r), start: readPosition(r), end: readPosition(r)}
		f.edits = append(f.edits, e)
		f.Edits = append(f.Edits, e.Edit)
	}
	for range r.Len(2) {
		f.Pending = append(f.Pending, readEdit(r))
	}
	f.start, f.end, f.column = readPosition(r), readPosition(r), r.Int()
	f.judged.Lo, f.judged.Hi = r.Fixed64(), r.Fixed64()
}

func writeEdit(w *wire.Writer, e gate.Edit) {
	writeSpan(w, e.At)
	w.Text(e.New)
}

func readEdit(r *wire.Reader) gate.Edit { return gate.Edit{At: readSpan(r), New: r.Text()} }

func writeSpan(w *wire.Writer, s claim.Span) {
	w.Uint(uint64(s.Start))
	w.Int(s.End - s.Start)
}

func readSpan(r *wire.Reader) (s claim.Span) {
	s.Start = int(r.Uint())
	s.End = s.Start + r.Int()
	return s
}

func writePosition(w *wire.Writer, p claim.Position) {
	w.Uint(uint64(p.Line))
	w.Uint(uint64(p.Column))
	w.Uint(uint64(p.Byte))
}

func readPosition(r *wire.Reader) claim.Position {
	return claim.Position{Line: int(r.Uint()), Column: int(r.Uint()), Byte: int(r.Uint())}
}

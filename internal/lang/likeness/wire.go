package likeness

import (
	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/wire"
)

// Write appends the sketch to w.
func (s *Sketch) Write(w *wire.Writer) {
	w.Bytes = append(w.Bytes, s.titles, s.stems, s.numbers, s.denials|uint8(s.language)<<1)
	for _, features := range [][]feature{s.title[:s.titles], s.words[:s.stems], s.figures[:s.numbers]} {
		for _, f := range features {
			w.Fixed32(uint32(f))
		}
	}
}

// Read takes a sketch from r.
func (s *Sketch) Read(r *wire.Reader) {
	sizes := r.Fixed32()
	s.titles, s.stems, s.numbers = uint8(sizes), uint8(sizes>>8), uint8(sizes>>16)
	s.denials, s.language = uint8(sizes>>24)%2, lang.Language(sizes>>25)
	s.titles, s.stems, s.numbers = min(s.titles, maxTitle), min(s.stems, maxWords), min(s.numbers, maxFigures)
	for _, features := range [][]feature{s.title[:s.titles], s.words[:s.stems], s.figures[:s.numbers]} {
		wire.ReadFixed32(r, features)
	}
}

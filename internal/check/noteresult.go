package check

import (
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/source"
	"github.com/kbgate/kbgate/internal/wire"
)

// noteResult is what the first round says of one note. It follows from the note's path and text and from the
// configuration, as its facts do, so it holds for as long as those stay.
type noteResult struct {
	later        uint64       // the gates, as bits, whose RunOnAll is to look at it
	seen         source.Stamp // of the text
	pending      []pending
	suppressions []gate.Suppression
	found        []finding.Finding
}

// pass writes the result of the note at a path, or reads it.
func (v *noteResult) pass(c wire.Codec, path string) {
	wire.Number(c, &v.later)
	c.Fixed64(&v.seen.Lo)
	c.Fixed64(&v.seen.Hi)
	wire.List(c, &v.pending, 2, (*pending).pass)
	wire.List(c, &v.suppressions, 8, func(s *gate.Suppression, c wire.Codec) {
		c.Texts(&s.Gate, &s.Reason)
		s.Comment.Path = path
		s.Comment.Pass(c)
	})
	wire.List(c, &v.found, 8, func(f *finding.Finding, c wire.Codec) {
		f.Path = path
		f.Pass(c)
	})
}

func (p *pending) pass(c wire.Codec) {
	c.Numbers(&p.gate)
	c.Bytes(&p.value)
}

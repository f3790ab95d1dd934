package finding

import "github.com/kbgate/kbgate/internal/wire"

// Pass writes the finding for the cache or reads it, without its path, fingerprint and number.
func (f *Finding) Pass(c wire.Codec) {
	c.Texts(&f.Gate, &f.Severity, &f.Certainty, &f.Message, &f.Fix, &f.Target, &f.Suggestion, &f.Matched, &f.Excerpt.Text)
	c.Numbers(&f.Line, &f.Column, &f.EndLine, &f.EndColumn, &f.Bytes.Start, &f.Bytes.End, &f.At.Start, &f.At.End, &f.Excerpt.Column)
	wire.List(c, &f.Edits, leastEdit, (*Edit).pass)
	wire.List(c, &f.Pending, leastEdit, (*Edit).pass)
	c.Bool(&f.AutoFixable)
}

// leastEdit is how many bytes an edit takes at least.
const leastEdit = 9

func (e *Edit) pass(c wire.Codec) {
	c.Texts(&e.NewText)
	c.Numbers(&e.Line, &e.Column, &e.EndLine, &e.EndColumn, &e.Bytes.Start, &e.Bytes.End, &e.At.Start, &e.At.End)
}

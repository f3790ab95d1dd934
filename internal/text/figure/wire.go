package figure

import "github.com/kbgate/kbgate/internal/wire"

// Write appends a figure that Keep has kept to w.
func (f *Figure) Write(w *wire.Writer) {
	w.Float(f.Value)
	w.Float(f.Raw)
	w.Float(f.Step)
	w.Uint(uint64(f.Unit))
	w.Uint(uint64(f.Hedge))
	w.Uint(uint64(f.Form))
	w.Int(int(f.Label))
	w.Fixed32(uint32(f.Noun))
	w.Fixed32(uint32(f.Per))
	w.Int(int(f.Start))
	w.Int(int(f.End))
	w.Int(int(f.Sentence))
	w.Fixed32(uint32(f.Before))
	w.Fixed32(uint32(f.After))
	writeStems(w, f.Own)
	writeStems(w, f.Clause)
	w.Text(f.Text)
}

// Read takes a figure from r.
func (f *Figure) Read(r *wire.Reader) {
	*f = Figure{
		Value: r.Float(), Raw: r.Float(), Step: r.Float(), Unit: Unit(r.Uint()), Hedge: Hedge(r.Uint()), Form: Form(r.Uint()),
		Label: int16(r.Int()), Noun: Stem(r.Fixed32()), Per: Stem(r.Fixed32()),
		Start: int32(r.Int()), End: int32(r.Int()), Sentence: int32(r.Int()),
		Before: Stem(r.Fixed32()), After: Stem(r.Fixed32()), Own: readStems(r), Clause: readStems(r), Text: r.Text(),
	}
}

func writeStems(w *wire.Writer, stems []Stem) {
	w.Uint(uint64(len(stems)))
	for _, s := range stems {
		w.Fixed32(uint32(s))
	}
}

func readStems(r *wire.Reader) []Stem {
	n := r.Len(4)
	if n == 0 {
		return nil
	}
	stems := make([]Stem, n)
	for i := range stems {
		stems[i] = Stem(r.Fixed32())
	}
	return stems
}

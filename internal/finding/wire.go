package finding

import "github.com/kbgate/kbgate/internal/wire"

// Write writes the finding for the cache, without its path, fingerprint and number.
func (f *Finding) Write(w *wire.Writer) {
	for _, s := range []string{f.Gate, f.Severity, f.Message, f.Fix, f.Target, f.Suggestion, f.Matched, f.Excerpt.Text} {
		w.Text(s)
	}
	for _, n := range []int{f.Line, f.Column, f.EndLine, f.EndColumn, f.Bytes.Start, f.Bytes.End, f.At.Start, f.At.End, f.Excerpt.Column} {
		w.Uint(uint64(n))
	}
	writeEdits(w, f.Edits)
	writeEdits(w, f.Pending)
}

// Read reads what Write has written. The texts share the reader's bytes.
func (f *Finding) Read(r *wire.Reader) {
	for _, s := range []*string{&f.Gate, &f.Severity, &f.Message, &f.Fix, &f.Target, &f.Suggestion, &f.Matched, &f.Excerpt.Text} {
		*s = r.Text()
	}
	for _, n := range []*int{&f.Line, &f.Column, &f.EndLine, &f.EndColumn, &f.Bytes.Start, &f.Bytes.End, &f.At.Start, &f.At.End, &f.Excerpt.Column} {
		*n = int(r.Uint())
	}
	f.Edits, f.Pending = readEdits(r), readEdits(r)
	f.AutoFixable = len(f.Edits) > 0
}

func writeEdits(w *wire.Writer, edits []Edit) {
	w.Uint(uint64(len(edits)))
	for _, e := range edits {
		w.Text(e.NewText)
		for _, n := range []int{e.Line, e.Column, e.EndLine, e.EndColumn, e.Bytes.Start, e.Bytes.End, e.At.Start, e.At.End} {
			w.Uint(uint64(n))
		}
	}
}

func readEdits(r *wire.Reader) (edits []Edit) {
	for range r.Len(9) {
		e := Edit{NewText: r.Text()}
		for _, n := range []*int{&e.Line, &e.Column, &e.EndLine, &e.EndColumn, &e.Bytes.Start, &e.Bytes.End, &e.At.Start, &e.At.End} {
			*n = int(r.Uint())
		}
		edits = append(edits, e)
	}
	return edits
}

package report

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"

	"github.com/kbgate/kbgate/internal/text"
)

// jsonWriter writes JSON in pieces, so that no list has to be held as a whole. What goes wrong is reported by end.
type jsonWriter struct {
	*bufio.Writer
	piece bytes.Buffer
	items int // of the list that is being written
	err   error
}

func newJSONWriter(w io.Writer) *jsonWriter { return &jsonWriter{Writer: bufio.NewWriter(w)} }

// encode is a value as JSON on one line, until the next call. What would act where it is printed is written as \u escapes.
func (w *jsonWriter) encode(v any) []byte {
	w.piece.Reset()
	enc := json.NewEncoder(text.EscapeTo(&w.piece, func(r rune) string { return fmt.Sprintf(`\u%04x`, r) }))
	enc.SetEscapeHTML(false)
	w.err = cmp.Or(w.err, enc.Encode(v))
	return bytes.TrimSuffix(w.piece.Bytes(), []byte{'\n'})
}

// value writes a value behind what introduces it.
func (w *jsonWriter) value(before string, v any) {
	w.WriteString(before)
	w.Write(w.encode(v))
}

// list starts a list behind what introduces it; item writes what it holds, a line each.
func (w *jsonWriter) list(before string) {
	w.WriteString(before + "[")
	w.items = 0
}

func (w *jsonWriter) item(v any) { w.raw(w.encode(v)) }

// raw writes an item that has been encoded.
func (w *jsonWriter) raw(data []byte) {
	separator := "\n"
	if w.items > 0 {
		separator = ",\n"
	}
	w.items++
	w.WriteString(separator)
	w.Write(data)
}

// end closes the list, and what stands around it, and writes what is left in RAM.
func (w *jsonWriter) end(after string) error {
	if w.items > 0 {
		w.WriteString("\n")
	}
	w.WriteString("]" + after + "\n")
	return cmp.Or(w.err, w.Flush())
}

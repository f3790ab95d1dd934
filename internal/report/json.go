package report

import (
	"encoding/json"
	"io"
)

// WriteJSON writes the document as contract 5.2 has it: indented JSON with a line end behind it.
func WriteJSON(w io.Writer, doc *Document) error {
	enc := encoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(doc)
}

// WriteJSONLine writes the same document on one line, so that a reader of several knows where each ends (JSON Lines,
// https://jsonlines.org).
func WriteJSONLine(w io.Writer, doc *Document) error { return encoder(w).Encode(doc) }

func encoder(w io.Writer) *json.Encoder {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc
}

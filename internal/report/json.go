package report

import (
	"encoding/json"
	"io"
)

// WriteJSON writes the document as contract 5.2 has it: indented JSON with a line end behind it.
func WriteJSON(w io.Writer, doc *Document) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(doc)
}

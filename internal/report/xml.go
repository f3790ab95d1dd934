package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"iter"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/text"
)

// writeXML writes a value as a document.
func writeXML(w io.Writer, v any) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(text.EscapeTo(w, func(r rune) string { return fmt.Sprintf("&#x%X;", r) }))
	enc.Indent("", "  ")
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// inXML is a path as XML can hold it. Two paths stay apart.
func inXML(path string) string { return named(path, unlikeXML) }

// unlikeXML is what XML 1.0 has not, not even by its number (https://www.w3.org/TR/xml/#charsets).
func unlikeXML(r rune) bool {
	return r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff
}

// byNote gives the findings of each note.
func byNote(findings []finding.Finding) iter.Seq[[]finding.Finding] {
	return func(yield func([]finding.Finding) bool) {
		for rest := findings; len(rest) > 0; {
			n := 1
			for n < len(rest) && rest[n].Path == rest[0].Path {
				n++
			}
			if !yield(rest[:n]) {
				return
			}
			rest = rest[n:]
		}
	}
}

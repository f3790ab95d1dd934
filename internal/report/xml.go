package report

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/text"
)

// writeXML writes a document whose root holds what the elements give, one after the other.
func writeXML(w io.Writer, root xml.StartElement, elements func(yield func(any) error) error) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(text.EscapeTo(w, func(r rune) string { return fmt.Sprintf("&#x%X;", r) }))
	enc.Indent("", "  ")
	err := cmp.Or(enc.EncodeToken(root), elements(enc.Encode), enc.EncodeToken(root.End()), enc.Close())
	if err == nil {
		_, err = io.WriteString(w, "\n")
	}
	return err
}

func startElement(name string, attributes ...string) xml.StartElement {
	e := xml.StartElement{Name: xml.Name{Local: name}}
	for i := 0; i+1 < len(attributes); i += 2 {
		e.Attr = append(e.Attr, xml.Attr{Name: xml.Name{Local: attributes[i]}, Value: attributes[i+1]})
	}
	return e
}

// inXML is a path as XML can hold it. Two paths stay apart.
func inXML(path string) string { return named(path, unlikeXML) }

// unlikeXML is what XML 1.0 has not, not even by its number (https://www.w3.org/TR/xml/#charsets).
func unlikeXML(r rune) bool {
	return r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff
}

// byNote calls do with the findings of each note.
func byNote(findings []finding.Finding, do func([]finding.Finding) error) error {
	for len(findings) > 0 {
		n := 1
		for n < len(findings) && findings[n].Path == findings[0].Path {
			n++
		}
		if err := do(findings[:n]); err != nil {
			return err
		}
		findings = findings[n:]
	}
	return nil
}

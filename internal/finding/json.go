package finding

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/kbgate/kbgate/internal/text"
)

// MaxDocument is the size in bytes up to which Read takes a document in, and maxEntries the length of its lists: an entry
// takes many times the RAM of the two characters that an empty one is written with.
const (
	MaxDocument = 256 << 20
	maxEntries  = 500_000
)

// Write writes the document as docs/contracts.md has it (Findings): indented JSON with a line end behind it. Whoever prints it sees no
// character act: those that would are written as \u escapes.
func Write(w io.Writer, doc *Document) error {
	enc := encoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(doc)
}

// WriteLine writes the same document on one line, so that a reader of several knows where each ends (JSON Lines,
// https://jsonlines.org).
func WriteLine(w io.Writer, doc *Document) error { return encoder(w).Encode(doc) }

func encoder(w io.Writer) *json.Encoder {
	enc := json.NewEncoder(text.EscapeTo(w, func(r rune) string { return fmt.Sprintf(`\u%04x`, r) }))
	enc.SetEscapeHTML(false)
	return enc
}

// Read reads what Write wrote, also when a newer program with further keys did. The summary is counted anew, so a
// document cannot make itself look better than its findings.
func Read(r io.Reader) (*Document, error) {
	limited := io.LimitedReader{R: r, N: MaxDocument + 1}
	var in struct {
		Document
		Findings   bounded[Finding]    `json:"findings"`
		Suppressed bounded[Suppressed] `json:"suppressed"`
		Baseline   bounded[Known]      `json:"baseline"`
		Unread     bounded[Unread]     `json:"unread"`
	}
	dec := json.NewDecoder(&limited)
	err := dec.Decode(&in)
	doc := &in.Document
	switch {
	case limited.N <= 0:
		return nil, fmt.Errorf("the findings take more than %d bytes", MaxDocument)
	case errors.Is(err, errTooMany):
		return nil, errTooMany
	case errors.Is(err, io.EOF):
		return nil, errors.New("there are no findings: nothing was written")
	case err != nil:
		return nil, fmt.Errorf("the findings are not JSON as `kbgate check --format json` writes it: %w", err)
	case doc.Schema != Schema:
		return nil, fmt.Errorf("the findings are of schema %q; this program reads %s", doc.Schema, Schema)
	}
	doc.Findings, doc.Suppressed, doc.Baseline, doc.Unread = in.Findings, in.Suppressed, in.Baseline, in.Unread
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something stands behind the findings' JSON")
	}
	doc.Summary = Summarize(doc.Findings)
	return doc, nil
}

var errTooMany = fmt.Errorf("the findings are more than %d, which no check writes", maxEntries)

// bounded is a list that is read entry by entry, and no further than maxEntries.
type bounded[T any] []T

// UnmarshalJSON reads the list.
func (b *bounded[T]) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	if start, err := dec.Token(); err != nil || start != json.Delim('[') {
		return errors.Join(err, errors.New("a list is written [ ]"))
	}
	*b = bounded[T]{}
	for dec.More() {
		if len(*b) == maxEntries {
			return errTooMany
		}
		var entry T
		if err := dec.Decode(&entry); err != nil {
			return err
		}
		*b = append(*b, entry)
	}
	return nil
}

// Summarize counts findings.
func Summarize(findings []Finding) Summary {
	var s Summary
	for _, f := range findings {
		if f.Severity == Blocking {
			s.Blocking++
		} else {
			s.Warning++
		}
		if f.AutoFixable {
			s.Fixable++
		}
	}
	return s
}

package kb

import (
	"iter"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/text/cite"
)

// sourcesOf gives the independent sources that a note's header names. A source note that names none is its own source,
// by its author, address or title.
func sourcesOf(c *claim.Claim, isSource bool) []cite.Source {
	var buffer [8]cite.Source
	found := buffer[:0]
	for span := range SourceSpans(&c.Header) {
		found = cite.Named(found, c.Source, span.Start, span.End)
	}
	if isSource && len(found) == 0 {
		for span := range spansOf(&c.Header, "author", "url", "doi") {
			found = cite.Named(found, c.Source, span.Start, span.End)
		}
	}
	if isSource && len(found) == 0 {
		found = cite.Named(found, []byte(c.Title.Text), 0, len(c.Title.Text))
	}
	if len(found) == 0 {
		return nil
	}
	return append([]cite.Source(nil), found...)
}

// SourceSpans gives the places of the values in which a header names its sources, without quotation marks.
func SourceSpans(h *claim.Header) iter.Seq[claim.Span] { return spansOf(h, "source", "sources") }

func spansOf(h *claim.Header, keys ...string) iter.Seq[claim.Span] {
	return func(yield func(claim.Span) bool) {
		for _, key := range keys {
			f, ok := h.Field(key)
			if !ok {
				continue
			}
			if f.Kind == claim.Text && !yield(f.Inside()) {
				return
			}
			for _, item := range f.Items {
				if item.Kind == claim.Text && !yield(item.Inside()) {
					return
				}
			}
		}
	}
}

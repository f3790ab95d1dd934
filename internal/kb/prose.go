package kb

import (
	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/text"
)

// Linked marks a word that stands within a wiki link.
const Linked = text.Custom

// AppendProse appends the words of a note's body outside code and comments. Offsets count from the start of the note,
// so a word's place is a claim.Span as it stands.
func AppendProse(words []text.Word, c *claim.Claim) []text.Word {
	at := c.Body.Start
	for _, hidden := range c.Hidden {
		if hidden.Start > at {
			words = appendWords(words, c.Source, at, hidden.Start)
		}
		at = max(at, hidden.End)
	}
	words = appendWords(words, c.Source, at, c.Body.End)
	markLinked(words, c.Links)
	return words
}

func appendWords(words []text.Word, source []byte, start, end int) []text.Word {
	n := len(words)
	words = text.AppendWords(words, source[start:end])
	for i := n; i < len(words); i++ {
		words[i].Start += int32(start)
		words[i].End += int32(start)
	}
	return words
}

// markLinked marks the words that stand within links; both are in order.
func markLinked(words []text.Word, links []claim.Link) {
	i := 0
	for _, l := range links {
		if l.InHeader {
			continue
		}
		for i < len(words) && int(words[i].End) <= l.Span.Start {
			i++
		}
		for i < len(words) && int(words[i].Start) < l.Span.End {
			words[i].Traits |= Linked
			i++
		}
	}
}

package kb

import (
	"bytes"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/rendered"
)

// languagesOf tells the languages of a claim's title and body as a page shows them: addresses and tags, which nobody reads, tell none. The
// words are those of AppendProse.
func languagesOf(c *claim.Claim, words []text.Word) (title, body lang.Language) {
	source := c.Source
	if prose := c.BodyText(); bytes.IndexByte(prose, '<') >= 0 || bytes.Contains(prose, []byte("](")) || bytes.Contains(prose, []byte("]:")) {
		prose = bytes.Clone(prose)
		at := 0
		for _, r := range c.Hidden {
			for at = max(at, r.Start-c.Body.Start); at < min(r.End-c.Body.Start, len(prose)); at++ {
				if prose[at] != '\n' {
					prose[at] = ' '
				}
			}
		}
		source = rendered.Of(prose, rendered.Markdown).Bytes
		words = text.AppendWords(nil, source)
	}
	return lang.OfNote(c.Title.ShownText(), source, words)
}

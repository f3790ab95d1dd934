package gate

import (
	"path"
	"strings"
	"unicode"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/text"
)

// Linked marks a word that stands within a wiki link.
const Linked = kb.Linked

// Prose is what the gates that guess look at: the words of the note's body outside code and comments. Offsets count from the
// start of the note, so a word's place is a claim.Span as it stands. The words are taken from the claim once, whoever asks.
func (l *NoteContext) Prose() []text.Word {
	if !l.hasProse {
		l.hasProse, l.prose = true, kb.AppendProse(l.prose[:0], l.Claim())
	}
	return l.prose
}

// spelled is the title as the grammar of its language reads it: for English a name with its hyphens, since a dated or
// underscored one is that of a source or a map.
func spelled(c *claim.Claim, language lang.Language) string {
	written := c.Slice(c.Title.Span)
	if c.Title.Origin == claim.FromFileName {
		written = strings.TrimSuffix(path.Base(c.Path), path.Ext(c.Path))
	}
	if shown := c.Title.Shown(); shown != nil {
		written = string(shown.Bytes)
	}
	if language == lang.English && (c.Title.Origin == claim.FromFileName || !strings.ContainsFunc(written, unicode.IsSpace)) {
		return written
	}
	return c.Title.ShownText()
}

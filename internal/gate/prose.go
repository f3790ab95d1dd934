package gate

import (
	"path"
	"strings"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/kb"
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

// spelled is the title as its author wrote it: of a file name with its hyphens, since a dated or underscored name is that
// of a source or a map.
func spelled(c *claim.Claim) string {
	if c.Title.Origin == claim.FromFileName {
		return strings.TrimSuffix(path.Base(c.Path), path.Ext(c.Path))
	}
	return c.Title.Text
}

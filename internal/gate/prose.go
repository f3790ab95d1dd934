package gate

import (
	"path"
	"strings"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/clause"
)

// Prose is what the gates that guess look at: the words of a note's body outside code and comments. Offsets count
// from the start of the note, so a word's place is a claim.Span as it stands.
type Prose struct {
	Words []text.Word
}

// Linked marks a word that stands within a wiki link.
const Linked = kb.Linked

// Prose is the words of the note's body. It is taken from the claim once, whoever asks.
func (l *Look) Prose() *Prose {
	if l.prose == nil {
		l.words = kb.AppendProse(l.words[:0], l.Claim())
		l.prose = &Prose{Words: l.words}
	}
	return l.prose
}

// verb is the finite verb of a title's main clause.
type verb struct {
	known bool
	text  string
	found bool
}

// TitleVerb is the finite verb of the title's main clause, if it has one. It is looked for once, whoever asks.
func (l *Look) TitleVerb() (string, bool) {
	if !l.verb.known {
		l.verb.known = true
		l.verb.text, l.verb.found = clause.Find(spelled(l.Claim()))
	}
	return l.verb.text, l.verb.found
}

// spelled is the title as its author wrote it: of a file name with its hyphens, since a dated or underscored name is that
// of a source or a map.
func spelled(c *claim.Claim) string {
	if c.Title.Origin == claim.FromFileName {
		return strings.TrimSuffix(path.Base(c.Path), path.Ext(c.Path))
	}
	return c.Title.Text
}

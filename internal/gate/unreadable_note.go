package gate

import (
	"github.com/kbgate/kbgate/internal/claim"
)

// UnreadableNote reports files that could not be judged at all, and paths behind which notes may stand that no gate sees.
var UnreadableNote = &Gate{
	ID:       "unreadable_note",
	Title:    "Readable note",
	Summary:  "The file cannot be read as a note",
	Why:      "A note that cannot be read cannot be judged, and nothing that is not judged may enter. Links, devices and folders in a note's place are never read through, so a knowledge base shows nothing from outside itself. Where claims may stand the same holds of a link or a submodule in the place of a folder, which would show notes that no gate has seen; a link to a file of the repository that is no note passes. What is judged has to be what people get, too: a pointer of Git LFS stands for a text elsewhere, and a change that puts notes under the attributes `filter`, `ident` or `working-tree-encoding` of git gives them another text in work trees, as `export-subst` does in archives. One that puts them under `-diff` or `linguist-generated` only hides their changes from reviewers, and a whole check finds what stood there before: those are warnings.",
	Fix:      "Save the note as plain UTF-8 text in a regular file, or move what is no note out of the way.",
	Severity: Blocking, EveryNote: true, Unreadable: true,
	NeverAllowed: true,
	Bad:          "-- cafe.md --\n---\ntype: claim\n---\n# cafés close early\n\x00\n",
	Good:         "-- cafe.md --\n---\ntype: note\n---\n# cafés close early\n",
	Run: func(p *Pass) {
		why, where := p.Note().Unread()
		if why == "" {
			return
		}
		at := claim.Span{Start: where, End: min(where+1, len(p.Claim().Source))}
		if at.End <= at.Start {
			at = claim.Span{}
		}
		p.Reportf(at, "the file %s", why)
	},
	Conclude: func(c *Conclusion) error {
		for _, f := range c.Refused {
			c.Report(f)
		}
		if c.Off {
			return nil
		}
		unseen, err := c.Unseen()
		for _, f := range unseen {
			c.Report(f)
		}
		return err
	},
}

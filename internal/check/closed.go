package check

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/kb"
)

// What one check judges of a change: how many notes, and how many bytes of text in all, and of texts that are above heavyNote or stand
// in several notes. A first change that brings a hundred thousand notes is well within; a few names for one large text are not,
// nor are many large ones, which as a push may be small. Up to so few notes
// nothing is counted, as none has more than MaxNote bytes.
const (
	mostNotes = 250_000
	mostText  = 1 << 30
	mostAgain = 64 << 20
	fewNotes  = mostAgain / MaxNote
)

const (
	closedFix = "Take the folder out of the change: nobody could check out what it stands for, and no gate sees what is in it."
	manyFix   = "Bring the notes in several changes."
)

// tooMuch are the findings on folders of a change into which nobody can look, as they stand for more than anybody could list, and
// on more notes than one check judges. They block whatever the configuration says: they are the author's doing.
func (c *change) tooMuch() (all []found) {
	for _, one := range c.closed.First {
		if one.Gone {
			continue
		}
		message := "the folder " + one.Why
		if strings.HasPrefix(one.Why, "has ") {
			message = "the folder here " + one.Why
		}
		all = append(all, blocked(one.Path, message+": no gate sees what is in it", closedFix))
	}
	if n := len(all); n > 0 && c.closed.More > 0 {
		all[n-1].Message += fmt.Sprintf("; so it is with %d more folders", c.closed.More)
	}
	if c.unjudged > 0 {
		all = append(all, blocked(c.firstUnjudged, fmt.Sprintf("the change brings more than one check judges (%d notes, %d MiB of text, %d MiB of texts that are long or stand in several notes): %s, of which this is the first, no gate has seen",
			mostNotes, mostText>>20, mostAgain>>20, counted(c.unjudged, "note")), manyFix))
	}
	return all
}

func blocked(path, message, fix string) found {
	start := claim.Position{Line: 1, Column: 1, Byte: 1}
	return found{gate: gate.UnreadableNote, severity: string(gate.Blocking), id: kb.None, path: path, start: start, end: start, matched: message,
		Finding: gate.Finding{Message: message, Fix: fix}}
}

// bound leaves out of a change the notes that are beyond what one check judges.
func (c *change) bound(ctx context.Context, repo git.Folder) error {
	var notes []int
	for i, f := range c.files {
		if f.New.Mode != "" && f.New.Mode != git.ModeLink && kb.IsNote(f.Path) {
			notes = append(notes, i)
		}
	}
	if len(notes) <= fewNotes {
		return nil
	}
	blobs := make([]git.Blob, len(notes))
	for i, at := range notes {
		blobs[i] = c.files[at].New.Blob
	}
	sizes, err := git.Sizes(ctx, repo, blobs)
	if err != nil {
		return err
	}
	out := map[int]bool{}
	text, again, seen := int64(0), int64(0), map[git.Blob]bool{}
	for i, at := range notes {
		size := min(sizes[i], MaxNote+1) // what is larger is not read
		if text += size; seen[blobs[i]] || size > heavyNote {
			again += size
		}
		seen[blobs[i]] = true
		if i-len(out) < mostNotes && text <= mostText && again <= mostAgain {
			continue
		}
		if text -= size; again > mostAgain {
			again -= size
		}
		if len(out) == 0 {
			c.firstUnjudged = c.files[at].Path
		}
		out[at] = true
	}
	c.unjudged = len(out)
	kept := c.files[:0:0]
	for i, f := range c.files {
		if !out[i] {
			kept = append(kept, f)
		}
	}
	c.files = kept
	return nil
}

// opaque gives the way out where what is staged cannot be held against a commit.
func opaque(err error) error {
	if found := (*git.OpaqueError)(nil); errors.As(err, &found) {
		return hint.Misuse("no work tree can hold what that folder stands for: go back to a commit without it, and stage the change there", "%w: what is staged cannot be compared with it", err)
	}
	return err
}

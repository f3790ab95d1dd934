package decide

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/source"
)

// notesOfChange adds to a decision the notes of the knowledge base that a pull request adds or edits, in the order of their paths, and of
// a sole note what its like is known by. It gives a notice where some are left out. Where this clone lacks the commits there are none.
func notesOfChange(ctx context.Context, l *ledger.Ledger, base, head string, d *decision.Decision) (notice string, err error) {
	if !git.IsObjectID(base) || !git.IsObjectID(head) {
		return "", nil
	}
	changes, err := changesOf(ctx, l, base, head)
	if err != nil { // nobody waits for what a decision can be without
		return "", ctx.Err()
	}
	store := l.Config.Store.Dir + "/"
	changes = slices.DeleteFunc(changes, func(c git.PathChange) bool {
		isFile := c.New.Mode != "" && c.New.Mode != git.ModeLink && !c.Submodule
		return !isFile || !kb.IsNote(c.Path) || strings.HasPrefix(c.Path, store) || c.New.Blob == c.Old.Blob
	})
	slices.SortFunc(changes, func(a, b git.PathChange) int { return cmp.Compare(a.Path, b.Path) })
	if all := len(changes); all > decision.MostChangedFiles {
		notice = fmt.Sprintf("the change brings %d notes; the first %d of them are kept", all, decision.MostChangedFiles)
		changes = changes[:decision.MostChangedFiles]
	}
	blobs := make([]string, len(changes))
	for i, c := range changes {
		blobs[i] = c.New.Blob
	}
	var notes []decision.ChangedFile
	objects := git.OpenObjects(ctx, l.Repository)
	defer objects.Close()
	err = objects.Each(blobs, source.MaxNote, func(i int, o git.Object, err error) error {
		if err == nil { // else no check reads it, either
			sum := sha256.Sum256(o.Data)
			if len(changes) == 1 {
				note := draft.ReadMarkdown(changes[i].Path, o.Data)
				note.Type = decision.Claim
				KeepLikeness(d, note)
			}
			notes = append(notes, decision.ChangedFile{Path: changes[i].Path, SHA: hex.EncodeToString(sum[:])})
		}
		return nil
	})
	if err != nil {
		return "", ctx.Err()
	}
	d.Paths = notes
	return notice, nil
}

// changesOf gives what lies between the commit at which a change left its base, and its head, below the knowledge base's folder.
func changesOf(ctx context.Context, l *ledger.Ledger, base, head string) ([]git.PathChange, error) {
	parted, err := git.MergeBase(ctx, l.Repository, base, head)
	if err != nil {
		return nil, err
	}
	from, err := git.Tree(ctx, l.Repository, parted, l.Repository.Prefix)
	if err != nil {
		return nil, err
	}
	to, err := git.Tree(ctx, l.Repository, head, l.Repository.Prefix)
	if err != nil {
		return nil, err
	}
	changes, _, err := git.TreeDiff(ctx, l.Repository, from, to)
	return changes, err
}

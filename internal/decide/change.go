package decide

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/forge/event"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/source"
)

// notesOfChange adds to a view of a decision the notes of the knowledge base that a pull request adds, edits, renames or deletes, in the
// order of their paths, and of a sole note what its like is known by. It gives a notice where some are left out. Where this clone lacks
// the commits there are none.
func notesOfChange(ctx context.Context, l *ledger.Ledger, e event.Event, d *decision.Decision, seen *Seen) (notice string, err error) {
	base, head := e.PullRequest.Base.SHA, d.PR.HeadSHA
	if !git.IsObjectID(base) || !git.IsObjectID(head) {
		return "", nil
	}
	parted, err := partedAt(ctx, l, e, base, head, seen)
	if err == nil {
		notice, err = seen.notesBetween(ctx, l, parted, head, d)
	}
	if err != nil { // nobody waits for what a decision can be without
		return "", ctx.Err()
	}
	return notice, nil
}

// addNotes adds those that lie between two commits.
func addNotes(ctx context.Context, l *ledger.Ledger, parted, head string, d *decision.Decision, seen *Seen) (notice string, err error) {
	changes, err := git.ChangesBetween(ctx, l.Repository, parted, head, l.Repository.Prefix)
	if err != nil {
		return "", err
	}
	store := l.Config.Store.Dir + "/"
	isFile := func(entry git.Entry) bool { return entry.Mode != "" && entry.Mode != git.ModeLink }
	changes = slices.DeleteFunc(changes, func(c git.PathChange) bool {
		return c.Submodule || !kb.IsNote(c.Path) || strings.HasPrefix(c.Path, store) || c.New.Blob == c.Old.Blob || !isFile(c.New) && !isFile(c.Old)
	})
	slices.SortFunc(changes, func(a, b git.PathChange) int { return cmp.Compare(a.Path, b.Path) })
	brought := slices.DeleteFunc(slices.Clone(changes), func(c git.PathChange) bool { return !isFile(c.New) })
	gone := slices.DeleteFunc(changes, func(c git.PathChange) bool { return isFile(c.New) })
	all := len(brought)
	if brought = drawn(d.ID, brought); len(brought) < all {
		notice = fmt.Sprintf("the change brings %d notes; %d of them are kept, drawn by lot", all, len(brought))
	}
	d.PathsLeftOut = all - len(brought)
	fresh := slices.DeleteFunc(slices.Clone(brought), func(c git.PathChange) bool { return c.Old.Mode != "" || len(gone) == 0 || len(brought) > mostRenamed })
	isFresh := map[string]bool{}
	for _, c := range fresh {
		isFresh[c.Path] = true
	}
	d.Paths = nil
	texts := map[string][]byte{} // of the fresh ones
	err = eachText(ctx, l, seen, brought, func(c git.PathChange) string { return c.New.Blob }, func(c git.PathChange, data []byte) {
		sum := sha256.Sum256(data)
		d.Paths = append(d.Paths, decision.ChangedFile{Path: c.Path, SHA: hex.EncodeToString(sum[:])})
		if isFresh[c.Path] && len(data) <= longestRenamed {
			texts[c.Path] = slices.Clone(data)
		}
		if len(brought) == 1 && d.Verdict == decision.Rejected {
			note := draft.ReadMarkdown(c.Path, data)
			note.Type = decision.Claim
			KeepLikeness(d, note)
		}
	})
	if err != nil {
		return "", err
	}
	was := renames(ctx, l, seen, fresh, gone, texts)
	size := 0
	for _, c := range d.Paths {
		size += len(c.Path) + len(was[c.Path])
	}
	for i := range d.Paths {
		if size <= decision.MostPathBytes { // else what the notes are called now says more
			d.Paths[i].Was = was[d.Paths[i].Path]
		}
	}
	for _, c := range gone { // what was decided on it was decided on a note that is no more
		isRenamed := slices.ContainsFunc(d.Paths, func(f decision.ChangedFile) bool { return f.Was == c.Path })
		if !isRenamed && len(d.Paths) < decision.MostChangedFiles {
			d.Paths = append(d.Paths, decision.ChangedFile{Path: c.Path})
		}
	}
	slices.SortFunc(d.Paths, func(a, b decision.ChangedFile) int { return cmp.Compare(a.Path, b.Path) })
	return notice, nil
}

// drawn are those of the notes of a change that a decision names: all where there is room for all. Else which ones follows from the
// decision's id. The reviewer's act makes that, while whoever proposes a change chooses its paths and its commits as they like.
func drawn(id string, notes []git.PathChange) []git.PathChange {
	size := 0
	for _, c := range notes {
		size += len(c.Path)
	}
	if len(notes) <= decision.MostChangedFiles && size <= decision.MostPathBytes {
		return notes
	}
	lot := make(map[string]string, len(notes))
	for _, c := range notes {
		sum := sha256.Sum256([]byte(id + "\x00" + c.Path))
		lot[c.Path] = string(sum[:])
	}
	all := slices.Clone(notes)
	slices.SortFunc(all, func(a, b git.PathChange) int { return cmp.Compare(lot[a.Path], lot[b.Path]) })
	room := decision.MostPathBytes
	all = slices.DeleteFunc(all, func(c git.PathChange) bool {
		isKept := len(c.Path) <= room
		if isKept {
			room -= len(c.Path)
		}
		return !isKept
	})
	return all[:min(len(all), decision.MostChangedFiles)]
}

// eachText reads contents of changes, in their order. Those that no check would read are left out.
func eachText(ctx context.Context, l *ledger.Ledger, seen *Seen, changes []git.PathChange, blob func(git.PathChange) string, take func(git.PathChange, []byte)) error {
	blobs := make([]string, len(changes))
	for i, c := range changes {
		blobs[i] = blob(c)
	}
	objects, done := seen.reader(ctx, l)
	err := objects.Each(blobs, source.MaxNote, func(i int, o git.Object, err error) error {
		if err == nil {
			take(changes[i], o.Data)
		}
		return nil
	})
	return errors.Join(err, done())
}

// How many notes that came and went are compared in search of renames, how long each may be in bytes, and which share of lines two have in
// common that are one: the share is git's own (git-diff(1), -M).
const (
	mostRenamed    = 100
	longestRenamed = 64 << 10
	renamedFrom    = 0.5
)

// renames gives the paths that new notes had before, by their paths now: of the notes that went, those of the same content, else those
// most like in their lines.
func renames(ctx context.Context, l *ledger.Ledger, seen *Seen, fresh, gone []git.PathChange, texts map[string][]byte) map[string]string {
	was, taken := map[string]string{}, map[string]bool{}
	var open []git.PathChange
	for _, c := range fresh {
		at := slices.IndexFunc(gone, func(g git.PathChange) bool { return g.Old.Blob == c.New.Blob && !taken[g.Path] })
		if at < 0 {
			open = append(open, c)
			continue
		}
		was[c.Path], taken[gone[at].Path] = gone[at].Path, true
	}
	left := slices.DeleteFunc(slices.Clone(gone), func(g git.PathChange) bool { return taken[g.Path] })
	if len(open) == 0 || len(left) == 0 || len(left) > mostRenamed {
		return was
	}
	before := map[string][]byte{}
	err := eachText(ctx, l, seen, left, func(c git.PathChange) string { return c.Old.Blob }, func(c git.PathChange, data []byte) {
		if len(data) <= longestRenamed {
			before[c.Path] = slices.Clone(data)
		}
	})
	if err != nil {
		return was
	}
	for _, c := range open {
		best, from := renamedFrom, ""
		for _, g := range left {
			if share := commonLines(before[g.Path], texts[c.Path]); share >= best && !taken[g.Path] {
				best, from = share, g.Path
			}
		}
		if from != "" {
			was[c.Path], taken[from] = from, true
		}
	}
	return was
}

// commonLines is the share of the lines of the longer text that both have.
func commonLines(a, b []byte) float64 {
	lines := map[string]int{}
	all, common := 0, 0
	for line := range strings.Lines(string(a)) {
		lines[line]++
		all++
	}
	others := 0
	for line := range strings.Lines(string(b)) {
		if others++; lines[line] > 0 {
			lines[line]--
			common++
		}
	}
	return float64(common) / float64(max(1, all, others))
}

// partedAt gives the commit at which a change left its base. Some forges tell of a merged change the base's tip after the merge; then the
// change left at the merge's first parent or before.
func partedAt(ctx context.Context, l *ledger.Ledger, e event.Event, base, head string, seen *Seen) (string, error) {
	parted, err := seen.mergeBase(ctx, l, base, head)
	if err == nil && parted == head && e.Close != nil && git.IsObjectID(e.Close.Commit) {
		if before, failed := git.Commit(ctx, l.Repository, e.Close.Commit+"^1"); failed == nil {
			parted, err = seen.mergeBase(ctx, l, before, head)
		}
	}
	return parted, err
}

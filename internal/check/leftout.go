package check

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/source"
	"github.com/kbgate/kbgate/internal/store/objects"
	"github.com/kbgate/kbgate/internal/text"
)

// mostCompleted is how many rejections, the newest, are looked up in their commits.
const mostCompleted = 20

// complete adds to the rejections that do not know all notes of their change those notes under check that the change brought as they are
// now. Its commits tell. Where this clone lacks them it says so, once.
func (d *drafts) complete(rejected []*decision.Decision, notes []proposedNote) error {
	var unseen []*decision.Decision
	looked := 0
	var brought map[string]*proposedNote
	for _, r := range slices.Backward(rejected) {
		if r.PathsLeftOut == 0 || d.Now.Sub(r.At) > d.settings.TTL {
			continue
		}
		changes, err := d.changesOf(r)
		if looked++; err != nil || looked > mostCompleted {
			if d.ctx.Err() != nil {
				return d.ctx.Err()
			}
			if !slices.ContainsFunc(unseen, func(u *decision.Decision) bool { return u.PR.String() == r.PR.String() }) {
				unseen = append(unseen, r)
			}
			continue
		}
		if brought == nil {
			if brought, err = d.byBlob(notes); err != nil {
				return err
			}
		}
		known := map[string]bool{}
		for _, c := range r.Paths {
			known[c.Path] = true
		}
		isAll := true
		for _, c := range changes {
			switch n := brought[c.New.Blob]; {
			case known[c.Path] || !kb.IsNote(c.Path):
			case n == nil:
				isAll = false
			default:
				r.Paths = append(r.Paths, decision.ChangedFile{Path: c.Path, SHA: n.SHAs[0]})
			}
		}
		if isAll {
			r.PathsLeftOut = 0
		}
	}
	if len(unseen) > 0 && !d.Hook {
		remote, err := d.Remote()
		if err != nil {
			return err
		}
		d.say("%s", tellUnseen(unseen, remote))
	}
	return nil
}

// changesOf gives the files that a rejected change brought.
func (d *drafts) changesOf(r *decision.Decision) ([]git.PathChange, error) {
	repo := d.Source.Place.Repo
	if !git.IsObjectID(r.PR.BaseSHA) || !git.IsObjectID(r.PR.HeadSHA) {
		return nil, git.ErrNoCommit
	}
	parted, err := git.MergeBase(d.ctx, repo, r.PR.BaseSHA, r.PR.HeadSHA)
	if err != nil {
		return nil, err
	}
	return git.ChangesBetween(d.ctx, repo, parted, r.PR.HeadSHA, d.Source.Place.Folder())
}

// byBlob gives the notes by the names that git has for their contents, with the line ends of each system.
func (d *drafts) byBlob(notes []proposedNote) (map[string]*proposedNote, error) {
	all := map[string]*proposedNote{}
	open := d.open()
	defer open.Close()
	for i := range notes {
		n := &notes[i]
		data, trouble, err := source.Read(open, n.Path)
		if err != nil || trouble != nil { // it has changed since it was judged
			if d.ctx.Err() != nil {
				return nil, d.ctx.Err()
			}
			continue
		}
		for _, form := range formsOf(data) {
			all[objects.IDOf(d.Source.Place.Repo.Format, plumbing.BlobObject, form)] = n
		}
	}
	return all, nil
}

// formsOf gives a text, and it with the line ends of each system: git may have given one to the reviewer.
func formsOf(text []byte) [][]byte {
	unix := bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	return [][]byte{text, unix, bytes.ReplaceAll(unix, []byte("\n"), []byte("\r\n"))}
}

// tellUnseen says of which rejected changes notes may come back unseen, and what to do.
func tellUnseen(unseen []*decision.Decision, remote string) string {
	var names []string
	left := 0
	for _, r := range unseen[:min(len(unseen), 3)] {
		names = append(names, r.PR.String())
	}
	for _, r := range unseen {
		left += r.PathsLeftOut
	}
	if more := len(unseen) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	newest := unseen[0]
	return fmt.Sprintf("%s of what was rejected (%s) stand in no record, and the commits are not here, so that nobody sees whether one comes back; `git fetch %s %s` brings those of %s",
		text.Count(left, "note", "notes"), text.List("and", names...), remote, newest.PR.HeadSHA, newest.PR.String())
}

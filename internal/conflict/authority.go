package conflict

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/decision/memory"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
)

// mostSeals is of how many commits that bring choices the signatures are judged, the newest first: each takes a program of its own.
var mostSeals = 256

// MostSeals is how many signed commits that bring choices are judged.
func MostSeals() int { return mostSeals }

// Unbacked gives those amendments that choose, and behind which no reviewer stands; more is how many further commits are signed, at
// whose signature nobody looked.
func (j *Judge) Unbacked(ctx context.Context, amendments []*decision.Amendment) (unbacked map[*decision.Amendment]bool, more int, err error) {
	choices := slices.DeleteFunc(slices.Clone(amendments), func(a *decision.Amendment) bool { return a.Field != decision.KeptField })
	if err = j.witness(ctx, choices); err != nil {
		return nil, 0, err
	}
	unbacked = map[*decision.Amendment]bool{}
	for _, a := range choices {
		isBacked, _ := j.backing(a)
		unbacked[a] = !isBacked
	}
	return unbacked, j.witnessed.more, nil
}

// ruled gives the amendment of a listed reviewer that chooses one of the files of a case, and whether a signature proves it. Of those
// that are proven the last counts. Of others anybody may have written one in a reviewer's name, so they must agree.
func (j *Judge) ruled(c *Case) (named *decision.Amendment, proven bool) {
	agree := true
	for _, a := range decision.InOrder(c.About) {
		if !c.isChoice(a) {
			continue
		}
		switch isBacked, hasKey := j.backing(a); {
		case hasKey:
			named, proven = a, true
		case isBacked && !proven:
			agree = agree && (named == nil || named.Kept() == a.Kept())
			named = a
		}
	}
	if !agree && !proven {
		return nil, false
	}
	return named, proven
}

// backing reports whether a reviewer whom the configuration lists stands behind an amendment that was witnessed. Where the configuration
// lists keys of the reviewer, a commit with a good signature of one of them must have brought the amendment; else the name is enough,
// which anybody may write.
func (j *Judge) backing(a *decision.Amendment) (isBacked, hasKey bool) {
	if j.Refuse(a) != nil {
		return false, false
	}
	hasKey = j.witnessed.proven[j.keyOf(a, j.witnessed.tip)]
	return hasKey || len(j.Rules.ReviewerKeys[a.By]) == 0, hasKey
}

// Refuse says why nobody may choose in the name that an amendment bears; nil where its bearer may.
func (j *Judge) Refuse(a *decision.Amendment) error {
	switch keys := j.Rules.ReviewerKeys; {
	case !slices.Contains(j.Rules.Reviewers, a.By):
		return hint.Misuse("--by names one; "+config.FileName+" of the default branch lists them", "%.60q is no reviewer whom rules.reviewers lists", a.By)
	case len(keys[a.By]) > 0:
		return nil
	default: // else anybody would write the name of one who has none
		for _, listed := range keys {
			if len(listed) > 0 {
				return hint.Misuse("have a key of theirs listed there, in "+config.FileName+" of the default branch, or let a reviewer choose who has one",
					"rules.reviewer_keys lists keys, and none of %s, so a choice by that name counts for nothing", a.By)
			}
		}
	}
	return nil
}

// Message is the message of a commit that brings a choice.
func Message(a *decision.Amendment) string {
	return fmt.Sprintf("Amend a record: %s\n\nOf %s the record is the blob %s.", a.Field, a.Of, a.Kept())
}

// Seal gives what refuses a commit that does not prove a choice; nil where the configuration lists no key of its reviewer.
func (j *Judge) Seal(ctx context.Context, a *decision.Amendment) func(commit string) error {
	return j.SealBy(ctx, a.By, Message(a))
}

// SealBy gives what refuses a commit that does not prove a deed of a reviewer; nil where the configuration lists no key of the reviewer.
func (j *Judge) SealBy(ctx context.Context, by, message string) func(commit string) error {
	keys := j.Rules.ReviewerKeys[by]
	if len(keys) == 0 {
		return nil
	}
	return func(commit string) error {
		seal, err := git.SealOf(ctx, j.Repository, commit)
		switch {
		case err != nil:
			return err
		case !isOf(keys, seal.Keys):
			return hint.Misuse("`git config user.signingKey` and gpg.format say with which key git signs", "the commit is not signed by a key that rules.reviewer_keys lists for %s", by)
		case !seal.Original || seal.Message != message:
			return hint.Misuse("leave GIT_AUTHOR_DATE and GIT_COMMITTER_DATE unset", "git makes the commit with another message, or dates of author and committer that differ")
		}
		return nil
	}
}

// IsOfReviewer reports whether one of some fingerprints is that of a key of a listed reviewer.
func IsOfReviewer(rules *config.Rules, prints []string) bool {
	return slices.ContainsFunc(rules.Reviewers, func(name string) bool { return isOf(rules.ReviewerKeys[name], prints) })
}

// isOf reports whether a fingerprint is one of some keys.
func isOf(keys, prints []string) bool {
	return slices.ContainsFunc(prints, func(print string) bool {
		return print != "" && slices.ContainsFunc(keys, func(key string) bool {
			return strings.EqualFold(strings.ReplaceAll(key, " ", ""), print) && (strings.HasPrefix(key, "SHA256:") == strings.HasPrefix(print, "SHA256:"))
		})
	})
}

// keyOf tells amendments apart by the file of each, its path and the id of its content, in the format of a commit's; "" where one says
// what no record can.
func (j *Judge) keyOf(a *decision.Amendment, commit string) string {
	data, err := a.Encode()
	if err != nil {
		return ""
	}
	return path.Join(j.Folder, a.Path()) + " " + decision.BlobID(data, commit)
}

// witnessed is which choices a commit proves, by keyOf, as of a tip.
type witnessed struct {
	tip    string
	proven map[string]bool
	more   int // commits that are signed, and of which nobody looked at the signature
}

// witness finds out which amendments were brought by commits that prove their reviewers' choices, with one look at the history for all.
func (j *Judge) witness(ctx context.Context, choices []*decision.Amendment) error {
	tip, err := j.Store.Tip()
	if err != nil {
		return err
	}
	if j.witnessed.tip != tip {
		j.witnessed.tip, j.witnessed.proven = tip, map[string]bool{}
	}
	var deeds []Deed
	for _, a := range choices {
		key := j.keyOf(a, tip)
		if _, known := j.witnessed.proven[key]; known || key == "" {
			continue
		}
		file, blob, _ := strings.Cut(key, " ")
		deeds = append(deeds, Deed{file, blob, a.By, Message(a)})
	}
	proven, more, err := Prove(ctx, j.Repository, &j.Rules, tip, deeds)
	if err != nil {
		return err
	}
	j.witnessed.more += more
	for _, d := range deeds {
		if len(j.Rules.ReviewerKeys[d.By]) > 0 && slices.Contains(j.Rules.Reviewers, d.By) {
			j.witnessed.proven[d.File+" "+d.Blob] = proven[d] != ""
		}
	}
	return nil
}

// Deed is a record that a reviewer brings into a store by a commit of its own.
type Deed struct {
	File, Blob string // the record's path from the top of the repository, and the id of its content
	By         string
	Message    string // of the commit
}

// Prove gives the commits that prove deeds, of all that lead to a tip, with one look at the history; more is how many further commits are
// signed, at whose signature nobody looked.
func Prove(ctx context.Context, repo git.Folder, rules *config.Rules, tip string, deeds []Deed) (proven map[Deed]string, more int, err error) {
	asked := map[string][]Deed{} // by file and blob
	var names, commits []string
	for _, d := range deeds {
		if len(rules.ReviewerKeys[d.By]) > 0 && slices.Contains(rules.Reviewers, d.By) {
			asked[d.File+" "+d.Blob] = append(asked[d.File+" "+d.Blob], d)
			names = append(names, d.File)
		}
	}
	if len(asked) == 0 {
		return nil, 0, nil
	}
	cut, err := git.CutOff(ctx, repo, tip)
	if err != nil {
		return nil, 0, err
	}
	slices.Sort(names)
	var brought []git.Trace
	err = git.Additions(ctx, repo, []string{tip}, slices.Compact(names), func(t git.Trace) {
		if len(t.Parents) <= 1 && !cut[t.Commit] {
			brought, commits = append(brought, t), append(commits, t.Commit)
		}
	})
	if err != nil || len(brought) == 0 {
		return nil, 0, err
	}
	seals, more, err := git.Seals(ctx, repo, commits, mostSeals)
	if err != nil {
		return nil, more, err
	}
	proven = map[Deed]string{}
	for _, t := range brought {
		seal, isSigned := seals[t.Commit]
		for _, d := range asked[t.New.Path+" "+t.New.Blob] {
			if !isSigned || proven[d] != "" {
				continue
			}
			if isProof, err := d.isProven(ctx, repo, rules, seal, t); err != nil {
				return nil, more, err
			} else if isProof {
				proven[d] = t.Commit
			}
		}
	}
	return proven, more, nil
}

// Claimed is a deed, and a commit that says it is the one.
type Claimed struct {
	Deed
	Commit  string
	Parents []string
}

// ProveAt gives the commits that prove deeds, of those that say so, the newest first. It looks at these commits alone, so nothing else in
// the history keeps a proof out; more is how many further ones are signed, at whose signature nobody looked.
func ProveAt(ctx context.Context, repo git.Folder, rules *config.Rules, claimed []Claimed) (proven map[Deed]string, more int, err error) {
	var commits []string
	for _, c := range slices.Backward(claimed) {
		if len(rules.ReviewerKeys[c.By]) > 0 && slices.Contains(rules.Reviewers, c.By) {
			commits = append(commits, c.Commit)
		}
	}
	if len(commits) == 0 {
		return nil, 0, nil
	}
	seals, more, err := git.Seals(ctx, repo, commits, mostSeals)
	if err != nil {
		return nil, more, err
	}
	proven = map[Deed]string{}
	for _, c := range claimed {
		seal, isSigned := seals[c.Commit]
		if !isSigned || proven[c.Deed] != "" {
			continue
		}
		isProof, err := c.isProven(ctx, repo, rules, seal, git.Trace{Commit: c.Commit, Parents: c.Parents})
		if err != nil {
			return nil, more, err
		}
		if isProof {
			proven[c.Deed] = c.Commit
		}
	}
	return proven, more, nil
}

// isProven reports whether by a commit the reviewer did that and nothing else: the reviewer's key signed it, its message says so, it was
// not taken over from elsewhere, and it brings that record alone. Whoever signs a merge, a squash or another's commit signs all that is
// in it, and may not have seen the record.
func (d *Deed) isProven(ctx context.Context, repo git.Folder, rules *config.Rules, seal git.Seal, t git.Trace) (bool, error) {
	if seal.Message != d.Message || !seal.Original || len(t.Parents) > 1 || !isOf(rules.ReviewerKeys[d.By], seal.Keys) {
		return false, nil
	}
	before := ""
	if len(t.Parents) == 1 {
		before = t.Parents[0]
	}
	changes, closed, err := git.TreeDiff(ctx, repo, before, t.Commit)
	if err != nil || len(closed.First) > 0 {
		return false, err
	}
	brings := false
	for _, c := range changes {
		switch {
		case c.Path == d.File:
			brings = c.New.Blob == d.Blob && c.Old.Mode == ""
		case !strings.HasSuffix(c.Path, memory.End): // a memory log follows
			return false, nil
		}
	}
	return brings, nil
}

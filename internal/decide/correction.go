package decide

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/records"
	"github.com/kbgate/kbgate/internal/secret"
)

// The bounds of the search for what was submitted.
const (
	maxCompared   = 1 << 20 // bytes of one text
	mostHeld      = 8 << 20 // bytes of all texts of one commit
	mostVersions  = 200     // versions of a file that are compared by their hashes, the newest
	mostRefs      = 500     // branches in whose history they are looked for
	mostDecisions = 100     // on one artifact, the newest
)

// withTerms says why no correction is kept.
const withTerms = "what was changed is not kept, because deal terms were found in it"

// KeepCorrection adds to an approval with changes what was changed since the artifact was rejected last, as a unified diff. It says in notice why
// there is none where one was to be expected, or what is missing of it.
func KeepCorrection(ctx context.Context, l *ledger.Ledger, d *decision.Decision, approved *File) (notice string, err error) {
	if d.Verdict != decision.ApprovedWithChanges || approved.Path == "" {
		return "", nil
	}
	names, err := recall.NamesOf(ctx, l, approved.Path, d.PR.HeadSHA)
	if err != nil {
		return "", err
	}
	rejection, isSecret, err := lastRejection(ctx, l, d, names)
	if err != nil || rejection == nil {
		return "", err
	}
	if isSecret {
		return withTerms, nil
	}
	if approved.Data == nil {
		return "what was changed is not kept, because what is approved was not read", nil
	}
	submitted, err := submittedText(ctx, l, rejection, names)
	if err != nil {
		return "", err
	}
	if submitted == nil {
		return "what was changed is not kept: the text that was rejected is not in this clone", nil
	}
	d.Correction, notice = Difference(l.Config, []Changed{{approved.Path, submitted, approved.Data}})
	return notice, nil
}

// Unchanged is the notice that there is no difference to be kept.
const Unchanged = "nothing was changed since it was rejected: the text is the same"

// lastRejection gives the rejection of an artifact that no approval followed, and whether deal terms were found since the approval before;
// nil where there is none. What touched it within a change, and what was decided on the same pull request, are about it too.
func lastRejection(ctx context.Context, l *ledger.Ledger, d *decision.Decision, names recall.Names) (rejection *decision.Decision, isSecret bool, err error) {
	filters := []recall.Filter{{Names: names, People: true, Limit: mostDecisions}}
	if d.PR.Number > 0 {
		filters = append(filters, recall.Filter{Repo: d.PR.Repo, PR: d.PR.Number, People: true, Limit: mostDecisions})
	}
	var all []*decision.Decision
	for _, f := range filters {
		for one, err := range recall.Log(ctx, l, f) {
			if bad := (*records.BadRecord)(nil); errors.As(err, &bad) {
				continue
			} else if err != nil {
				return nil, false, err
			}
			isOther := !names.Touched(one) && (len(f.Names) > 0 || one.Artifact.Path != "")
			if !one.Disputed && (d.At.IsZero() || !one.At.After(d.At)) && !isOther && !slices.ContainsFunc(all, func(o *decision.Decision) bool { return o.ID == one.ID }) {
				all = append(all, one)
			}
		}
	}
	slices.SortFunc(all, func(a, b *decision.Decision) int { return cmp.Or(b.At.Compare(a.At), strings.Compare(b.ID, a.ID)) })
	isSecret = d.HasIssue(gate.OpsecInternalDealTerms.ID)
	for _, one := range all {
		if one.Verdict != decision.Rejected {
			break
		}
		isSecret = isSecret || one.HasIssue(gate.OpsecInternalDealTerms.ID)
		if rejection == nil {
			rejection = one
		}
	}
	return rejection, isSecret, nil
}

// submittedText gives the text of a file that a rejection was of, as this clone has it: at the commit that the record names, else a version
// of the branches' histories that has the hash of the record. It is nil where there is none.
func submittedText(ctx context.Context, l *ledger.Ledger, of *decision.Decision, names recall.Names) ([]byte, error) {
	path, want := "", ""
	if names.Has(of.Artifact.Path) {
		path, want = of.Artifact.Path, of.Artifact.SHA
	}
	for _, f := range of.Paths {
		if names.Has(f.Path) {
			path, want = f.Path, cmp.Or(want, f.SHA)
		}
	}
	if path == "" {
		return nil, nil
	}
	if git.IsObjectID(of.PR.HeadSHA) {
		data, err := textAt(ctx, l, of.PR.HeadSHA, path)
		if err != nil || data != nil && (want == "" || want == sumOf(data)) {
			return data, err
		}
	}
	if want == "" {
		return nil, nil
	}
	return versionOf(ctx, l, path, want)
}

// textAt gives the text of a file in a commit; nil where the clone lacks the commit, where the commit has no such file, or where that is
// too large.
func textAt(ctx context.Context, l *ledger.Ledger, commit, path string) ([]byte, error) {
	if _, err := git.Commit(ctx, l.Repository, commit); err != nil {
		return nil, ctx.Err() // the clone lacks it
	}
	found, err := git.MemberAt(ctx, l.Repository, commit, l.Repository.Prefix+path)
	isFile := found.Mode != "" && found.Mode != git.ModeLink && found.Mode != git.ModeFolder && found.Mode != git.ModeSubmodule
	if err != nil || !isFile {
		return nil, ctx.Err()
	}
	data, err := readBlob(ctx, l, found.Blob, maxCompared)
	if err != nil {
		return nil, ctx.Err()
	}
	return slices.Concat([]byte{}, data), nil
}

// versionOf gives the newest version of a file, among those that the branches' histories have, of a SHA-256; nil for none.
func versionOf(ctx context.Context, l *ledger.Ledger, path, sha string) ([]byte, error) {
	refs, err := git.References(ctx, l.Repository, "refs/heads", "refs/remotes", "refs/kbgate/proposed")
	if err != nil {
		return nil, err
	}
	store := strings.TrimPrefix(l.Ref, "refs/heads/")
	var commits []string
	for _, r := range refs {
		isStore := r.Name == l.Ref || strings.HasPrefix(r.Name, "refs/remotes/") && strings.HasSuffix(r.Name, "/"+store)
		if !isStore && len(commits) < mostRefs && !slices.Contains(commits, r.ID) {
			commits = append(commits, r.ID)
		}
	}
	if head, err := git.Commit(ctx, l.Repository, "HEAD"); err == nil && !slices.Contains(commits, head) {
		commits = append(commits, head)
	}
	if len(commits) == 0 {
		return nil, nil
	}
	var blobs []string
	err = git.Versions(ctx, l.Repository, commits, []string{l.Repository.Prefix + path}, func(v git.Version) {
		if v.Path == l.Repository.Prefix+path && v.New.Mode != "" && v.New.Mode != git.ModeLink && !slices.Contains(blobs, v.New.Blob) {
			blobs = append(blobs, v.New.Blob)
			blobs = blobs[max(0, len(blobs)-mostVersions):]
		}
	})
	if err != nil {
		return nil, err
	}
	slices.Reverse(blobs)
	var text []byte
	objects := git.OpenObjects(ctx, l.Repository)
	err = objects.Each(blobs, maxCompared, func(_ int, o git.Object, err error) error {
		if err == nil && text == nil && sumOf(o.Data) == sha {
			text = slices.Concat([]byte{}, o.Data)
		}
		return nil
	})
	return text, errors.Join(err, objects.Close())
}

// CorrectionOf gives what was changed in files of a change between two of its commits, that which was rejected and that which was
// approved, as a unified diff; notice says why there is none where one was to be expected, or what is missing of it. The issues are those
// of all decisions on the change.
func CorrectionOf(ctx context.Context, l *ledger.Ledger, from, to string, files []decision.ChangedFile, issues []string, seen *Seen) (diff, notice string, err error) {
	if slices.Contains(issues, gate.OpsecInternalDealTerms.ID) {
		return "", withTerms, nil
	}
	for _, commit := range []string{from, to} {
		isLacking := !git.IsObjectID(commit) || seen.lacksAny(commit)
		if !isLacking && seen == nil {
			_, err := git.Commit(ctx, l.Repository, commit)
			isLacking = err != nil
		}
		if isLacking {
			return "", fmt.Sprintf("what was changed is not kept: the commit %.12s is not in this clone", commit), ctx.Err()
		}
	}
	var all []Changed
	if from != to { // else nothing can differ
		var paths []string
		for _, f := range files {
			paths = append(paths, f.Path)
			if f.Was != "" {
				paths = append(paths, f.Was)
			}
		}
		was, err := textsAt(ctx, l, seen, from, paths)
		is := was
		if err == nil {
			is, err = textsAt(ctx, l, seen, to, paths)
		}
		if errors.Is(err, errMuch) {
			return "", fmt.Sprintf("what was changed is not kept: the notes take more than %d MiB", mostHeld>>20), nil
		} else if err != nil {
			return "", "", err
		}
		for _, f := range files {
			before, after := was[f.Path], is[f.Path]
			if before == nil && f.Was != "" {
				before = was[f.Was]
			}
			if string(before) != string(after) {
				all = append(all, Changed{f.Path, before, after})
			}
		}
	}
	diff, notice = Difference(l.Config, all)
	return diff, notice, nil
}

// errMuch says that the texts are too large to be compared.
var errMuch = errors.New("the texts are too large")

// textsAt gives the texts of files in a commit by their paths, as textAt gives that of one.
func textsAt(ctx context.Context, l *ledger.Ledger, seen *Seen, commit string, paths []string) (map[string][]byte, error) {
	full := make([]string, len(paths))
	for i, path := range paths {
		full[i] = l.Repository.Prefix + path
	}
	found, err := git.Entries(ctx, l.Repository, commit, full...)
	if err != nil {
		return nil, ctx.Err()
	}
	found = slices.DeleteFunc(found, func(e git.Entry) bool { return e.Mode == git.ModeLink || e.Mode == git.ModeFolder })
	blobs := make([]string, len(found))
	for i, e := range found {
		blobs[i] = e.Blob
	}
	texts, held := map[string][]byte{}, 0
	objects, done := seen.reader(ctx, l)
	err = objects.Each(blobs, maxCompared, func(i int, o git.Object, err error) error {
		if err == nil {
			if held += len(o.Data); held > mostHeld {
				return errMuch
			}
			texts[strings.TrimPrefix(found[i].Path, l.Repository.Prefix)] = slices.Concat([]byte{}, o.Data)
		}
		return nil
	})
	isMuch := errors.Is(err, errMuch)
	if err = errors.Join(err, done()); isMuch {
		return nil, errMuch
	}
	if err != nil {
		return nil, ctx.Err()
	}
	return texts, nil
}

// Changed is a file before a change and after it; nil where there was none.
type Changed struct {
	Path          string
	Before, After []byte
}

// Difference gives what was changed in files, as a unified diff of at most decision.MaxCorrection bytes, which is the same on every
// machine: nothing but the texts chooses it. Where more was changed, its last line says so. Of texts that hold a secret, or deal terms by the
// configuration, there is none.
func Difference(c *config.Config, files []Changed) (diff, notice string) {
	var b strings.Builder
	for _, f := range files {
		for _, text := range [][]byte{f.Before, f.After} {
			switch {
			case len(text) > maxCompared:
				return "", fmt.Sprintf("what was changed is not kept: %s is larger than %d KiB", f.Path, maxCompared>>10)
			case !utf8.Valid(text) || slices.Contains(text, 0):
				return "", fmt.Sprintf("what was changed is not kept: %s is no UTF-8 text", f.Path)
			case len(secret.Find(string(text))) > 0:
				return "", fmt.Sprintf("what was changed is not kept: %s holds what looks like a secret", f.Path)
			case gate.BuiltIn.HoldDealTerms(c, f.Path, text):
				return "", withTerms
			}
		}
		label := func(side string, text []byte) string {
			if text == nil {
				return "/dev/null"
			}
			return side + "/" + f.Path
		}
		b.WriteString(udiff.Unified(label("a", f.Before), label("b", f.After), string(f.Before), string(f.After)))
	}
	if diff = b.String(); len(diff) <= decision.MaxCorrection {
		if diff == "" && len(files) > 0 {
			notice = Unchanged
		}
		return diff, notice
	}
	end := fmt.Sprintf("\\ Cut here: all that was changed takes %d bytes.\n", len(diff))
	kept := diff[:decision.MaxCorrection-len(end)]
	return kept[:strings.LastIndexByte(kept, '\n')+1] + end, fmt.Sprintf("of what was changed, %d KiB of %d are kept", decision.MaxCorrection>>10, len(diff)>>10)
}

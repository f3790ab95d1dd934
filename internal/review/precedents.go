package review

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha1" //nolint:gosec // git's name of a content, which a record may give
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/lazy"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/records"
	"github.com/kbgate/kbgate/internal/text"
)

// The bounds of what is looked at for precedents; the newest are.
const (
	mostRecords   = 3_000    // decisions
	mostPulls     = 200      // pull requests that are looked up in the history
	mostOfPull    = 20       // claims of one
	mostVersions  = 3_000    // versions of claims in the history
	mostAccepted  = 600      // claims that the history alone shows as accepted
	mostSentBack  = 600      // and as mended
	maxCaseText   = 64 << 10 // bytes of one
	mostCaseFiles = 1 << 20  // files of the history whose versions are remembered
)

// History is where precedents come from.
type History struct {
	Repository git.Folder
	Prefix     string // of the knowledge base below the top, as git.Folder.Prefix; "" at the top
	Tip        string // the commit whose history counts; "": none
	Config     *config.Config
	Gates      gate.Registry
	Ledger     *ledger.Ledger // nil: no decisions
}

// finder finds the decided claims.
type finder struct {
	History
	ctx      context.Context
	objects  *git.Objects
	lineage  *git.Lineage
	arrivals map[string]string
	versions map[string][]version // by path below the root, oldest first
	current  map[string]string    // the blobs of the claims at the tip, by path
	texts    map[string][]byte    // of blobs; nil: not there, or too large
	leftOut  []string
	cases    []Precedent
	byFile   map[string]string // the only note of a file name; "": there are several
	settled  map[string]bool   // paths of which decisions tell
}

// version is what a commit made of a claim.
type version struct{ commit, day, blob string }

// FindPool gathers the claims on which a house has decided: by the records of decisions, with the texts that git's history has of
// them, and by the history itself, where claims were mended before or soon after they came in.
func FindPool(ctx context.Context, h History) (_ *Pool, err error) {
	f := &finder{History: h, ctx: ctx, objects: git.OpenObjects(ctx, h.Repository), versions: map[string][]version{}, current: map[string]string{},
		texts: map[string][]byte{}, settled: map[string]bool{}}
	defer func() { err = errors.Join(err, f.objects.Close()) }()
	if h.Tip != "" {
		if err := f.readHistory(); err != nil {
			return nil, err
		}
	}
	if h.Ledger != nil {
		if err := f.fromDecisions(); err != nil {
			return nil, err
		}
	}
	if h.Tip != "" {
		if err := f.fromHistory(); err != nil {
			return nil, err
		}
	}
	f.cases = slices.DeleteFunc(f.cases, func(p Precedent) bool {
		together := []byte(p.Text + "\n\n" + p.Mended) // the text may name whose terms a mend tells
		return !isNamed(h.Config, p.Path, true, false) || h.Gates.HoldDealTerms(h.Config, p.Path, []byte(p.Text), together, []byte(p.Mended), []byte(p.Reason))
	})
	return newPool(f.cases, f.leftOut), nil
}

func (f *finder) bound(format string, a ...any) {
	if said := fmt.Sprintf(format, a...); !slices.Contains(f.leftOut, said) {
		f.leftOut = append(f.leftOut, said)
	}
}

// readHistory reads which versions of notes there were, and which are there.
func (f *finder) readHistory() (err error) {
	var paths []string
	if f.Prefix != "" {
		paths = []string{strings.TrimSuffix(f.Prefix, "/")}
	}
	seen := 0
	err = git.Versions(f.ctx, f.Repository, []string{f.Tip}, paths, func(v git.Version) {
		name, ok := strings.CutPrefix(v.Path, f.Prefix)
		if !ok || v.New.Mode == "" || v.New.Mode == git.ModeLink || !kb.MayBeClaim(name, &f.Config.Claims) {
			return
		}
		if seen++; seen > mostCaseFiles {
			f.bound("versions of claims beyond %d in the history are not looked at", mostCaseFiles)
			return
		}
		f.versions[name] = append(f.versions[name], version{v.Commit, v.Day, v.New.Blob})
	})
	if err != nil {
		return err
	}
	if f.lineage, err = git.LineageOf(f.ctx, f.Repository, []string{f.Tip}); err != nil {
		return err
	}
	f.arrivals = f.lineage.Arrivals(f.Tip)
	entries, _, err := git.TreeList(f.ctx, f.Repository, f.Tip)
	for _, e := range entries {
		if name, ok := strings.CutPrefix(e.Path, f.Prefix); ok && e.Mode != git.ModeLink && kb.MayBeClaim(name, &f.Config.Claims) {
			f.current[name] = e.Blob
		}
	}
	return err
}

// text gives the content of a blob, nil where it is not there or too large.
func (f *finder) text(blob string) []byte {
	if blob == "" {
		return nil
	}
	data, known := f.texts[blob]
	if !known {
		if o, err := f.objects.Read(blob, maxCaseText); err == nil && o.Kind == "blob" {
			data = o.Data
		}
		f.texts[blob] = data
	}
	return data
}

// claim gives the text of a version if that is a claim.
func (f *finder) claim(name, blob string) (*claim.Claim, bool) {
	data := f.text(blob)
	if data == nil {
		return nil, false
	}
	c := claim.Parse(name, data)
	why, _ := c.Over()
	return c, why == "" && kb.IsClaim(c, &f.Config.Claims)
}

// fromDecisions takes the decisions of reviewers. What readers decided is none of the house's bar.
func (f *finder) fromDecisions() error {
	chains, pulls, n := map[string][]*decision.Decision{}, map[string][]*decision.Decision{}, 0
	for d, err := range recall.Log(f.ctx, f.Ledger, recall.Filter{Limit: mostRecords}) {
		if bad := (*records.BadRecord)(nil); errors.As(err, &bad) {
			continue
		} else if err != nil {
			return err
		}
		if n++; n == mostRecords {
			f.bound("of the decisions, the newest %d were looked at", mostRecords)
		}
		name := strings.TrimPrefix(path.Clean("/"+d.Artifact.Path), "/")
		if f.Prefix != "" && f.versions[name] == nil {
			name = strings.TrimPrefix(name, f.Prefix)
		}
		switch {
		case d.Disputed || d.Source == decision.Validator || d.Artifact.Type != decision.Claim && d.Artifact.Type != decision.OtherType && d.Artifact.Type != decision.Documentation:
		case d.Artifact.Path != "" && kb.MayBeClaim(name, &f.Config.Claims):
			chains[name] = append(chains[name], d)
		case d.Artifact.Path == "" && d.Artifact.Type == decision.Claim && d.PR.Number > 0:
			key := fmt.Sprintf("%s#%d", d.PR.Repo, d.PR.Number)
			pulls[key] = append(pulls[key], d)
		case d.Artifact.Path == "" && d.Artifact.Type == decision.Claim && kb.MayBeClaim(d.Artifact.Name, &f.Config.Claims):
			name = cmp.Or(f.named(d.Artifact.Name), d.Artifact.Name)
			chains[name] = append(chains[name], d)
		}
	}
	for name, chain := range chains {
		slices.Reverse(chain) // oldest first
		f.fromChain(name, chain)
	}
	return f.fromPulls(pulls)
}

// named gives the only note of the history that has a file name.
func (f *finder) named(file string) string {
	if f.byFile == nil {
		f.byFile = map[string]string{}
		for name := range f.versions {
			base := path.Base(name)
			if _, isSecond := f.byFile[base]; isSecond {
				name = ""
			}
			f.byFile[base] = name
		}
	}
	return f.byFile[file]
}

// fromChain takes what was decided on one claim, oldest first.
func (f *finder) fromChain(name string, chain []*decision.Decision) {
	f.settled[name] = true
	at := slices.IndexFunc(chain, func(d *decision.Decision) bool { return d.Verdict != decision.Approved })
	if at < 0 {
		d := chain[len(chain)-1]
		f.accepted(name, f.versionOf(name, cmp.Or(d.Artifact.ApprovedSHA, d.Artifact.SHA), d), dayOf(d))
		return
	}
	d := chain[at]
	blob := f.versionOf(name, d.Artifact.SHA, d)
	later := f.after(name, blob)
	if d.Artifact.ApprovedSHA != "" {
		later = cmp.Or(f.versionOf(name, d.Artifact.ApprovedSHA, nil), later)
	}
	for _, next := range chain[at+1:] {
		if next.Verdict == decision.Approved && next.Artifact.SHA != "" {
			later = cmp.Or(f.versionOf(name, next.Artifact.SHA, nil), later)
			break
		}
	}
	f.sentBack(name, blob, later, Precedent{Gates: d.Issues, Reason: d.Reason, Decided: dayOf(d), Mended: diffLines(d.Correction)})
}

// accepted adds a version of a claim that was accepted as it was.
func (f *finder) accepted(name, blob, decided string) {
	if data := f.text(blob); data != nil {
		f.cases = append(f.cases, Precedent{Outcome: Accepted, Path: name, Text: string(data), Brought: f.dayOf(name, blob), Decided: decided})
	}
}

// sentBack adds a version of a claim that was sent back, and what a later one changed; p says what else is known. Where no text is left,
// there is nothing to learn from.
func (f *finder) sentBack(name, blob, later string, p Precedent) {
	before, after := f.text(blob), f.text(later)
	p.Outcome, p.Path, p.Text, p.Brought = SentBack, name, string(before), f.dayOf(name, blob)
	if p.Mended == "" && before != nil && after != nil && !f.History.Gates.HoldDealTerms(f.Config, name, after) {
		p.Mended = mends(name, before, after)
	}
	if len(p.Gates) == 0 {
		p.Gates = f.gatesOf(name, before, after, p.Reason)
	}
	// A record may call a gate anything, and a request names them beside its data.
	p.Gates = slices.DeleteFunc(slices.Clone(p.Gates), func(tag string) bool {
		_, isKnown := f.History.Gates.Find(tag)
		return !isKnown
	})
	if before != nil || p.Mended != "" {
		f.cases = append(f.cases, p)
	}
}

func dayOf(d *decision.Decision) string { return d.At.UTC().Format(time.DateOnly) }

// dayOf is the day of the commit that brought a version of a claim; "" where the history does not have it.
func (f *finder) dayOf(name, blob string) string {
	for _, v := range f.versions[name] {
		if v.blob == blob {
			return v.day
		}
	}
	return ""
}

// versionOf gives the blob of a claim's version that a record names by a hash: SHA-256 of the content, or git's own. Where the
// record names none, it is the last version up to the day of the decision.
func (f *finder) versionOf(name, sha string, d *decision.Decision) string {
	sha = strings.ToLower(sha[strings.LastIndexByte(sha, ':')+1:])
	all := f.versions[name]
	for _, v := range slices.Backward(all) {
		if sha == "" {
			if d == nil || v.day <= dayOf(d) {
				return v.blob
			}
			continue
		}
		if v.blob == sha {
			return v.blob
		}
		if data := f.text(v.blob); data != nil && names(sha, data) {
			return v.blob
		}
	}
	if git.IsObjectID(sha) && f.text(sha) != nil { // a version that no branch has
		return sha
	}
	return ""
}

// names reports whether a hash is that of a content.
func names(sha string, data []byte) bool {
	if len(sha) == 2*sha1.Size {
		own := sha1.New() //nolint:gosec // as above
		fmt.Fprintf(own, "blob %d\x00%s", len(data), data)
		plain := sha1.Sum(data) //nolint:gosec // as above
		return sha == hex.EncodeToString(own.Sum(nil)) || sha == hex.EncodeToString(plain[:])
	}
	s := sha256.Sum256(data)
	return sha == hex.EncodeToString(s[:])
}

// after gives the version of a claim that the next commit made of another one, or the one at the tip; "" where there is none.
func (f *finder) after(name, blob string) string {
	all := f.versions[name]
	for i, v := range all {
		if v.blob == blob && i+1 < len(all) {
			return all[i+1].blob
		}
	}
	if at := f.current[name]; at != blob {
		return at
	}
	return ""
}

// fromPulls takes what was decided on pull requests: the claims that each brought, as it stood when it was decided on.
func (f *finder) fromPulls(pulls map[string][]*decision.Decision) error {
	keys := make([]string, 0, len(pulls))
	for key := range pulls {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int { return cmp.Or(pulls[b][0].At.Compare(pulls[a][0].At), strings.Compare(a, b)) })
	if len(keys) > mostPulls {
		f.bound("of %d pull requests with decisions, the newest %d were looked at", len(keys), mostPulls)
		keys = keys[:mostPulls]
	}
	for _, key := range keys {
		chain := pulls[key]
		slices.Reverse(chain)
		if err := f.fromPull(chain); err != nil {
			return err
		}
	}
	return nil
}

func (f *finder) fromPull(chain []*decision.Decision) error {
	at := slices.IndexFunc(chain, func(d *decision.Decision) bool { return d.Verdict == decision.Rejected })
	d := chain[len(chain)-1]
	if at >= 0 {
		d = chain[at]
	}
	submitted, err := f.broughtBy(d)
	if err != nil || submitted == nil {
		return err
	}
	last, err := f.broughtBy(chain[len(chain)-1])
	if err != nil {
		return err
	}
	for i, name := range slices.Sorted(maps.Keys(submitted)) {
		if i == mostOfPull {
			f.bound("of pull requests, the first %d claims of each were looked at", mostOfPull)
			break
		}
		blob := submitted[name]
		if _, ok := f.claim(name, blob); !ok || f.settled[name] {
			continue
		}
		later := cmp.Or(last[name], f.current[name])
		if later == blob {
			later = f.current[name]
		}
		switch {
		case at < 0 && d.Verdict == decision.Approved:
			f.accepted(name, blob, dayOf(d))
		case at < 0 || later == blob: // it came in as it was: the objection was to another file
			continue
		default:
			f.sentBack(name, blob, later, Precedent{Gates: d.Issues, Reason: d.Reason, Decided: dayOf(d)})
		}
		f.settled[name] = true
	}
	return nil
}

// broughtBy gives the blobs of the claims that a pull request brought as it stood at a decision, by path; nil where the repository
// does not have it. The record's own list of paths counts where it has one.
func (f *finder) broughtBy(d *decision.Decision) (map[string]string, error) {
	if listed := pathsOf(d); len(listed) > 0 {
		brought := map[string]string{}
		for name, sha := range listed {
			name = strings.TrimPrefix(name, f.Prefix)
			if blob := f.versionOf(name, sha, d); blob != "" {
				brought[name] = blob
			}
		}
		return brought, nil
	}
	head := d.PR.HeadSHA
	if f.Tip == "" || !git.IsObjectID(head) {
		return nil, nil
	}
	if _, err := f.objects.Read(head+"^{commit}", 1<<20); err != nil {
		return nil, f.ctx.Err() // it was never fetched
	}
	onto := f.Tip
	if merge, isMerged := f.arrivals[head]; isMerged {
		parents, err := git.Parents(f.ctx, f.Repository, merge)
		if err != nil || len(parents) == 0 {
			return nil, err
		}
		onto = parents[0]
	}
	base, err := git.MergeBase(f.ctx, f.Repository, onto, head)
	if err != nil || base == "" {
		return nil, nil //nolint:nilerr // histories without a common commit tell nothing
	}
	changes, _, err := git.TreeDiff(f.ctx, f.Repository, base, head)
	if err != nil {
		return nil, err
	}
	brought := map[string]string{}
	for _, c := range changes {
		name, ok := strings.CutPrefix(c.Path, f.Prefix)
		if ok && c.New.Mode != "" && c.New.Mode != git.ModeLink && kb.MayBeClaim(name, &f.Config.Claims) {
			brought[name] = c.New.Blob
		}
	}
	return brought, nil
}

// pathsOf are the files that a record lists as those which a change touched, with their hashes.
func pathsOf(d *decision.Decision) map[string]string {
	all := map[string]string{}
	for i := range d.Rest {
		if d.Rest[i].Name != "paths" {
			continue
		}
		for j := range d.Rest[i].Items {
			item := &d.Rest[i].Items[j]
			if name := item.Get("path"); name != nil && name.Value != "" {
				sha := ""
				if s := item.Get("sha"); s != nil {
					sha = s.Value
				}
				all[name.Value] = sha
			}
		}
	}
	return all
}

// fromHistory takes what the history shows of claims of which no decision tells: those that were mended by a commit which speaks of a
// review, or before the branch that brought them was merged, were sent back; those that stand as they came were accepted.
func (f *finder) fromHistory() error {
	var paths []string
	for name := range f.current {
		if !f.settled[name] {
			paths = append(paths, name)
		}
	}
	// Names alone decide which of too many are looked at.
	slices.SortFunc(paths, func(a, b string) int {
		x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
		return bytes.Compare(x[:], y[:])
	})
	numberAccepted, numberSentBack, looked := 0, 0, 0
	for _, name := range paths {
		all := f.versions[name]
		if len(all) == 0 {
			continue
		}
		if len(all) == 1 && numberAccepted >= mostAccepted || numberSentBack >= mostSentBack || looked+len(all) > mostVersions {
			f.bound("of the history, %d claims that were mended, %d that were not, and %d versions are looked at", mostSentBack, mostAccepted, mostVersions)
			continue
		}
		looked += len(all)
		at, isAsItCame, err := f.mended(name, all)
		switch {
		case err != nil:
			return err
		case at > 0:
			message, err := f.message(all[at].commit)
			if err != nil {
				return err
			}
			numberSentBack++
			f.sentBack(name, all[at-1].blob, all[at].blob, Precedent{Reason: message})
		case isAsItCame && numberAccepted < mostAccepted:
			if _, ok := f.claim(name, all[0].blob); ok {
				numberAccepted++
				f.accepted(name, all[0].blob, "")
			}
		}
	}
	return f.ctx.Err()
}

// reviewWords are those by which the message of a commit says that it follows a review.
var reviewWords = lazy.Regexp(`(?i)\b(review\w*|feedback|address(es|ed|ing)?|request(ed)? changes?|changes? requested|reject\w*|objection\w*|sent back|per (the )?(gate|comment)s?|quality gate\w*|over-?claim\w*|calibrat\w*|scope[ds]?|factual\w*|revis(ão|ao|a|ado|ada|ões)|revisor\w*|corrig\w*|correç\w*|rejeit\w*|objeç\w*|parecer)\b`)

// mended gives the first version of a claim that mends the one before it, 0 where there is none. A claim of which words were changed
// later, and nothing says why, is neither mended nor as it came.
func (f *finder) mended(name string, all []version) (at int, isAsItCame bool, err error) {
	isAsItCame = true
	for i := 1; i < len(all); i++ {
		before, isClaim := f.claim(name, all[i-1].blob)
		after, isStill := f.claim(name, all[i].blob)
		if !isClaim || !isStill || !replaces(mends(name, before.Source, after.Source)) {
			continue
		}
		isAsItCame = false
		// What went in before the branch was merged came from the same hands.
		if arrived := f.arrivals[all[i].commit]; arrived != all[i].commit && arrived == f.arrivals[all[i-1].commit] {
			return i, false, nil
		}
		message, err := f.message(all[i].commit)
		if err != nil || reviewWords().MatchString(message) {
			return i, false, err
		}
	}
	return 0, isAsItCame, nil
}

// replaces reports whether differences take words away, and not only links or marks.
func replaces(differences string) bool {
	for line := range strings.SplitSeq(differences, "\n") {
		if rest, ok := strings.CutPrefix(line, "- "); ok && !strings.HasPrefix(rest, "- [[") && !strings.HasPrefix(rest, "[[") && len(strings.Fields(rest)) > 1 {
			return true
		}
	}
	return false
}

// message is what a commit says, without its trailers.
func (f *finder) message(commit string) (string, error) {
	o, err := f.objects.Read(commit, 1<<20)
	if errors.Is(err, git.ErrTooLarge) {
		return "", nil
	} else if err != nil {
		return "", err
	}
	_, message, _ := strings.Cut(string(o.Data), "\n\n")
	var kept []string
	for line := range strings.SplitSeq(strings.ToValidUTF8(message, "\ufffd"), "\n") {
		if key, _, isTrailer := strings.Cut(line, ": "); isTrailer && strings.Contains(key, "-") && !strings.Contains(key, " ") {
			continue
		}
		kept = append(kept, line)
	}
	return strings.TrimSpace(strings.Join(kept, "\n")), nil
}

// gatesOf tells for which gates a claim was probably sent back: those that what was said names, and those that judge what was
// changed.
func (f *finder) gatesOf(name string, before, after []byte, said string) (tags []string) {
	folded := text.Fold(said)
	for _, g := range f.Gates {
		if g.OfMeaning && (strings.Contains(folded, g.ID) || strings.Contains(folded, strings.ReplaceAll(g.ID, "_", " "))) {
			tags = append(tags, g.ID)
		}
	}
	if len(tags) > 0 || before == nil || after == nil {
		return tags
	}
	a, b := claim.Parse(name, before), claim.Parse(name, after)
	switch changed := func(field string) bool { return a.Header.Text(field) != b.Header.Text(field) }; {
	case changed("confidence"):
		tags = append(tags, gate.ConfidenceMiscalibration.ID)
	case a.Title.Text != b.Title.Text:
		tags = append(tags, gate.TitleOverclaims.ID)
	case changed("created"):
		tags = append(tags, gate.DateErrors.ID)
	}
	return tags
}

// diffLines are the lines of a recorded diff that take away or add.
func diffLines(diff string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(diff, "\n") {
		if strings.HasPrefix(line, "---") || strings.HasPrefix(line, "+++") || line == "" || line[0] != '-' && line[0] != '+' || strings.TrimSpace(line[1:]) == "" {
			continue
		}
		b.WriteString(line[:1] + " " + strings.TrimSpace(line[1:]) + "\n")
	}
	return strings.TrimSpace(cmp.Or(b.String(), diff)) // it may be no diff as diff -u writes it, but a text
}

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
	"path"
	"slices"
	"strings"

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
	cases    []Case
	settled  map[string]bool // paths of which decisions tell
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
	f.cases = slices.DeleteFunc(f.cases, func(c Case) bool {
		together := slices.Concat(c.Text, []byte("\n\n"), []byte(c.Mended)) // the text may name whose terms a mend tells
		return !isNamed(h.Config, c.Path, true, false) || !isShareable(h.Gates, h.Config, c.Path, c.Text, together, []byte(c.Mended), []byte(c.Reason))
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
			if found := f.named(d.Artifact.Name); found != "" {
				chains[found] = append(chains[found], d)
			} else {
				chains[d.Artifact.Name] = append(chains[d.Artifact.Name], d)
			}
		}
	}
	for name, chain := range chains {
		slices.Reverse(chain) // oldest first
		f.fromChain(name, chain)
	}
	return f.fromPulls(pulls)
}

// named gives the only note of the history that has a file name.
func (f *finder) named(file string) (found string) {
	for name := range f.versions {
		if path.Base(name) == file {
			if found != "" {
				return ""
			}
			found = name
		}
	}
	return found
}

// fromChain takes what was decided on one claim, oldest first.
func (f *finder) fromChain(name string, chain []*decision.Decision) {
	f.settled[name] = true
	at := slices.IndexFunc(chain, func(d *decision.Decision) bool { return d.Verdict != decision.Approved })
	if at < 0 {
		d := chain[len(chain)-1]
		if data := f.text(f.versionOf(name, cmp.Or(d.Artifact.ApprovedSHA, d.Artifact.SHA), d)); data != nil {
			f.add(Case{Outcome: Accepted, Path: name, Text: data, Decided: true})
		}
		return
	}
	d := chain[at]
	c := Case{Outcome: SentBack, Path: name, Gates: d.Issues, Reason: d.Reason, Decided: true}
	blob := f.versionOf(name, d.Artifact.SHA, d)
	c.Text = f.text(blob)
	switch {
	case d.Correction != "":
		c.Mended = diffLines(d.Correction)
	case c.Text != nil:
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
		if mended := f.text(later); mended != nil {
			c.Mended = f.mends(name, c.Text, mended)
		}
	}
	if c.Text == nil && c.Mended == "" {
		return // nothing is left to learn from
	}
	if len(c.Gates) == 0 {
		c.Gates = f.gatesOf(name, c.Text, f.text(f.after(name, blob)), c.Reason)
	}
	f.add(c)
}

// add adds a case. Of its gates it keeps those that there are: a record may call one anything, and the request names them beside its data.
func (f *finder) add(c Case) {
	c.Gates = slices.DeleteFunc(slices.Clone(c.Gates), func(tag string) bool {
		_, isKnown := f.History.Gates.Find(tag)
		return !isKnown
	})
	f.cases = append(f.cases, c)
}

// mends are the differences of two versions of a claim as a reader may see them: "" where the later one holds deal terms.
func (f *finder) mends(name string, before, after []byte) string {
	if !isShareable(f.History.Gates, f.Config, name, after) {
		return ""
	}
	return mends(name, before, after)
}

// versionOf gives the blob of a claim's version that a record names by a hash: SHA-256 of the content, or git's own. Where the
// record names none, it is the last version up to the day of the decision.
func (f *finder) versionOf(name, sha string, d *decision.Decision) string {
	sha = strings.ToLower(sha[strings.LastIndexByte(sha, ':')+1:])
	all := f.versions[name]
	for _, v := range slices.Backward(all) {
		if sha == "" {
			if d == nil || v.day <= d.At.Format("2006-01-02") {
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
	for i, name := range slices.Sorted(keysOf(submitted)) {
		if i == mostOfPull {
			f.bound("of pull requests, the first %d claims of each were looked at", mostOfPull)
			break
		}
		if f.settled[name] {
			continue
		}
		blob := submitted[name]
		c, ok := f.claim(name, blob)
		if !ok {
			continue
		}
		if at < 0 {
			if d.Verdict == decision.Approved {
				f.settled[name] = true
				f.add(Case{Outcome: Accepted, Path: name, Text: c.Source, Decided: true})
			}
			continue
		}
		mended := cmp.Or(last[name], f.current[name])
		if mended == blob {
			mended = f.current[name]
		}
		if mended == blob { // it came in as it was: the objection was to another file
			continue
		}
		f.settled[name] = true
		gates := d.Issues
		if len(gates) == 0 {
			gates = f.gatesOf(name, c.Source, f.text(mended), d.Reason)
		}
		one := Case{Outcome: SentBack, Path: name, Text: c.Source, Gates: gates, Reason: d.Reason, Decided: true}
		if after := f.text(mended); after != nil {
			one.Mended = f.mends(name, c.Source, after)
		}
		f.add(one)
	}
	return nil
}

func keysOf(m map[string]string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
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
	accepted, sentBack, looked := 0, 0, 0
	for _, name := range paths {
		all := f.versions[name]
		if len(all) == 0 {
			continue
		}
		if len(all) == 1 && accepted >= mostAccepted || sentBack >= mostSentBack || looked+len(all) > mostVersions {
			f.bound("of the history, %d claims that were mended, %d that were not, and %d versions are looked at", mostSentBack, mostAccepted, mostVersions)
			continue
		}
		looked += len(all)
		found, wasMended, isAsItCame, err := f.mended(name, all)
		switch {
		case err != nil:
			return err
		case wasMended:
			sentBack++
			f.add(found)
		case isAsItCame && accepted < mostAccepted:
			if c, ok := f.claim(name, all[0].blob); ok {
				accepted++
				f.add(Case{Outcome: Accepted, Path: name, Text: c.Source})
			}
		}
	}
	return f.ctx.Err()
}

// reviewWords are those by which the message of a commit says that it follows a review.
var reviewWords = lazy.Regexp(`(?i)\b(review\w*|feedback|address(es|ed|ing)?|request(ed)? changes?|changes? requested|reject\w*|objection\w*|sent back|per (the )?(gate|comment)s?|quality gate\w*|over-?claim\w*|calibrat\w*|scope[ds]?|factual\w*|revis(ão|ao|a|ado|ada|ões)|revisor\w*|corrig\w*|correç\w*|rejeit\w*|objeç\w*|parecer)\b`)

// mended gives the case of the first mend of a claim. A claim of which words were changed later, and nothing says why, is neither
// mended nor as it came.
func (f *finder) mended(name string, all []version) (c Case, wasMended, isAsItCame bool, err error) {
	isAsItCame = true
	for i := 1; i < len(all); i++ {
		before, isClaim := f.claim(name, all[i-1].blob)
		after, isStill := f.claim(name, all[i].blob)
		if !isClaim || !isStill {
			continue
		}
		mended := mends(name, before.Source, after.Source)
		if !replaces(mended) {
			continue
		}
		message, err := f.message(all[i].commit)
		if err != nil {
			return c, false, false, err
		}
		isAsItCame = false
		isSide := f.arrivals[all[i].commit] != all[i].commit && f.arrivals[all[i].commit] == f.arrivals[all[i-1].commit]
		if !isSide && !reviewWords().MatchString(message) {
			continue
		}
		// What went in before the first mend came from the same hands: the first version is what was handed in.
		return Case{Outcome: SentBack, Path: name, Text: before.Source, Mended: f.mends(name, before.Source, after.Source), Reason: message, Gates: f.gatesOf(name, before.Source, after.Source, message)}, true, false, nil
	}
	return c, false, isAsItCame, nil
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
	if b.Len() == 0 { // no diff as diff -u writes it, but a text
		return strings.TrimSpace(diff)
	}
	return strings.TrimRight(b.String(), "\n")
}

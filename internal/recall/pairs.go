package recall

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/lang/number"
	"github.com/kbgate/kbgate/internal/learn/brief"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/text"
)

// The bounds of what is read for the pairs of one brief.
const (
	mostTexts    = 64
	mostTextSize = 64 << 10 // bytes; a claim is shorter
	mostOfPR     = 4        // notes of one pull request
	mostVersions = 200      // of one note
)

// pairing finds, of claims that were sent back, what was accepted in their place: later at the same path, on the default branch. What
// git does not have any more makes no pair, and nothing fails for it.
type pairing struct {
	ctx      context.Context
	config   *config.Config
	repo     git.Folder
	objects  *git.Objects
	tip      string                   // of the default branch; "": not looked for yet, or there is none
	looked   bool                     // for it
	versions map[string][]git.Version // by path from the top, oldest first
	left     int                      // texts that may still be read
}

func newPairing(ctx context.Context, l *ledger.Ledger) *pairing {
	return &pairing{ctx: ctx, config: l.Config, repo: l.Repository, objects: git.OpenObjects(ctx, l.Repository), versions: map[string][]git.Version{}, left: mostTexts}
}

func (p *pairing) close() { _ = p.objects.Close() }

// pairs gives those of rejections, newest first; a path makes one pair. What names deal terms, and what was redacted or is disputed,
// is shown to nobody.
func (p *pairing) pairs(rejections []*decision.Decision) (all []brief.Pair) {
	seen := map[string]bool{}
	for _, d := range rejections {
		if d.Artifact.Type != decision.Claim || d.Disputed || len(d.Redacted) > 0 || d.HasIssue(gate.OpsecInternalDealTerms.ID) {
			continue
		}
		for _, f := range p.files(d) {
			if len(all) == brief.MostPairs || seen[f.Path] {
				continue
			}
			if pair, ok := p.pair(d, f); ok {
				seen[f.Path] = true
				all = append(all, pair)
			}
		}
	}
	return all
}

// files are the notes that a decision is about, by their paths from the top.
func (p *pairing) files(d *decision.Decision) (all []decision.ChangedFile) {
	prefix := p.repo.Prefix
	if prefix != "" && !strings.HasSuffix(prefix, "/") {
		prefix += "/"
	}
	add := func(name, sha string) {
		name = strings.TrimPrefix(path.Clean("/"+name), "/")
		if name = prefix + strings.TrimPrefix(name, prefix); len(all) < mostOfPR && !strings.ContainsAny(name, "\n\x00") {
			all = append(all, decision.ChangedFile{Path: name, SHA: strings.ToLower(sha[strings.LastIndexByte(sha, ':')+1:])})
		}
	}
	if d.Artifact.Path != "" {
		add(d.Artifact.Path, d.Artifact.SHA)
		return all
	}
	for _, f := range d.Paths {
		add(f.Path, f.SHA)
	}
	return all
}

func (p *pairing) pair(d *decision.Decision, f decision.ChangedFile) (pair brief.Pair, ok bool) {
	head := d.PR.HeadSHA
	if !git.IsObjectID(head) {
		head = ""
	}
	if f.SHA == "" && head == "" { // nothing says what was sent back
		return pair, false
	}
	before, ok := p.sentBack(head, f)
	if !ok {
		return pair, false
	}
	after, ok := p.accepted(d, f.Path, head, before)
	if !ok || gate.BuiltIn.HoldDealTerms(p.config, f.Path, before.Data, after.Data) {
		return pair, false
	}
	pair = brief.Pair{SentBack: versionOf(f.Path, before.Data), Accepted: versionOf(f.Path, after.Data)}
	return pair, pair.SentBack != pair.Accepted && pair.SentBack.Title != "" && pair.Accepted.Title != ""
}

// read gives a text, as long as there is room for further ones.
func (p *pairing) read(revision string) (git.Object, bool) {
	if p.left--; p.left < 0 {
		return git.Object{}, false
	}
	o, err := p.objects.Read(revision, mostTextSize)
	return o, err == nil && o.Kind == "blob"
}

// sentBack is what was rejected: what stands at the path on the proposal's head, or what the record names by its hash.
func (p *pairing) sentBack(head string, f decision.ChangedFile) (git.Object, bool) {
	if head != "" {
		if o, ok := p.read(head + ":" + f.Path); ok && (f.SHA == "" || isHashOf(f.SHA, o)) {
			return o, true
		}
	}
	if git.IsObjectID(f.SHA) {
		if o, ok := p.read(f.SHA); ok {
			return o, true
		}
	}
	return p.versionWith(f.Path, f.SHA)
}

// versionWith is the newest version of a path that has a hash.
func (p *pairing) versionWith(name, sha string) (git.Object, bool) {
	if sha == "" {
		return git.Object{}, false
	}
	for _, v := range slices.Backward(p.versionsOf(name)) {
		if o, ok := p.read(v.New.Blob); ok && isHashOf(sha, o) {
			return o, true
		}
	}
	return git.Object{}, false
}

// isHashOf reports whether a hash is that of an object: git's own, or SHA-256 of its content.
func isHashOf(sha string, o git.Object) bool {
	sum := sha256.Sum256(o.Data)
	return sha == o.ID || sha == hex.EncodeToString(sum[:])
}

// accepted is what was accepted after a rejection: what the record says, else what the default branch has at the path, if it came there
// later than what was sent back.
func (p *pairing) accepted(d *decision.Decision, name, head string, before git.Object) (o git.Object, ok bool) {
	all := p.versionsOf(name)
	if len(all) == 0 {
		return o, false
	}
	if sha := strings.ToLower(d.Artifact.ApprovedSHA); sha != "" {
		if o, ok = p.versionWith(name, sha); ok {
			return o, !sameText(before.Data, o.Data)
		}
	}
	last := all[len(all)-1]
	if last.New.Mode == "" || last.New.Mode == git.ModeLink || last.New.Blob == before.ID {
		return o, false
	}
	isLater := slices.ContainsFunc(all, func(v git.Version) bool { return v.New.Blob == before.ID })
	switch {
	case isLater:
	case head != "":
		isOlder, err := git.IsAncestor(p.ctx, p.repo, last.Commit, head)
		isLater = err == nil && !isOlder
	default:
		isLater = last.Day > d.At.UTC().Format(time.DateOnly)
	}
	if !isLater {
		return o, false
	}
	o, ok = p.read(last.New.Blob)
	return o, ok && !sameText(before.Data, o.Data)
}

// versionsOf are what the history of the default branch made of a path.
func (p *pairing) versionsOf(name string) []git.Version {
	if all, known := p.versions[name]; known {
		return all
	}
	if !p.looked {
		p.looked = true
		p.tip, _ = git.Tip(p.ctx, p.repo)
	}
	var all []git.Version
	if p.tip != "" {
		err := git.Versions(p.ctx, p.repo, []string{p.tip}, []string{name}, func(v git.Version) {
			if v.Path == name {
				all = append(all[max(0, len(all)-mostVersions+1):], v)
			}
		})
		if err != nil {
			all = nil
		}
	}
	p.versions[name] = all
	return all
}

// versionOf is what of a claim is shown.
func versionOf(name string, data []byte) brief.Version {
	c := claim.Parse(name, data)
	if why, _ := c.Over(); why != "" {
		return brief.Version{}
	}
	v := brief.Version{Title: c.Title.ShownText(), Confidence: c.Header.Text("confidence"), Source: c.Header.Text("source")}
	if v.Figure = figureIn([]byte(v.Title)); v.Figure == "" {
		v.Figure = figureIn(c.BodyText())
	}
	return v
}

// figureIn is the first figure of a text that is no manner of speaking; "" for none.
func figureIn(source []byte) string {
	for _, f := range number.Read(source, text.AppendWords(nil, source), lang.Of(string(source))) {
		if !f.IsLight() {
			return string(source[f.Start:f.End])
		}
	}
	return ""
}

package recall

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
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
	versions func() map[string][]git.Version // what the default branch's history made of the notes, by path from the top, oldest first
	known    map[question]*brief.Pair        // nil: there is none
	older    map[[2]string]bool              // by a commit and the head of a proposal
	left     int                             // texts that may still be read
}

// question asks for the pair that a rejection makes at a path.
type question struct{ decision, path string }

// newPairing finds the pairs of some rejections and of no others.
func newPairing(ctx context.Context, l *ledger.Ledger, of []*decision.Decision) *pairing {
	p := &pairing{ctx: ctx, config: l.Config, repo: l.Repository, objects: git.OpenObjects(ctx, l.Repository), known: map[question]*brief.Pair{}, older: map[[2]string]bool{}, left: mostTexts}
	p.versions = sync.OnceValue(func() map[string][]git.Version { return p.history(of) })
	return p
}

func (p *pairing) close() { _ = p.objects.Close() }

// pairs gives those of rejections, newest first; a path makes one pair. What names deal terms, and what was redacted or is disputed,
// is shown to nobody.
func (p *pairing) pairs(rejections []*decision.Decision) (all []brief.Pair) {
	seen := map[string]bool{}
	for _, d := range rejections {
		for _, f := range p.files(d) {
			if len(all) == brief.MostPairs || seen[f.Path] {
				continue
			}
			asked := question{d.ID, f.Path}
			pair, isKnown := p.known[asked]
			if !isKnown {
				pair = p.pair(d, f)
				p.known[asked] = pair
			}
			if pair != nil {
				seen[f.Path] = true
				all = append(all, *pair)
			}
		}
	}
	return all
}

// files are the notes that a decision is about, by their paths from the top; none where its texts are shown to nobody.
func (p *pairing) files(d *decision.Decision) (all []decision.ChangedFile) {
	if d.Artifact.Type != decision.Claim || d.Disputed || len(d.Redacted) > 0 || d.HasIssue(gate.OpsecInternalDealTerms.ID) {
		return nil
	}
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

func (p *pairing) pair(d *decision.Decision, f decision.ChangedFile) *brief.Pair {
	head := d.PR.HeadSHA
	if !git.IsObjectID(head) {
		head = ""
	}
	if f.SHA == "" && head == "" { // nothing says what was sent back
		return nil
	}
	before, ok := p.sentBack(head, f)
	if !ok {
		return nil
	}
	after, ok := p.accepted(d, f.Path, head, before)
	if !ok || gate.BuiltIn.HoldDealTerms(p.config, f.Path, before.Data, after.Data) {
		return nil
	}
	pair := brief.Pair{SentBack: versionOf(f.Path, before.Data), Accepted: versionOf(f.Path, after.Data)}
	if pair.SentBack == pair.Accepted || pair.SentBack.Title == "" || pair.Accepted.Title == "" {
		return nil
	}
	return &pair
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
	for _, v := range slices.Backward(p.versions()[name]) {
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
	all := p.versions()[name]
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
		isLater = !p.isOlder(last.Commit, head)
	default:
		isLater = last.Day > d.At.UTC().Format(time.DateOnly)
	}
	if !isLater {
		return o, false
	}
	o, ok = p.read(last.New.Blob)
	return o, ok && !sameText(before.Data, o.Data)
}

// isOlder reports whether a commit led to the head of a proposal, or whether that cannot be told.
func (p *pairing) isOlder(commit, head string) bool {
	asked := [2]string{commit, head}
	is, isKnown := p.older[asked]
	if !isKnown {
		var err error
		is, err = git.IsAncestor(p.ctx, p.repo, commit, head)
		is = is || err != nil
		p.older[asked] = is
	}
	return is
}

// history tells what the default branch's history made of the notes of some rejections.
func (p *pairing) history(of []*decision.Decision) map[string][]git.Version {
	versions := map[string][]git.Version{}
	for _, d := range of {
		for _, f := range p.files(d) {
			versions[f.Path] = nil
		}
	}
	tip, err := git.Tip(p.ctx, p.repo)
	if err != nil || tip == "" || len(versions) == 0 {
		return nil
	}
	err = git.Versions(p.ctx, p.repo, []string{tip}, slices.Sorted(maps.Keys(versions)), func(v git.Version) {
		if all, isOurs := versions[v.Path]; isOurs {
			versions[v.Path] = append(all[max(0, len(all)-mostVersions+1):], v)
		}
	})
	if err != nil {
		return nil
	}
	return versions
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

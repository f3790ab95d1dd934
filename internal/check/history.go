package check

import (
	"path"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/allowance"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/guard/memory"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/store/index"
)

// recordStore is the state of the store whose decisions a check goes by.
type recordStore struct {
	options ledger.Options
	build   index.BuildPolicy
}

// recordsKept finds the store of decisions, as letThrough.open does; nil where there is none. A store on the branch that is checked out is that of the
// base, where commits are judged: else a change could bring what frees it.
func (d *drafts) recordsKept() (*recordStore, error) {
	if !d.isKept() {
		return nil, nil
	}
	kept, err := d.KeptBy()
	if err != nil {
		return nil, err
	}
	place := &d.Source.Place
	head, build := d.Source.Checkout.Head, index.ToKeep
	if c := d.Source.Change; c != nil && d.Diff != "" {
		head, _ = c.Ends()
		build = index.Never // where changes are judged, clones are new: to read the time that is remembered is less work
	}
	commit, _, err := d.storeAt(kept, head) // letThrough makes the remarks
	if err != nil || commit == "" {
		return nil, err
	}
	ref := kept.Store.Ref
	if d.Diff != "" && ref == store.Head {
		ref = "refs/kbgate/base" // which has no index: that of the branch is of another state
	}
	return &recordStore{options: ledger.Options{Root: place.Root, Config: kept, Ref: ref, Commit: commit, Repository: place.Repo}, build: build}, nil
}

// history is what was decided on the notes of a check.
type history struct {
	rejections map[key][]memory.Rejection
	approvals  map[key][]memory.Approval // those that count
	back       map[string]bool           // by the id of a rejection: whether all that was rejected with it comes back as it was
}

// history asks the store for what was decided on notes; nil where none was rejected.
func (d *drafts) history(kept *recordStore, notes []proposedNote) (h *history, err error) {
	if len(notes) == 0 {
		return nil, nil
	}
	l, err := ledger.Open(d.ctx, kept.options)
	if err != nil {
		return nil, err
	}
	defer l.Close() // it is only read
	asked := make([]recall.Proposed, len(notes))
	for i := range notes {
		asked[i] = notes[i].Proposed
	}
	// What was rejected longer before the last rejection than that one is remembered does not count.
	rejected, approved, leftOut, err := recall.DecidedFiles(d.ctx, l, asked, d.Now.Add(-2*d.settings.TTL), kept.build)
	if err != nil || len(rejected) == 0 {
		return nil, err
	}
	if leftOut != "" {
		d.say("%s", leftOut)
	}
	if approved, err = d.counting(approved); err != nil {
		return nil, err
	}
	if err := d.complete(rejected, notes); err != nil {
		return nil, err
	}
	h = &history{rejections: map[key][]memory.Rejection{}, approvals: map[key][]memory.Approval{}, back: map[string]bool{}}
	h.put(rejected, approved)
	content := map[string]*proposedNote{}
	for i := range notes {
		content[notes[i].Path] = &notes[i]
	}
	for _, r := range rejected {
		h.back[r.ID] = r.PathsLeftOut == 0 && !slices.ContainsFunc(r.Paths, func(c decision.ChangedFile) bool {
			n := content[c.Path]
			return len(r.Paths) > 1 && (n == nil || !slices.Contains(n.SHAs, c.SHA))
		})
	}
	return h, nil
}

// counting gives the approvals that count. A record proves nothing, for whoever may push to the store's branch may write one. So of
// commits none counts of who has a part in them; where the base lists reviewers only theirs do; and of a reviewer whose keys the base
// lists none, for a record of a decision bears no signature.
func (d *drafts) counting(approved []*decision.Decision) (all []*decision.Decision, err error) {
	rules := &d.config.Rules
	var people *proposers
	for _, a := range approved {
		why := ""
		switch {
		case len(rules.Reviewers) > 0 && !allowance.IsReviewer(rules, a.Reviewer):
			why = "whom rules.reviewers does not list"
		case len(rules.ReviewerKeys[a.Reviewer]) > 0:
			why = "of whom the base lists keys: an approval bears no signature, and `kbgate allow` does"
		case d.Diff != "":
			if people == nil {
				l := &letThrough{Session: d.Session, noteSet: d.noteSet}
				if people, err = l.proposed(); err != nil {
					return nil, err
				}
			}
			if allowance.IsBy(a.Reviewer, nil, people.people) || people.agent != "" && strings.EqualFold(a.Reviewer, people.agent) {
				why = "who has a part in the change"
			}
		}
		if why != "" {
			d.say("the approval %s lets nothing through: it is by %s, %s", a.ID, nameOf(a), why)
			continue
		}
		all = append(all, a)
	}
	return all, nil
}

// key is something by which a note is known in a record: its path, its name, its content or its fingerprint.
type key struct {
	kind keyKind
	text string
}

type keyKind int

const (
	byPath keyKind = iota
	byName
	byContent
	byFingerprint
)

// put takes over the decisions, under each key of a note that they are about.
func (h *history) put(rejected, approved []*decision.Decision) {
	for _, d := range rejected {
		r, counts := memory.FromDecision(d)
		if !counts {
			continue
		}
		for _, r := range r.OfFiles(d) {
			for _, k := range keysOf(d, r.Artifact, r.SHA, r.Fingerprint) {
				h.rejections[k] = append(h.rejections[k], r)
			}
		}
	}
	for _, d := range approved {
		a, counts := memory.ApprovalOf(d)
		if !counts {
			continue
		}
		for _, a := range a.OfFiles(d) {
			for _, k := range keysOf(d, a.Artifact, a.SHA, a.Fingerprint) {
				h.approvals[k] = append(h.approvals[k], a)
			}
		}
	}
}

// keysOf gives the keys of a file of a decision.
func keysOf(d *decision.Decision, artifact, sha, fingerprint string) (all []key) {
	kind := byPath
	if d.Artifact.Path == "" && len(d.Paths) == 0 {
		kind = byName
	}
	for _, k := range []key{{kind, artifact}, {byContent, sha}, {byFingerprint, fingerprint}} {
		if k.text != "" {
			all = append(all, k)
		}
	}
	return all
}

// memoryOf gives what is remembered of a note.
func (h *history) memoryOf(p *recall.Proposed, ttl time.Duration, now time.Time) *memory.Memory {
	var own []key // the content first: of a change of several notes, what was the same says more than what stood in the same place
	for _, sha := range p.SHAs {
		own = append(own, key{byContent, sha})
	}
	own = append(own, key{byFingerprint, p.Fingerprint}, key{byPath, p.Path}, key{byName, path.Base(p.Path)})
	var rejections []memory.Rejection
	var approvals []memory.Approval
	seen, asked := map[string]bool{}, map[key]bool{} // the ids of records
	for _, k := range own {
		for _, r := range h.rejections[k] {
			if seen[r.ID] {
				continue
			}
			seen[r.ID] = true
			for _, k := range []key{{byPath, r.Artifact}, {byName, r.Artifact}, {byContent, r.SHA}, {byFingerprint, r.Fingerprint}} {
				if k.text != "" && !asked[k] {
					asked[k] = true
					approvals = append(approvals, h.approvals[k]...)
				}
			}
			r.Subject = p.Path
			rejections = append(rejections, r)
		}
	}
	if len(rejections) == 0 {
		return &memory.Memory{}
	}
	for _, sha := range p.SHAs { // in whatever line ends it was approved
		for _, a := range h.approvals[key{byContent, sha}] {
			a.SHA = p.SHAs[0]
			approvals = append(approvals, a)
		}
	}
	return memory.Of(p.Path, rejections, approvals, ttl, now)
}

package check

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/allowance"
	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/source"
	"github.com/kbgate/kbgate/internal/store"
)

// Standing is what a finding stands on, by which a reviewer may let it through.
type Standing struct {
	Finding   finding.Finding
	Paragraph string // the digest of its paragraph
	// Proposers are those who bring that text, and Agent is whose work they bring; nobody where the base has it.
	Proposers []git.Person
	Agent     string
}

// letThrough applies the allowances of a store to the findings of a check.
type letThrough struct {
	*Session
	*noteSet
	store    *allowance.Store
	notes    source.Reader
	proposal *proposers
	remarks  []string
}

// allow parts findings into those that count, which it adds to the document, and those that a reviewer has let through; paths are the
// notes' own. It names the store's commit.
func (r *Result) allow(found []finding.Finding, paths []string) (remarks []string, err error) {
	s, doc := r.settling, &r.Document
	if !s.isKept() {
		r.count(found, paths)
		return nil, nil
	}
	l := &letThrough{Session: s.Session, noteSet: s.noteSet}
	if l.store, err = l.open(); err != nil {
		return l.remarks, err
	}
	doc.StoreSHA = l.store.Commit
	l.notes = s.open()
	defer l.notes.Close()
	if found, paths, err = l.apply(s, doc, found, paths); err != nil {
		return l.remarks, err
	}
	r.count(found, paths)
	isWanted := func(f finding.Finding) bool { return f.Fingerprint == s.Wanted }
	if s.Wanted != "" && !slices.ContainsFunc(found, isWanted) && !doc.LivesWith(s.Wanted) {
		if found, paths, err = l.quoted(s.Wanted); err == nil {
			found, paths, err = l.apply(s, doc, found, paths)
		}
	}
	if at := slices.IndexFunc(found, isWanted); at >= 0 && err == nil && s.Wanted != "" {
		r.Standing, err = l.standing(&found[at], paths[at])
	}
	return l.remarks, err
}

// isKept reports whether there is a repository.
func (s *Session) isKept() bool { return s.Source.Change != nil || s.Source.IsTracked }

// open finds the store: where the configuration that counts for the check, and the user's settings of git, have it.
func (l *letThrough) open() (*allowance.Store, error) {
	place := &l.Source.Place
	kept, err := l.KeptBy()
	if err != nil {
		return nil, err
	}
	head := l.Source.Checkout.Head
	if c := l.Source.Change; c != nil {
		head, _ = c.Ends()
	}
	commit, remarks, err := l.storeAt(kept, head)
	for _, remark := range remarks {
		l.say("%s", remark)
	}
	return &allowance.Store{Repository: place.Repo, Objects: place.Objects, Folder: strings.TrimPrefix(place.Folder()+kept.Store.Dir, "/"), Commit: commit}, err
}

// mostOfCommit is the size, in bytes, above which a commit is taken for broken.
const mostOfCommit = 1 << 20

// storeFound is where a run found the store.
type storeFound struct {
	isKnown bool
	commit  string
	remarks []string
}

// storeAt finds the commit at which a store is read, "" for none: where its branch stands, joined with what was fetched from the remote, as
// a ledger reads it. One on the branch that is checked out stands at head. The remarks say what is read beside the own branch. A run looks
// once.
func (s *Session) storeAt(kept *config.Config, head string) (commit string, remarks []string, err error) {
	if kept.Store.Ref == store.Head {
		return head, nil, nil
	}
	if f := s.located; f.isKnown {
		return f.commit, f.remarks, nil
	}
	commit, remarks, err = s.joinedStore(kept)
	if err == nil {
		*s.located = storeFound{true, commit, remarks}
	}
	return commit, remarks, err
}

// joinedStore is storeAt of a store on a branch of its own.
func (s *Session) joinedStore(kept *config.Config) (commit string, remarks []string, err error) {
	place, ref := &s.Source.Place, kept.Store.Ref
	remote, err := s.Remote()
	if err != nil {
		return "", nil, err
	}
	var own, fetched, shared string
	place.Objects.Use(func(o *git.Objects) {
		for at, ref := range map[*string]string{&own: ref, &fetched: store.Fetched(remote, ref), &shared: git.SharedRef(remote, ref)} {
			if remote == "" && at != &own {
				continue
			}
			c, failed := o.AtReference(ref, mostOfCommit)
			if failed != nil && !errors.Is(failed, git.ErrMissing) && at == &own {
				err = fmt.Errorf("reading %s: %w", ref, failed)
			}
			*at = c.ID
		}
	})
	switch {
	case err != nil || fetched == "" || fetched == own:
		return own, nil, err
	case own == "" && shared == "":
		return fetched, nil, nil
	}
	l, err := ledger.Open(s.ctx, ledger.Options{Root: place.Root, Config: kept, Remote: remote, Repository: place.Repo, Warn: func(said string) { remarks = append(remarks, said) }})
	if err != nil {
		return "", nil, err
	}
	commit, err = l.Store.Tip()
	return commit, remarks, errors.Join(err, l.Close())
}

// Remote is the remote with which records are shared. A CI may fetch what origin has by its address, and name no remote.
func (s *Session) Remote() (string, error) {
	settings, err := s.Source.Settings()
	return cmp.Or(git.RemoteOf(settings), "origin"), err
}

// KeptBy is the configuration that counts for the check, with what the user's settings of git say of the store.
func (s *Session) KeptBy() (*config.Config, error) {
	settings, err := s.Source.Settings()
	if err != nil {
		return nil, err
	}
	own := *s.config
	own.Store, err = s.Source.Place.StoreOf(s.config, settings)
	return &own, err
}

// apply lets the findings through that a reviewer has allowed. It gives those that are left, and their paths.
func (l *letThrough) apply(s *settling, doc *finding.Document, found []finding.Finding, paths []string) (kept []finding.Finding, left []string, err error) {
	if len(found) == 0 || l.store.Commit == "" {
		return found, paths, nil
	}
	all, isAll, err := l.store.Read(l.ctx)
	if err != nil || len(all) == 0 {
		return found, paths, err
	}
	if !isAll {
		l.say("the store has more allowances than are read; the newest count")
	}
	if err := l.followAllowed(all, found, paths); err != nil {
		return nil, nil, err
	}
	matches := map[int][]match{}
	var matched []allowance.Record
	for i := range found {
		fits, err := l.matching(all, &found[i], paths[i])
		if err != nil {
			return nil, nil, err
		}
		for _, m := range fits {
			matches[i], matched = append(matches[i], m), append(matched, m.record)
		}
	}
	verdicts, more, err := l.store.Judge(l.ctx, allowance.Base{Rules: l.config.Rules, PublicKeys: l.config.Comment.PublicKeys}, matched)
	if err != nil {
		return nil, nil, err
	}
	if more > 0 {
		l.say("%d more signed allowances were not looked at", more)
	}
	var passed []finding.Suppressed
	for i, f := range found {
		r, err := l.granted(&f, matches[i], verdicts)
		switch {
		case err != nil:
			return nil, nil, err
		case r == nil:
			kept, left = append(kept, f), append(left, paths[i])
		default:
			passed = append(passed, finding.Suppressed{Gate: f.Gate, Path: f.Path, Line: f.Line, By: r.By, Reason: r.Reason, Fingerprint: f.Fingerprint})
			s.passed = append(s.passed, f)
		}
	}
	doc.Suppressed = append(doc.Suppressed, passed...)
	finding.SortSuppressed(doc.Suppressed)
	return kept, left, nil
}

// followAllowed looks for the former names of the notes whose findings may have been let through under one.
func (l *letThrough) followAllowed(all []allowance.Record, found []finding.Finding, paths []string) error {
	orphans := map[string][]finding.ID{}
	for _, r := range all {
		if _, isThere := l.base.Find(r.NotePath); !isThere {
			orphans[r.Gate] = append(orphans[r.Gate], finding.ID{Path: r.NotePath, Gate: r.Gate, Fingerprint: r.Fingerprint})
		}
	}
	own := slices.Clone(found)
	for i := range own {
		own[i].Path = paths[i]
	}
	return formerNames{l.Session, l.noteSet}.follow(own, orphans, true)
}

// match is an allowance that fits a finding, and the text that both are about.
type match struct {
	record allowance.Record
	at     *place
}

// matching gives the allowances of a finding and of the paragraph on which it stands.
func (l *letThrough) matching(all []allowance.Record, f *finding.Finding, notePath string) (fits []match, err error) {
	about := l.about(all, f, notePath)
	if len(about) == 0 || !l.mayBeAllowed(f) {
		return nil, nil
	}
	at, err := l.place(f, notePath)
	if at == nil || err != nil {
		return nil, err
	}
	isNamed := false
	for _, r := range about {
		if r.Paragraph == at.digest() {
			fits = append(fits, match{r, at})
		}
		isNamed = isNamed || r.Fingerprint == f.Fingerprint
	}
	if len(fits) == 0 && isNamed {
		l.say("%s: what was let through of %s is another text than stands there now: it has to be judged anew", f.Path, f.Gate)
	}
	return fits, nil
}

// granted gives the first of the allowances that counts, as redactions leave it; nil where none does.
func (l *letThrough) granted(f *finding.Finding, matches []match, verdicts map[string]*allowance.Verdict) (*decision.Allowance, error) {
	var why []string
	for _, m := range matches {
		v := verdicts[m.record.Blob]
		if !v.Counts {
			why = append(why, fmt.Sprintf("%s: the record %s in the name of %s lets nothing through: %s", f.Path, m.record.ID, m.record.By, v.Why))
			continue
		}
		isOwn, err := l.isOwn(&m.record, v.Commit, m.at)
		if errors.Is(err, errTooMany) {
			why = append(why, fmt.Sprintf("%s: the record %s lets nothing through: %v", f.Path, m.record.ID, err))
			continue
		}
		if err != nil {
			return nil, err
		}
		if !isOwn {
			return v.View, nil
		}
		why = append(why, fmt.Sprintf("%s: the record %s lets nothing through: %s has a part in the change, and nobody lets through a finding of their own", f.Path, m.record.ID, m.record.By))
	}
	for _, one := range why {
		l.say("%s", one)
	}
	return nil, nil
}

func (l *letThrough) say(format string, args ...any) {
	if remark := fmt.Sprintf(format, args...); !slices.Contains(l.remarks, remark) {
		l.remarks = append(l.remarks, remark)
	}
}

// mayBeAllowed reports whether anybody may let a finding through. One whose severity no configuration decides is about no text.
func (l *letThrough) mayBeAllowed(f *finding.Finding) bool {
	g, ok := l.gates.Find(f.Gate)
	return ok && g.IsAllowable()
}

// about gives the allowances of a finding, under any of the names that its note had. For what a reader finds those of its gate count,
// for readers quote other words each time.
func (l *letThrough) about(all []allowance.Record, f *finding.Finding, notePath string) (fits []allowance.Record) {
	subjects := []string{f.Subject()}
	if f.IsOfPair() {
		subjects = l.names(f.Target)
	}
	for _, name := range l.names(notePath) {
		for _, subject := range subjects {
			fingerprint := f.FingerprintOf(name, subject)
			for _, r := range all {
				if r.Gate == f.Gate && r.NotePath == source.ShownPath(name) && (r.Fingerprint == fingerprint || f.By != "") {
					fits = append(fits, r)
				}
			}
		}
	}
	return fits
}

// place is the text that a finding stands on, in the note of a path.
type place struct {
	note    string
	text    string // with white space folded
	outline string // paragraph by paragraph
	isWhole bool   // the note as a whole
}

func (p *place) digest() string {
	sum := sha256.Sum256([]byte(p.text))
	return hex.EncodeToString(sum[:])
}

// stoodIn reports whether an earlier text of the note has the place. Words that stood within a longer paragraph are others.
func (p *place) stoodIn(text []byte) bool {
	if p.isWhole {
		return fold(text) == p.text
	}
	return strings.Contains(outline(text, bodyOf(p.note, text)), p.outline)
}

// place finds the paragraph of a finding; nil where it is on no note.
func (l *letThrough) place(f *finding.Finding, notePath string) (*place, error) {
	if id, ok := l.base.Find(notePath); !ok || l.base.Note(id).IsUnread() {
		return nil, nil
	}
	text, trouble, err := source.Read(l.notes, notePath)
	switch {
	case errors.Is(err, source.ErrGone), err == nil && trouble != nil:
		return nil, nil
	case err != nil:
		return nil, err
	}
	body := bodyOf(notePath, text)
	start, end := 0, len(text)
	if g, ok := l.gates.Find(f.Gate); ok && !g.WholeNote {
		start, end = paragraph(text, body, f)
	}
	return &place{notePath, fold(text[start:end]), outline(text[start:end], max(0, min(body, end)-start)), end-start == len(text)}, nil
}

func bodyOf(notePath string, text []byte) int { return claim.Parse(notePath, text).Body.Start }

// paragraph is where a finding stands: the paragraphs from the one where it begins to the one where it ends, the header being one; the
// whole note where it is at no place, or is about two notes. The body is where the header ends.
func paragraph(text []byte, body int, f *finding.Finding) (start, end int) {
	start, end = f.At.Start, f.At.End
	if f.IsOfPair() || start >= end || end > len(text) {
		return 0, len(text)
	}
	if start < body {
		start = 0
		if end <= body {
			return 0, body
		}
	}
	start = lineStart(text, start)
	for start > body {
		above := lineStart(text, start-1)
		if isBlank(text[above:start]) {
			break
		}
		start = above
	}
	end = lineEnd(text, end-1)
	for end < len(text) {
		below := lineEnd(text, end)
		if isBlank(text[end:below]) {
			break
		}
		end = below
	}
	return start, end
}

// outline is a text with each of its paragraphs folded, between line ends; what stands before the body is one.
func outline(text []byte, body int) string {
	lines := []string{""}
	if body > 0 {
		lines = append(lines, fold(text[:body]))
	}
	open := false
	for line := range bytes.Lines(text[body:]) {
		folded := fold(line)
		switch {
		case folded == "":
			open = false
			continue
		case open:
			lines[len(lines)-1] += " " + folded
		default:
			lines = append(lines, folded)
		}
		open = true
	}
	return strings.Join(append(lines, ""), "\n")
}

// lineStart is where the line of an offset begins, and lineEnd where the next one does.
func lineStart(text []byte, at int) int { return bytes.LastIndexByte(text[:at], '\n') + 1 }

func lineEnd(text []byte, at int) int {
	if next := bytes.IndexByte(text[at:], '\n'); next >= 0 {
		return at + next + 1
	}
	return len(text)
}

func isBlank(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 }

// fold folds white space.
func fold(text []byte) string { return strings.Join(strings.Fields(string(text)), " ") }

// standing says what a finding stands on, for who is to let it through.
func (l *letThrough) standing(f *finding.Finding, notePath string) (*Standing, error) {
	s := &Standing{Finding: *f}
	at, err := l.place(f, notePath)
	if err != nil || at == nil || !l.mayBeAllowed(f) {
		return s, err
	}
	s.Paragraph = at.digest()
	s.Proposers, s.Agent, err = l.bringing(at)
	return s, err
}

// isOwn reports whether the reviewer of an allowance has a part in bringing the text that it lets through.
func (l *letThrough) isOwn(r *allowance.Record, commit string, at *place) (bool, error) {
	people, agent, err := l.bringing(at)
	if err != nil || len(people) == 0 && agent == "" {
		return false, err
	}
	var own []git.Person
	if commit != "" {
		if own, _, err = git.People(l.ctx, l.store.Repository, commit+"^@", commit, 1); err != nil {
			return false, err
		}
	}
	return strings.EqualFold(r.By, agent) || allowance.IsBy(r.By, own, people), nil
}

// proposers are those who bring a change, or what the work tree and the branch that is checked out have beyond what is published.
type proposers struct {
	tree    string // of the base's folder before it
	head    string // and that of what is committed, where more is to be
	people  []git.Person
	merges  []git.Merge
	agent   string
	pending []git.Person // who the next commit would be by
}

// mostProposed is how many commits of a change are asked for their authors. Of more commits nobody can be said to have no part in them.
const (
	mostProposed = 10_000
	mostMerges   = 1_000
)

// errTooMany says that a change has more commits than are asked for their authors.
var errTooMany = hint.Misuse("propose it in fewer commits", "the change has more than %d commits or %d merges, so it is not known who has a part in it", mostProposed, mostMerges)

// bringing are those who bring a text; nobody where it stood in the note before.
func (l *letThrough) bringing(at *place) (people []git.Person, agent string, err error) {
	if l.proposal == nil {
		if l.proposal, err = l.proposed(); err != nil {
			return nil, "", err
		}
	}
	p := l.proposal
	if l.stoodIn(p.tree, "", at) {
		return nil, "", nil
	}
	people = slices.Clone(p.people)
	if p.head != "" && !l.stoodIn(p.head, "", at) {
		people = append(people, p.pending...)
	}
	folder := l.Source.Place.Folder()
	for _, m := range p.merges { // one only brings a branch up to date, as long as what it has stood in what it joins
		inParent := func(parent string) bool { return l.stoodIn(parent, folder, at) }
		if !slices.ContainsFunc(m.Parents, inParent) && l.stoodIn(m.Commit, folder, at) {
			people = append(people, m.People...)
		}
	}
	return people, p.agent, nil
}

// stoodIn reports whether the note of a tree or commit, under any of its names below a folder, has a place, and was a claim if it is one
// now: nobody has judged what stood in another note.
func (l *letThrough) stoodIn(tree, folder string, at *place) bool {
	notes := l.Source.Objects(tree, nil)
	id, isThere := l.base.Find(at.note)
	isClaim := isThere && l.base.Note(id).IsClaim()
	return slices.ContainsFunc(l.names(at.note), func(name string) bool {
		text, trouble, err := source.Read(notes, folder+name)
		return err == nil && trouble == nil && at.stoodIn(text) && (!isClaim || kb.IsClaim(claim.Parse(name, text), &l.config.Claims))
	})
}

// proposed finds out who brings what is checked.
func (l *letThrough) proposed() (p *proposers, err error) {
	place := &l.Source.Place
	p = &proposers{}
	base, head := "", l.Source.Checkout.Head
	if c := l.Source.Change; c != nil && l.Diff != "" {
		base, head = c.Ends()
		p.tree, p.agent = c.SuppressionTree, l.Session.proposal.Agent
	} else {
		if base, err = l.published(head); err != nil {
			return nil, err
		}
		if p.tree, err = git.Tree(l.ctx, place.Repo, base, place.Folder()); err != nil {
			return nil, err
		}
		p.head = cmp.Or(l.Source.Checkout.Tree, "none")
		me, err := git.Author(l.ctx, place.Repo)
		if err == nil { // else nobody can commit here
			p.pending = []git.Person{me}
		}
	}
	if head == "" || head == base {
		return p, nil
	}
	var isAll, allMerges bool
	p.people, isAll, err = git.People(l.ctx, place.Repo, base, head, mostProposed)
	if err == nil {
		p.merges, allMerges, err = git.Merges(l.ctx, place.Repo, base, head, mostMerges)
	}
	if err == nil && !(isAll && allMerges) {
		err = errTooMany
	}
	return p, err
}

// published is the commit of the default branch from which a commit went on, or that commit itself where no such branch is known.
func (l *letThrough) published(head string) (string, error) {
	settings, err := l.Source.Settings()
	if err != nil || head == "" {
		return "", err
	}
	tip, err := l.Source.Place.Published(l.ctx, settings)
	if err != nil || tip == "" {
		return head, err
	}
	base, err := git.MergeBase(l.ctx, l.Source.Place.Repo, tip, head)
	if errors.Is(err, git.ErrNoCommit) || errors.Is(err, git.ErrShallow) {
		return head, nil
	}
	return base, err
}

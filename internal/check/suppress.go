package check

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/source"
	"github.com/kbgate/kbgate/internal/workspace"
)

// standing is what the base has of a note in which a change may suppress gates.
type standing struct {
	suppressions []gate.Suppression
	claim        bool // whether the note was a claim there
}

// holds reports whether a comment for the same gate stood there.
func (s standing) holds(c *gate.Suppression) bool {
	return slices.ContainsFunc(s.suppressions, func(b gate.Suppression) bool { return b.Gate == c.Gate && b.Reason != "" })
}

// advice stands behind the fix of a finding that a comment of a change would suppress but may not yet; stood tells whether the comment
// stood in the base, where the note was no claim.
func advice(stood bool) string {
	if stood {
		return " The kbgate-ignore in this note stood in the base where the note was no claim, so nobody has judged it: ask a reviewer to let it in."
	}
	return " The kbgate-ignore in this note counts only once it stands in the base: ask a reviewer to let it in."
}

// notice tells people why such a comment does not count.
func notice(of gateOnNote, stood bool) string {
	if stood {
		return fmt.Sprintf("%s: the suppression of %s stands in the base, but the note was no claim there, so nobody has judged it; a person has to let it in", of.path, of.gate)
	}
	return fmt.Sprintf("%s: the suppression of %s is new in this change; of a gate that blocks it counts once it stands in the base, so a person has to let it in", of.path, of.gate)
}

// gateOnNote is a gate, and the path of a note that it judges.
type gateOnNote struct{ path, gate string }

// standingNotes are notes as the base has them; each is read once.
type standingNotes struct {
	notes  source.Reader
	claims *config.Claims
	known  map[string]standing
}

// of finds what the base has of a note. What cannot be read there suppresses nothing.
func (n *standingNotes) of(name string) standing {
	stood, ok := n.known[name]
	if ok {
		return stood
	}
	if data, trouble, err := source.Read(n.notes, name); err == nil && trouble == nil {
		c := claim.Parse(name, data)
		stood = standing{suppressions: gate.SuppressionsOf(c), claim: kb.IsClaim(c, n.claims)}
	}
	n.known[name] = stood
	return stood
}

// suppressions decide which findings a comment in their note suppresses.
type suppressions struct {
	*Session
	*runner
	early map[gateOnNote]bool // what comments of the change would suppress of gates that block, and whether the comment stood
	valid map[gateOnNote]*gate.Suppression
}

// suppress parts the findings into those that count and those that a comment in their note suppresses. It gives the former, in the
// place of all, and the comments of the notes under check with what became of them: the gates of other notes have not run, so what their
// comments suppress is not known.
func (s *suppressions) suppress(all gathered, doc *finding.Document) (kept []finding.Finding, comments []gate.Suppression) {
	for id, suppressions := range all.suppressions {
		for i := range slices.Backward(suppressions) {
			if c := &suppressions[i]; c.Reason != "" {
				s.valid[gateOnNote{s.base.Path(id), c.Gate}] = c // the first counts
			}
		}
	}
	kept = all.found[:0]
	for _, f := range all.found {
		if by := s.silencing(&f); by != nil {
			doc.Suppressed = append(doc.Suppressed, finding.Suppressed{Gate: f.Gate, Path: f.Path, Line: f.Line, Reason: by.Reason})
		} else {
			kept = append(kept, f)
		}
	}
	finding.SortSuppressed(doc.Suppressed)
	for id, suppressions := range all.suppressions {
		if !s.isSelected(id) {
			continue
		}
		for _, c := range suppressions {
			c.NotYetValid = s.notYetValid(&c, id)
			comments = append(comments, c)
		}
	}
	return kept, append(comments, all.claimed...)
}

// silencing gives the comment that silences a finding; nil where none does, and then its advice tells of one that does not yet.
func (s *suppressions) silencing(f *finding.Finding) *gate.Suppression {
	of := gateOnNote{f.Path, f.Gate}
	by := s.valid[of]
	if g, known := s.Session.gates.Find(f.Gate); by == nil || known && g.Unsilenceable || !s.counts(by, f) {
		if stood, ok := s.early[of]; ok {
			f.Fix += advice(stood)
		}
		return nil
	}
	by.Used = true
	return by
}

// counts reports whether a comment may suppress a finding. In a change, one for a blocking gate has to stand in the base, and
// in a claim has to stand in a claim there: else whoever proposes a claim could decide what it is judged by.
func (s *suppressions) counts(c *gate.Suppression, f *finding.Finding) bool {
	if s.stood == nil || !s.blocks(f.Gate) {
		return true
	}
	before := s.stood.of(cmp.Or(s.was[f.Path], f.Path))
	stood := before.holds(c)
	id, _ := s.base.Find(f.Path)
	counts := stood && (before.claim || !s.base.Note(id).IsClaim())
	if !counts && f.IsPossible() && s.config.SeverityOf(f.Gate, true) != finding.Blocking {
		c.OnHint = true
		return false // such a comment is asked about for what it may silence later
	}
	if !counts {
		s.early[gateOnNote{f.Path, f.Gate}] = stood
	}
	c.Used = true
	return counts
}

// notYetValid reports whether a comment that a change brings suppresses nothing yet, but would suppress a blocking gate in a later change,
// when nobody is asked about it any more.
func (s *suppressions) notYetValid(c *gate.Suppression, id kb.ID) bool {
	g, known := s.Session.gates.Find(c.Gate)
	if s.stood == nil || c.Used || !known || c.Reason == "" || !s.blocks(g.ID) {
		return false
	}
	if !g.EveryNote && !s.base.Note(id).IsClaim() {
		return false // it will not count once the note is a claim, either
	}
	path := s.base.Path(id)
	return !s.stood.of(cmp.Or(s.was[path], path)).holds(c)
}

// remarks tell people which comments do not count, and why.
func (s *suppressions) remarks() (all []string) {
	for of, stood := range s.early {
		all = append(all, notice(of, stood))
	}
	slices.Sort(all)
	return all
}

// claimed are the suppressions that a change lets in by its configuration alone: it makes claims of notes, and from
// then on their comments stand in claims of the base, though nobody has judged them. They block whatever the configuration says.
func (s *Session) claimed(v *noteSet) (all []gate.Suppression, err error) {
	after, err := s.configAfter()
	if after == nil || err != nil {
		return nil, err
	}
	notes := v.open()
	for id := range v.base.IDs() {
		name := v.base.Path(id)
		if v.base.Note(id).IsClaim() || !gains(name, &s.config.Claims, &after.Claims) || !s.Source.IsAsked(name) {
			continue
		}
		data, trouble, err := source.Read(notes, name)
		if err != nil {
			return nil, err
		}
		if trouble != nil || !bytes.Contains(data, []byte(gate.SuppressionMark)) {
			continue
		}
		c := claim.Parse(name, data)
		if kb.IsClaim(c, &after.Claims) {
			all = append(all, s.unjudged(c, after)...)
		}
	}
	return all, nil
}

// unjudged are the comments of a note that suppress gates which block.
func (s *Session) unjudged(c *claim.Claim, after *config.Config) (all []gate.Suppression) {
	for _, comment := range gate.SuppressionsOf(c) {
		g, ok := s.gates.Find(comment.Gate)
		blocks := s.blocks(comment.Gate) || mayBlock(s.gates, comment.Gate, after)
		if ok && blocks && !g.Unsilenceable && comment.Reason != "" {
			comment.Unjudged = true
			all = append(all, comment)
		}
	}
	return all
}

// gains reports whether other rules may make a note a claim, by its path.
func gains(name string, before, after *config.Claims) bool {
	inFolder := func(rules *config.Claims) bool {
		return slices.ContainsFunc(rules.Folders, func(folder string) bool { return kb.InFolder(name, folder) })
	}
	return kb.MayBeClaim(name, after) && (!kb.MayBeClaim(name, before) || inFolder(after) && !inFolder(before))
}

// configAfter is the configuration that the change leaves where that tells claims otherwise, else nil. Of one that cannot be
// read brokenPolicy tells.
func (s *Session) configAfter() (*config.Config, error) {
	entry, isTouched := s.Source.Change.Touches(config.FileName)
	if !isTouched || s.ConfigFile != "" {
		return nil, nil
	}
	after := config.Default(s.gates.Specs())
	if entry.Mode != "" {
		data, err := s.Source.Changed(entry, workspace.MaxConfig)
		if err == nil {
			after, err = config.Parse(data, s.gates.Specs())
		}
		if err != nil {
			return nil, s.ctx.Err()
		}
	}
	a, b := &s.config.Claims, &after.Claims
	if slices.Equal(a.Paths, b.Paths) && slices.Equal(a.Folders, b.Folders) && slices.Equal(a.Exclude, b.Exclude) {
		return nil, nil
	}
	return after, nil
}

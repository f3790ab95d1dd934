package check

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/source"
)

// result turns what the workers found into a report.
func (s *Session) result(run *runner, all gathered) (*Result, error) {
	r := &Result{Config: s.config, Folder: s.Source.Place.Folder(), Edits: map[string]*Edits{}, IsKept: s.isKept(), Root: s.Source.Place.Name}
	r.View = View{Notes: run.base, Selected: run.isSelected, Open: run.open, Brought: run.context.FirstSeen}
	doc := &r.Document
	*doc = finding.Document{Schema: finding.Schema, Root: ".", Folder: source.ShownPath(r.Folder), Strict: s.Strict, Policy: s.config.Digest(s.gates.Specs()), Change: s.proposal, Gates: s.wanted(),
		Findings: []finding.Finding{}, Suppressed: []finding.Suppressed{}, Baseline: []finding.Known{}, Unread: []finding.Unread{}}
	base := run.base
	for id := range base.IDs() {
		if !run.isSelected(id) {
			continue
		}
		doc.Checked.Notes++
		note := base.Note(id)
		if note.IsClaim() {
			doc.Checked.Claims++
		}
		if note.IsUnread() {
			why, _ := note.Unread()
			doc.Unread = append(doc.Unread, finding.Unread{Path: source.ShownPath(note.Path), Reason: why})
		}
	}
	drafts, said, err := judgeDrafts(s, run)
	if err != nil {
		return nil, err
	}
	all.found = append(all.found, drafts...)
	suppressions := &suppressions{Session: s, runner: run, early: map[gateOnNote]bool{}, valid: map[gateOnNote]*gate.Suppression{}}
	kept, comments := suppressions.suppress(all, doc)
	concluded, remarks, err := s.conclude(run, comments, doc)
	if err != nil {
		return nil, err
	}
	kept = append(kept, concluded...)
	slices.SortFunc(doc.Unread, func(a, b finding.Unread) int { return strings.Compare(a.Path, b.Path) })
	kept = slices.DeleteFunc(kept, func(f finding.Finding) bool { return !s.wants(f.Gate) })
	kept = s.gates.WithoutOverlaps(kept, func(f *finding.Finding) bool { return severityOf(f, s.config) == finding.Blocking })
	finding.Sort(kept)
	former := formerNames{s, run.noteSet}
	if err := former.follow(kept, former.orphaned(), false); err != nil {
		return nil, err
	}
	r.settling = &settling{suppressions: suppressions, filter: &baselineFilter{s, run.noteSet, map[finding.ID]bool{}}}
	allowed, err := r.settle(kept)
	if err != nil {
		return nil, err
	}
	remarks = append(remarks, allowed...)
	doc.Summary = finding.Summarize(doc.Findings)
	r.Notices, r.Idle = s.notices(run, doc, slices.Concat(said, remarks, suppressions.remarks())), r.settling.filter.idle(doc, run.stale)
	return r, nil
}

// addEdits takes the edits of a finding on the text of a note.
func (r *Result) addEdits(f *finding.Finding, notePath string, text source.Stamp) {
	e := r.Edits[notePath]
	if e == nil {
		e = &Edits{Of: text}
		r.Edits[notePath] = e
	}
	if e.Safe = append(e.Safe, f.Edits...); len(f.Edits) == 0 {
		e.Pending = append(e.Pending, f.Pending...)
	}
}

// conclude lets the gates look at the check as a whole. Remarks are what people should know of the change beside its findings.
func (s *Session) conclude(run *runner, comments []gate.Suppression, doc *finding.Document) (found []finding.Finding, remarks []string, err error) {
	whole := &gate.Whole{Suppressions: comments, Records: s.records, Refused: s.refused}
	whole.Unseen = func() (all []finding.Finding, err error) {
		all, remarks, err = s.unseen(run.noteSet, doc)
		return all, err
	}
	for _, g := range s.gates {
		if g.Conclude == nil {
			continue
		}
		err := g.Conclude(&gate.Conclusion{Context: run.context, Whole: whole, Off: s.config.Gates[g.ID].Severity == gate.Off, Report: func(f finding.Finding) {
			f.Gate, f.Fix = g.ID, cmp.Or(f.Fix, g.Fix)
			found = append(found, f)
		}})
		if err != nil {
			return nil, nil, err
		}
	}
	return found, remarks, nil
}

// unseen finds what hides notes from the gates, or gives people another text than the one that is judged. The document lists the
// paths behind which nobody has looked.
func (s *Session) unseen(v *noteSet, doc *finding.Document) (all []finding.Finding, remarks []string, err error) {
	hidden, err := s.Source.Hidden(&s.config.Claims)
	if err != nil {
		return nil, nil, err
	}
	for _, h := range hidden {
		all = append(all, h.Finding())
		doc.Unread = append(doc.Unread, finding.Unread{Path: source.ShownPath(h.Path), Reason: h.Why})
	}
	var more []finding.Finding
	switch {
	case s.Source.Change != nil:
		all = append(all, s.Source.Nested()...)
		more, remarks, err = s.Source.Disguised(v.before, v.base, v.open())
	case s.Source.IsTracked && v.selected == nil:
		more, err = s.Source.DisguisedHere(v.base)
	}
	return append(all, more...), remarks, err
}

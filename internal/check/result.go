package check

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/kb"
)

// result turns what the workers found into a report.
func (s *inquiry) result(j *judge, all outcome) (*Result, error) {
	r := &Result{judged: map[string]stamp{}, edits: map[string][]finding.Edit{}, pending: map[string][]finding.Edit{}}
	r.Config, r.Folder = s.config, s.place.Folder()
	doc := &r.Document
	*doc = finding.Document{Schema: finding.Schema, Root: ".", Folder: shownPath(s.folder), Strict: s.Strict, Policy: gate.BuiltIn.Policy(s.config), Change: s.proposal,
		Findings: []finding.Finding{}, Suppressed: []finding.Suppressed{}, Baseline: []finding.Known{}, Unread: []finding.Unread{}}
	base := j.base
	j.eachSelected(func(id kb.ID) {
		doc.Checked.Notes++
		note := base.Note(id)
		if note.IsClaim() {
			doc.Checked.Claims++
		}
		if note.IsUnread() {
			why, _ := note.Unread()
			doc.Unread = append(doc.Unread, finding.Unread{Path: shownPath(note.Path), Reason: why})
		}
	})
	kept, comments := s.suppress(j, all, doc)
	concluded, err := s.conclude(j, comments, doc)
	if err != nil {
		return nil, err
	}
	kept = append(kept, concluded...)
	slices.SortFunc(doc.Unread, func(a, b finding.Unread) int { return strings.Compare(a.Path, b.Path) })
	finding.Sort(kept)
	filter := s.baselineFilter(j)
	for i := range kept {
		f := &kept[i]
		f.Fingerprint = f.FingerprintOf(f.Path, f.Subject())
		if len(f.Edits) > 0 {
			r.edits[f.Path] = append(r.edits[f.Path], f.Edits...)
		} else if len(f.Pending) > 0 {
			r.pending[f.Path] = append(r.pending[f.Path], f.Pending...)
		}
		if id, ok := base.Find(f.Path); ok && len(f.Edits)+len(f.Pending) > 0 {
			r.judged[f.Path] = j.seen[id]
		}
		passed := filter.holds(f)
		f.Severity, f.Path = cmp.Or(f.Severity, s.config.Gates[f.Gate].Severity), shownPath(f.Path)
		if passed {
			doc.Baseline = append(doc.Baseline, f.Known())
		} else {
			doc.Findings = append(doc.Findings, *f)
		}
	}
	doc.Summary = finding.Summarize(doc.Findings)
	r.Notices, r.Idle = s.notices(j, doc), s.idleEntries(j, doc, filter.met)
	return r, nil
}

// conclude lets the gates look at the check as a whole.
func (s *inquiry) conclude(j *judge, comments []gate.Suppression, doc *finding.Document) (found []finding.Finding, err error) {
	whole := &gate.Whole{Suppressions: comments, Unseen: func() ([]finding.Finding, error) { return s.unseen(j.view, doc) }}
	if s.change != nil {
		whole.Records = s.change.touchedRecords()
		whole.Refused = slices.Concat(s.change.broken, s.change.tooMuch(), s.change.replaced)
	}
	for _, g := range j.context.Gates {
		if g.Conclude == nil {
			continue
		}
		err := g.Conclude(&gate.Conclusion{Context: j.context, Whole: whole, Off: s.config.Gates[g.ID].Severity == gate.Off, Report: func(f finding.Finding) {
			f.Gate, f.Fix = g.ID, cmp.Or(f.Fix, g.Fix)
			found = append(found, f)
		}})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

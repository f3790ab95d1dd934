package check

import (
	"cmp"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/source"
)

// settling tells the findings that count from those with which the knowledge base lives.
type settling struct {
	*suppressions
	filter *baselineFilter
	passed []finding.Finding // that do not count, at their places
}

// settle parts findings that no comment silences: into those that count, those that stand in the baseline, and those that a reviewer has
// let through. Their paths are those of the notes, until now.
func (r *Result) settle(found []finding.Finding) (remarks []string, err error) {
	s, doc := r.settling, &r.Document
	kept := found[:0]  // there may be hundreds of thousands
	var paths []string // of the findings, as the notes have them
	for i := range found {
		f := &found[i]
		notePath := f.Path
		f.Fingerprint = f.FingerprintOf(f.Path, f.Subject())
		isKnown := s.filter.holds(f)
		f.Severity, f.Path = severityOf(f, s.config), source.ShownPath(f.Path)
		f.Certainty = cmp.Or(f.Certainty, finding.Certain)
		if isKnown {
			doc.Baseline, s.passed = append(doc.Baseline, f.Known()), append(s.passed, *f)
		} else {
			kept, paths = append(kept, *f), append(paths, notePath)
		}
	}
	return r.allow(kept, paths)
}

// count takes in findings that count, with their edits: only what counts is mended.
func (r *Result) count(found []finding.Finding, paths []string) {
	for i := range found {
		f := &found[i]
		if id, ok := r.settling.base.Find(paths[i]); ok && len(f.Edits)+len(f.Pending) > 0 {
			r.addEdits(f, paths[i], r.settling.seen[id])
		}
	}
	r.Document.Findings = append(r.Document.Findings, found...)
}

// severityOf is the severity that a finding has of itself, or else by the configuration.
func severityOf(f *finding.Finding, c *config.Config) string {
	of := c.SeverityOf
	if f.By != "" {
		of = c.SeverityByReader
	}
	return cmp.Or(f.Severity, of(f.Gate, f.IsPossible()))
}

// Add takes in what a reader of meaning has found while the session is open. It goes the way of the check's own findings: the comments in
// notes, the baseline and the allowances count for it. What overlaps with a finding of the same gate that does not count is that finding
// again.
func (r *Result) Add(found []finding.Finding) error {
	s, doc := r.settling, &r.Document
	var fresh []finding.Finding
	for _, f := range found {
		if by := s.silencing(&f); by != nil {
			doc.Suppressed = append(doc.Suppressed, finding.Suppressed{Gate: f.Gate, Path: source.ShownPath(f.Path), Line: f.Line, Reason: by.Reason})
		} else if !s.hasPassed(&f) {
			fresh = append(fresh, f)
		}
	}
	finding.Sort(fresh)
	for i := range fresh {
		shown := fresh[i]
		shown.Path = source.ShownPath(shown.Path)
		for j := range doc.Findings {
			if doc.Findings[j].IsLike(&shown) {
				fresh[i].Number++
			}
		}
	}
	remarks, err := r.settle(fresh)
	if err != nil {
		return err
	}
	r.Notices = append(r.Notices, remarks...)
	finding.SortSuppressed(doc.Suppressed)
	doc.Sort()
	doc.Summary = finding.Summarize(doc.Findings)
	return nil
}

// hasPassed reports whether a finding of the same gate that does not count stands on some of the words.
func (s *settling) hasPassed(f *finding.Finding) bool {
	for i := range s.passed {
		if p := &s.passed[i]; p.Gate == f.Gate && p.Path == source.ShownPath(f.Path) && p.At.Overlaps(f.At) {
			return true
		}
	}
	return false
}

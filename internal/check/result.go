package check

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/report"
)

// result turns what the workers found into a report.
func (s *inquiry) result(j *judge, all outcome) *Result {
	r := &Result{judged: map[string]stamp{}, edits: map[string][]gate.Edit{}, pending: map[string][]gate.Edit{}}
	doc := &r.Document
	*doc = report.Document{Schema: report.Schema, Root: ".", Findings: []report.Finding{}, Suppressed: []report.Suppressed{}, Unread: []report.Unread{}}
	base := j.base
	j.eachSelected(func(id kb.ID) {
		doc.Checked.Notes++
		if base.Note(id).IsClaim() {
			doc.Checked.Claims++
		}
	})
	for _, id := range all.unreadNotes {
		why, _ := base.Note(id).Unread()
		doc.Unread = append(doc.Unread, report.Unread{Path: shownPath(base.Path(id)), Reason: why})
	}
	slices.SortFunc(doc.Unread, func(a, b report.Unread) int { return strings.Compare(a.Path, b.Path) })

	kept := s.silence(j, all, doc)
	if s.change != nil {
		kept = append(kept, s.change.brokenRecords(s.config)...)
	}
	slices.SortStableFunc(kept, compareFound)
	ordinals := map[string]int{}
	for i := range kept {
		f := &kept[i]
		doc.Findings = append(doc.Findings, s.finding(f, ordinals))
		if len(f.Edits)+len(f.Pending) > 0 {
			r.judged[f.path] = f.judged
		}
		if len(f.Edits) > 0 {
			r.edits[f.path] = append(r.edits[f.path], f.Edits...)
		} else if len(f.Pending) > 0 {
			r.pending[f.path] = append(r.pending[f.path], f.Pending...)
		}
	}
	doc.Summary = summaryOf(doc.Findings)
	r.Notices = s.notices(j, doc)
	return r
}

func summaryOf(findings []report.Finding) report.Summary {
	var s report.Summary
	for _, f := range findings {
		if f.Severity == string(gate.Blocking) {
			s.Blocking++
		} else {
			s.Warning++
		}
		if f.AutoFixable {
			s.Fixable++
		}
	}
	return s
}

func compareFound(a, b found) int {
	return cmp.Or(strings.Compare(a.path, b.path), a.start.Line-b.start.Line, a.start.Column-b.start.Column,
		strings.Compare(a.gate.ID, b.gate.ID), strings.Compare(a.Message, b.Message))
}

func (s *inquiry) finding(f *found, ordinals map[string]int) report.Finding {
	out := report.Finding{
		Gate:     f.gate.ID,
		Severity: s.config.Gates[f.gate.ID].Severity,
		Path:     shownPath(f.path),
		Line:     f.start.Line, Column: f.start.Column, EndLine: f.end.Line, EndColumn: f.end.Column,
		Message:     f.Message,
		Fix:         f.Fix,
		AutoFixable: len(f.Edits) > 0,
		Target:      f.Target,
		Suggestion:  f.Suggestion,
		Excerpt:     report.Excerpt{Text: f.excerpt, Column: max(f.column, 1)},
	}
	if out.Fix == "" {
		out.Fix = f.gate.Fix
	}
	for _, e := range f.edits {
		out.Edits = append(out.Edits, report.Edit{Line: e.start.Line, Column: e.start.Column,
			EndLine: e.end.Line, EndColumn: e.end.Column, NewText: e.New})
	}
	// A hash of gate, path, the matched text with white space folded, and its number among equals: no line numbers, so
	// it survives moved lines (contract 5.2).
	key := strings.Join([]string{f.gate.ID, f.path, strings.Join(strings.Fields(f.matched), " ")}, "\x00")
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", key, ordinals[key]))
	ordinals[key]++
	out.Fingerprint = hex.EncodeToString(sum[:8])
	return out
}

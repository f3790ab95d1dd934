package check

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/kb"
)

// result turns what the workers found into a report.
func (s *inquiry) result(j *judge, all outcome) *Result {
	r := &Result{judged: map[string]stamp{}, edits: map[string][]gate.Edit{}, pending: map[string][]gate.Edit{}}
	r.Config, r.Folder = s.config, s.place.Folder()
	doc := &r.Document
	*doc = finding.Document{Schema: finding.Schema, Root: ".", Folder: shownPath(s.folder), Strict: s.Strict, Policy: s.config.Digest(gate.Specs()), Change: s.proposal,
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
	kept := s.addHidden(s.silence(j, all, doc), all.behind, doc)
	slices.SortFunc(doc.Unread, func(a, b finding.Unread) int { return strings.Compare(a.Path, b.Path) })
	if s.change != nil {
		kept = append(kept, slices.Concat(s.change.brokenRecords(s.config), s.change.broken, s.change.tooMuch(), s.change.replaced, s.nested(s.change))...)
	}
	kept = append(kept, all.apart...)
	slices.SortStableFunc(kept, compareFound)
	number(kept)
	sieve := s.sieve(j)
	for i := range kept {
		f := &kept[i]
		if sieve.holds(f) {
			doc.Baseline = append(doc.Baseline, finding.Known{Gate: f.gate.ID, Path: shownPath(f.path), Line: f.start.Line, Fingerprint: f.fingerprint(f.path, f.subject())})
		} else {
			doc.Findings = append(doc.Findings, s.finding(f))
		}
		if len(f.Edits)+len(f.Pending) > 0 {
			r.judged[f.path] = f.judged
		}
		if len(f.Edits) > 0 {
			r.edits[f.path] = append(r.edits[f.path], f.Edits...)
		} else if len(f.Pending) > 0 {
			r.pending[f.path] = append(r.pending[f.path], f.Pending...)
		}
	}
	doc.Summary = finding.Summarize(doc.Findings)
	r.Notices, r.Idle = s.notices(j, doc), s.idleEntries(j, doc, sieve.met)
	return r
}

func compareFound(a, b found) int {
	return cmp.Or(strings.Compare(a.path, b.path), a.start.Line-b.start.Line, a.start.Column-b.start.Column,
		strings.Compare(a.gate.ID, b.gate.ID), strings.Compare(a.Message, b.Message))
}

// number counts the findings that a gate has on equal subjects of a note.
func number(sorted []found) {
	seen := map[[3]string]int{}
	for i := range sorted {
		f := &sorted[i]
		key := [3]string{f.gate.ID, f.path, foldSpace(f.subject())}
		f.ordinal = seen[key]
		seen[key]++
	}
}

// isOfPair reports whether the finding is about its note and one other, which is its target.
func (f *found) isOfPair() bool { return len(f.Others) == 1 && f.Target != "" }

// subject is what the finding is about: the text at its place, or, where it is about a pair of notes, the path of the other
// one. A pair stays the same one when its texts change, and is another one with another note.
func (f *found) subject() string {
	if f.isOfPair() {
		return f.Target
	}
	return f.matched
}

// fingerprint is what tells the finding from all others if it stands in the note at that path and is about that: a hash of
// gate, path, the subject with white space folded, and its number among equals. No line numbers, so it survives moved lines
// (docs/findings.md).
func (f *found) fingerprint(notePath, subject string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s\x00%d", f.gate.ID, notePath, foldSpace(subject), f.ordinal))
	return hex.EncodeToString(sum[:8])
}

func foldSpace(s string) string { return strings.Join(strings.Fields(s), " ") }

func (s *inquiry) finding(f *found) finding.Finding {
	out := finding.Finding{
		Gate:     f.gate.ID,
		Severity: cmp.Or(f.severity, s.config.Gates[f.gate.ID].Severity),
		Path:     shownPath(f.path),
		Line:     f.start.Line, Column: f.start.Column, EndLine: f.end.Line, EndColumn: f.end.Column,
		Message:     f.Message,
		Fix:         f.Fix,
		AutoFixable: len(f.Edits) > 0,
		Target:      f.Target,
		Suggestion:  f.Suggestion,
		Fingerprint: f.fingerprint(f.path, f.subject()),
		Excerpt:     finding.Excerpt{Text: f.excerpt, Column: max(f.column, 1)},
		Bytes:       finding.Columns{Start: f.start.Byte, End: f.end.Byte},
	}
	if out.Fix == "" {
		out.Fix = f.gate.Fix
	}
	for _, e := range f.edits {
		out.Edits = append(out.Edits, finding.Edit{Line: e.start.Line, Column: e.start.Column,
			EndLine: e.end.Line, EndColumn: e.end.Column, NewText: e.New, Bytes: finding.Columns{Start: e.start.Byte, End: e.end.Byte}})
	}
	return out
}

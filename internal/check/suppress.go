package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/kb"
)

// silence is one `<!-- kbgate-ignore GATE: reason -->` in a note. It stands for the whole note.
type silence struct {
	gate   string
	reason string
	at     claim.Span
	start  claim.Position
	end    claim.Position
	text   string // the comment as it stands
	line   string // the line that holds it, or a part of it
	column int    // at which that part starts
	// early marks a comment that a change has brought and that counts only once it stands in the base.
	early bool
}

// earlyAdvice stands behind the fix of a finding that a comment of the change would silence.
const earlyAdvice = " The kbgate-ignore in this note counts only once it stands in the base: ask a reviewer to let it in."

// silencer is a gate that a comment silences in a note.
type silencer struct {
	note kb.ID
	gate string
}

const silenceMark = "kbgate-ignore"

// silencesOf finds the suppression comments of a note.
func silencesOf(c *claim.Claim) []silence {
	var all []silence
	places := claim.NewLocator(c.Source)
	for _, region := range c.Hidden {
		if region.Kind != claim.Comment {
			continue
		}
		comment := c.Slice(region.Span)
		inside := strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(comment, "<!--"), "-->"))
		rest, ok := strings.CutPrefix(inside, silenceMark)
		if !ok {
			continue
		}
		line, at := c.Excerpt(region.Start)
		s := silence{at: region.Span, text: comment, line: line, column: places.Position(at).Column}
		s.start, s.end = places.Position(region.Start), places.Position(region.End)
		tag, reason, _ := strings.Cut(rest, ":")
		s.gate, s.reason = strings.TrimSpace(tag), strings.TrimSpace(reason)
		all = append(all, s)
	}
	return all
}

// silence parts the findings into those that count and those that a comment in their note silences. Comments that
// give no reason, name no gate, silence nothing, or would silence what may never be, are findings themselves.
func (s *inquiry) silence(j *judge, all outcome, doc *finding.Document) []found {
	used := map[*silence]bool{}
	valid := map[silencer]*silence{}
	for id, silences := range all.silences {
		for i := range slices.Backward(silences) {
			if silences[i].reason != "" {
				valid[silencer{id, silences[i].gate}] = &silences[i] // the first counts
			}
		}
	}
	var kept []found
	for _, f := range all.found {
		by := valid[silencer{f.id, f.gate.ID}]
		if by == nil || f.gate.Unsilenceable || !s.counts(by, f) {
			if s.change != nil && slices.Contains(s.change.early[f.path], f.gate.ID) {
				f.Fix = cmp.Or(f.Fix, f.gate.Fix) + earlyAdvice
			}
			kept = append(kept, f)
			continue
		}
		used[by] = true
		doc.Suppressed = append(doc.Suppressed, finding.Suppressed{Gate: f.gate.ID,
			Path: f.path, Line: f.start.Line, Reason: by.reason})
	}
	slices.SortFunc(doc.Suppressed, func(a, b finding.Suppressed) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), a.Line-b.Line, strings.Compare(a.Gate, b.Gate))
	})
	if s.config.Gates[gate.InvalidSuppression.ID].Severity == string(gate.Off) {
		return kept
	}
	for id, silences := range all.silences {
		if !j.isSelected(id) {
			continue // its other gates have not run, so what its comments silence is not known
		}
		told := 0
		for i := range silences {
			c := &silences[i]
			if message, fix := c.fault(used[c] || c.early, j.gates); message != "" {
				if told++; told > mostFindings {
					continue
				}
				kept = append(kept, found{Finding: gate.Finding{Message: message, Fix: fix, At: c.at}, gate: gate.InvalidSuppression, id: id, path: j.base.Path(id),
					start: c.start, end: c.end, matched: c.text, excerpt: c.line, column: c.column})
			}
		}
		if more := told - mostFindings; more > 0 {
			kept = append(kept, found{Finding: further(more), gate: gate.InvalidSuppression, id: id, path: j.base.Path(id),
				start: claim.Position{Line: 1, Column: 1, Byte: 1}, end: claim.Position{Line: 1, Column: 1, Byte: 1}})
		}
	}
	return kept
}

// counts reports whether a comment may silence a finding. In a change, one for a blocking gate has to stand in the note
// before it: else whoever proposes a claim could decide what it is judged by.
func (s *inquiry) counts(c *silence, f found) bool {
	if s.change == nil || s.config.Gates[f.gate.ID].Severity != string(gate.Blocking) {
		return true
	}
	before, ok := s.change.silences[f.path]
	if !ok {
		before = s.silencesBefore(f.path)
		s.change.silences[f.path] = before
	}
	c.early = !slices.ContainsFunc(before, func(b silence) bool { return b.gate == c.gate && b.reason != "" })
	if c.early && !slices.Contains(s.change.early[f.path], c.gate) {
		s.change.early[f.path] = append(s.change.early[f.path], c.gate)
	}
	return !c.early
}

// silencesBefore finds the suppression comments of a note before the change. What cannot be read holds none.
func (s *inquiry) silencesBefore(name string) []silence {
	files := s.blobs.reader(s.change.tree, nil)
	defer files.close()
	source, why, err := files.read(name)
	if err != nil || why != "" || inspect(source) != nil {
		return nil
	}
	return silencesOf(claim.Parse(name, source))
}

// fault says what is wrong with a suppression comment, or "", and what to do about it.
func (c *silence) fault(used bool, running []*gate.Gate) (message, fix string) {
	g, known := gate.Find(c.gate)
	switch {
	case c.gate == "":
		return "the comment names no gate", "Write `<!-- kbgate-ignore GATE: the reason -->`."
	case !known:
		fix = "Name a gate; `kbgate explain` lists them."
		if near, ok := config.Nearest(c.gate, gate.IDs()); ok {
			fix = fmt.Sprintf("Write %s, if that is the gate meant.", near)
		}
		return fmt.Sprintf("no gate is called %q", c.gate), fix
	case g.Unsilenceable:
		return fmt.Sprintf("%s may not be suppressed", c.gate), "Take the comment out, and mend what the gate finds."
	case c.reason == "":
		return fmt.Sprintf("the suppression of %s gives no reason", c.gate), "Give the reason behind a colon."
	case !used && slices.Contains(running, g):
		return fmt.Sprintf("the comment suppresses nothing: %s finds no fault here", c.gate), "Take the comment out."
	}
	return "", ""
}

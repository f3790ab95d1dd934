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
	// early marks a comment of a change that counts only once the base has it in a claim.
	early bool
}

// standing is what the base has of a note in which a change may silence gates.
type standing struct {
	silences []silence
	claim    bool // whether the note was a claim there
}

// holds reports whether a comment for the same gate stood there.
func (s standing) holds(c *silence) bool {
	return slices.ContainsFunc(s.silences, func(b silence) bool { return b.gate == c.gate && b.reason != "" })
}

// early is a gate that a comment of a change would silence but may not yet.
type early struct {
	gate  string
	stood bool // whether the comment stood in the base, where the note was no claim
}

// advice stands behind the fix of a finding that the comment would silence.
func (e early) advice() string {
	if e.stood {
		return " The kbgate-ignore in this note stood in the base where the note was no claim, so nobody has judged it: ask a reviewer to let it in."
	}
	return " The kbgate-ignore in this note counts only once it stands in the base: ask a reviewer to let it in."
}

// notice tells people why the comment in a note does not count.
func (e early) notice(name string) string {
	if e.stood {
		return fmt.Sprintf("%s: the suppression of %s stands in the base, but the note was no claim there, so nobody has judged it; a person has to let it in", name, e.gate)
	}
	return fmt.Sprintf("%s: the suppression of %s is new in this change; of a gate that blocks it counts once it stands in the base, so a person has to let it in", name, e.gate)
}

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
		if by == nil || f.gate.Unsilenceable || !s.counts(j, by, f) {
			if e, ok := s.change.earlyIn(f.path, f.gate.ID); ok {
				f.Fix = cmp.Or(f.Fix, f.gate.Fix) + e.advice()
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
	off := s.config.Gates[gate.InvalidSuppression.ID].Severity == string(gate.Off)
	for id, silences := range all.silences {
		if !j.isSelected(id) {
			continue // its other gates have not run, so what its comments silence is not known
		}
		told := 0
		for i := range silences {
			c := &silences[i]
			message, fix := c.fault(used[c] || c.early, j.gates)
			waits := message != "" && s.waits(j, c, id, used[c] || c.early)
			if message != "" && (waits || !off) {
				if told++; told > gate.MostFindings {
					continue
				}
				f := c.found(id, j.base.Path(id), message, fix)
				if waits {
					f.severity = string(gate.Blocking)
					f.Message += ", and once it stands in the base it would hide one"
				}
				kept = append(kept, f)
			}
		}
		if more := told - gate.MostFindings; more > 0 {
			kept = append(kept, found{Finding: further(more), gate: gate.InvalidSuppression, id: id, path: j.base.Path(id),
				start: claim.Position{Line: 1, Column: 1, Byte: 1}, end: claim.Position{Line: 1, Column: 1, Byte: 1}})
		}
	}
	return kept
}

// counts reports whether a comment may silence a finding. In a change, one for a blocking gate has to stand in the base, and
// in a claim has to stand in a claim there: else whoever proposes a claim could decide what it is judged by.
func (s *inquiry) counts(j *judge, c *silence, f found) bool {
	if s.change == nil || s.config.Gates[f.gate.ID].Severity != string(gate.Blocking) {
		return true
	}
	before := s.standing(cmp.Or(j.was[f.path], f.path))
	stood := before.holds(c)
	c.early = !stood || !before.claim && j.base.Note(f.id).IsClaim()
	if _, told := s.change.earlyIn(f.path, c.gate); c.early && !told {
		s.change.early[f.path] = append(s.change.early[f.path], early{gate: c.gate, stood: stood})
	}
	return !c.early
}

// waits reports whether a comment that a change brings silences nothing yet, but would silence a blocking gate in a later change,
// when nobody is asked about it any more.
func (s *inquiry) waits(j *judge, c *silence, id kb.ID, used bool) bool {
	g, known := gate.Find(c.gate)
	if s.change == nil || used || !known || c.reason == "" || s.config.Gates[g.ID].Severity != string(gate.Blocking) {
		return false
	}
	if !g.EveryNote && !j.base.Note(id).IsClaim() {
		return false // it will not count once the note is a claim, either
	}
	path := j.base.Path(id)
	return !s.standing(cmp.Or(j.was[path], path)).holds(c)
}

// earlyIn gives the gate of that tag if a comment in a note would silence it but may not yet.
func (c *change) earlyIn(name, tag string) (early, bool) {
	if c == nil {
		return early{}, false
	}
	i := slices.IndexFunc(c.early[name], func(e early) bool { return e.gate == tag })
	if i < 0 {
		return early{}, false
	}
	return c.early[name][i], true
}

// standing is what the base has of a note, which is read once.
func (s *inquiry) standing(name string) standing {
	found, ok := s.change.silences[name]
	if !ok {
		found = s.standingOf(name)
		s.change.silences[name] = found
	}
	return found
}

// standingOf finds what the base has of a note. What cannot be read there silences nothing.
func (s *inquiry) standingOf(name string) standing {
	files := s.blobs.reader(s.change.base, nil)
	defer files.close()
	source, why, err := files.read(name)
	if err != nil || why != "" || inspect(source) != nil {
		return standing{}
	}
	c := claim.Parse(name, source)
	return standing{silences: silencesOf(c), claim: kb.IsClaim(c, &s.config.Claims)}
}

// found is a finding on the comment itself.
func (c *silence) found(id kb.ID, name, message, fix string) found {
	return found{Finding: gate.Finding{Message: message, Fix: fix, At: c.at}, gate: gate.InvalidSuppression, id: id, path: name,
		start: c.start, end: c.end, matched: c.text, excerpt: c.line, column: c.column}
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

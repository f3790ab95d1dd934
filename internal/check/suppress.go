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

// suppression is one `<!-- kbgate-ignore GATE: reason -->` in a note. It stands for the whole note.
type suppression struct {
	gate, reason string
	// comment is a finding on the comment, located, that has no message yet.
	comment finding.Finding
	// early marks a comment of a change that counts only once the base has it in a claim.
	early bool
}

// standing is what the base has of a note in which a change may silence gates.
type standing struct {
	suppressions []suppression
	claim        bool // whether the note was a claim there
}

// holds reports whether a comment for the same gate stood there.
func (s standing) holds(c *suppression) bool {
	return slices.ContainsFunc(s.suppressions, func(b suppression) bool { return b.gate == c.gate && b.reason != "" })
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

const suppressionMark = "kbgate-ignore"

// suppressionsOf finds the suppression comments of a note.
func suppressionsOf(c *claim.Claim) []suppression {
	var all []suppression
	places := claim.NewLocator(c.Source)
	for _, region := range c.Hidden {
		if region.Kind != claim.Comment {
			continue
		}
		inside := strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(c.Slice(region.Span), "<!--"), "-->"))
		rest, ok := strings.CutPrefix(inside, suppressionMark)
		if !ok {
			continue
		}
		tag, reason, _ := strings.Cut(rest, ":")
		s := suppression{gate: strings.TrimSpace(tag), reason: strings.TrimSpace(reason),
			comment: finding.Finding{Gate: gate.InvalidSuppression.ID, Path: c.Path, At: region.Span}}
		s.comment.Locate(c, places)
		all = append(all, s)
	}
	return all
}

// suppress parts the findings into those that count and those that a comment in their note suppresses. Comments that
// give no reason, name no gate, suppress nothing, or would suppress what may never be, are findings themselves.
func (s *inquiry) suppress(j *judge, all outcome, doc *finding.Document) []finding.Finding {
	used := map[*suppression]bool{}
	valid := map[[2]string]*suppression{} // by the path of the note and the gate
	for id, suppressions := range all.suppressions {
		for i := range slices.Backward(suppressions) {
			if c := &suppressions[i]; c.reason != "" {
				valid[[2]string{j.base.Path(id), c.gate}] = c // the first counts
			}
		}
	}
	var kept []finding.Finding
	for _, f := range all.found {
		by := valid[[2]string{f.Path, f.Gate}]
		if g, known := gate.Find(f.Gate); by == nil || known && g.Unsilenceable || !s.counts(j, by, &f) {
			if e, ok := s.change.earlyIn(f.Path, f.Gate); ok {
				f.Fix += e.advice()
			}
			kept = append(kept, f)
			continue
		}
		used[by] = true
		doc.Suppressed = append(doc.Suppressed, finding.Suppressed{Gate: f.Gate, Path: f.Path, Line: f.Line, Reason: by.reason})
	}
	slices.SortFunc(doc.Suppressed, func(a, b finding.Suppressed) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), a.Line-b.Line, strings.Compare(a.Gate, b.Gate))
	})
	off := s.config.Gates[gate.InvalidSuppression.ID].Severity == gate.Off
	for id, suppressions := range all.suppressions {
		if !j.isSelected(id) {
			continue // its other gates have not run, so what its comments suppress is not known
		}
		told := 0
		for i := range suppressions {
			c := &suppressions[i]
			message, fix := c.fault(used[c] || c.early, j.gates)
			waits := message != "" && s.waits(j, c, id, used[c] || c.early)
			if message != "" && (waits || !off) {
				if told++; told > gate.MostFindings {
					continue
				}
				f := c.found(message, fix)
				if waits {
					f.Severity = finding.Blocking
					f.Message += ", and once it stands in the base it would hide one"
				}
				kept = append(kept, f)
			}
		}
		if more := told - gate.MostFindings; more > 0 {
			f := further(more)
			kept = append(kept, finding.OnPath(gate.InvalidSuppression.ID, j.base.Path(id), "", f.Message, f.Fix))
		}
	}
	return kept
}

// counts reports whether a comment may silence a finding. In a change, one for a blocking gate has to stand in the base, and
// in a claim has to stand in a claim there: else whoever proposes a claim could decide what it is judged by.
func (s *inquiry) counts(j *judge, c *suppression, f *finding.Finding) bool {
	if s.change == nil || s.config.Gates[f.Gate].Severity != finding.Blocking {
		return true
	}
	before := s.standing(cmp.Or(j.was[f.Path], f.Path))
	stood := before.holds(c)
	id, _ := j.base.Find(f.Path)
	c.early = !stood || !before.claim && j.base.Note(id).IsClaim()
	if _, told := s.change.earlyIn(f.Path, c.gate); c.early && !told {
		s.change.early[f.Path] = append(s.change.early[f.Path], early{gate: c.gate, stood: stood})
	}
	return !c.early
}

// waits reports whether a comment that a change brings silences nothing yet, but would silence a blocking gate in a later change,
// when nobody is asked about it any more.
func (s *inquiry) waits(j *judge, c *suppression, id kb.ID, used bool) bool {
	g, known := gate.Find(c.gate)
	if s.change == nil || used || !known || c.reason == "" || s.config.Gates[g.ID].Severity != finding.Blocking {
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
	found, ok := s.change.suppressions[name]
	if !ok {
		found = s.standingOf(name)
		s.change.suppressions[name] = found
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
	return standing{suppressions: suppressionsOf(c), claim: kb.IsClaim(c, &s.config.Claims)}
}

// found is a finding on the comment itself.
func (c *suppression) found(message, fix string) finding.Finding {
	f := c.comment
	f.Message, f.Fix = message, fix
	return f
}

// fault says what is wrong with a suppression comment, or "", and what to do about it.
func (c *suppression) fault(used bool, running []*gate.Gate) (message, fix string) {
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

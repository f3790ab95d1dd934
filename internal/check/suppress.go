package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/kb"
)

// standing is what the base has of a note in which a change may silence gates.
type standing struct {
	suppressions []gate.Suppression
	claim        bool // whether the note was a claim there
}

// holds reports whether a comment for the same gate stood there.
func (s standing) holds(c *gate.Suppression) bool {
	return slices.ContainsFunc(s.suppressions, func(b gate.Suppression) bool { return b.Gate == c.Gate && b.Reason != "" })
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

// suppress parts the findings into those that count and those that a comment in their note suppresses. It gives the former,
// and the comments of the notes under check with what became of them: the gates of other notes have not run, so what their
// comments suppress is not known.
func (s *inquiry) suppress(j *judge, all outcome, doc *finding.Document) (kept []finding.Finding, comments []gate.Suppression) {
	valid := map[[2]string]*gate.Suppression{} // by the path of the note and the gate
	for id, suppressions := range all.suppressions {
		for i := range slices.Backward(suppressions) {
			if c := &suppressions[i]; c.Reason != "" {
				valid[[2]string{j.base.Path(id), c.Gate}] = c // the first counts
			}
		}
	}
	for _, f := range all.found {
		by := valid[[2]string{f.Path, f.Gate}]
		if g, known := gate.BuiltIn.Find(f.Gate); by == nil || known && g.Unsilenceable || !s.counts(j, by, &f) {
			if e, ok := s.change.earlyIn(f.Path, f.Gate); ok {
				f.Fix += e.advice()
			}
			kept = append(kept, f)
			continue
		}
		by.Used = true
		doc.Suppressed = append(doc.Suppressed, finding.Suppressed{Gate: f.Gate, Path: f.Path, Line: f.Line, Reason: by.Reason})
	}
	slices.SortFunc(doc.Suppressed, func(a, b finding.Suppressed) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), a.Line-b.Line, strings.Compare(a.Gate, b.Gate))
	})
	for id, suppressions := range all.suppressions {
		if !j.isSelected(id) {
			continue
		}
		for _, c := range suppressions {
			c.Waits = s.waits(j, &c, id)
			comments = append(comments, c)
		}
	}
	return kept, append(comments, all.claimed...)
}

// counts reports whether a comment may silence a finding. In a change, one for a blocking gate has to stand in the base, and
// in a claim has to stand in a claim there: else whoever proposes a claim could decide what it is judged by.
func (s *inquiry) counts(j *judge, c *gate.Suppression, f *finding.Finding) bool {
	if s.change == nil || s.config.Gates[f.Gate].Severity != finding.Blocking {
		return true
	}
	before := s.standing(cmp.Or(j.was[f.Path], f.Path))
	stood := before.holds(c)
	id, _ := j.base.Find(f.Path)
	counts := stood && (before.claim || !j.base.Note(id).IsClaim())
	if _, told := s.change.earlyIn(f.Path, c.Gate); !counts && !told {
		s.change.early[f.Path] = append(s.change.early[f.Path], early{gate: c.Gate, stood: stood})
	}
	c.Used = true
	return counts
}

// waits reports whether a comment that a change brings silences nothing yet, but would silence a blocking gate in a later change,
// when nobody is asked about it any more.
func (s *inquiry) waits(j *judge, c *gate.Suppression, id kb.ID) bool {
	g, known := gate.BuiltIn.Find(c.Gate)
	if s.change == nil || c.Used || !known || c.Reason == "" || s.config.Gates[g.ID].Severity != finding.Blocking {
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
	return standing{suppressions: gate.SuppressionsOf(c), claim: kb.IsClaim(c, &s.config.Claims)}
}

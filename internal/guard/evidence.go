package guard

import (
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/guard/enrich"
	"github.com/kbgate/kbgate/internal/guard/enrich/role"
	"github.com/kbgate/kbgate/internal/guard/words"
	"github.com/kbgate/kbgate/internal/lang"
)

// mostEvidence is how many things are listed, and how many that came with a draft are looked at.
const mostEvidence = 20

// ofDraft is the source of evidence that the text shows and the lead's data does not know.
const ofDraft = "draft"

// shown is what a draft shows of its addressee.
type shown struct {
	company, role []decision.Evidence
	work          int  // different words of people's work in the text
	mapped        bool // the title tells a role
	known         bool // the lead's data tells something of the company that an opener could begin with
}

// shown reads the draft once.
func (in *Input) shown() *shown {
	if in.read == nil {
		in.read = readEvidence(in)
	}
	return in.read
}

// list gives the evidence, each thing once.
func (s *shown) list() []decision.Evidence {
	list := []decision.Evidence{}
	seen := map[string]bool{}
	for _, e := range slices.Concat(s.company, s.role) {
		if key := e.Type + "\n" + draft.Normalise(e.Value); !seen[key] && len(list) < mostEvidence {
			seen[key] = true
			list = append(list, e)
		}
	}
	return list
}

// readEvidence reads an e-mail for evidence: first for what the lead's data knows, then for what the text shows by itself. Of anything else
// nobody asks for any.
func readEvidence(in *Input) *shown {
	if in.Draft.Type != decision.Email {
		return &shown{}
	}
	lead, found := in.Draft.Lead, in.Context
	if lead == nil {
		lead = &draft.Lead{}
	}
	if found == nil {
		found = &enrich.Context{}
	}
	l := newLetter(in.body(), lead)
	s := &shown{known: found.RecommendedOpenerSignal != nil}
	for _, signal := range found.Signals {
		if signal.Type != enrich.RoleImpact && l.tells(signal) {
			s.company = append(s.company, decision.Evidence{Type: signal.Type, Value: signal.Value, Source: signal.Source})
		}
	}
	s.readGiven(in.Draft.Evidence, lead, found, l)
	for _, sentence := range l.sentences {
		if l.isOfCompany(sentence) {
			s.company = append(s.company, decision.Evidence{Type: enrich.CompanyIntel, Value: sentence.quoted(), Source: ofDraft})
		}
	}
	s.readRole(l, role.Find(lead.Title))
	return s
}

// readGiven takes the evidence that came with a draft, so far as its value stands in the text or in the lead's data, and is more than a
// name or the title.
func (s *shown) readGiven(given []decision.Evidence, lead *draft.Lead, found *enrich.Context, l *letter) {
	for _, e := range given[:min(len(given), mostEvidence)] {
		list := words.Of(e.Value[:min(len(e.Value), mostRead)])
		if l.isBare(list) || enrich.IsEmpty(e.Value, lead) || !l.holds(list) && !isSignal(found, e.Value) {
			continue
		}
		if strings.HasPrefix(e.Type, "role") {
			s.role = append(s.role, e)
		} else {
			s.company = append(s.company, e)
		}
	}
}

// isSignal reports whether a value is that of a signal of the lead's data.
func isSignal(c *enrich.Context, value string) bool {
	return slices.ContainsFunc(c.Signals, func(s enrich.Signal) bool { return draft.Normalise(s.Value) == draft.Normalise(value) })
}

// enoughDuties is how many words of a role's duties make a text speak of that role: one stands in anybody's mail.
const enoughDuties = 2

// readRole reads a draft for the duties of the roles that a title tells, and for sentences that speak of the reader's duties.
func (s *shown) readRole(l *letter, matches []role.Match) {
	s.mapped = len(matches) > 0
	own := map[role.Duty]bool{}
	for _, m := range matches {
		for _, d := range m.Duties {
			own[d] = true
		}
	}
	duties := l.count(func(d role.Duty) bool { return own[d] })
	s.work = l.count(func(d role.Duty) bool { return role.IsDuty(d) })
	if duties >= enoughDuties {
		impact := matches[0].Pain + " (" + matches[0].Area + ")"
		s.role = append(s.role, decision.Evidence{Type: enrich.RoleImpact, Value: impact, Source: "title"})
	}
	for _, sentence := range l.sentences {
		if l.isOfDuty(sentence) {
			s.role = append(s.role, decision.Evidence{Type: enrich.RoleImpact, Value: sentence.quoted(), Source: ofDraft})
		}
	}
}

// count counts the different words of a letter that are duties for which the function answers true, in the language in which there are
// more. Words that stand in mails to everybody are none.
func (l *letter) count(is func(role.Duty) bool) int {
	most := 0
	for _, language := range judged {
		seen := map[string]bool{}
		for _, w := range l.words {
			if d := l.duty(w, language); is(d) && !isOf("everyone", w.Folded) {
				seen[d.Stem] = true
			}
		}
		most = max(most, len(seen))
	}
	return most
}

var judged = [...]lang.Language{lang.English, lang.Portuguese}

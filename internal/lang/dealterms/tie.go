package dealterms

import (
	"bytes"

	"github.com/kbgate/kbgate/internal/text"
)

// signsOfMention ties a term to a mention in its sentence.
func (s *sentence) signsOfMention(e *evidence, t term, m mention, isSure bool) {
	possessed := s.tokens[m.to-1].possessive
	_, governed := s.governor(m)
	looks := s.observed(m)
	e.mark(workBehind, looks == byIts)
	e.mark(workBefore, looks == byAt)
	e.mark(nameGives, !possessed && s.gives(m.to))
	e.mark(givesName, !governed && s.findDeals(m.from-3, m.from, transfers|bargains) >= 0)
	e.mark(paperOfName, governed && s.findDeals(m.from-5, m.from, papers|dealing) >= 0 ||
		possessed && s.findDeals(m.to, m.to+4, papers|dealing) >= 0)
	s.signsBetween(e, t, m)
	amount := e[isMoney]+e[isLarge] > 0
	e.mark(namedMoney, amount)
	e.mark(namedGivesMoney, amount && e[nameGives] > 0)
	e.mark(namedSure, isSure)
}

// governor is the token of the preposition before a mention, if there is one.
func (l *line) governor(m mention) (int, bool) {
	before := m.from - 1
	if before >= 1 && l.tokens[before].is(determiner|definite) && l.tokens[before-1].is(preposition) {
		return before - 1, true
	}
	return before, before >= 0 && l.tokens[before].is(preposition)
}

// gives reports whether a verb of giving, taking or agreeing stands at or closely after token i, before any preposition.
func (l *line) gives(i int) bool {
	for end := i + 4; i < min(end, len(l.tokens)) && l.adjacent(i); i++ {
		if l.tokens[i].deals&(transfers|bargains) != 0 {
			return true
		}
		if l.tokens[i].is(preposition) {
			return false
		}
	}
	return false
}

// signsBetween looks at what stands between a mention and a term.
func (s *sentence) signsBetween(e *evidence, t term, m mention) {
	from, to := m.to, t.from
	if to < from {
		from, to = t.to, m.from
	} else {
		e.mark(openersBetween, s.has(from, to, opener))
	}
	e.mark(apartNear, to-from <= 4)
	from, to = min(m.from, t.from), max(m.to, t.to)
	linked := s.tokens[from].looks(text.Custom)
	for i := from; i < to; i++ {
		e.mark(otherLinkBetween, s.tokens[i].looks(text.Custom) != linked || linked && i > from && s.linkOpens(i))
	}
}

// looking is how a mention says that the organisation looks at things and is no party to them.
type looking uint8

const (
	notAtAll looking = iota
	byIts            // “Teleo's agents”
	byAt             // “an agent at Teleo”, “nota a Teleo”
	byVerb           // “Teleo counts”
)

// observed tells whether a mention is that of somebody who looks at things.
func (s *sentence) observed(m mention) looking {
	for i := m.to; i < min(m.to+3, len(s.tokens)) && s.adjacent(i) && !s.tokens[i].is(function); i++ {
		if s.tokens[i].is(work) {
			return byIts
		}
	}
	if _, governed := s.governor(m); governed && s.has(m.from-4, m.from-1, work|works) ||
		s.has(m.from-1, m.from, definite) && s.has(m.from-2, m.from-1, works) {
		return byAt
	}
	for i := m.to; i < min(m.to+3, len(s.tokens)) && s.adjacent(i); i++ {
		if s.tokens[i].is(works) {
			return byVerb
		}
	}
	return notAtAll
}

// linkOpens reports whether a link begins right before token i.
func (l *line) linkOpens(i int) bool {
	return bytes.Contains(l.source[l.tokens[i-1].end:l.tokens[i].start], []byte("[["))
}

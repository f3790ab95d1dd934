package cite

import (
	"strings"

	"github.com/kbgate/kbgate/internal/lazy"
	"github.com/kbgate/kbgate/internal/text"
)

// nameEnd is where the run of names that starts at i ends: "Jeremiah Dittmar", "Bureau of Labor Statistics", "Maria da Silva".
func (l *list) nameEnd(i, to int) int {
	j := i + 1
	for j < to && l.tokens[j].tight && !l.isPossessive(j-1) && !l.tokens[j].Is(text.Custom) {
		t := &l.tokens[j]
		switch {
		case isCapital(t.Word) && !t.is(month) && t.year == 0:
			j++
		case t.is(particle) && j+1 < to && l.tokens[j+1].tight && isCapital(l.tokens[j+1].Word) && (l.tokens[i].is(firm) || !t.is(plain) || l.word(j) != "of" && l.word(j) != "for"):
			j += 2
		default:
			return j
		}
	}
	return j
}

// isPossessive reports whether the word at i ends in an apostrophe and an s.
func (l *list) isPossessive(i int) bool {
	word := l.word(i)
	return len(word) > 2 && withoutPossessive(word) != word
}

// addName adds a person or an organisation: the whole name, a person's last name, the short form of a long one, and what makes an
// organisation's name its own ("Pine" of "Pine Analytics").
func (l *list) addName(s *Source, from, to int) {
	for from < to && (l.tokens[from].is(plain|kind) && !l.tokens[from].is(firm) && !(from+1 < to && l.tokens[from+1].is(firm)) && !l.surname(from) || l.tokens[from].is(particle)) {
		from++
	}
	for to > from+1 && (l.tokens[to-1].is(kind) && !l.tokens[to-1].is(firm) || l.tokens[to-1].End-l.tokens[to-1].Start < 3) {
		to--
	}
	if from >= to {
		return
	}
	last, caps, organisation := to-1, "", false
	for i := from; i < to; i++ {
		organisation = organisation || l.tokens[i].is(firm)
		if isCapital(l.tokens[i].Word) {
			caps += l.word(i)[:1]
		}
	}
	s.add(l.key(from, to))
	switch {
	case organisation:
		if len(caps) > 2 {
			s.add(keyOf(caps))
		}
		if l.tokens[last].is(firm) && to-from > 1 && !(to-from == 2 && l.tokens[from].is(plain|firm)) {
			s.add(l.key(from, last))
		}
	case len(caps) < 5:
		s.add(keyOf(l.word(last)))
	}
}

// surname reports whether the word at i, though it is a common one, must be a name: a year or a comma follows it at once.
func (l *list) surname(i int) bool {
	if i+1 >= len(l.tokens) || !isCapital(l.tokens[i].Word) || l.tokens[i].is(month|venue) || i > 0 && l.tokens[i].before == 0 {
		return false
	}
	return l.tokens[i+1].year != 0 || l.tokens[i+1].before&comma != 0 && isCapital(l.tokens[i+1].Word)
}

// identify gives a source the names that the tokens from..to hold: its authors or makers, handles, addresses and identifiers, its
// quoted titles.
func (l *list) identify(s *Source, from, to int) {
	head := l.authors(s, from, to)
	located := false
	for i := from; i < to; i++ {
		t := &l.tokens[i]
		word := l.word(i)
		switch {
		case t.site:
			s.addAddress(word)
			located = s.nameless
		case t.before&at != 0:
			s.add(handle(l.source, int(t.Start)))
		case i > from && t.Traits&text.HasDigit != 0 && l.tokens[i-1].is(number):
			s.add(arxiv(word))
			located = true
		case t.quoted && t.before&quotes != 0:
			end := i + 1
			for end < to && l.tokens[end].quoted && l.tokens[end].before&quotes == 0 {
				end++
			}
			if end-i > 1 {
				s.add(l.key(i, end))
			}
		case t.Is(text.AllCaps) && !t.is(venue|kind|plain) && len(word) > 3, strings.IndexByte(word, '-') > 1 && t.Traits&(text.Capital|text.HasDigit) == text.Capital|text.HasDigit:
			s.add(keyOf(word))
		case i >= head && t.isName() && !t.is(venue|kind) && i > from && (l.makes(i-1, from) || t.before&opens != 0):
			l.addName(s, i, l.nameEnd(i, to))
		}
		if t.isName() && len(word) > 3 && !t.is(venue|kind|firm) && t.Traits&text.HasDigit == 0 && !t.quoted {
			s.loose = with(s.loose, keyOf(word))
		}
	}
	named := len(s.keys) > 0
	for i := from; i < to && !named; i++ {
		if l.tokens[i].isName() && !l.tokens[i].is(venue|kind) {
			l.addName(s, i, l.nameEnd(i, to))
			named = len(s.keys) > 0
		}
	}
	s.nameless = (located || l.tokens[from].quoted) && len(s.loose) == 0
	s.part = l.partOf(from, head, to)
}

// makes reports whether the words up to i say that a maker follows: "report by", "interview with", "dados do", "published by the".
func (l *list) makes(i, from int) bool {
	for ; i >= from && i > from-3; i-- {
		switch t := &l.tokens[i]; {
		case t.is(maker):
			return true
		case t.is(origin):
			return i > from && l.tokens[i-1].is(kind|firm) || l.tokens[from].is(kind)
		case !t.is(article):
			return false
		}
	}
	return false
}

// authors adds the names at the head of an item and gives where they end: what stands before the first comma, or all names up to the one
// after the last "and", "&" or "et al.".
func (l *list) authors(s *Source, from, to int) int {
	first, joined, end := to, from, from
	for ; end < to; end++ {
		t := &l.tokens[end]
		etAl := t.is(and|team) || l.word(end) == "et" || l.word(end) == "al"
		if t.depth > 0 || t.quoted || t.year != 0 || t.site || t.before&at != 0 || end > from && t.before&(breaks|hard) != 0 && !etAl && joined < end-1 {
			break
		}
		if !isCapital(t.Word) && !t.is(particle) && !etAl {
			break
		}
		if t.before&comma != 0 && end > from && first == to {
			first = end
		}
		if t.before&comma != 0 && joined > from && !(joined == end-1 && l.tokens[joined].is(and)) && t.End-t.Start > 2 {
			break
		}
		if etAl || t.before&(joint|hard) != 0 && end > from {
			joined = end
		}
	}
	if joined == from {
		end = min(end, first)
	}
	for i := from; i < end; {
		j := l.nameEnd(i, end)
		if isCapital(l.tokens[i].Word) && (!l.tokens[i].is(venue|kind) || l.surname(i)) {
			l.addName(s, i, j)
		}
		i = j
	}
	s.signed = joined > from
	if end > from && end-from < 4 && !s.signed {
		s.signed = end < to && (l.tokens[end].before&comma != 0 || l.tokens[end].year != 0 || l.tokens[end].quoted)
		for i := from; i < end; i++ {
			s.signed = s.signed && l.tokens[i].isName() && !l.tokens[i].is(firm|kind|venue)
		}
	}
	return end
}

// partOf is the part of a longer work that an item of the form "Work, Part" names: "Manifesto, Chapter 4".
func (l *list) partOf(from, head, to int) Key {
	if head <= from || head >= to || l.tokens[head].before&comma == 0 {
		return 0
	}
	work := l.traits(from, head)
	if rest := &l.tokens[head]; !isCapital(rest.Word) || !rest.is(part) && !work.kind || l.traits(from, to).year != 0 {
		return 0
	}
	return l.key(head, to)
}

var accountName = lazy.Regexp(`^\w+`)

// handle is the key of the account name at start, which may hold underscores.
func handle(source []byte, start int) Key { return keyOf(string(accountName().Find(source[start:]))) }

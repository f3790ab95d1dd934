package dealterms

import "bytes"

// disclose makes the disclosure of a term, with the word of deals next to it.
func (s *sentence) disclose(t term) Disclosure {
	by := s.widened(s.beside(t))
	return Disclosure{Start: s.start(min(t.from, by)), End: s.end(max(t.to-1, by)), Term: s.phrase(t, by)}
}

// beside is the token of a deal that goes with a term: the noun close after or before, else the verb, else the term itself.
func (s *sentence) beside(t term) int {
	if t.words {
		return t.to - 1
	}
	for _, look := range [...]struct {
		class
		behind, before int
	}{{strong | quotes | core, 3, 0}, {strong | quotes, 0, 3}, {hold | bids, 0, 3}, {strong | quotes | core, 5, 5}} {
		if i := s.find(t.to, t.to+look.behind, look.class); i >= 0 {
			return i
		}
		for i := t.from - 1; i >= max(0, t.from-look.before); i-- {
			if s.tokens[i].is(look.class) {
				return i
			}
		}
	}
	return t.from
}

// start is the first byte of token i, with a sign of money before it.
func (s *sentence) start(i int) int {
	start := int(s.tokens[i].start)
	for _, sign := range [...]string{"$", "€", "£", "¥", "~$", "~€", "~£"} {
		if bytes.HasSuffix(s.source[:s.tokens[i].start], []byte(sign)) {
			start = int(s.tokens[i].start) - len(sign)
		}
	}
	return start
}

// end is the byte after token i, with a sign of per cent or of money.
func (s *sentence) end(i int) int {
	end := int(s.tokens[i].end)
	if s.at(int32(end)) == '%' {
		end++
	}
	return end
}

// longest is the most bytes between figure and noun that are quoted.
const longest = 48

// phrase is the words of a term as they stand, cut where figure and noun stand far apart.
func (s *sentence) phrase(t term, by int) string {
	start := s.start(t.from)
	figure := squeeze(string(s.source[start:s.end(t.to-1)]))
	switch noun := &s.tokens[by]; {
	case by >= t.from && by < t.to:
		return figure
	case by >= t.to:
		if int(noun.end)-start <= longest {
			return squeeze(string(s.source[start:noun.end]))
		}
		return figure + " … " + s.word(by)
	default:
		if end := s.end(t.to - 1); end-int(noun.start) <= longest {
			return squeeze(string(s.source[noun.start:end]))
		}
		return s.word(by) + " … " + figure
	}
}

// widened goes on to the last word of a compound: from "post" to "cap" in "post-money cap".
func (s *sentence) widened(i int) int {
	for i+1 < len(s.tokens) && s.adjacent(i+1) && (s.tokens[i+1].joined || (s.tokens[i].joined || s.tokens[i].is(strong|quotes)) && s.tokens[i+1].is(strong|quotes)) {
		i++
	}
	return i
}

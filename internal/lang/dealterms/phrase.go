package dealterms

import "bytes"

// disclose makes the disclosure of a term, with the word of deals next to it.
func (s *sentence) disclose(t term) Disclosure {
	by := s.widened(s.beside(t))
	return Disclosure{Start: s.start(min(t.from, by)), End: s.end(max(t.to-1, by)), Term: s.phrase(t, by)}
}

// beside is the token of a deal that goes with a term: the noun close after or before, else the verb, else the term itself.
func (l *line) beside(t term) int {
	if t.words {
		return t.to - 1
	}
	for _, look := range [...]struct {
		class
		behind, before int
	}{{strong | quotes | core, 3, 0}, {strong | quotes, 0, 3}, {hold | bids, 0, 3}, {strong | quotes | core, 5, 5}} {
		if i := l.find(t.to, t.to+look.behind, look.class); i >= 0 {
			return i
		}
		for i := t.from - 1; i >= max(0, t.from-look.before); i-- {
			if l.tokens[i].is(look.class) {
				return i
			}
		}
	}
	return t.from
}

// start is the first byte of token i, with a sign of money before it.
func (l *line) start(i int) int {
	start := int(l.tokens[i].start)
	for _, sign := range [...]string{"$", "€", "£", "¥", "~$", "~€", "~£"} {
		if bytes.HasSuffix(l.source[:l.tokens[i].start], []byte(sign)) {
			start = int(l.tokens[i].start) - len(sign)
		}
	}
	return start
}

// end is the byte after token i, with a sign of per cent or of money.
func (l *line) end(i int) int {
	end := int(l.tokens[i].end)
	if l.source.at(int32(end)) == '%' {
		end++
	}
	return end
}

// longest is the most bytes between figure and noun that are quoted.
const longest = 48

// phrase is the words of a term as they stand, cut where figure and noun stand far apart.
func (l *line) phrase(t term, by int) string {
	figure := squeeze(string(l.source[l.start(t.from):l.end(t.to-1)]))
	from, to := l.start(min(t.from, by)), l.end(max(t.to-1, by))
	switch {
	case to-from <= longest || by >= t.from && by < t.to:
		return squeeze(string(l.source[from:to]))
	case by >= t.to:
		return figure + " … " + l.word(by)
	}
	return l.word(by) + " … " + figure
}

// widened goes on to the last word of a compound: from "post" to "cap" in "post-money cap".
func (l *line) widened(i int) int {
	for i+1 < len(l.tokens) && l.adjacent(i+1) && (l.tokens[i+1].joined || (l.tokens[i].joined || l.tokens[i].is(strong|quotes)) && l.tokens[i+1].is(strong|quotes)) {
		i++
	}
	return i
}

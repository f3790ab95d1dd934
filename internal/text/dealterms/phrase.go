package dealterms

import "bytes"

// disclose makes one disclosure of the terms of a sentence.
func (s *sentence) disclose(name int, terms []term) owned {
	from, to := len(s.tokens), 0
	best := terms[0]
	for _, t := range terms {
		if t.weight > best.weight {
			best = t
		}
		from, to = min(from, t.from, t.by), max(to, t.to, s.widened(t.by)+1)
	}
	return owned{name: name, Disclosure: Disclosure{
		Start: s.start(from), End: s.end(to - 1), Term: s.phrase(best),
	}}
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

// end is the byte behind token i, with a sign of per cent or of money.
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
func (s *sentence) phrase(t term) string {
	start := s.start(t.from)
	t.by = s.widened(t.by)
	figure := squeeze(string(s.source[start:s.end(t.to-1)]))
	switch noun := &s.tokens[t.by]; {
	case t.by >= t.from && t.by < t.to:
		return figure
	case t.by >= t.to:
		if int(noun.end)-start <= longest {
			return squeeze(string(s.source[start:noun.end]))
		}
		return figure + " … " + s.word(t.by)
	default:
		if end := s.end(t.to - 1); end-int(noun.start) <= longest {
			return squeeze(string(s.source[noun.start:end]))
		}
		return s.word(t.by) + " … " + figure
	}
}

// widened goes on to the last word of a compound: from "post" to "cap" in "post-money cap".
func (s *sentence) widened(i int) int {
	for i+1 < len(s.tokens) && s.adjacent(i+1) && (s.tokens[i+1].joined || (s.tokens[i].joined || s.tokens[i].is(strong|quotes|boards)) && s.tokens[i+1].is(strong|quotes|seats)) {
		i++
	}
	return i
}

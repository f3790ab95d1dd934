package dealterms

import (
	"bytes"
	"strings"
	"unicode"

	"github.com/kbgate/kbgate/internal/text"
)

// linkOpens reports whether a link begins right before token i.
func (s *sentence) linkOpens(i int) bool {
	return bytes.Contains(s.source[s.tokens[i-1].end:s.tokens[i].start], []byte("[["))
}

// rival reports whether token i, not the first of its sentence, is the name of somebody else who acts or owns.
func (s *sentence) rival(i int) bool {
	t := &s.tokens[i]
	if !t.looks(text.Capital) || t.name > 0 || s.opening(i) || t.is(month|currency|paper|strong|soft|span|function|quotes|token_) || roman(s.word(i)) {
		return false
	}
	if t.looks(text.AllCaps) && len(s.word(i)) <= 4 && !t.possessive {
		return false // an abbreviation
	}
	last := &s.tokens[i-1]
	switch {
	case t.possessive:
		return true
	case last.is(insider|controller) && s.adjacent(i): // "the firm's backer Polder Capital"
		return false
	case last.is(preposition), s.word(i-1) == "and" && i > 1 && s.tokens[i-2].name > 0:
		return false
	case last.is(determiner) && i > 1 && s.tokens[i-2].is(preposition):
		return false
	case last.looks(text.Capital) && s.adjacent(i) && !s.opening(i-1):
		return s.rival(i - 1)
	}
	return !adjectival(s.word(i)) || i+1 >= len(s.tokens) || s.tokens[i+1].is(function) || s.tokens[i+1].looks(text.Capital)
}

// rivalOpens reports whether a sentence begins with the name of somebody else.
func (s *sentence) rivalOpens() bool {
	t := &s.tokens[0]
	w := s.word(0)
	if !t.looks(text.Capital) || t.name > 0 || t.looks(text.HasDigit) || t.class != 0 && !t.possessive || len(w) < 3 || abstract(w) {
		return false
	}
	if strings.HasSuffix(w, "s") && singular.has(s.word(1)) {
		return true // "Zeiss was": no plural
	}
	if t.possessive || strings.IndexFunc(w[1:], unicode.IsUpper) > 0 && !t.looks(text.AllCaps) {
		return true
	}
	if s.follows(1, ^class(0)) || len(s.tokens) < 2 || !s.adjacent(1) {
		next := &s.tokens[min(1, len(s.tokens)-1)]
		return !strings.HasSuffix(w, "s") && next.is(hold|works|disclosing) && !adjectival(w) ||
			next.looks(text.Capital) && next.name == 0 && !next.is(month)
	}
	return s.tokens[1].looks(text.Capital) && s.tokens[1].name == 0 || strings.HasSuffix(s.word(1), "ed") && !strings.HasSuffix(w, "s")
}

// abstract reports whether a word is by its ending the name of no firm: "Patience has a price".
func abstract(w string) bool {
	for _, end := range [...]string{"ence", "ance", "ness", "ity", "tion", "sion", "ment", "ism", "ship", "ing"} {
		if strings.HasSuffix(w, end) {
			return true
		}
	}
	return false
}

// adjectival reports whether a capitalised word is likely to be an adjective of a country: "a Dutch buyer".
func adjectival(w string) bool {
	switch w {
	case "Dutch", "French", "Swiss", "Greek", "German", "Czech", "Thai":
		return true
	}
	for _, end := range [...]string{"ish", "ese", "ian", "ean", "can", "aeli", "nch"} {
		if strings.HasSuffix(w, end) {
			return true
		}
	}
	return false
}

// roman reports whether w counts a round or class: "Series A", "Class B", "Fund II".
func roman(w string) bool { return strings.Trim(w, "ABCDIVX") == "" }

package cite

import (
	"bytes"

	"github.com/kbgate/kbgate/internal/text"
)

// opens reports whether a bracket opens before word i that may hold a citation.
func (r *reader) opens(i int) bool {
	start := r.words[i].Start
	return start > 0 && r.source[start-1] == '(' && r.words[i].Traits&(text.Capital|text.HasDigit) != 0
}

// bracket looks at a citation in brackets: "(Page 2007; Chen & Lee, 2019)" names its sources, "(2015)" and "(Quarterly
// Journal of Economics, 2011)" say more of one that the sentence has named before. It gives the word after it, or the
// next one where the bracket holds no citation.
func (r *reader) bracket(i int) int {
	const longest = 160 // bytes of a citation in brackets
	open := int(r.words[i].Start)
	n := bytes.IndexAny(r.source[open:min(open+longest, len(r.source))], "()\n")
	if n < 0 || r.source[open+n] != ')' {
		return r.unbracketed(i)
	}
	year, joint, end := 0, false, i
	for ; end < len(r.words) && int(r.words[end].Start) < open+n; end++ {
		switch {
		case r.words[end].Traits&text.Custom != 0:
			return i + 1
		case r.words[end].Hash == wordAnd || r.words[end].Hash == wordEt:
			joint = true
		case yearOf(r.source, r.words[end]) != 0 && len(r.source[r.words[end].Start:r.words[end].End]) < 6:
			if end == i || !month(&token{Word: r.words[end-1]}) {
				year = end + 1
			}
		}
	}
	joint = joint || bytes.IndexByte(r.source[open:open+n], '&') >= 0 || bytes.IndexByte(r.source[open:open+n], ';') >= 0
	if year == 0 || r.is(i, part) && !r.words[i].Is(text.Capital) || month(&token{Word: r.words[i]}) {
		return r.unbracketed(i)
	}
	switch {
	case year == i+1: // nothing but a year
	case r.belongs(i):
	case r.cited > 0 && !joint && (r.is(i, container) || string(r.before(year-1)) != " "):
	case r.words[i].Is(text.Capital):
		for _, s := range Named(nil, r.source, open, open+n) {
			r.add(s)
		}
	default:
		return r.unbracketed(i)
	}
	return end
}

// unbracketed looks at the word at i as if no bracket stood before it.
func (r *reader) unbracketed(i int) int {
	if r.words[i].Is(text.Capital) {
		return r.name(i)
	}
	return i + 1
}

// inTitle counts a work that is named by its title alone, "in *Seeing Like a State*", and reports whether there is one.
func (r *reader) inTitle(i int) bool {
	gap := r.before(i)
	if i == 0 || len(gap) < 2 || gap[len(gap)-1] != '"' && gap[len(gap)-1] != '*' && !bytes.HasSuffix(gap, []byte("“")) || !introduces.Has(r.words[i-1]) {
		return false
	}
	end := r.titleEnd(i)
	capitals := 0
	for j := i; j < end; j++ {
		switch {
		case r.words[j].Is(text.Capital):
			capitals++
		case r.words[j].End-r.words[j].Start > 4:
			return false
		}
	}
	if capitals < 2 || end-i > 14 {
		return false
	}
	s := Source{Start: r.words[i].Start, End: r.words[end-1].End}
	s.add(keyOf(r.source[r.words[i].Start:r.words[end-1].End]))
	r.add(s)
	return true
}

var introduces = text.NewSet("book", "paper", "essay", "report", "study", "article", "memoir", "titled", "entitled", "see")

// titleEnd is the word after the title that begins at i.
func (r *reader) titleEnd(i int) int {
	const longest = 20 // words of a title
	gap := r.before(i)
	quoted := gap[len(gap)-1] != ' '
	for j := i; j < min(i+longest, len(r.words)); j++ {
		switch {
		case quoted && r.unquotes(int(r.words[j].End)):
			return j + 1
		case !quoted && j > i && (!r.joined(j) || !r.words[j].Is(text.Capital) && !r.is(j, generic|particle|creator|origin)):
			return j
		}
	}
	return i + 1
}

// unquotes reports whether a quotation or italics end at a place, perhaps after a comma.
func (r *reader) unquotes(at int) bool {
	rest := r.source[at:min(at+4, len(r.source))]
	if len(rest) > 1 && (rest[0] == ',' || rest[0] == '.') {
		rest = rest[1:]
	}
	return len(rest) > 0 && (rest[0] == '"' || rest[0] == '*') || bytes.HasPrefix(rest, []byte("”"))
}

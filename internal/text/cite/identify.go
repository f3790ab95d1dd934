package cite

import (
	"bytes"

	"github.com/kbgate/kbgate/internal/text"
)

// identify gives a source the names that the tokens from..to hold: its authors or makers, handles, addresses and
// identifiers, its titles. It reports whether any was a proper name.
func (l *list) identify(s *Source, from, to int) bool {
	authorsEnd := l.authors(s, from, to)
	l.marked(s, from, to)
	named := s.n > 0
	s.signed = l.signed(from, to)
	l.proper(s, from, to)
	start := from
	for start < to { // segment by segment
		end := min(l.segmentEnd(start), to)
		if start >= authorsEnd {
			l.lateAuthors(s, start, end)
		}
		l.segment(s, start, end, start >= authorsEnd, named)
		start = end
	}
	named = named || s.n > 0
	if s.n == 0 {
		s.add(l.run(from, to))
	}
	return named
}

// lateAuthors adds the authors that stand after a title or a data set: "Bread Atlas, Ruiz & Kim 2014".
func (l *list) lateAuthors(s *Source, from, to int) {
	end, several := from, false
	for ; end < to && end < from+7; end++ {
		t := &l.tokens[end]
		several = several || t.Hash == wordEt || t.sep&sepAmp != 0
		if year := yearOf(l.source, t.Word) != 0; year || t.Hash == wordAl {
			break
		}
		if t.Traits&text.Capital == 0 && t.Hash != wordEt && t.Hash != wordAnd && !t.is(particle) || t.depth > 0 || t.quoted {
			return
		}
	}
	if !several || end == to || end == from+7 {
		return
	}
	for i := from; i < end; {
		j := max(l.sequenceEnd(i, end), i+1)
		if l.tokens[i].name() {
			l.addName(s, i, j)
		}
		i = j
	}
}

// signed reports whether an item begins with the names of persons: "Hanson, …", "Li & Raymond (2020)", "Smith et al.".
func (l *list) signed(from, to int) bool {
	for i := from; i < min(from+4, to); i++ {
		t := &l.tokens[i]
		if t.Hash == wordEt || i > from && t.sep&sepAmp != 0 || t.Hash == wordAnd && i+1 < to && (l.tokens[i+1].name() || l.tokens[i+1].Hash == wordOthers) {
			return true
		}
		if i > from && t.sep&(sepComma|sepOpen) != 0 || yearOf(l.source, t.Word) != 0 {
			return i > from
		}
		if t.Traits&text.Capital == 0 && !t.is(particle) || t.is(firm|publication|container|generic) && i > from {
			return false
		}
	}
	return false
}

// proper adds the proper words of an item as loose names.
func (l *list) proper(s *Source, from, to int) {
	n := 0
	for i := from; i < to && n < len(s.loose); i++ {
		t := &l.tokens[i]
		if t.name() && t.End-t.Start > 3 && !t.is(container|publication|firm|part|study) && !nations.Has(t.Word) && t.Traits&text.HasDigit == 0 {
			s.loose[n] = keyOf(l.source[t.Start:t.End])
			n++
		}
	}
}

// authors adds the names at the head of an item and gives where they end: what stands before the first comma, or all
// names up to the one after the last "and", "&" or "et al.".
func (l *list) authors(s *Source, from, to int) int {
	if t := &l.tokens[from]; t.is(generic|publication) && !l.surname(from, to) || t.quoted || t.sep&sepAt != 0 || t.is(located) {
		return from
	}
	end, joined, pending := from, from, false
	for ; end < to; end++ {
		t := &l.tokens[end]
		if t.depth > 0 || t.quoted || t.sep&(sepColon|sepDash) != 0 && end > from || yearOf(l.source, t.Word) != 0 {
			break
		}
		if t.Hash == wordAnd || t.Hash == wordEt || t.Hash == wordAl || colleagues.Has(t.Word) {
			joined, pending = end, t.Hash == wordAnd
			continue
		}
		if t.sep&sepComma != 0 && joined > from && !pending {
			break
		}
		if t.sep&sepAmp != 0 {
			joined = end
		}
		if t.Traits&text.Capital == 0 && !t.is(particle) && (end == from || !l.ofFirm(end, to)) {
			break
		}
		pending = false
	}
	if joined == from {
		end = min(end, l.segmentEnd(from))
	}
	for i := from; i < end; {
		j := l.sequenceEnd(i, end)
		l.addName(s, i, j)
		i = max(j, i+1)
	}
	return max(end, from+1)
}

// surname reports whether the word at i, though it is a common one, must be a name: it stands alone before a comma or
// a year.
func (l *list) surname(i, to int) bool {
	return l.tokens[i].Traits&text.Capital != 0 && !month(&l.tokens[i]) && i+1 < to &&
		(l.tokens[i+1].sep&sepComma != 0 || yearOf(l.source, l.tokens[i+1].Word) != 0)
}

// sequenceEnd is where the run of capital words that starts at i ends.
func (l *list) sequenceEnd(i, to int) int {
	if t := &l.tokens[i]; t.Traits&text.Capital == 0 && !t.is(particle) {
		return i
	}
	j := i + 1
	for j < to && !isPossessive(l.source, l.tokens[j-1].Word) {
		t := &l.tokens[j]
		if l.ofFirm(j, to) {
			j += 2
			continue
		}
		if t.sep&^(sepStop|sepGlue) != 0 || t.Traits&text.Capital == 0 && !t.is(particle) || yearOf(l.source, t.Word) != 0 {
			break
		}
		j++
	}
	return j
}

// ofFirm reports whether the word at i joins an organisation's name: "Ministry of Health".
func (l *list) ofFirm(i, to int) bool {
	t := &l.tokens[i]
	return (t.Hash == wordOf || t.Hash == wordFor) && t.sep == 0 && l.tokens[i-1].is(firm) &&
		i+1 < to && l.tokens[i+1].Traits&text.Capital != 0
}

// addName adds a person or an organisation: the whole name, a person's last name, and what makes an organisation's
// name its own ("Pine" of "Pine Analytics").
func (l *list) addName(s *Source, from, to int) {
	s.add(l.initials(from, to))
	if from+2 < to && l.tokens[from].is(firm) && l.tokens[from+1].is(origin) {
		s.add(l.run(from, to))
		if to-from > 3 {
			s.add(l.run(from+2, to))
		}
		return
	}
	whole := from
	for from < to && l.tokens[from].is(generic|publication|particle) && !(to-whole == 1 && l.surname(from, len(l.tokens))) {
		from++
	}
	end := to
	for i := from + 1; i < to; i++ {
		if l.tokens[i].is(firm | publication | part) {
			end = i
			break
		}
	}
	for end > from+1 && (l.tokens[end-1].is(generic) || l.initial(end-1)) {
		end--
	}
	if from >= end {
		return
	}
	if to-whole > 1 {
		s.add(l.run(whole, to))
		if end-from == 1 && nations.Has(l.tokens[from].Word) {
			return
		}
		s.add(l.run(from, end))
	}
	if last := &l.tokens[end-1]; end-from <= 4 {
		s.add(keyOf(l.source[last.Start:last.End]))
	}
}

// nations do not tell one office of a country from another.
var nations = text.NewSet("danish", "swedish", "norwegian", "finnish", "icelandic", "dutch", "belgian", "swiss", "austrian", "polish", "czech",
	"hungarian", "romanian", "greek", "turkish", "portuguese", "irish", "scottish", "welsh", "mexican", "brazilian", "argentine", "chilean",
	"colombian", "kenyan", "nigerian", "ghanaian", "ethiopian", "korean", "thai", "vietnamese", "indonesian", "malaysian", "iranian",
	"israeli", "saudi", "egyptian", "pakistani", "ukrainian", "estonian", "latvian", "lithuanian", "scandinavian", "nordic", "royal", "federal",
	"central", "world", "united", "new")

// initial reports whether a word is the first names' letters after a last name: "Roberto CA".
func (l *list) initial(i int) bool {
	t := &l.tokens[i]
	return t.End-t.Start <= 2 && t.Traits&text.Capital != 0 && (t.Is(text.AllCaps) || t.End-t.Start == 1)
}

func (l *list) initials(from, to int) Key {
	var words [8]text.Word
	n := 0
	for i := from; i < min(to, from+len(words)); i++ {
		words[n] = l.tokens[i].Word
		n++
	}
	return initials(l.source, words[:n])
}

// run is the key of all words from..to, dates and closing numbers left out.
func (l *list) run(from, to int) Key {
	for to > from+1 && (l.tokens[to-1].Traits&text.HasDigit != 0 && l.tokens[to-1].Traits&text.Capital == 0 || l.tokens[to-1].is(part)) {
		to--
	}
	for from+1 < to && (l.tokens[from].Hash == wordThe || l.tokens[from].Hash == wordA) {
		from++
	}
	for i := from + 1; i < to; i++ {
		if month(&l.tokens[i]) && (i+1 == to || yearOf(l.source, l.tokens[i+1].Word) != 0) || yearOf(l.source, l.tokens[i].Word) != 0 {
			to = i
		}
	}
	if from >= to {
		return 0
	}
	return keyOf(l.source[l.tokens[from].Start:l.tokens[to-1].End])
}

// marked adds what carries its own mark wherever it stands: handles, addresses, identifiers.
func (l *list) marked(s *Source, from, to int) {
	for i := from; i < to; i++ {
		t := &l.tokens[i]
		switch {
		case t.is(located):
			l.addAddress(s, t)
		case t.sep&sepAt != 0:
			s.add(handleAt(l.source, int(t.Start)))
		case (t.Hash == wordArxiv || t.Hash == wordDOI || t.Hash == wordSSRN) && i+1 < to:
			if l.tokens[i+1].Traits&text.HasDigit != 0 {
				s.add(keyOf(unversioned(l.source[l.tokens[i+1].Start:l.tokens[i+1].End])))
			}
		case t.Is(text.AllCaps) && t.End-t.Start > 3 && !t.is(container|generic|publication), identifier(l.source[t.Start:t.End]):
			s.add(keyOf(l.source[t.Start:t.End]))
		}
	}
}

// unversioned is an arXiv number without its version: 2001.00001 of 2001.00001v3.
func unversioned(number []byte) []byte {
	if i := bytes.LastIndexByte(number, 'v'); i > 4 && i+3 > len(number) {
		return number[:i]
	}
	return number
}

// identifier reports whether a word is a number that is given to one thing: PM-0417, HANDS-9, REMIND-RX.
func identifier(word []byte) bool {
	hyphen := bytes.IndexByte(word, '-')
	if hyphen < 2 || len(word) < 6 || len(word) == hyphen+1 {
		return false
	}
	for _, b := range word[:hyphen] {
		if b < 'A' || b > 'Z' {
			return false
		}
	}
	return word[hyphen+1] <= 'Z'
}

// handleAt is the key of the account name at start, which may hold underscores.
func handleAt(source []byte, start int) Key {
	end := start
	for end < len(source) && (wordByte(source[end]) || source[end] == '_') {
		end++
	}
	return keyOf(source[start:end])
}

// segment adds what one stretch between commas names: quoted titles, names after "by" and the like, names in
// brackets, and a title that stands after the authors. Where the head named nobody, every name counts.
func (l *list) segment(s *Source, from, to int, title, named bool) {
	plain := from
	for i := from; i < to; i++ {
		t := &l.tokens[i]
		if t.sep&sepQuote != 0 {
			end := i + 1
			for end < to && l.tokens[end].quoted && l.tokens[end].sep&sepQuote == 0 {
				end++
			}
			if end-i > 1 {
				s.add(l.run(i, end))
			}
			title = false
		}
		if t.depth == 0 && !t.quoted && plain == i {
			plain = i + 1
		}
		if t.depth > 0 && t.sep&sepOpen != 0 && t.name() && !t.is(container) {
			if end := l.bracketEnd(i, to); end > i && (l.traits(i, end).year == 0 || l.signed(i, end) && l.joint(i, end)) {
				l.addName(s, i, l.sequenceEnd(i, end))
			}
		}
		if t.depth == 0 && !t.quoted && i+1 < to && (t.is(creator) || t.is(origin) && (!named || isPossessiveAfter(l, i, to))) {
			l.addMaker(s, i+1, to)
		}
	}
	if !named {
		for i := from; i < plain; {
			j := max(l.sequenceEnd(i, plain), i+1)
			if l.tokens[i].Traits&text.Capital != 0 && !l.tokens[i].is(container) {
				l.addName(s, i, j)
			}
			i = j
		}
	}
	if named && l.tokens[from].name() && !l.tokens[from].is(container) {
		for i := from + 1; i < plain; i++ {
			if teams.Has(l.tokens[i].Word) { // "E. Weiss, Northlight platform team"
				l.addName(s, from, l.sequenceEnd(from, plain))
				break
			}
		}
	}
	if t := l.traits(from, plain); title && plain-from > 1 && !t.published && l.tokens[from].Traits&text.Capital != 0 && l.content(from, plain) {
		s.add(l.run(from, plain))
	}
}

// content reports whether any word says what a work is about, and not only of what kind it is.
func (l *list) content(from, to int) bool {
	for i := from; i < to; i++ {
		if t := &l.tokens[i]; !t.is(generic|publication|part|numbers) && t.Traits&text.HasDigit == 0 {
			return true
		}
	}
	return false
}

// isPossessiveAfter reports whether a possessive name follows: "on Nevin's curves".
func isPossessiveAfter(l *list, i, to int) bool {
	return i+1 < to && l.tokens[i+1].name() && isPossessive(l.source, l.tokens[i+1].Word)
}

// addMaker adds the name that follows within a few words: "by the vendor Loopmint".
func (l *list) addMaker(s *Source, i, to int) {
	for limit := i + 4; i < min(limit, to); i++ {
		if t := &l.tokens[i]; t.name() && !t.quoted && !t.is(container) {
			l.addName(s, i, l.sequenceEnd(i, to))
			return
		}
	}
}

// joint reports whether a stretch begins with the names of several people: "Ruiz and others", "Ruiz & Kim".
func (l *list) joint(from, to int) bool {
	for i := from + 1; i < min(from+4, to); i++ {
		if t := &l.tokens[i]; t.Hash == wordAnd || t.Hash == wordEt || t.sep&sepAmp != 0 {
			return true
		}
	}
	return false
}

func (l *list) bracketEnd(i, to int) int {
	for i < to && l.tokens[i].depth > 0 {
		i++
	}
	return i
}

package cite

import (
	"github.com/kbgate/kbgate/internal/text"
)

// Header counts the sources of a header's value, and remembers its names word by word, so that Body knows them again
// in any form.
func (t *Tally) Header(source []byte, from, to int) {
	if t.sources == nil {
		t.sources, t.words = make([]Source, 0, 4), make([]Key, 0, 16)
	}
	t.sources = Named(t.sources, source, from, to)
	var buffer [64]text.Word
	lex := lexicon()
	for _, w := range text.AppendWords(buffer[:0], source[from:to]) {
		if w.Traits&text.Capital != 0 && lex[w.Hash]&(generic|publication|container) == 0 {
			t.words = append(t.words, keyOf(source[from+int(w.Start):from+int(w.End)]))
		}
	}
}

// Body counts what the words of a body cite, until the tally is settled. A person, firm or product that the argument
// merely mentions is no source. A name counts in these places: with a year in brackets, with "et al.", before a verb
// of finding, with a study, survey or data set of its own, and after "according to". A case ("A v. B"), a handle, a
// web address, a DOI and an arXiv number count too. Words with the trait text.Custom are passed over.
func (t *Tally) Body(source []byte, words []text.Word) {
	r := reader{source: source, words: words, lex: lexicon(), tally: t}
	for i := 0; i < len(words) && !t.Settled(); {
		i = max(r.at(i), i+1)
	}
}

// reader looks for citations in prose.
type reader struct {
	source []byte
	words  []text.Word
	lex    map[uint64]class
	tally  *Tally
	cited  int32 // where the last citation of the sentence ends, or 0
	thing  int   // the word after the last name with a year that is no citation, or 0
}

func (r *reader) is(i int, c class) bool {
	return i >= 0 && i < len(r.words) && r.lex[r.words[i].Hash]&c != 0
}

// before is what stands between a word and the one before it.
func (r *reader) before(i int) []byte {
	if i >= len(r.words) {
		return nil
	}
	from := max(int(r.words[i].Start)-24, 0)
	if i > 0 {
		from = int(r.words[i-1].End)
	}
	return r.source[from:r.words[i].Start]
}

// joined reports whether only a space parts the word from the one before it.
func (r *reader) joined(i int) bool {
	gap := r.before(i)
	return i > 0 && i < len(r.words) && len(gap) == 1 && (gap[0] == ' ' || gap[0] == '\n')
}

// at looks at one word, and gives the next one to look at.
func (r *reader) at(i int) int {
	w := r.words[i]
	if w.Traits&text.Opens != 0 {
		r.cited = 0
	}
	if w.Traits&(text.Custom|text.Capital|text.HasDigit) == 0 {
		return r.plain(i)
	}
	switch {
	case w.Traits&text.Custom != 0:
		return i + 1
	case r.opens(i):
		return r.bracket(i)
	case w.Hash == wordArxiv || w.Hash == wordDOI:
		return r.number(i)
	case r.isHandle(i):
		r.one(i, i+1, handleAt(r.source, int(w.Start)))
	case w.Traits&text.Capital != 0:
		return r.name(i)
	}
	return i + 1
}

// plain looks at a word of small letters, which begins a citation only in a few cases.
func (r *reader) plain(i int) int {
	switch w := r.words[i]; w.Hash {
	case wordHTTP, wordHTTPS:
		return r.address(i)
	case wordArxiv, wordDOI:
		return r.number(i)
	case wordIndependent, wordUnrelated, wordRival:
		r.nameless(i)
	default:
		if r.isHandle(i) {
			r.one(i, i+1, handleAt(r.source, int(w.Start)))
		}
	}
	return i + 1
}

// number counts the arXiv number or DOI after the word at i.
func (r *reader) number(i int) int {
	if i+1 == len(r.words) || r.words[i+1].Traits&text.HasDigit == 0 {
		return i + 1
	}
	r.one(i, i+2, keyOf(r.source[r.words[i+1].Start:r.words[i+1].End]))
	return i + 2
}

// isHandle reports whether the word at i is an account name: "@alice", but not "bob@example".
func (r *reader) isHandle(i int) bool {
	at := r.words[i].Start
	return at > 0 && r.source[at-1] == '@' && !(at > 1 && wordByte(r.source[at-2]))
}

func wordByte(b byte) bool { return isLower(b|0x20) || '0' <= b && b <= '9' }

// address counts the web address that begins at i.
func (r *reader) address(i int) int {
	end := address(r.source, r.words[i], len(r.source))
	if end == 0 {
		return i + 1
	}
	s := Source{Start: r.words[i].Start, End: int32(end)}
	l := list{source: r.source}
	l.addAddress(&s, &token{Word: text.Word{Start: s.Start, End: s.End}})
	r.attach(i, s)
	for i < len(r.words) && int(r.words[i].Start) < end {
		i++
	}
	return i
}

func (r *reader) one(from, to int, k Key) {
	s := Source{Start: r.words[from].Start, End: r.words[to-1].End}
	s.add(k)
	r.attach(from, s)
}

// attach counts an address or number, unless it is that of a source that the sentence names: "Huang and colleagues
// (arXiv …)", "the full report is at …".
func (r *reader) attach(i int, s Source) {
	if r.cited > 0 {
		return
	}
	for j := i - 1; j >= 0 && j > i-8 && !r.words[j].Is(text.Opens); j-- {
		if r.is(j, publication|study|numbers) && j > 0 && possessors.Has(r.words[j-1]) {
			return
		}
	}
	r.tally.Add(s)
}

var possessors = text.NewSet("the", "its", "their", "his", "her", "full", "raw", "original", "whole", "same")

// properName reports whether the word at i looks like a part of a name.
func (r *reader) properName(i int) bool {
	return i >= 0 && i < len(r.words) && r.words[i].Is(text.Capital) && !r.words[i].Is(text.Custom) &&
		(!r.is(i, generic|particle) || r.words[i].Hash == wordWho && r.words[i].Is(text.AllCaps))
}

// nameEnd is where the run of names that starts at i ends: "Jeremiah Dittmar", "Bureau of Labor Statistics".
func (r *reader) nameEnd(i int) int {
	j := i + 1
	for r.joined(j) && !isPossessive(r.source, r.words[j-1]) {
		switch {
		case r.words[j].Is(text.Custom):
			return j
		case r.words[j].Is(text.Capital) && !month(&token{Word: r.words[j]}):
			j++
		case (r.words[j].Hash == wordOf || r.words[j].Hash == wordFor) && r.is(j-1, firm) && j+1 < len(r.words) && r.words[j+1].Is(text.Capital):
			j += 2
		default:
			return j
		}
	}
	return j
}

// name looks at the run of names that starts at i, and gives the word after it.
func (r *reader) name(i int) int {
	if !r.properName(i) {
		return i + 1
	}
	if r.cited == 0 && r.inTitle(i) {
		return r.titleEnd(i)
	}
	end := r.nameEnd(i)
	s := r.named(i, end)
	// "X and Y", "X, Y and Z", "X & Y": authors of one work
	last, pair := end, false
	for next := r.coauthor(last); next > 0; next = r.coauthor(last) {
		last = r.nameEnd(next)
		more := r.named(next, last)
		s.merge(&more)
		pair = true
	}
	if r.tally.knows(&s) {
		r.cited = s.End // what follows in the sentence may be its address
	}
	if r.cites(i, end, last, pair) {
		s.End = r.words[last-1].End
		r.add(s)
		if isPossessive(r.source, r.words[last-1]) && r.title(last) {
			return r.titleEnd(last)
		}
		if r.isCase(last) {
			return r.nameEnd(last + 1)
		}
	}
	return last
}

// add counts a source and remembers where it stands, for the brackets after it.
func (r *reader) add(s Source) {
	if t := r.tally; len(t.sources) == 1 && t.sources[0].anonymous {
		t.sources[0].anonymous = false
		if !r.further(s) {
			t.sources[0].merge(&s) // "Huang et al. measured it", where the header gives an address only
		}
	}
	r.tally.Add(s)
	r.cited = s.End
}

// further reports whether the sentence in which a source ends says that it is another one.
func (r *reader) further(s Source) bool {
	for i := len(r.words) - 1; i >= 0; i-- {
		if r.words[i].Start >= s.Start {
			continue
		}
		for j := i; j >= 0; j-- {
			if others.Has(r.words[j]) {
				return true
			}
			if r.words[j].Is(text.Opens) {
				return false
			}
		}
	}
	return false
}

var others = text.NewSet("another", "second", "later", "independent", "independently", "also", "replication", "replicated", "similarly", "likewise", "unlike",
	"earlier", "other", "different", "since", "meanwhile", "elsewhere", "outside")

// coauthor is where a name follows that is joined to the one before i, or 0.
func (r *reader) coauthor(i int) int {
	if i >= len(r.words) {
		return 0
	}
	gap := string(r.before(i))
	if gap == " & " && r.properName(i) {
		return i
	}
	if (gap == " " || gap == ", ") && r.words[i].Hash == wordAnd && r.joined(i+1) && r.properName(i+1) {
		return i + 1
	}
	if gap == ", " && r.properName(i) && i+2 < len(r.words) && (r.words[i+1].Hash == wordAnd || string(r.before(i+1)) == " & ") {
		return i
	}
	return 0
}

// named makes a source of a run of names: the whole, its last word, the initials of a long one, and its first word
// where the rest is common.
func (r *reader) named(from, to int) Source {
	s := Source{Start: r.words[from].Start, End: r.words[to-1].End}
	end := to
	for end > from+1 && r.is(end-1, firm|publication|generic) {
		end--
	}
	s.add(keyOf(r.source[r.words[end-1].Start:r.words[end-1].End]))
	if to-from > 1 {
		s.add(keyOf(r.source[r.words[from].Start:r.words[end-1].End]))
		s.add(keyOf(r.source[r.words[from].Start:r.words[to-1].End]))
		s.add(initials(r.source, r.words[from:to]))
	}
	return s
}

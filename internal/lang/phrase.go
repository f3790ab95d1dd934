package lang

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/text"
)

// Sentence is a sentence, or a title, as the phrase rules of all languages see it. Its words are taken once.
type Sentence struct {
	source string
	words  []text.Word
	marks  []mark
	plain  int  // 1 where no word has an accent, so that every word may lack one, else 0
	asks   bool // it is a question
	// candidates are the phrases of each language and group of kinds that may stand here, once asked for.
	candidates [Other][2][]candidate
}

// candidate is a phrase whose anchor stands at a word.
type candidate struct {
	phrase *phrase
	at     int
}

// mark is what a word's surroundings tell of it.
type mark struct {
	breaks bool // punctuation parts it from the word before
	quoted bool // it stands within quotation marks, or is code
	name   bool // it is written as a name
}

// mostWords is how many words of a sentence are looked at. A title that people write has far fewer.
const mostWords = 120

// Read takes the words of a sentence.
func Read(s string) *Sentence {
	words := text.AppendWords(make([]text.Word, 0, len(s)/5), []byte(s))
	words = words[:min(len(words), mostWords)]
	read := &Sentence{source: s, words: words, marks: make([]mark, len(words)), plain: 1, asks: strings.HasSuffix(strings.TrimSpace(s), "?")}
	capitals, at := 0, 0
	var within rune // the mark that ends the quotation
	for i, w := range words {
		m := &read.marks[i]
		between := s[at:w.Start]
		if between == " " { // as nearly always
			between = ""
		}
		for _, r := range between {
			switch {
			case r == within:
				within = 0
			case within == 0 && closing[r] != 0:
				within = closing[r]
			case strings.ContainsRune(",;:()—–.!?", r):
				m.breaks = true
			}
		}
		m.breaks = m.breaks || strings.Contains(between, " - ")
		m.quoted = within != 0
		if m.name = i > 0 && w.Is(text.Capital) && !w.Is(text.AllCaps); m.name {
			capitals++
		}
		if !w.Is(text.ASCIIOnly) {
			read.plain = 0
		}
		at = int(w.End)
	}
	all := len(words) > 0 && within != 0 && strings.IndexFunc(s[at:], func(r rune) bool { return r == within }) >= 0 && read.marks[0].quoted && !slices.ContainsFunc(read.marks, func(m mark) bool { return !m.quoted })
	for i := range read.marks {
		m := &read.marks[i]
		m.quoted = m.quoted && !all                // a title in quotation marks quotes nobody
		m.name = m.name && capitals*2 < len(words) // where all words have capitals, none tells a name
	}
	return read
}

// Words are the words of the sentence.
func (s *Sentence) Words() []text.Word { return s.words }

// closing are the marks that end what another mark begins.
var closing = map[rune]rune{'"': '"', '“': '”', '„': '“', '«': '»', '`': '`'}

// Match is where a phrase stands: byte offsets into the sentence.
type Match struct{ Start, End int }

// Find gives the first phrase of a kind that nothing else in the sentence takes back.
func (s *Sentence) Find(l Language, kind string) (Match, bool) {
	from, to, _, ok := s.find(l, kind)
	if !ok {
		return Match{}, false
	}
	return Match{Start: int(s.words[from].Start), End: int(s.words[to-1].End)}, true
}

// Has reports whether the sentence has a phrase of the kind.
func (s *Sentence) Has(l Language, kind string) bool {
	_, _, _, ok := s.find(l, kind)
	return ok
}

// find gives the words and the rule of the first phrase of a kind that is not taken back.
func (s *Sentence) find(l Language, kind string) (from, to, rule int, ok bool) {
	if !l.IsJudged() {
		return 0, 0, 0, false
	}
	book := rulesOf(l)
	k := book.kinds[kind]
	if k == nil {
		return 0, 0, 0, false
	}
	s.places(l, k, 0, len(s.words), func(i, end int, p *phrase) bool {
		if end == i || s.isTakenBack(l, k, i, end) {
			return true
		}
		from, to, rule, ok = i, end, p.rule, true
		return false
	})
	return from, to, rule, ok
}

// places gives the phrases of a kind that start at the words from first to last, until yield answers false.
func (s *Sentence) places(l Language, k *kind, first, last int, yield func(from, to int, p *phrase) bool) {
	book := rulesOf(l)
	candidates := &s.candidates[l][k.group()]
	if *candidates == nil {
		*candidates = []candidate{}
		for i, w := range s.words {
			for _, p := range book.anchors[k.group()][s.plain][w.Hash] {
				*candidates = append(*candidates, candidate{p, i})
			}
		}
	}
	for _, c := range *candidates {
		if c.phrase.kind != k {
			continue
		}
		for i := max(first, c.at-c.phrase.most); i <= min(last-1, c.at-c.phrase.fewest); i++ {
			if end, ok := s.match(book, c.phrase.elements, i); ok && !yield(i, end, c.phrase) {
				return
			}
		}
	}
	for _, p := range k.loose {
		for i := first; i < last; i++ {
			if end, ok := s.match(book, p.elements, i); ok && !yield(i, end, p) {
				return
			}
		}
	}
}

// isTakenBack reports whether the words of a phrase are not asserted: they are quoted or asked, or one of the phrases after
// "unless" stands with them.
func (s *Sentence) isTakenBack(l Language, k *kind, from, to int) bool {
	if !k.judges {
		return false
	}
	if s.asks || s.marks[from].quoted || s.marks[to-1].quoted {
		return true
	}
	book := rulesOf(l)
	start := 0
	for i := from; i > 0 && start == 0; i-- {
		if s.starts(book, i) {
			start = i
		}
	}
	for _, u := range k.unless {
		guard := book.kinds[u.kind]
		first, last := 0, len(s.words)
		switch u.where {
		case inClause:
			first, last = start, from
		case before:
			last = from
		case inMain:
			for last = to; last < len(s.words) && !book.is(s, last, book.reason); last++ {
			}
		}
		back := false
		s.places(l, guard, first, last, func(i, _ int, _ *phrase) bool {
			back = i < from || i >= to // what stands within the phrase is a part of it
			return !back
		})
		if back {
			return true
		}
	}
	return false
}

// element is one place in a phrase.
type element struct {
	kind     elementKind
	optional bool
	gap      int
	// What the word may be.
	words    [2][]uint64 // as written, and without accents
	class    class
	figure   bool
	name     bool
	suffixes []string
}

type elementKind uint8

const (
	oneOf elementKind = iota
	gapOf
	clauseEnd
	clauseStart
	sentenceStart
	notNext
	notPrevious
)

// match gives the end of the phrase that begins at word i, and false where it does not.
func (s *Sentence) match(book *rulebook, elements []element, i int) (int, bool) {
	if len(elements) == 0 {
		return i, true
	}
	e, rest := &elements[0], elements[1:]
	fits := true
	switch e.kind {
	case clauseEnd:
		fits = i == len(s.words) || s.marks[i].breaks || book.is(s, i, book.link)
	case clauseStart:
		fits = s.starts(book, i)
	case sentenceStart:
		fits = i == 0
	case notNext:
		fits = i == len(s.words) || !s.fits(book, e, i)
	case notPrevious:
		fits = i == 0 || !s.fits(book, e, i-1)
	case gapOf:
		for n := 0; n <= e.gap && i+n <= len(s.words); n++ {
			if end, ok := s.match(book, rest, i+n); ok {
				return end, true
			}
			if i+n < len(s.words) && (s.marks[i+n].breaks && n > 0 || book.is(s, i+n, book.link)) {
				break
			}
		}
		return 0, false
	case oneOf:
		if i < len(s.words) && s.fits(book, e, i) {
			if end, ok := s.match(book, rest, i+1); ok {
				return end, true
			}
		}
		fits = e.optional
	}
	if !fits {
		return 0, false
	}
	return s.match(book, rest, i)
}

// starts reports whether a clause starts at word i.
func (s *Sentence) starts(book *rulebook, i int) bool {
	return i == 0 || i < len(s.words) && (s.marks[i].breaks || book.is(s, i-1, book.link))
}

// fits reports whether word i is one that the element allows.
func (s *Sentence) fits(book *rulebook, e *element, i int) bool {
	w := s.words[i]
	if e.class != 0 && book.is(s, i, e.class) || e.figure && w.Is(text.HasDigit) || e.name && s.marks[i].name || slices.Contains(e.words[s.plain], w.Hash) {
		return true
	}
	for _, suffix := range e.suffixes {
		if word := strings.ToLower(s.source[w.Start:w.End]); len(word) > len(suffix)+1 && strings.HasSuffix(word, suffix) && !strings.Contains(word, "-") {
			return true
		}
	}
	return false
}

// elements compiles a pattern.
func (b *rulebook) elements(pattern string) ([]element, error) {
	var list []element
	for f := range strings.FieldsSeq(pattern) {
		var e element
		f, e.optional = strings.CutPrefix(f, "?")
		switch {
		case f == "$":
			e.kind = clauseEnd
		case f == "^":
			e.kind = clauseStart
		case f == "^^":
			e.kind = sentenceStart
		case f[0] == '_':
			e.kind = gapOf
			n, err := strconv.Atoi(f[1:])
			if err != nil {
				return nil, err
			}
			e.gap = n
		default:
			if rest, ok := strings.CutPrefix(f, "!"); ok {
				e.kind, f = notNext, rest
			} else if rest, ok := strings.CutPrefix(f, "<"); ok {
				e.kind, f = notPrevious, rest
			}
			if err := b.allow(&e, f); err != nil {
				return nil, err
			}
		}
		list = append(list, e)
	}
	return list, nil
}

// allow adds the words of an element.
func (b *rulebook) allow(e *element, words string) error {
	for w := range strings.SplitSeq(words, "|") {
		first, _ := utf8.DecodeRuneInString(w)
		switch {
		case w == "#":
			e.figure = true
		case w == "@":
			e.name = true
		case first == '*':
			e.suffixes = append(e.suffixes, w[1:])
		case unicode.IsUpper(first):
			c, ok := b.names[w]
			if !ok {
				return unknownClass(w)
			}
			e.class |= c
		default:
			for _, form := range forms(w) {
				for plain, h := range hashes(form) {
					e.words[plain] = append(e.words[plain], h)
				}
			}
		}
	}
	return nil
}

// forms gives the forms of a word that lists its endings in braces: "prov{e,es,ed}".
func forms(word string) []string {
	stem, rest, ok := strings.Cut(word, "{")
	if !ok {
		return []string{word}
	}
	endings, tail, _ := strings.Cut(rest, "}")
	var all []string
	for ending := range strings.SplitSeq(endings, ",") {
		all = append(all, stem+ending+tail)
	}
	return all
}

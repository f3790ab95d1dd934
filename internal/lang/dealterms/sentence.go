package dealterms

import (
	"bytes"

	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/text"
)

// token is a word, or one part of a hyphenated word.
type token struct {
	hash uint64
	entry
	start, end int32
	traits     text.Trait
	joined     bool // a hyphen joins it to the token before
	possessive bool
	// before is what stands between the token before and this one.
	before gap
	name   int8 // 1 + the index of the organisation that it names
}

func (t *token) is(c class) bool          { return t.class&c != 0 }
func (t *token) looks(tr text.Trait) bool { return t.traits&tr == tr }

// gap is a set of marks between two tokens.
type gap uint16

const (
	comma      gap = 1 << iota // also brackets, dashes and semicolons
	colon                      // announces what follows
	stop                       // ends a sentence
	newItem                    // a list item or heading begins
	newRow                     // a table row begins
	newPara                    // a blank line
	cell                       // a table cell begins
	newTitle                   // a heading of the first level begins
	newHeading                 // a heading below it begins
)

// block is how a sentence stands on the page.
type block uint8

const (
	paragraph block = iota
	item
	row
)

// line is some tokens of a text.
type line struct {
	source   source
	tokens   []token
	language lang.Language
}

// sentence is a line without a full stop in it.
type sentence struct {
	line
	mentions   []mention
	figures    []figure
	block      block
	opensBlock bool
	heading    gap  // newTitle or newHeading where it is one
	opensPara  bool // a blank line stands before it
	opensNote  bool // it is the first of its passage, but for headings
	announces  bool // ends with a colon
	caption    []token
}

// document is a passage in sentences.
type document struct {
	source
	sentences []sentence
	// parts and resumptions count the sentences before each at which a paragraph begins, or one that is no list.
	parts, resumptions []int32
}

// longestSentence is the most tokens of a sentence. Longer ones are cut, for every name in it is compared with every term.
const longestSentence = 160

// parse splits a passage into sentences and finds names and figures in them. The language of the note is that of the sentences
// which do not tell theirs.
func parse(p Passage, names Names, ofNote lang.Language) *document {
	d := &document{source: p.Source}
	tokens := d.tokenize(p.Words)
	var header []token
	for from := 0; from < len(tokens); {
		to := from + 1
		for to < len(tokens) && to-from < longestSentence && !d.breaks(tokens, to) {
			to++
		}
		s := sentence{line: line{source: d.source, tokens: tokens[from:to:to]}, block: blockOf(tokens[from].before)}
		s.opensBlock = from == 0 || tokens[from].before&(newItem|newRow|newPara) != 0
		s.heading = tokens[from].before & (newTitle | newHeading)
		s.opensPara = from == 0 || tokens[from].before&newPara != 0
		s.opensNote = len(d.sentences) == 0 || len(d.sentences) == 1 && d.sentences[0].heading != 0
		if n := len(d.sentences); n > 0 && !s.opensBlock {
			s.block = d.sentences[n-1].block
		}
		s.announces = to < len(tokens) && (tokens[to].before&colon != 0 || s.block == paragraph && tokens[to].before&newItem != 0 && tokens[to].before&(newTitle|newHeading) == 0)
		if s.block == row {
			if n := len(d.sentences); n == 0 || d.sentences[n-1].block != row || s.opensPara {
				header = s.tokens
			}
			s.caption = header
		} else if s.block == item && s.heading == 0 {
			if n := len(d.sentences); n > 0 && d.sentences[n-1].block != item || n > 0 && d.sentences[n-1].heading != 0 {
				header = d.sentences[n-1].tokens
			} else if n == 0 {
				header = nil
			}
			s.caption = header
		}
		d.sentences = append(d.sentences, s)
		from = to
	}
	words := p.Words
	for i := range d.sentences {
		s := &d.sentences[i]
		s.translate(ofNote)
		s.stripNames()
		s.findMentions(names)
		n := 0
		for n < len(words) && len(s.tokens) > 0 && words[n].Start < s.tokens[len(s.tokens)-1].end {
			n++
		}
		s.findFigures(words[:n])
		words = words[n:]
	}
	return d
}

// translate tells the language of a sentence, and gives its tokens the classes that they have in it. Most sentences have too few
// words for lang to tell; here that of which they have more words that the other lacks counts, and where they have as many of both,
// that of the note.
func (s *sentence) translate(ofNote lang.Language) {
	s.language = ofNote
	more := 0
	for i := range s.tokens {
		t := &s.tokens[i]
		meant := meanings()[t.hash]
		t.entry = meant[0]
		switch unknown := (entry{}); {
		case meant[0] == meant[1]:
		case meant[0] == unknown:
			more++
		case meant[1] == unknown:
			more--
		}
	}
	switch {
	case more > 0:
		s.language = lang.Portuguese
	case more < 0:
		s.language = lang.English
	}
	if s.language != lang.Portuguese {
		return
	}
	for i := range s.tokens {
		if own := meanings()[s.tokens[i].hash][1]; own != (entry{}) {
			s.tokens[i].entry = own // deals are told in English words too
		}
	}
}

func blockOf(g gap) block {
	switch {
	case g&newRow != 0:
		return row
	case g&newItem != 0:
		return item
	}
	return paragraph
}

// tokenize turns words into tokens.
func (d *document) tokenize(words []text.Word) []token {
	tokens := make([]token, 0, len(words)+len(words)/8)
	end := int32(0)
	for i, w := range words {
		if d.numbersItem(w) {
			continue
		}
		before := d.between(end, w.Start)
		if i == 0 {
			before |= newPara
		}
		end = w.End
		if hyphen := bytes.IndexByte(d.source[w.Start:w.End], '-'); hyphen <= 0 {
			tokens = append(tokens, d.token(w, before))
			continue
		}
		for start := w.Start; start < w.End; {
			stop := w.End
			if k := bytes.IndexByte(d.source[start:w.End], '-'); k > 0 {
				stop = start + int32(k)
			}
			piece := text.Word{Hash: text.HashOf(string(d.source[start:stop])), Start: start, End: stop, Traits: w.Traits}
			t := d.token(piece, before)
			if start > w.Start {
				t.joined, t.before = true, 0
				t.traits &^= text.Opens | text.Capital
				if b := d.source[start]; 'A' <= b && b <= 'Z' {
					t.traits |= text.Capital
				}
			}
			tokens = append(tokens, t)
			start = stop + 1
		}
	}
	return tokens
}

func (d *document) token(w text.Word, before gap) token {
	word := d.source[w.Start:w.End]
	return token{
		hash: w.Hash, start: w.Start, end: w.End, traits: w.Traits, before: before,
		possessive: bytes.HasSuffix(word, []byte("'s")) || bytes.HasSuffix(word, []byte("’s")) ||
			d.at(w.End) == '\'' && bytes.HasSuffix(word, []byte("s")),
	}
}

// source is the text of a passage.
type source []byte

// at is the byte at i, 0 beyond the ends.
func (s source) at(i int32) byte {
	if i < 0 || int(i) >= len(s) {
		return 0
	}
	return s[i]
}

// between reads the marks between two words.
func (d *document) between(from, to int32) gap {
	var g gap
	lines, lineStart := 0, from == 0
	for i := from; i < to; i++ {
		switch b := d.source[i]; b {
		case '\n':
			if lines++; lines > 1 {
				g |= newPara
			}
			lineStart = true
			continue
		case ' ', '\t', '\r':
			continue
		case '|':
			if lineStart {
				g = g&^cell | newRow
			} else {
				g |= cell | comma
			}
		case '*', '+', '-', '#':
			if b == '#' && lineStart {
				g |= newItem | d.heading(i)
			} else if b != '#' && lineStart && d.at(i+1) == ' ' {
				g |= newItem
			} else if b == '-' && (d.at(i+1) == '-' || d.at(i+1) == ' ') {
				g |= comma
			}
		case '.', '!', '?':
			g |= stop
		case ':':
			g |= colon | comma
		case ',', ';', '(', ')':
			g |= comma
		case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			if lineStart {
				g |= newItem
			}
		case 0xe2: // the first byte of dashes and quotation marks
			if d.at(i+1) == 0x80 && (d.at(i+2) == 0x93 || d.at(i+2) == 0x94) {
				g |= comma
			}
		}
		lineStart, lines = false, 0
	}
	return g
}

// numbersItem reports whether a word is the number of a list item: "2." at the start of a line. The gap after it then
// begins the item.
func (d *document) numbersItem(w text.Word) bool {
	if !w.Is(text.HasDigit) || w.End-w.Start > 2 || d.at(w.End) != '.' && d.at(w.End) != ')' || d.at(w.End+1) != ' ' {
		return false
	}
	i := w.Start
	for i > 0 && d.source[i-1] == ' ' {
		i--
	}
	return i == 0 || d.source[i-1] == '\n'
}

// heading tells a title from other headings by its marks.
func (d *document) heading(i int32) gap {
	if d.at(i+1) == '#' || d.at(i-1) == '#' {
		return newHeading
	}
	return newTitle
}

// breaks reports whether a sentence begins at token i.
func (d *document) breaks(tokens []token, i int) bool {
	t, last := &tokens[i], &tokens[i-1]
	switch {
	case t.before&(newPara|newItem|newRow) != 0:
		return true
	case t.before&stop == 0 || abbreviations.has(string(d.source[last.start:last.end])):
		return false
	}
	return t.looks(text.Capital) || t.looks(text.HasDigit) || d.at(last.end) != '.'
}

// adjacent reports whether nothing but white space or a hyphen stands before token i.
func (l *line) adjacent(i int) bool {
	return i > 0 && i < len(l.tokens) && l.tokens[i].before == 0
}

// follows reports whether token i is of the class and stands right after the one before.
func (l *line) follows(i int, c class) bool {
	return i < len(l.tokens) && l.adjacent(i) && l.tokens[i].is(c)
}

// has reports whether a token in the range is of the class.
func (l *line) has(from, to int, c class) bool { return l.find(from, to, c) >= 0 }

// find is the first token of the class in the range, or -1.
func (l *line) find(from, to int, c class) int {
	for i := max(from, 0); i < min(to, len(l.tokens)); i++ {
		if l.tokens[i].is(c) {
			return i
		}
	}
	return -1
}

// part is the range of tokens around i between commas and the like.
func (l *line) part(i int) (from, to int) {
	from, to = i, i+1
	for from > 0 && l.tokens[from].before&comma == 0 {
		from--
	}
	for to < len(l.tokens) && l.tokens[to].before&comma == 0 {
		to++
	}
	return from, to
}

// word is the text of token i, "" beyond the ends.
func (l *line) word(i int) string {
	if i < 0 || i >= len(l.tokens) {
		return ""
	}
	return string(l.source[l.tokens[i].start:l.tokens[i].end])
}

// stripNames takes words out of the vocabulary of deals that are parts of names: “Birch Street Press”.
func (s *sentence) stripNames() {
	for i := 1; i < len(s.tokens); i++ {
		t := &s.tokens[i]
		if t.looks(text.Capital) && !t.looks(text.AllCaps) && s.block != row && !s.opening(i) && t.deals&sure == 0 &&
			(s.tokens[i-1].looks(text.Capital) && s.adjacent(i) || i+1 < len(s.tokens) && s.tokens[i+1].looks(text.Capital) && s.adjacent(i+1)) {
			t.deals = 0
		}
	}
}

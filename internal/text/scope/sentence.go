package scope

import (
	"strings"

	"github.com/kbgate/kbgate/internal/text"
)

// maxWords is how much of a title is looked at.
const maxWords = 64

// role is what part of the sentence a word stands in.
type role uint8

const (
	asserted   role = iota // what the sentence itself claims
	aside                  // a reason, condition or comparison
	restricted             // after a relative pronoun
)

// word is one word of a title with what is known of it.
type word struct {
	entry
	hash       uint64
	start, end int
	breaks     bool // punctuation stands before it
	quoted     bool
	name       bool
	figure     bool // a number in digits
	idle       bool // part of an idiom
	role       role
}

func (w *word) is(c class) bool { return w.class&c != 0 }

// sentence is a title that has been read.
type sentence struct {
	lex    *lexicon
	title  string
	words  []word
	found  []hit
	finite func(title string) (string, bool)
	verb   int // the place of the main verb, once parsed
	parsed bool
}

// hit is one phrase where it stands: words from to to, the latter excluded.
type hit struct {
	use      use
	weight   int
	from, to int
}

// read makes a sentence of the words of a title.
func read(lex *lexicon, title string, words []text.Word) *sentence {
	words = words[:min(len(words), maxWords)]
	s := &sentence{lex: lex, title: title, words: make([]word, len(words))}
	capitals, quoted, at := 0, false, 0
	for i, t := range words {
		w := &s.words[i]
		*w = word{entry: lex.words[t.Hash], hash: t.Hash, start: int(t.Start), end: int(t.End)}
		gap := title[at:w.start]
		at = w.end
		quoted = quotes(gap, quoted)
		w.quoted = quoted
		w.breaks = i > 0 && (strings.ContainsAny(gap, ",;:()–—.?!") || strings.Contains(gap, " - ") || strings.Contains(gap, "--"))
		w.figure = figure(title[w.start:w.end], t)
		w.name = t.Is(text.Capital) && !t.Is(text.Opens) && !w.is(generic)
		if t.Is(text.Capital) {
			capitals++
		}
	}
	if len(words) > 3 && capitals*2 > len(words) { // a title in title case names nothing by its capitals
		for i := range s.words {
			s.words[i].name = false
		}
	}
	s.findPhrases()
	s.assignRoles()
	return s
}

// quotes follows quotation marks through the text between two words.
func quotes(gap string, quoted bool) bool {
	for i, r := range gap {
		switch r {
		case '"':
			quoted = !quoted
		case '“', '«', '‘':
			quoted = true
		case '”', '»', '’':
			quoted = false
		case '\'':
			quoted = i == len(gap)-1 && len(gap) > 1
		}
	}
	return quoted
}

// figure reports whether a word is a number, not a name like GPT-4 or a compound like 4-day.
func figure(s string, t text.Word) bool {
	if !t.Is(text.HasDigit) || s[0] < '0' || s[0] > '9' {
		return false
	}
	letters := strings.TrimLeft(s, "0123456789.,")
	return letters == "" || letters == "s" || letters == "th" || letters == "st" || letters == "nd" || letters == "rd" || strings.TrimLeft(letters, "-0123456789") == ""
}

// findPhrases finds the constructions of the tables and takes idioms out of the running.
func (s *sentence) findPhrases() {
	for i := range s.words {
		for _, id := range s.words[i].phrases {
			p := &s.lex.phrases[id]
			to, ok := s.match(p.elements, i)
			if !ok {
				continue
			}
			if p.use == idiom {
				for j := i; j < to; j++ {
					s.words[j].idle = true
				}
				continue
			}
			s.found = append(s.found, hit{use: p.use, weight: p.weight, from: i, to: to})
		}
	}
}

// afterRelative is how many words after a relative pronoun surely belong to its clause.
const afterRelative = 3

// afterOpening is how many words an opening subordinate clause without a comma surely has.
const afterOpening = 4

// assignRoles tells what is asserted from reasons, conditions and relative clauses.
func (s *sentence) assignRoles() {
	now, opened, left := asserted, 0, 0
	for i := range s.words {
		w := &s.words[i]
		if w.breaks && i > 0 && (opened == 0 && now == aside || strings.ContainsAny(s.title[s.words[i-1].end:w.start], ";:—–")) {
			now = asserted
		}
		if w.breaks && w.is(contrast) {
			now = asserted
		}
		switch {
		case s.relative(i):
			left = afterRelative
		case w.is(sub) && !s.prepositional(i):
			if now == asserted {
				opened = i
			}
			now, left = aside, 0
		case w.is(contrast) && now == asserted:
			left = 0
		}
		w.role = now
		if now == aside && opened == 0 && i > afterOpening {
			w.role = asserted
		}
		if left > 0 {
			w.role = max(w.role, restricted)
			left--
		}
	}
}

// relative reports whether the word at i opens a relative clause. "That" does so after a noun, not after a verb of
// showing.
func (s *sentence) relative(i int) bool {
	w := &s.words[i]
	if w.is(rel) {
		return true
	}
	return i > 0 && strings.EqualFold(s.title[w.start:w.end], "that") && !s.words[i-1].is(shows|reports|contrast|prep|be) && !w.breaks
}

// prepositional reports whether a word that may open a clause does not: "as a group", "such as", "as well as".
func (s *sentence) prepositional(i int) bool {
	w := &s.words[i]
	if !strings.EqualFold(s.title[w.start:w.end], "as") {
		return w.idle
	}
	follows := func(j int, words ...string) bool {
		if j < 0 || j >= len(s.words) {
			return false
		}
		for _, o := range words {
			if strings.EqualFold(s.title[s.words[j].start:s.words[j].end], o) {
				return true
			}
		}
		return false
	}
	return follows(i+1, "a", "an", "well", "much", "such") || follows(i-1, "such", "known", "well", "seen", "regarded", "as", "much")
}

// ends reports whether a clause ends before word i, starts whether one begins there.
func (s *sentence) ends(i int) bool {
	return i >= len(s.words) || s.words[i].breaks || s.words[i].is(sub|contrast|rel)
}

func (s *sentence) starts(i int) bool {
	return i == 0 || s.words[i].breaks || s.words[i-1].is(contrast) || s.words[i-1].is(shows) ||
		i > 1 && s.words[i-2].is(shows|be) && s.relativeWord(i-1)
}

func (s *sentence) relativeWord(i int) bool {
	return strings.EqualFold(s.title[s.words[i].start:s.words[i].end], "that")
}

// fault is a fault that stands on the words from to to.
func (s *sentence) fault(k Kind, from, to int) Fault {
	return Fault{Kind: k, Start: s.words[from].start, End: s.words[to-1].end}
}

// any reports whether a word from to to has the class.
func (s *sentence) any(c class, from, to int) bool {
	for i := max(from, 0); i < min(to, len(s.words)); i++ {
		if s.words[i].is(c) {
			return true
		}
	}
	return false
}

// readPlain reads a description.
func readPlain(lex *lexicon, description string) *sentence {
	var buffer [maxWords]text.Word
	return read(lex, description, text.AppendWords(buffer[:0], []byte(description)))
}

// word reports whether word i is one of these.
func (s *sentence) word(i int, any ...string) bool {
	if i < 0 || i >= len(s.words) {
		return false
	}
	for _, o := range any {
		if strings.EqualFold(s.title[s.words[i].start:s.words[i].end], o) {
			return true
		}
	}
	return false
}

// named reports whether a name stands among the words from to to.
func (s *sentence) named(from, to int) bool {
	for i := from; i < to; i++ {
		if s.words[i].name {
			return true
		}
	}
	return false
}

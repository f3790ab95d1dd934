package scope

import (
	"strconv"
	"strings"

	"github.com/kbgate/kbgate/internal/text"
)

// use is what a phrase does.
type use uint8

const (
	idiom    use = iota // takes its words out of the running
	sweeping            // claims something of everything
	essence             // claims to be the one and only
	truism              // says next to nothing
	specific            // says something that can be denied
	scoped              // says where a claim ends
)

// tables are the constructions, one a line: a weight, then the elements. An element is one word or several parted by
// "|"; capitals name a class of words; "~" stands for the forms of a verb; "?" marks what may be missing; "_2" is up
// to two words of any kind; "$" is the end of a clause, "^" its beginning; "!x" and "<x" forbid what follows and what
// stands before; "*" marks, in a
// universal, an element without which the phrase need not be looked for.
var tables = []struct {
	use   use
	lines string
}{
	{idiom, idioms},
	{sweeping, universals},
	{essence, essences},
	{truism, truisms},
	{specific, specifics},
	{scoped, scopes},
}

// phrase is one compiled construction.
type phrase struct {
	use      use
	weight   int
	elements []element
}

// element is one place in a phrase.
type element struct {
	kind     elementKind
	class    class
	words    []uint64
	optional bool
	gap      int
}

type elementKind uint8

const (
	oneOf elementKind = iota
	gapOf
	clauseEnd
	clauseStart
	notNext
	notPrevious
)

// compile reads the tables.
func (l *lexicon) compile() {
	for _, t := range tables {
		for line := range strings.Lines(t.lines) {
			fields := strings.Fields(line)
			if len(fields) == 0 {
				continue
			}
			weight, _ := strconv.Atoi(fields[0])
			l.enter(phrase{use: t.use, weight: weight, elements: l.elements(fields[1:])})
		}
	}
}

func (l *lexicon) elements(fields []string) []element {
	list := make([]element, len(fields))
	for i, f := range fields {
		e := &list[i]
		f, e.optional = strings.CutPrefix(f, "?")
		f, starred := strings.CutPrefix(f, "*")
		switch f[0] {
		case '$':
			e.kind = clauseEnd
			continue
		case '^':
			e.kind = clauseStart
			continue
		case '_':
			e.kind = gapOf
			e.gap, _ = strconv.Atoi(f[1:])
			continue
		case '!':
			e.kind, f = notNext, f[1:]
		case '<':
			e.kind, f = notPrevious, f[1:]
		}
		for w := range strings.SplitSeq(f, "|") {
			if c, ok := l.names[w]; ok {
				e.class |= c
				continue
			}
			for _, form := range forms(w) {
				e.words = append(e.words, text.HashOf(form))
			}
		}
		if starred {
			l.mark(e)
		}
	}
	return list
}

// mark makes the words of an element heads.
func (l *lexicon) mark(e *element) {
	for _, h := range e.words {
		l.add(h, head)
	}
	for h, w := range l.words {
		if w.class&e.class != 0 {
			l.add(h, head)
		}
	}
}

// enter files a phrase under each word that may begin it.
func (l *lexicon) enter(p phrase) {
	id := int32(len(l.phrases))
	l.phrases = append(l.phrases, p)
	for _, e := range p.elements {
		if e.kind != oneOf {
			continue
		}
		for _, h := range e.words {
			l.file(h, id)
		}
		if e.class != 0 {
			for h, w := range l.words {
				if w.class&e.class != 0 {
					l.file(h, id)
				}
			}
		}
		if !e.optional {
			return
		}
	}
}

func (l *lexicon) file(hash uint64, id int32) {
	e := l.words[hash]
	if n := len(e.phrases); n == 0 || e.phrases[n-1] != id {
		e.phrases = append(e.phrases, id)
		l.words[hash] = e
	}
}

// match gives the end of the phrase that begins at word i, and false where it does not.
func (s *sentence) match(elements []element, i int) (int, bool) {
	if len(elements) == 0 {
		return i, true
	}
	e, rest := &elements[0], elements[1:]
	switch e.kind {
	case clauseEnd:
		if !s.ends(i) {
			return 0, false
		}
		return s.match(rest, i)
	case clauseStart:
		if !s.starts(i) {
			return 0, false
		}
		return s.match(rest, i)
	case notNext:
		if i < len(s.words) && e.has(s.words[i]) {
			return 0, false
		}
		return s.match(rest, i)
	case notPrevious:
		if i > 0 && e.has(s.words[i-1]) {
			return 0, false
		}
		return s.match(rest, i)
	case gapOf:
		for n := 0; n <= e.gap && i+n <= len(s.words); n++ {
			if end, ok := s.match(rest, i+n); ok {
				return end, true
			}
			if i+n < len(s.words) && (s.words[i+n].breaks && n > 0 || s.words[i+n].is(sub)) {
				break
			}
		}
		return 0, false
	}
	if i < len(s.words) && e.has(s.words[i]) {
		if end, ok := s.match(rest, i+1); ok {
			return end, true
		}
	}
	if e.optional {
		return s.match(rest, i)
	}
	return 0, false
}

func (e *element) has(w word) bool {
	if w.class&e.class != 0 {
		return true
	}
	for _, h := range e.words {
		if h == w.hash {
			return true
		}
	}
	return false
}

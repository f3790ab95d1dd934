// Package portuguese finds the finite verb of a title's main clause in Portuguese, by the endings of the regular conjugations and a
// list of irregular forms. A form that is a noun or an adjective too is judged by its neighbours.
package portuguese

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/text"
)

// mostWords is how many words of a title are looked at: where its main verb stands, the rest cannot change.
const mostWords = 64

// token is a word, or a comma, of a title.
type token struct {
	start, end int    // in the title
	folded     string // in small letters without accents, and without a pronoun that a hyphen joins
	marks      mark
	form
	enclitic bool // a hyphen joins a pronoun
}

func (t *token) is(m mark) bool { return t.marks&m != 0 }

// sentence is a part of a title that could be a sentence.
type sentence struct {
	tokens []token
	plain  bool // written without any accent, as names of files are
	last   int  // the verb that was found last, or -1
	within int  // how many subordinate clauses have had their verb
}

// Find looks for the finite verb of a title's main clause. Where there is none, suspect is a word that could be a finite verb by its
// form, if there is one.
func Find(title string) (verb, suspect string) {
	plain := text.IsASCII(title)
	question := strings.HasSuffix(strings.TrimSpace(title), "?")
	for from := 0; from < len(title); {
		s := sentence{plain: plain, last: -1}
		from = s.read(title, from)
		at, isMain := s.mainVerb()
		switch {
		case at < 0:
		case isMain && !question:
			return title[s.tokens[at].start:s.tokens[at].end], ""
		case suspect == "":
			suspect = title[s.tokens[at].start:s.tokens[at].end]
		}
	}
	return "", suspect
}

// ends are the characters that end a sentence before a blank or the end of the title.
const ends = ".:;!?"

// read reads the words from an offset on to the end of the sentence, and gives where the next one starts.
func (s *sentence) read(title string, from int) (next int) {
	for i := from; i < len(title); {
		r, size := utf8.DecodeRuneInString(title[i:])
		switch {
		case isLetter(r):
			end := wordEnd(title, i)
			if len(s.tokens) < mostWords {
				s.add(title, i, end)
			}
			i = end
			continue
		case r == ',' || r == ')':
			s.comma(i)
		case r == '(':
			s.comma(i)
			if end := strings.IndexByte(title[i:], ')'); end > 0 {
				i += end
				continue
			}
		case r == '—' || r == '–', strings.ContainsRune(ends, r) && (i+size == len(title) || title[i+size] == ' '):
			return i + size
		}
		i += size
	}
	return len(title)
}

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '%' || r == '$' }

// wordEnd is the end of a word: a hyphen, an apostrophe, or a point or comma between digits, joins its parts.
func wordEnd(title string, at int) int {
	for at < len(title) {
		r, size := utf8.DecodeRuneInString(title[at:])
		if !isLetter(r) && !unicode.Is(unicode.Mn, r) {
			after, _ := utf8.DecodeRuneInString(title[at+size:])
			joins := (r == '-' || r == '\'' || r == '’' || r == '/') && isLetter(after) || (r == '.' || r == ',') && unicode.IsDigit(after)
			if !joins {
				return at
			}
		}
		at += size
	}
	return at
}

func (s *sentence) comma(at int) {
	if len(s.tokens) < mostWords {
		s.tokens = append(s.tokens, token{start: at, end: at, marks: comma})
	}
}

// enclitics are the pronouns that a hyphen joins to a finite verb.
var enclitics = map[string]bool{"se": true, "o": true, "a": true, "os": true, "as": true, "no": true, "na": true, "nos": true, "nas": true, "lhe": true, "lhes": true, "me": true}

// add reads one word.
func (s *sentence) add(title string, start, end int) {
	l := words()
	text := norm.NFC.String(strings.ToLower(title[start:end]))
	w := token{start: start, end: end, folded: lang.Unaccented(text)}
	stem, rest, hyphened := strings.Cut(text, "-")
	if hyphened {
		joined := strings.Split(lang.Unaccented(rest), "-")
		switch last := joined[len(joined)-1]; {
		case enclitics[joined[0]] && len(joined) == 1:
			text, w.folded, w.enclitic = stem, lang.Unaccented(stem), true
		case len(joined) == 2 && strings.HasSuffix(stem, "r") && (last == "a" || last == "ao" || last == "ia" || last == "iam"): // tornar-se-á
			w.form = form{certainty: sure}
		}
	}
	w.marks = l.marks[w.folded]
	switch {
	case hyphened && !w.enclitic:
	case text == "é", text == "está", text == "dá", text == "há", text == "vê":
		w.marks, w.form = 0, form{certainty: sure}
	case w.is(closed) || hasSaintAfter(w.folded, title[end:], l):
	case accentOf(text) == late || strings.HasSuffix(text, "ã"):
	case accentOf(text) == final:
		if f, ok := l.irregular[w.folded]; ok {
			w.form = f
		} else if strings.HasSuffix(text, "rá") || strings.HasSuffix(text, "rão") {
			w.form = form{certainty: sure}
		}
	default:
		w.form = l.formOf(w.folded)
	}
	if first, _ := utf8.DecodeRuneInString(title[start:]); unicode.IsUpper(first) && len(s.tokens) > 0 {
		w.certainty = never // a name
	}
	if w.enclitic && w.certainty >= guessed {
		w.certainty = sure
	}
	s.tokens = append(s.tokens, w)
}

// hasSaintAfter reports whether "são" stands before a saint's name.
func hasSaintAfter(word, after string, l *lexicon) bool {
	if word != "sao" {
		return false
	}
	name, _, _ := strings.Cut(strings.TrimLeft(after, " "), " ")
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(first) || l.marks[lang.Unaccented(strings.ToLower(strings.TrimRight(name, ",.:;")))]&saint != 0
}

// stress is where a word has an acute or circumflex accent, as far as it tells verbs from nouns.
type stress uint8

const (
	unmarked stress = iota
	final           // on the last vowel: está, mantém, fará
	hiatus          // on a vowel after another one, as in saíram, or in a form of the first person: fazíamos
	late            // elsewhere, as in prática: no finite form in -a, -e or -am has it there
)

// accentOf finds the accent of a word. A final one in "ão" is that of the tilde.
func accentOf(word string) stress {
	runes := []rune(word)
	for i, r := range runes {
		if !strings.ContainsRune("áéíóúâêô", r) {
			continue
		}
		rest := string(runes[i+1:])
		switch {
		case !strings.ContainsAny(rest, "aeou") && !strings.HasPrefix(strings.TrimLeft(rest, "bcdfghjklmnpqrstvxz"), "i"), rest == "i", rest == "em":
			return final
		case i > 0 && strings.ContainsRune("aeiou", runes[i-1]), strings.HasPrefix(rest, "a") && r == 'í', strings.HasSuffix(rest, "mos"):
			return hiatus
		}
		return late
	}
	if strings.HasSuffix(word, "rão") {
		return final
	}
	return unmarked
}

// mainVerb finds the verb of the main clause, or else, with isMain false, a word that could be a verb by its form; at is -1 where
// there is neither.
func (s *sentence) mainVerb() (at int, isMain bool) {
	if at := s.correlative(); at >= 0 {
		return at, true
	}
	at = -1
	open := 0 // the subordinate clauses that wait for their verb
	for i := range s.tokens {
		t := &s.tokens[i]
		if at < 0 && (t.certainty > guessed && !s.isDuration(i) || i > 0 && t.certainty == guessed || s.plain && t.folded == "e") {
			at = i
		}
		switch {
		case s.opens(i):
			open++
		case open > 0 && s.isFuture(i):
			open--
			s.within++
			s.last = i
		case !s.isFinite(i):
		case s.last >= 0 && s.within > 0 && s.isJoined(i): // that rose and fell
			s.last = i
		case open > 0:
			open--
			s.within++
			s.last = i
		default:
			return i, true
		}
	}
	return at, false
}

// correlative finds the second part of "quanto mais …, menos …", which asserts something even without a verb.
func (s *sentence) correlative() int {
	if len(s.tokens) == 0 || !strings.HasPrefix(s.tokens[0].folded, "quant") {
		return -1
	}
	seen := 0
	for i := 1; i < len(s.tokens); i++ {
		switch s.tokens[i].folded {
		case "mais", "menos", "maior", "menor", "melhor", "pior", "maiores", "menores":
			if seen++; seen == 2 {
				return i
			}
		}
	}
	return -1
}

// opens reports whether a subordinate clause begins with a word.
func (s *sentence) opens(i int) bool {
	t := &s.tokens[i]
	switch t.folded {
	case "se":
		return i == 0 || s.tokens[i-1].is(comma|conjunction)
	case "como":
		return i == 0
	case "caso":
		return i == 0 && s.at(i+1).is(article|determiner)
	case "quanto", "quanta", "quantos", "quantas": // neither quanto a nor tanto … quanto
		return i == 0 && !s.at(i+1).is(preposition|article)
	case "que":
		return s.at(i-1).folded != "do" && !s.isInfinitive(i+1)
	}
	return t.is(subordinator)
}

// at is the token of a number, or an empty one beyond the ends.
func (s *sentence) at(i int) *token {
	if i < 0 || i >= len(s.tokens) {
		return &token{}
	}
	return &s.tokens[i]
}

func (s *sentence) isInfinitive(i int) bool { return words().verbs[s.at(i).folded] }

// isFuture reports whether an infinitive is a form of the subjunctive of the future: quem comprar, se o juiz decidir.
func (s *sentence) isFuture(i int) bool {
	if !s.isInfinitive(i) {
		return false
	}
	before, _ := s.before(i)
	if p := s.at(before); before < 0 || p.is(preposition|comma|conjunction) || p.certainty > homograph || s.isInfinitive(before) {
		return false
	}
	for _, t := range s.tokens[:i] {
		switch t.folded {
		case "se", "quando", "enquanto", "quem", "onde", "como":
			return true
		}
	}
	return false
}

// isDuration reports whether "há" counts time: há dez anos.
func (s *sentence) isDuration(i int) bool {
	if f := s.tokens[i].folded; f != "ha" && f != "havia" && f != "faz" && f != "fazia" {
		return false
	}
	for j := i + 1; j <= i+4; j++ {
		if s.at(j).is(timeNoun) {
			return true
		}
	}
	return s.plain && i > 0 && unicode.IsDigit(rune(s.at(i - 1).folded[0])) // hectares
}

// before finds the word before another that tells what that one is: adverbs and pronouns before verbs are passed over. triggered
// tells that one of them stands before verbs alone.
func (s *sentence) before(i int) (at int, triggered bool) {
	for i--; i >= 0; i-- {
		t := &s.tokens[i]
		switch {
		case t.is(trigger), t.folded == "se" && !s.opens(i):
			triggered = true
		case !t.is(adverb) && !strings.HasSuffix(t.folded, "mente"):
			return i, triggered || t.is(subject) || t.folded == "que" || t.folded == "quem"
		}
	}
	return -1, triggered
}

// isJoined reports whether a conjunction joins a verb to the one before.
func (s *sentence) isJoined(i int) bool {
	at, _ := s.before(i)
	return at >= 0 && s.tokens[at].is(conjunction)
}

// isFinite reports whether a word is a finite verb where it stands.
func (s *sentence) isFinite(i int) bool {
	t := &s.tokens[i]
	if s.plain && s.isUnaccented(i) {
		return true
	}
	if t.certainty == never || s.isDuration(i) || t.subjunctive && !s.allowsSubjunctive(i) {
		return false
	}
	if t.certainty == sure {
		return true
	}
	p, triggered := s.before(i)
	if triggered || s.at(i+1).folded == "se" {
		return true
	}
	before, after := s.at(p), s.at(i+1)
	content := p >= 0 && !before.is(closed|comma)
	if t.certainty == known {
		return !before.is(preposition|article) && !(before.is(determiner) && isIndefinite(before.folded) && s.at(p-1).folded != "cada") &&
			!(before.is(conjunction) && before.folded != "nem" && s.last < 0)
	}
	switch {
	case t.certainty == guessed, words().marks[t.folded]&adjectiveToo != 0:
		return content && after.is(afterVerb)
	case content: // no noun follows another without a preposition
		return i+1 < len(s.tokens) && !isOf(after.folded) && !after.is(comma|conjunction)
	case p < 0:
		return after.is(afterVerb) || after.folded == "ao" || after.folded == "aos"
	case before.is(comma):
		return s.within > 0 || after.is(afterVerb)
	}
	return false
}

// isUnaccented reports whether a word stands for "é", "está" or "dá" where accents are lost.
func (s *sentence) isUnaccented(i int) bool {
	after := s.at(i + 1)
	switch s.tokens[i].folded {
	case "e":
		switch after.folded {
		case "um", "uma", "mais", "menos", "tao", "sempre", "parte", "questao", "so", "apenas":
			return i > 0
		}
		return i == 0 || s.tokens[0].folded == "nem" || s.at(i-1).is(trigger) || s.within > 0 && s.tokens[0].is(article|subordinator) && s.at(min(1, i)).is(subordinator)
	case "da":
		return after.is(article)
	case "esta":
		return i > 0 && after.is(preposition|adverb)
	}
	return false
}

// allowsSubjunctive reports whether a form of the subjunctive may be a verb where it stands: in a subordinate clause, or after talvez.
func (s *sentence) allowsSubjunctive(i int) bool {
	for _, t := range s.tokens[:i] {
		if t.is(subordinator|opening) || t.folded == "talvez" || t.folded == "oxala" {
			return true
		}
	}
	return false
}

func isIndefinite(word string) bool {
	return word == "um" || word == "uma" || strings.HasPrefix(word, "seu") || strings.HasPrefix(word, "sua")
}

func isOf(word string) bool {
	switch word {
	case "de", "do", "da", "dos", "das":
		return true
	}
	return false
}

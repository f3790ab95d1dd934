package gate

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/lazy"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/rendered"
)

// titleWord is a word of a title without case and accents.
type titleWord struct {
	text string
	// joined tells that a sign within a word parts it from the one before, such as a hyphen, which others leave out.
	joined bool
	// way are the words before it that say which of two is the first, or whether something is or is added: from and to, é and e.
	way string
}

// titleWords are the words of a title as it is shown: without case, accents, marks of markup and punctuation, and without
// the words that a shorter form leaves out.
func titleWords(title claim.Title) (words []titleWord) {
	way := ""
	for field := range strings.FieldsFuncSeq(shownTitle(title), partsWords) {
		isVerb := strings.EqualFold(field, "é") && title.Origin != claim.FromFileName
		parts := wordsOf(unaccented(field))
		for i, word := range parts {
			last := len(words) - 1
			switch {
			case len(parts) > 1 && len(word) == 1: // e-mail
				words = append(words, titleWord{word, i > 0 && last >= 0, ""})
			case isVerb:
				way += " é"
			case word == "from", word == "to", word == "e" && title.Origin != claim.FromFileName:
				way += " " + word
			case leftOut[word]:
			case word == "not" && last >= 0 && words[last].text == "can":
				words[last].text = "cannot"
			default:
				joined := i > 0 && last >= 0 && !telling[word] && !telling[words[last].text]
				words = append(words, titleWord{word, joined, way})
				way = ""
			}
		}
	}
	return words
}

// turns reports whether what stands before a word is another way than what stands before it in another title.
func (w titleWord) turns(other titleWord) bool {
	return w.way != "" && other.way != "" && w.way != other.way
}

func notInWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// wordsOf are the letters and digits of a text, as they stand together.
func wordsOf(s string) []string {
	if !strings.ContainsFunc(s, notInWord) {
		return []string{s} // as nearly always
	}
	return strings.FieldsFunc(s, notInWord)
}

// partsWords reports whether a character stands between two words: white space or a dash, but no hyphen.
func partsWords(r rune) bool {
	return unicode.IsSpace(r) || r >= utf8.RuneSelf && unicode.Is(unicode.Pd, r) && r != '\u2010' && r != '\u2011'
}

// shownTitle is a title as it is shown, with its numbers in one piece.
func shownTitle(title claim.Title) string {
	shown := title.Text
	if title.Origin != claim.FromFileName {
		shown = labelled(string(rendered.Of([]byte(withoutNotes(shown)), rendered.Markdown).Bytes))
	}
	if !mayHaveParted(shown) {
		return shown
	}
	return parted().ReplaceAllStringFunc(shown, func(number string) string {
		if strings.IndexFunc(number, unicode.IsSpace) > len("123") { // a year, and a number
			return number
		}
		return strings.Join(strings.Fields(number), "")
	})
}

// mayHaveParted reports whether a digit stands behind a digit and a blank, as in every number that is parted.
func mayHaveParted(s string) bool {
	for i := 2; i < len(s); i++ {
		if isDigit(s[i]) && (s[i-1] == ' ' && isDigit(s[i-2]) || s[i-1] >= utf8.RuneSelf) {
			return true
		}
	}
	return false
}

// parted is a number whose thousands are parted by blanks (ISO 80000-1); one with more digits before them is another number.
var parted = lazy.Regexp(`\d+(?:[ \x{a0}\x{2007}\x{2009}\x{202f}]\d{3}\b)+`)

// notes are what some programs take for a mark of a heading, and others show: an id or class, the name of a block, a comment.
var notes = lazy.Regexp(`\{[#.:][^{}]*\}|\s\^[\w-]+\s*$|%%.*?%%`)

// withoutNotes is a heading without such notes, but for those that say more than one word which the heading does not.
func withoutNotes(heading string) string {
	if !strings.ContainsAny(heading, "{^%") {
		return heading
	}
	said := map[string]bool{}
	for _, word := range strings.FieldsFunc(unaccented(notes().ReplaceAllString(heading, " ")), notInWord) {
		said[word] = true
	}
	return notes().ReplaceAllStringFunc(heading, func(note string) string {
		words, more := strings.FieldsFunc(unaccented(note), notInWord), 0
		for _, word := range words {
			if !said[word] {
				more++
			}
			if telling[word] && !said[word] || more > 1 {
				return " " + strings.Join(words, " ")
			}
		}
		return " "
	})
}

// withoutTags is a heading without the tags at its end that the note's header has as a value.
func withoutTags(p *Pass, heading claim.Title) claim.Title {
	for {
		i := strings.LastIndex(heading.Text, " #")
		if i < 0 || !slices.ContainsFunc(p.Claim().Header.Texts(), func(s claim.Scalar) bool { return strings.EqualFold(s.Text, heading.Text[i+len(" #"):]) }) {
			return heading
		}
		heading.Text = strings.TrimSpace(heading.Text[:i])
	}
}

// labelled is a text with the labels of its wiki links in their place.
func labelled(s string) string {
	if !strings.Contains(s, "[[") {
		return s
	}
	return strings.NewReplacer("[[", "", "]]", "").Replace(linkTarget().ReplaceAllString(s, ""))
}

var linkTarget = lazy.Regexp(`\[\[[^\[\]|]*\|`)

// unaccented folds case and takes away accents, apostrophes, and the commas and points within numbers.
func unaccented(s string) string {
	s = text.Fold(s)
	if strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0 {
		s = unstroked.Replace(norm.NFKD.String(s))
	} else if !strings.ContainsAny(s, "',.") {
		return s // as nearly always
	}
	var b strings.Builder
	digit := false
	for _, r := range s {
		if unicode.Is(unicode.Mn, r) || r == '\'' || r == '’' || r == '‘' || digit && (r == ',' || r == '.') {
			continue
		}
		b.WriteRune(r)
		digit = unicode.IsDigit(r)
	}
	return b.String()
}

// unstroked writes letters that no accent makes out of others.
var unstroked = strings.NewReplacer("ß", "ss", "ø", "o", "ł", "l", "æ", "ae", "œ", "oe", "đ", "d", "ı", "i")

// leftOut are words that file names and short forms leave out, or that stand for a sign: none of them makes a claim another.
var leftOut = setOf("a an the of to in on at for by with from as and is are was were be been that which this its vs versus via per " +
	"percent dollar dollars usd eur euro euros pound pounds cents o os um uma de do da dos das em na nas que e por para com ao aos")

// telling are words that make the opposite or another range of a claim.
var telling = setOf("not no never none nobody nothing without only all every each any some most few many may might could cannot can will would should " +
	"always often sometimes rarely hardly unless except if nao nunca jamais sem so todos todas todo toda cada algum alguns nenhum")

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}

// agree reports whether two titles have the same words, whether or not a sign parts what others write as one word.
func agree(a, b []titleWord) bool {
	i, j := 0, 0 // how much of the first words was compared
	for len(a) > 0 && len(b) > 0 {
		x, y := a[0].text[i:], b[0].text[j:]
		n := min(len(x), len(y))
		if x[:n] != y[:n] || i == 0 && j == 0 && a[0].turns(b[0]) {
			return false
		}
		i, j = i+n, j+n
		if i == len(a[0].text) {
			a, i = a[1:], 0
		}
		if j == len(b[0].text) {
			b, j = b[1:], 0
		}
		// Where one word ends, so does the other, or only a sign parts it from the next.
		if j > 0 && (len(a) == 0 || !a[0].joined) || i > 0 && (len(b) == 0 || !b[0].joined) {
			return false
		}
	}
	return len(a) == 0 && len(b) == 0
}

// figured is a number with its sign and unit.
var figured = lazy.Regexp(`(?i)([-−–]?)([$€£]?)(\d+(?:[.,]\d+)*)(\s?%|\s(?:percent|dollar|usd|eur|pound))?`)

// thousands is a comma or point that parts thousands.
var thousands = lazy.Regexp(`[.,](\d{3})\b`)

// titleFigure is a number of a title.
type titleFigure struct {
	number string // with its sign and its decimal point
	unit   string // the sign of the unit, where there is one
}

// unitSigns are the signs of units by their words.
var unitSigns = map[string]string{"percent": "%", "dollar": "$", "usd": "$", "eur": "€", "pound": "£"}

// figures are the numbers of a title.
func figures(t claim.Title) (all []titleFigure) {
	shown := shownTitle(t)
	for _, m := range figured().FindAllStringSubmatchIndex(shown, -1) {
		f := titleFigure{number: strings.ReplaceAll(thousands().ReplaceAllString(shown[m[6]:m[7]], "$1"), ",", ".")}
		before, _ := utf8.DecodeLastRuneInString(shown[:m[0]])
		if m[3] > m[2] && (m[0] == 0 || notInWord(before)) {
			f.number = "-" + f.number
		}
		if f.unit = shown[m[4]:m[5]]; f.unit == "" && m[8] >= 0 {
			f.unit = strings.ToLower(strings.TrimSpace(shown[m[8]:m[9]]))
			f.unit = cmp.Or(unitSigns[f.unit], f.unit)
		}
		all = append(all, f)
	}
	return all
}

// sameFigures reports whether two titles have the same numbers, of which either may leave a unit out.
func sameFigures(a, b claim.Title) bool {
	return slices.EqualFunc(figures(a), figures(b), func(x, y titleFigure) bool {
		return x.number == y.number && (x.unit == y.unit || x.unit == "" || y.unit == "")
	})
}

// shortens reports whether short is long without some of its words, of which none turns what is said.
func shortens(long, short []titleWord) bool {
	if len(short) == 0 {
		return false
	}
	for _, w := range long {
		switch {
		case len(short) > 0 && short[0].text == w.text && !w.turns(short[0]):
			short = short[1:]
		case telling[w.text] || strings.ContainsFunc(w.text, unicode.IsDigit) || strings.HasSuffix(w.text, "nt") && len(w.text) > 3 && telling[w.text[:len(w.text)-2]]:
			return false
		}
	}
	return len(short) == 0
}

// sections are headings that name a part of a note and are no title.
var sections = setOf("claim claims summary abstract overview note notes description evidence argument detail details introduction background context " +
	"body content tldr title text discussion analysis resumo notas contexto argumento evidencia")

// isSection reports whether a heading is the name of a section.
func isSection(words []titleWord) bool {
	return len(words) == 1 && sections[words[0].text] || len(words) == 0
}

// cutName is the length in bytes from which on a file name may have been cut short: file systems take 255, and programs that
// make names of titles stop before.
const cutName = 100

// cut reports whether a file name is the beginning of a title: cut anywhere where the name is long, else behind a word, and in front of none
// that makes another claim of it.
func cut(name string, words, title []titleWord) bool {
	return strings.HasPrefix(together(title), together(words)) && (len(name) >= cutName || shortens(title, words))
}

// together are the letters and digits of words.
func together(words []titleWord) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(w.text)
	}
	return b.String()
}

// numbered is what stands before the words of many names: a day, the time at which a note was begun, a place in an order.
var numbered = lazy.Regexp(`^[0-9]+([-_. ][0-9]+){0,2}[-_. ]+`)

// fewestNameWords is how many words a name has that is more than a key.
const fewestNameWords = 3

// isKey reports whether a file name does not say what the note does: it is short, shared by many notes, or in another script.
func isKey(p *Pass, words []titleWord, title claim.Title) bool {
	name := strings.TrimSuffix(p.Notes.Name(p.ID), ".md")
	if len(words) < fewestNameWords || slices.Contains(p.Config.Links.SharedNames, name) {
		return true
	}
	foreign := func(r rune) bool { return r >= utf8.RuneSelf && unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) }
	return strings.ContainsFunc(title.Text, foreign) && !strings.ContainsFunc(name, foreign)
}

package gate

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/lazy"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/rendered"
)

// titleWords are the words of a title as it is shown: without case, accents, marks of markup and punctuation, and without
// the words that a shorter form leaves out.
func titleWords(title claim.Title) []string {
	shown := title.Text
	if title.Origin != claim.FromFileName {
		shown = labelled(string(rendered.Of([]byte(title.Text), rendered.Markdown).Bytes))
	}
	var words []string
	for _, word := range strings.FieldsFunc(unaccented(shown), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if !leftOut[word] {
			words = append(words, word)
		}
	}
	return words
}

// labelled is a text with the labels of its wiki links in their place.
func labelled(s string) string {
	return strings.NewReplacer("[[", "", "]]", "").Replace(linkTarget().ReplaceAllString(s, ""))
}

var linkTarget = lazy.Regexp(`\[\[[^\[\]|]*\|`)

// unaccented folds case and takes away accents, apostrophes, and the commas and points within numbers.
func unaccented(s string) string {
	var b strings.Builder
	digit := false
	for _, r := range norm.NFKD.String(text.Fold(s)) {
		switch {
		case unicode.Is(unicode.Mn, r), r == '\'', r == '’', r == '‘', digit && (r == ',' || r == '.'):
			continue
		case r == 'ß':
			b.WriteString("ss")
		case r == 'ø':
			b.WriteByte('o')
		case r == 'ł':
			b.WriteByte('l')
		default:
			b.WriteRune(r)
		}
		digit = unicode.IsDigit(r)
	}
	return b.String()
}

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

// agree reports whether two titles say the same, however their words are parted.
func agree(a, b []string) bool { return strings.Join(a, "") == strings.Join(b, "") }

// figured is a number with its sign and unit, or a word that says which of two is the first.
var figured = lazy.Regexp(`(?i)(?:^|[\s(])\+?([-−]?)([$€£]?)(\d[\d.,]*)(\s?%)?|\b(from|to)\b`)

// thousands is a comma or point that parts thousands.
var thousands = lazy.Regexp(`[.,](\d{3})\b`)

// sameFigures reports whether two titles of the same words have the same numbers in them, with their points, signs and
// units, and the same ends of a way.
func sameFigures(a, b string) bool {
	as, bs := figured().FindAllStringSubmatch(a, -1), figured().FindAllStringSubmatch(b, -1)
	if len(as) != len(bs) {
		return true // written in another way, which nobody can compare
	}
	number := func(s string) string {
		return strings.ReplaceAll(thousands().ReplaceAllString(strings.TrimRight(s, ".,"), "$1"), ",", ".")
	}
	for i := range as {
		x, y := as[i], bs[i]
		if (x[1] == "") != (y[1] == "") || number(x[3]) != number(y[3]) || !strings.EqualFold(x[5], y[5]) ||
			x[2] != "" && y[4] != "" || x[4] != "" && y[2] != "" {
			return false
		}
	}
	return true
}

// shortens reports whether short is long without some of its words, of which none turns what is said.
func shortens(long, short []string) bool {
	if len(short) == 0 {
		return false
	}
	for _, word := range long {
		switch {
		case len(short) > 0 && short[0] == word:
			short = short[1:]
		case telling[word] || strings.ContainsFunc(word, unicode.IsDigit) || strings.HasSuffix(word, "nt") && len(word) > 3 && telling[word[:len(word)-2]]:
			return false
		}
	}
	return len(short) == 0
}

// sections are headings that name a part of a note and are no title.
var sections = setOf("claim claims summary abstract overview note notes description evidence argument detail details introduction background context " +
	"body content tldr title text discussion analysis resumo notas contexto argumento evidencia")

// isSection reports whether a heading is the name of a section.
func isSection(words []string) bool { return len(words) == 1 && sections[words[0]] || len(words) == 0 }

// cutName is the length in bytes from which on a file name may have been cut short: file systems take 255, and programs that
// make names of titles stop before.
const cutName = 100

// cut reports whether a file name is the beginning of a title.
func cut(name string, words, title []string) bool {
	return len(name) >= cutName && strings.HasPrefix(strings.Join(title, ""), strings.Join(words, ""))
}

// numbered is what stands before the words of many names: a day, the time at which a note was begun, a place in an order.
var numbered = lazy.Regexp(`^[0-9]+([-_. ][0-9]+){0,2}[-_. ]+`)

// fewestNameWords is how many words a name has that is more than a key.
const fewestNameWords = 3

// isKey reports whether a file name does not say what the note does: it is short, shared by many notes, or in another script.
func isKey(p *Pass, words []string, title claim.Title) bool {
	name := strings.TrimSuffix(p.Base.Name(p.ID), ".md")
	if len(words) < fewestNameWords || slices.Contains(p.Config.Links.SharedNames, name) {
		return true
	}
	foreign := func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) }
	return strings.ContainsFunc(title.Text, foreign) && !strings.ContainsFunc(name, foreign)
}

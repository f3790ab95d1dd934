package number

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/text"
)

// token is a word, or a part of one that has hyphens, or the letters behind digits.
type token struct {
	start, end int
	hash       uint64   // as HashOf gives it
	begins     classSet // of the phrases that begin here
	sentence   int
	isNumber   bool // digits
	isName     bool // digits and letters that make a name, such as "B2B" and "41st"
	isCapital  bool
	opens      bool // begins a sentence
	digits     digits
}

// digits is a number as digits write it.
type digits struct {
	value, step float64
	count       int  // of digits before the decimal mark
	isPlain     bool // without any mark within
}

// appendTokens appends the tokens of the words of a sentence.
func (r *reader) appendTokens(words []text.Word, sentence int) {
	first := len(r.tokens)
	r.tokens = slices.Grow(r.tokens, len(words)+8)
	for _, w := range words {
		t := token{start: int(w.Start), end: int(w.End), hash: w.Hash, sentence: sentence, isCapital: w.Is(text.Capital), opens: w.Is(text.Opens)}
		word := r.source[w.Start:w.End]
		switch {
		case w.Is(text.HasDigit):
			r.appendParts(t, word)
		case r.lex.beginsWithNumber(word):
			for part := range bytes.SplitSeq(word, []byte("-")) {
				t.end = t.start + len(part)
				t.hash = text.HashOf(string(part))
				r.tokens = append(r.tokens, t)
				t.start, t.opens = t.end+1, false
			}
		default:
			r.tokens = append(r.tokens, t)
		}
	}
	for i := range r.tokens[first:] {
		if t := &r.tokens[first+i]; !t.isNumber && !t.isName {
			t.begins = r.lex.begins.At(t.hash)
		}
	}
}

// beginsWithNumber reports whether a hyphenated word begins with a number or a fraction, as "six-hour" and "one-third" do.
func (lex *lexicon) beginsWithNumber(word []byte) bool {
	hyphen := bytes.IndexByte(word, '-')
	if hyphen <= 0 {
		return false
	}
	h := text.HashOf(string(word[:hyphen]))
	for _, c := range []class{small, scale, fraction} {
		if _, ok := lex.phrases[key{phraseHash(0, h), c}]; ok {
			return true
		}
	}
	return false
}

// appendParts appends the parts of a word that has digits: "22-25", "13M", "5-year", "mid-2024", or a name.
func (r *reader) appendParts(t token, word []byte) {
	first := len(r.tokens)
	for at := 0; at < len(word); {
		part := word[at:]
		if n := bytes.IndexByte(part, '-'); n > 0 {
			part = part[:n]
		}
		p := t
		p.start, p.end, p.opens = t.start+at, t.start+at+len(part), t.opens && at == 0
		at += len(part) + 1
		n := digitsLength(part)
		letters := part[n:]
		switch {
		case n == 0:
			p.hash = text.HashOf(string(part))
			p.begins = r.lex.begins.At(p.hash)
		case len(letters) == 0 || r.isSuffix(letters) && !(n == 1 && string(letters) == "K" && !isPriced(r.source, p.start)):
			p.isNumber, p.end = true, p.start+n
			p.digits = readDigits(part[:n], r.language)
			r.tokens = append(r.tokens, p)
			if len(letters) == 0 {
				continue
			}
			p = token{start: p.end, end: p.end + len(letters), hash: text.HashOf(string(letters)), sentence: t.sentence}
		case string(letters) == "s" && n == 4:
			p.isNumber, p.digits = true, readDigits(part[:n], r.language) // "1990s"
			p.digits.step = 10
		default:
			p.isName, p.hash = true, 0
		}
		r.tokens = append(r.tokens, p)
	}
	parts := r.tokens[first:]
	isPrefixed := len(parts) > 0 && !parts[0].isNumber && !r.hasClass(first, prefix) && !r.hasClass(first, small)
	for i := range parts {
		follows := i > 0 && parts[i].start > parts[i-1].end
		if isPrefixed || follows && !parts[i].isNumber && parts[i].end-parts[i].start == 1 { // "GPT-4", "8-K"
			t.isName, t.hash = true, 0
			r.tokens = append(r.tokens[:first], t)
			return
		}
	}
}

// isPriced reports whether a sign of money stands before an offset.
func isPriced(source []byte, at int) bool {
	_, unit := moneySign(source, at)
	return unit != Count
}

// isSuffix reports whether letters behind digits multiply them or are a unit.
func (r *reader) isSuffix(letters []byte) bool {
	h := phraseHash(0, text.HashOf(string(letters)))
	_, multiplies := r.lex.phrases[key{h, suffix}]
	_, measures := r.lex.phrases[key{h, unit}]
	return multiplies || measures
}

// digitsLength is the length of the digits with which a word begins, with the marks between them.
func digitsLength(word []byte) (n int) {
	for i := 0; i < len(word); {
		c, size := utf8.DecodeRune(word[i:])
		switch {
		case '0' <= c && c <= '9':
			n = i + 1
		case n != i || c != '.' && c != ',' && c != '\'' && c != '’':
			return n
		}
		i += size
	}
	return n
}

// readDigits reads digits with marks. The last mark is the decimal one if it is the only one of its kind and other marks stand
// before it, if not three digits follow it, or if the language has it so; all others part thousands.
func readDigits(word []byte, l lang.Language) digits {
	decimal, marks := -1, 0
	for i, c := range word {
		if c == '.' || c == ',' {
			decimal, marks = i, marks+1
		} else if c == '\'' || c >= utf8.RuneSelf {
			marks += 2
		}
	}
	if decimal >= 0 {
		mark, behind := word[decimal], len(word)-decimal-1
		only := bytes.Count(word, word[decimal:decimal+1]) == 1
		own := (mark == ',') == (l == lang.Portuguese)
		if !only || marks == 1 && behind == 3 && !own && word[0] != '0' {
			decimal = -1
		}
	}
	var plain [24]byte
	d, size, fraction := digits{isPlain: marks == 0}, 0, 0
	for i, c := range word {
		switch {
		case i == decimal:
			plain[size] = '.'
			size++
		case c < '0' || c > '9':
			continue
		default:
			plain[size] = c
			size++
			if decimal >= 0 && i > decimal {
				fraction++
			} else {
				d.count++
			}
		}
		if size == len(plain) {
			break
		}
	}
	d.value, _ = strconv.ParseFloat(string(plain[:size]), 64)
	d.step = math.Pow10(-fraction)
	for step := 10.0; fraction == 0 && d.value >= 1000 && d.value/step >= 100 && math.Mod(d.value, step) == 0; step *= 10 {
		d.step = step
	}
	return d
}

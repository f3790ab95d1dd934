package number

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/text"
)

// measure gives a figure the unit that stands behind or before it, and gives the token after it.
func (r *reader) measure(f *Figure, i, end int) int {
	last := r.tokens[end-1].end
	rest := bytes.TrimLeft(r.source[last:min(len(r.source), last+4)], " \u00a0")
	if len(rest) > 0 && rest[0] == '%' {
		f.scale(Share, 0.01)
		if e, after, ok := r.phrase(end, unit); ok && e.unit == Points {
			f.Unit, end = Points, after
		}
		return end
	}
	money := r.moneyBefore(i)
	if f.magnitude > 1 && r.hasClass(end, from) { // "3 milhões de euros"
		if e, after, ok := r.phrase(end+1, unit); ok && e.unit.isMoney() {
			f.Unit = e.unit
			return after
		}
	}
	if e, after, ok := r.phrase(end, unit); ok && r.isNear(end) && (money == Count || e.unit == money) {
		isOften := e.unit == Multiple && r.tokens[end].end-r.tokens[end].start > 1 && f.magnitude == 1 && f.Raw == math.Trunc(f.Raw) && !r.hasClass(after, than)
		if isOften || f.IsSpelled && f.Raw == 1 && e.unit != Share { // "thirty times a day", "one year"
			return end
		}
		f.scale(e.unit, e.value)
		return after
	}
	if money != Count {
		f.Unit = money
		return end
	}
	t := &r.tokens[i]
	if end == i+1 && t.isNumber && t.digits.isPlain && t.digits.count == 4 && t.end-t.start <= 5 && f.Raw >= 1500 && f.Raw < 2150 {
		f.Unit, f.Step = Year, 1
		if t.digits.step == 10 && t.end-t.start == 5 {
			f.High += 9 // "1990s"
		}
		for _, near := range []int{i - 1, i - 2, i - 3} {
			if near >= 0 && (near == i-1 || r.tokens[near+1].isNumber || r.hasClass(near+1, of)) && !r.tokens[near+1].opens {
				if e, _, ok := r.phrase(near, month); ok {
					f.Month = int(e.value)
				}
			}
		}
	}
	return end
}

func (f *Figure) scale(u Unit, by float64) {
	f.Unit, f.Low, f.High, f.Step = u, f.Low*by, f.High*by, f.Step*by
}

var moneySigns = []struct {
	sign string
	unit Unit
}{{"R$", Real}, {"US$", Dollar}, {"$", Dollar}, {"€", Euro}, {"£", Pound}, {"¥", Yen}}

// moneySign is the sign of money, with a blank after it, that stands before an offset, and the currency, Count where none does.
func moneySign(source []byte, at int) ([]byte, Unit) {
	before := source[max(0, at-8):at]
	trimmed := bytes.TrimRight(before, " \u00a0")
	if len(before)-len(trimmed) > 2 {
		return nil, Count
	}
	for _, s := range moneySigns {
		if without, ok := bytes.CutSuffix(trimmed, []byte(s.sign)); ok {
			return before[len(without):], s.unit
		}
	}
	return nil, Count
}

// moneyBefore is the currency that stands before token i, Count where none does.
func (r *reader) moneyBefore(i int) Unit {
	if _, u := moneySign(r.source, r.tokens[i].start); u != Count {
		return u
	}
	if i > 0 && r.isNear(i) && r.tokens[i-1].isCapital {
		if e, _, ok := r.phrase(i-1, unit); ok && e.unit.isMoney() {
			return e.unit
		}
	}
	return Count
}

// mostNounWords is how many words behind a figure its noun may be away.
const mostNounWords = 3

// noun is the hash of what a figure counts, or of what a share is taken.
func (r *reader) noun(f *Figure) uint64 {
	k := f.after
	if f.Unit == Share || f.Unit == Points {
		_, after, ok := r.phrase(k, of)
		if !ok {
			return 0
		}
		k = after
	} else if f.Unit != Count {
		return 0
	}
	if _, after, ok := r.phrase(k, of); ok && f.Unit == Count && r.isNear(k) {
		k = after
	}
	if k > f.after && r.hasClass(k, article) {
		k++
	}
	first := k
	if k < len(r.tokens) && string(r.gap(k)) == "-" { // "32-byte hashes"
		return Stem(r.word(k))
	}
	for ; k < min(first+mostNounWords, len(r.tokens)); k++ {
		t := &r.tokens[k]
		if !r.isNear(k) || t.isNumber || t.isName || isFunction(r.word(k)) {
			break
		}
		if r.language == lang.Portuguese || isPlural(r.word(k)) {
			return Stem(r.word(k))
		}
	}
	if k == first {
		return 0
	}
	return Stem(r.word(first))
}

func (r *reader) word(i int) string {
	return strings.ToLower(string(r.source[r.tokens[i].start:r.tokens[i].end]))
}

func isPlural(word string) bool {
	return len(word) > 3 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") || slices.Contains([]string{"people", "men", "women", "children"}, word)
}

// isFunction reports whether a word has no content of its own: short ones have not, nor have the forms of "be" and "have".
func isFunction(word string) bool {
	return utf8.RuneCountInString(word) < 4 || slices.Contains([]string{"with", "from", "that", "which", "were", "have", "been", "will", "this", "than", "when", "while", "into", "over",
		"para", "pelo", "pela", "como", "mais", "menos", "quando", "entre", "eram", "foram", "tinham", "after", "before", "because"}, word)
}

// Stem is the hash of a word without the ending of the plural, 0 of a word without content of its own. It holds within one process.
func Stem(word string) uint64 {
	word = strings.TrimSuffix(strings.ToLower(word), "'s")
	if isFunction(word) {
		return 0
	}
	for _, ending := range [][2]string{{"ões", "ão"}, {"ies", "y"}, {"s", ""}, {"e", ""}} {
		if stem, ok := strings.CutSuffix(word, ending[0]); ok && len(stem) > 2 {
			word = stem + ending[1]
		}
	}
	return text.HashOf(word)
}

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

// mostFigures is how many figures of a text are looked at. A table of thousands is no prose, and what compares figures with each
// other must stay quick whatever it is given.
const mostFigures = 256

type reader struct {
	source   []byte
	language lang.Language
	lex      *lexicon
	tokens   []token
	figures  []Figure
}

// numeric are the classes of words with which a figure may begin, as bits.
const numeric = 1<<small | 1<<scale | 1<<article | 1<<fraction | 1<<multiple

// Read finds the figures in the given words of source, in order. The words may be those of a part of source. A text in no
// language that is judged is read as English.
func Read(source []byte, words []text.Word, l lang.Language) []Figure {
	return read(source, words, l).figures
}

func read(source []byte, words []text.Word, l lang.Language) *reader {
	r := &reader{source: source, language: l, lex: lexiconOf(l), tokens: make([]token, 0, len(words)+8)}
	r.appendTokens(words)
	for i := range r.tokens {
		if t := &r.tokens[i]; !t.isNumber && !t.isName {
			t.begins = r.lex.begins[t.hash]
		}
	}
	for i := 0; i < len(r.tokens) && len(r.figures) < mostFigures; {
		if t := &r.tokens[i]; !t.isNumber && t.begins&numeric == 0 {
			i++
			continue
		}
		i = max(r.figure(i), i+1)
	}
	return r
}

// phrase finds the longest phrase of a class that begins at token i, and gives the token after it.
func (r *reader) phrase(i int, c class) (e entry, end int, ok bool) {
	if i >= len(r.tokens) || r.tokens[i].begins&(1<<c) == 0 {
		return e, i, false
	}
	h := uint64(0)
	for n := i; n < min(i+longest, len(r.tokens)); n++ {
		if n > i && !r.isNear(n) || r.tokens[n].isNumber || r.tokens[n].isName {
			break
		}
		h = phraseHash(h, r.tokens[n].hash)
		if found, has := r.lex.phrases[key{h, c}]; has {
			e, end, ok = found, n+1, true
		}
	}
	return e, end, ok
}

// before reports whether a phrase of a class ends right before token i, and where it begins.
func (r *reader) before(i int, c class) (start int, ok bool) {
	for n := max(0, i-longest); n < i; n++ {
		if _, end, has := r.phrase(n, c); has && end == i && r.isNear(i) {
			return n, true
		}
	}
	return i, false
}

func (r *reader) hasClass(i int, c class) bool {
	_, end, ok := r.phrase(i, c)
	return ok && end == i+1
}

// gap is what stands before token i and after the one before it.
func (r *reader) gap(i int) []byte {
	if i <= 0 || i >= len(r.tokens) || r.tokens[i].start < r.tokens[i-1].end {
		return nil
	}
	return r.source[r.tokens[i-1].end:r.tokens[i].start]
}

// isNear reports whether token i stands by the one before it, with no more between them than a blank, a hyphen or a sign of money.
func (r *reader) isNear(i int) bool {
	if i <= 0 || i >= len(r.tokens) || r.tokens[i].opens {
		return false
	}
	g := r.gap(i)
	return len(g) <= 8 && len(bytes.Trim(g, " \u00a0\u2009\u202f-~$€£¥+*_\n")) == 0
}

// figure reads what stands at token i and gives the token after it.
func (r *reader) figure(i int) int {
	if e, end, ok := r.phrase(i, multiple); ok {
		r.add(Figure{Low: e.value, High: e.value, Raw: e.value, Step: 0.16 * e.value, Unit: Multiple, IsRough: true, IsSpelled: true}, i, end)
		return end
	}
	if end, ok := r.fraction(i); ok {
		return end
	}
	f, end, ok := r.number(i)
	if !ok {
		return i + 1
	}
	if r.isDay(i, end) || r.isInName(i, end) {
		return end
	}
	if end, ok := r.span(f, i, end); ok {
		return end
	}
	end = r.measure(&f, i, end)
	if quotient, ok := r.quotient(f, i, end); ok {
		return quotient
	}
	if f.IsSpelled && f.Raw <= 1 && f.Unit == Count {
		return end // an article
	}
	r.add(f, i, end)
	return end
}

// add adds a figure with its hedge and its noun.
func (r *reader) add(f Figure, i, end int) {
	if _, ok := r.before(i, minus); ok && f.Unit == Count {
		f.Low, f.High, f.Raw = -f.High, -f.Low, -f.Raw
	}
	f.first, f.after, f.Sentence = i, end, r.tokens[i].sentence
	f.Start, f.End = r.tokens[i].start, r.tokens[end-1].end
	f.Start -= len(r.moneySign(f.Start))
	if f.Unit == Share && end < len(r.tokens) || f.End < len(r.source) {
		rest := r.source[f.End:]
		if trimmed := bytes.TrimLeft(rest, " \u00a0"); len(trimmed) > 0 && trimmed[0] == '%' && len(rest)-len(trimmed) < 3 {
			f.End += len(rest) - len(trimmed) + 1
		}
	}
	f.Hedge = r.hedge(i, end)
	_, f.isWhole = r.before(i, of)
	if f.Noun == 0 {
		f.Noun = r.noun(&f)
	}
	r.figures = append(r.figures, f)
}

func (r *reader) hedge(i, end int) Hedge {
	if g := r.gap(i); bytes.ContainsAny(g, "~≈") {
		return About
	} else if bytes.ContainsAny(g, ">") {
		return Over
	} else if bytes.ContainsAny(g, "<") {
		return Under
	}
	for _, k := range []int{i, end - 1} {
		if last := r.tokens[k].end; last < len(r.source) && r.source[last] == '+' {
			return Over
		}
	}
	for hedge, c := range []class{About: about, Over: over, Under: under} {
		if hedge == int(Exact) {
			continue
		}
		if _, ok := r.before(i, c); ok {
			return Hedge(hedge)
		}
		if _, after, ok := r.phrase(end, c); ok && after == end+2 && r.isNear(end) {
			return Hedge(hedge) // "40 or more"
		}
	}
	return Exact
}

// number reads a number without its unit, in digits or in words.
func (r *reader) number(i int) (f Figure, end int, ok bool) {
	t := &r.tokens[i]
	if t.isName {
		return f, i, false
	}
	var value, step float64
	if t.isNumber {
		value, step, end = r.grouped(i)
		mark := 1.0
		if s, after, has := r.phrase(end, suffix); has && r.tokens[end].start == r.tokens[end-1].end {
			value, step, mark, end = value*s.value, step*s.value, s.value, after
		}
		f.magnitude = 1
		for s, after, has := r.phrase(end, scale); has && r.isNear(end); s, after, has = r.phrase(end, scale) {
			f.magnitude *= s.value
			end = after
		}
		value, step = value*f.magnitude, step*f.magnitude
		f.magnitude *= mark
	} else if value, f.magnitude, end = r.spelled(i); end == i {
		return f, i, false
	} else {
		step, f.IsSpelled = f.magnitude, true
	}
	if plus, after, ok := r.andHalf(end); ok {
		value, step, end = value+plus*f.magnitude, f.magnitude/10, after
	}
	f.Low, f.High, f.Raw, f.Step = value, value, value, step
	return f, end, true
}

// grouped reads digits whose thousands blanks may part: "1 234 567".
func (r *reader) grouped(i int) (value, step float64, end int) {
	d := r.tokens[i].digits
	value, step, end = d.value, d.step, i+1
	if !d.isPlain || d.count > 3 || d.value == 0 {
		return value, step, end
	}
	for end < len(r.tokens) && r.tokens[end].isNumber && r.tokens[end].digits.count == 3 && r.tokens[end].end-r.tokens[end].start == 3 && r.isNear(end) && r.isBlank(end) {
		value, step = value*1000+r.tokens[end].digits.value, 1
		end++
	}
	return value, step, end
}

// isBlank reports whether one blank alone parts token i from the one before it.
func (r *reader) isBlank(i int) bool {
	g := string(r.gap(i))
	return utf8.RuneCountInString(g) == 1 && strings.TrimSpace(g) == ""
}

// spelled reads a number in words: "two hundred and twenty-five thousand", "dois mil e quinhentos". It gives i where none stands.
// The magnitude is that of its last word.
func (r *reader) spelled(i int) (value, last float64, end int) {
	sum, room := 0.0, 1e15 // what is read so far of the current thousands, and below what the next part has to be
	last = 1
	k := i
	if !r.hasClass(i, small) && r.hasClass(i, article) {
		if e, _, ok := r.phrase(i+1, scale); !ok || !r.isNear(i+1) || e.value > 1e3 {
			return 0, 1, i
		}
		sum, k = 1, i+1
		end = i + 1
	} else if e, _, ok := r.phrase(i, scale); ok && e.value == 1e3 && r.language == lang.Portuguese {
		sum, end = 1, i // "mil"
	}
	for ; k < len(r.tokens) && (k == i || r.isNear(k)); k++ {
		if e, _, ok := r.phrase(k, small); ok && e.value < room {
			sum += e.value
			room, last, end = magnitude(e.value), 1, k+1
			continue
		}
		if e, _, ok := r.phrase(k, scale); ok && sum > 0 && end >= k {
			if e.value == 100 {
				sum *= 100
				room = 100
			} else {
				value += sum * e.value
				sum, room = 0, e.value
			}
			last, end = e.value, k+1
			continue
		}
		if r.hasClass(k, and) && end == k && k > i && (room == 100 || room >= 10 && r.language == lang.Portuguese) {
			e, _, ok := r.phrase(k+1, small)
			if ok && e.value < room && r.isNear(k+1) {
				continue
			}
		}
		break
	}
	if end <= i {
		return 0, 1, i
	}
	return value + sum, last, end
}

// magnitude is what a part of a number leaves room for: 20 for 1 to 9, 100 for what is below a hundred.
func magnitude(v float64) float64 {
	switch {
	case v >= 100:
		return 100
	case v >= 20:
		return 10
	}
	return 0
}

// andHalf reads "and a half" and "e meio".
func (r *reader) andHalf(i int) (value float64, end int, ok bool) {
	if !r.hasClass(i, and) || !r.isNear(i) {
		return 0, i, false
	}
	k := i + 1
	if r.hasClass(k, article) {
		k++
	}
	e, after, ok := r.phrase(k, fraction)
	if !ok || e.value != 0.5 && k == i+1 {
		return 0, i, false
	}
	return e.value, after, true
}

// fraction reads "two thirds", "a quarter of", "half", "half a million".
func (r *reader) fraction(i int) (end int, ok bool) {
	count, k := 1.0, i
	if e, _, has := r.phrase(i, small); has && e.value >= 1 {
		count, k = e.value, i+1
	} else if r.hasClass(i, article) {
		k = i + 1
	}
	part, end, ok := r.phrase(k, fraction)
	if !ok || k > i && !r.isNear(k) || part.value*count >= 1 {
		return i, false
	}
	next := end
	if r.hasClass(next, article) {
		next++
	}
	if s, after, has := r.phrase(next, scale); has && r.isNear(next) && s.value >= 1e3 {
		v := part.value * s.value
		f := Figure{Low: v, High: v, Raw: v, Step: v / 10, IsSpelled: true}
		after = r.measure(&f, i, after)
		r.add(f, i, after)
		return after, true
	}
	_, _, hasOf := r.phrase(end, of)
	_, hedged := r.before(i, about)
	_, inOrder := r.before(i, nth)
	isCounted := k > i && r.hasClass(i, small)
	if inOrder || !hasOf && !hedged && !isCounted && !(part.value == 0.5 && r.hasClass(end, article)) {
		return i, false
	}
	if next, after, ok := r.phrase(end+1, unit); ok && next.unit == Time && after > end && !hasOf {
		return after, true // "half an hour"
	}
	v := part.value * count
	r.add(Figure{Low: v, High: v, Raw: v, Step: 0.05, Unit: Share, IsRough: true, IsSpelled: true}, i, end)
	return end, true
}

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

// moneySign is the sign of money, with a blank after it, that stands before an offset.
func (r *reader) moneySign(at int) string {
	before := r.source[max(0, at-8):at]
	trimmed := bytes.TrimRight(before, " \u00a0")
	if len(before)-len(trimmed) > 2 {
		return ""
	}
	for _, s := range moneySigns {
		if bytes.HasSuffix(trimmed, []byte(s.sign)) {
			return s.sign + string(before[len(trimmed):])
		}
	}
	return ""
}

func (r *reader) hasMoneySign(at int) bool { return r.moneySign(at) != "" }

// moneyBefore is the currency that stands before token i, Count where none does.
func (r *reader) moneyBefore(i int) Unit {
	if sign := strings.TrimRight(r.moneySign(r.tokens[i].start), " \u00a0"); sign != "" {
		for _, s := range moneySigns {
			if s.sign == sign {
				return s.unit
			}
		}
	}
	if i > 0 && r.isNear(i) && r.tokens[i-1].isCapital {
		if e, _, ok := r.phrase(i-1, unit); ok && e.unit.isMoney() {
			return e.unit
		}
	}
	return Count
}

// span reads a range or a change whose first end is f: "22-25", "$2-4M", "40 to 70 percent", "from 9 to 3.6", "entre 2 e 4".
func (r *reader) span(low Figure, i, end int) (int, bool) {
	second := end
	_, isMove := r.before(i, from)
	_, isBetween := r.before(i, between)
	lowEnd := r.measure(&low, i, end)
	switch gap := strings.TrimSpace(string(r.gap(end))); {
	case (gap == "-" || gap == "–" || gap == "—") && end < len(r.tokens) && !r.tokens[end].opens && r.tokens[end].isNumber:
		isMove = false
	default:
		second = lowEnd
		joined := r.hasClass(second, to) || isBetween && r.hasClass(second, and) || isMove && r.language == lang.Portuguese && r.hasWord(second, "para")
		if !joined || !r.isNear(second) {
			return i, false
		}
		if r.language == lang.Portuguese && isMove && r.hasClass(second, to) {
			isMove = low.Unit == Year // "de 2 a 4 milhões"
		}
		second++
		if r.hasClass(second, minus) {
			second++
		}
	}
	if second >= len(r.tokens) || second > end+4 {
		return i, false
	}
	high, after, ok := r.number(second)
	if !ok || second > end && !r.isNear(second) && !isBetween {
		return i, false
	}
	after = r.measure(&high, second, after)
	if _, neg := r.before(second, minus); neg {
		high.scale(high.Unit, -1)
	}
	if low.Unit == Year && high.Raw < 100 && high.Unit == Count { // "2022-23"
		high.Low += float64(int(low.Low) / 100 * 100)
		high.High, high.Raw, high.Unit, high.Step = high.Low, high.Low, Year, 1
	}
	if low.Unit == Count && high.Unit != Count && high.Raw != 0 {
		low.Unit = high.Unit
		low.scale(high.Unit, high.Low/high.Raw)
	}
	if high.Unit == Count && low.Unit.isMoney() {
		high.Unit = low.Unit
	}
	if low.Unit != high.Unit {
		return i, false
	}
	if by := high.magnitude; low.magnitude == 1 && by > 1 && low.Low*by < high.Low { // "$2-4M"
		low.scale(low.Unit, by)
		low.Raw *= by
	}
	if isMove || low.Low > high.Low {
		low.IsFrom, high.IsTo = true, true
		high.after = after
		low.Noun = r.noun(&high)
		r.add(low, i, max(lowEnd, i+1))
		if len(r.figures) < mostFigures {
			r.add(high, second, after)
		}
		return after, true
	}
	low.High, low.Step = high.High, max(low.Step, high.Step)
	low.Month = 0
	r.add(low, i, after)
	return after, true
}

func (r *reader) hasWord(i int, word string) bool {
	return i < len(r.tokens) && r.tokens[i].hash == text.HashOf(word)
}

// quotient reads "24 of 27", "one in four" and "one purchase for every nine loans", whose first number is part.
func (r *reader) quotient(part Figure, i, end int) (int, bool) {
	if part.Unit != Count || part.Raw < 1 || part.Low != part.High {
		return end, false
	}
	for k := end; k <= end+2 && k < len(r.tokens); k++ { // up to two words between
		_, after, ok := r.phrase(k, each)
		if k == end {
			if !ok {
				_, after, ok = r.phrase(k, of)
			}
		}
		if !ok && part.Raw <= handful {
			_, after, ok = r.phrase(k, in)
		}
		if !r.isNear(k) {
			return end, false
		}
		if !ok {
			continue
		}
		for after < len(r.tokens) && r.isNear(after) && r.hasClass(after, of) {
			after++
		}
		if after >= len(r.tokens) || !r.isNear(after) {
			return end, false
		}
		whole, wholeEnd, ok := r.number(after)
		if !ok || len(r.figures)+3 > mostFigures {
			return end, false
		}
		wholeEnd = r.measure(&whole, after, wholeEnd)
		if whole.Unit != Count || whole.Raw <= part.Raw || k > end && part.IsSpelled != whole.IsSpelled {
			return end, false
		}
		r.add(part, i, end)
		r.add(whole, after, wholeEnd)
		noun := r.figures[len(r.figures)-1].Noun
		r.figures[len(r.figures)-2].Noun = noun
		v := part.Raw / whole.Raw
		r.add(Figure{Low: v, High: v, Raw: v, Step: max(0.01, 1.2/(whole.Raw*whole.Raw)), Unit: Share, IsQuotient: true, IsRough: part.IsSpelled && k > end, Noun: noun}, i, wholeEnd)
		return wholeEnd, true
	}
	return end, false
}

// isDay reports whether a number is the day of a date: "14 March", "March 14", "14 de março".
func (r *reader) isDay(i, end int) bool {
	t := &r.tokens[i]
	if end != i+1 || !t.isNumber || t.digits.value < 1 || t.digits.value > 31 || t.digits.step != 1 {
		return false
	}
	k := i + 1
	if r.hasClass(k, of) && r.language == lang.Portuguese {
		k++
	}
	return r.hasClass(k, month) && r.isNear(k) || i > 0 && r.hasClass(i-1, month) && r.isNear(i) && r.tokens[i-1].isCapital
}

// isInName reports whether a number is part of a name: "Windows 95", "Article 230", "80/20".
func (r *reader) isInName(i, end int) bool {
	last := r.tokens[end-1].end
	if last < len(r.source) && (r.source[last] == '/' || r.source[last] == ':' || r.source[last] == '(') && last+1 < len(r.source) && isAlphanumeric(r.source[last+1]) {
		return true // "80/20", "9:41", "401(k)"
	}
	if start := r.tokens[i].start; start > 1 && (r.source[start-1] == '/' || r.source[start-1] == ':' || r.source[start-1] == '#') && (isAlphanumeric(r.source[start-2]) || r.source[start-1] == '#') {
		return true
	}
	if !r.tokens[i].isNumber || i == 0 || !r.isNear(i) {
		return false
	}
	if r.hasClass(i-1, name) {
		return true
	}
	before := &r.tokens[i-1]
	if !before.isCapital || before.opens || strings.HasSuffix(r.word(i-1), "s") && bytes.ContainsAny(r.source[before.start:before.end], "'’") || r.hasClass(i-1, month) || r.moneyBefore(i) != Count || end-i > 1 {
		return false
	}
	f := Figure{}
	r.measure(&f, i, end)
	return f.Unit == Count && r.tokens[i].digits.isPlain
}

func isAlphanumeric(b byte) bool { return '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z' }

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
		return r.stem(k)
	}
	for ; k < min(first+mostNounWords, len(r.tokens)); k++ {
		t := &r.tokens[k]
		if !r.isNear(k) || t.isNumber || t.isName || isFunction(r.word(k)) {
			break
		}
		if r.language == lang.Portuguese || isPlural(r.word(k)) {
			return r.stem(k)
		}
	}
	if k == first {
		return 0
	}
	return r.stem(first)
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

func (r *reader) stem(i int) uint64 { return Stem(r.word(i)) }

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

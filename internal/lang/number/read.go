package number

import (
	"bytes"
	"strings"

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

// numeric are the classes of words of which each figure in words has one; before a part or a scale an article may begin it.
const (
	numeric      classSet = 1<<small | 1<<scale | 1<<fraction | 1<<multiple
	afterArticle classSet = 1<<scale | 1<<fraction
)

// Read finds the figures in the given words of source, in order. The words may be those of a part of source. A text in no
// language that is judged is read as English.
func Read(source []byte, words []text.Word, l lang.Language) []Figure {
	r := &reader{source: source, language: l, lex: lexiconOf(l)}
	for sentence := 0; len(words) > 0; sentence++ {
		n := 1
		for n < len(words) && !words[n].Is(text.Opens) {
			n++
		}
		r.tokens = append(r.tokens[:0], r.tokens[max(0, len(r.tokens)-1):]...) // at whose end the gap before this sentence begins
		if r.lex.mayHaveFigure(source, words[:n]) {
			first := len(r.tokens)
			r.appendTokens(words[:n], sentence)
			r.readSentence(first)
		} else {
			r.appendTokens(words[n-1:n], sentence)
		}
		words = words[n:]
	}
	return r.figures
}

// readSentence reads the figures of the sentence that begins at token i.
func (r *reader) readSentence(i int) {
	for i < len(r.tokens) && len(r.figures) < mostFigures {
		t := &r.tokens[i]
		if t.isNumber || t.begins&numeric != 0 || t.begins&(1<<article) != 0 && i+1 < len(r.tokens) && r.tokens[i+1].begins&afterArticle != 0 {
			i = max(r.figure(i), i+1)
		} else {
			i++
		}
	}
}

// mayHaveFigure reports whether words have a digit, or a word with which a figure in words may begin.
func (lex *lexicon) mayHaveFigure(source []byte, words []text.Word) bool {
	for _, w := range words {
		if w.Is(text.HasDigit) || lex.begins.At(w.Hash)&numeric != 0 || lex.beginsWithNumber(source[w.Start:w.End]) {
			return true
		}
	}
	return false
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
	if !r.isNear(i) {
		return i, false
	}
	return r.ends(i, c)
}

// ends is before without a look at what stands between the phrase and token i.
func (r *reader) ends(i int, c class) (start int, ok bool) {
	for n := max(0, i-longest); n < i; n++ {
		if _, end, has := r.phrase(n, c); has && end == i {
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
	sign, _ := moneySign(r.source, f.Start)
	f.Start -= len(sign)
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
	f.claimed = r.claimed(&f)
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
		joined := r.hasClass(second, to) || isBetween && r.hasClass(second, and) || isMove && r.language == lang.Portuguese && second < len(r.tokens) && r.word(second) == "para"
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

package figure

import "github.com/kbgate/kbgate/internal/text"

// mostFigures is how many figures of a text are looked at. A table of thousands is no prose, and what compares figures
// with each other must stay quick whatever it is given.
const mostFigures = 256

// Read finds the figures in the given words of source, in order, with their contexts. The words may be those of a part
// of source; inLink is the trait that marks words within links, 0 where nothing does. Contexts live as long as the
// figures and do not refer to source.
func Read(source []byte, list []text.Word, inLink text.Trait) []Figure {
	return new(Reader).Read(source, list, inLink)
}

// Reader reads the figures of one text after the other into the same buffers: what it gives is good until it reads the
// next. Its zero value is ready.
type Reader struct{ reader }

// Read is Read, without making anew what the last text left behind.
func (b *Reader) Read(source []byte, list []text.Word, inLink text.Trait) []Figure {
	r := &b.reader
	if r.lex = words(); !anyNumber(source, list, r.lex) {
		return nil
	}
	r.source, r.tokens, r.figures, r.stems = source, r.tokens[:0], r.figures[:0], r.stems[:0]
	r.tokenize(list)
	for i := 0; i < len(r.tokens) && len(r.figures) < mostFigures; {
		if t := &r.tokens[i]; t.class == other && !t.is(text.HasDigit) {
			i++
			continue
		}
		i = r.figure(i)
	}
	r.contexts(inLink)
	return r.figures
}

// Any reports whether the words may hold figures.
func Any(source []byte, list []text.Word) bool { return anyNumber(source, list, words()) }

func anyNumber(source []byte, list []text.Word, lex *lexicon) bool {
	r := reader{source: source, lex: lex}
	for _, w := range list {
		if w.Is(text.HasDigit) {
			return true
		}
		if e := lex.find(w.Hash); e.class >= small && e.class <= fold && (e.class != small || e.value > 1) {
			return true
		}
		if w.End-w.Start > 5 && r.splits(w) {
			return true
		}
	}
	return false
}

// figure reads what stands at token i and gives the token after it.
func (r *reader) figure(i int) int {
	t := &r.tokens[i]
	switch t.class {
	case half:
		return r.half(i)
	case halving, fold:
		r.add(Figure{Value: t.value, Raw: t.value, Step: 0, Unit: Multiple, Form: Spelled | Rough}, i, i+1)
		return i + 1
	case twice:
		return r.twice(i)
	}
	n, ok := r.number(i)
	if !ok {
		if t.class == article && r.next(i+1).class == fraction {
			return r.fraction(i, i+1, 1)
		}
		return i + 1
	}
	if end, ok := r.ratio(i, n); ok {
		return end
	}
	if end, ok := r.dates(i, n); ok {
		return end
	}
	if r.isName(i, n) {
		return n.end
	}
	return r.measure(i, n)
}

// measure adds the figure of a number by the unit that follows or precedes it.
func (r *reader) measure(i int, n number) int {
	f := Figure{Value: n.raw, Raw: n.raw, Step: n.step}
	if n.spelled {
		f.Form |= Spelled
	}
	e, end := r.unitBehind(n)
	switch money := r.moneyBefore(r.tokens[i].start); {
	case money != Bare:
		f.Unit = money
		if e.unit.money() {
			n.end = end
		}
	case e.class == unit && !(n.raw == 1 && n.spelled):
		f.Unit, n.end = e.unit, end
		f.Value, f.Step = n.raw*e.value, n.step*e.value
		if e.unit == Heat && endsBy(r.source, r.tokens[n.end-1].start, "F") {
			f.Value, f.Step = (n.raw-32)/1.8, n.step/1.8 // in Celsius, as others are
		}
		if e.unit == Time {
			r.addMinutes(&f, &n, e.value)
		}
	case e.class == times && (n.suffix != "" || r.compares(end)):
		f.Unit, n.end = Multiple, end
	case e.class == fraction && (n.spelled || r.word(n.end+1) == "of"):
		return r.fraction(i, n.end, n.raw)
	case r.timeBefore(i) != 0 && !n.magnitude:
		factor := r.timeBefore(i)
		f.Unit, f.Value, f.Step = Time, n.raw*factor, n.step*factor
	case !n.spelled && !n.separated && !n.magnitude && n.raw == float64(int(n.raw)) && (plausibleYear(n.raw) || r.medieval(i, n)):
		return r.year(i, n, f)
	default:
		f.Unit = Bare
		if n.raw == 1 && n.spelled || n.raw == 0 {
			return n.end
		}
	}
	if f.Unit.measured() && r.tokens[n.end-1].glued && r.next(n.end).class == other && n.end < len(r.tokens) && r.adjacent(n.end-1, n.end) {
		f.Noun = StemOf(r.source[r.tokens[n.end].start:r.tokens[n.end].end]) // "a 30-minute nap"
	}
	f.Per = r.rate(&n.end)
	if f.Unit == Share {
		r.markChange(&f, i, n.end)
	}
	n.end = r.add(f, i, n.end)
	return n.end
}

// compares reports whether "three times" before token i is a multiple and not a count: "three times as many".
func (r *reader) compares(i int) bool {
	if r.word(i-1) == "fold" {
		return true
	}
	switch r.word(i) {
	case "as", "the", "that", "its", "their", "what", "over":
		return true
	}
	return r.next(i).class == change
}

// addMinutes adds the smaller unit of "4 hours 35 minutes" or "2 years and 3 months".
func (r *reader) addMinutes(f *Figure, n *number, larger float64) {
	k := n.end
	if r.next(k).class == conj && r.word(k) == "and" {
		k++
	}
	if k >= len(r.tokens) || !r.adjacent(k-1, k) {
		return
	}
	small, ok := r.number(k)
	if !ok {
		return
	}
	if e, end := r.unitBehind(small); e.unit == Time && e.value < larger && small.raw*e.value < larger {
		f.Value += small.raw * e.value
		f.Step = small.step * e.value
		f.Raw = f.Value / larger
		n.end = end
	}
}

// unitBehind is the unit that follows a number, and the token after it.
func (r *reader) unitBehind(n number) (entry, int) {
	if n.suffix != "" {
		e := r.lex.find(text.HashOf(n.suffix))
		if n.suffix == "m" {
			e = entry{class: unit, unit: Length, value: 1}
		}
		return e, n.end
	}
	last := r.tokens[n.end-1].end
	if r.byteAt(last) == '%' || r.byteAt(last) == ' ' && r.byteAt(last+1) == '%' {
		if n.end < len(r.tokens) && r.tokens[n.end].unit == Points {
			return r.tokens[n.end].entry, n.end + 1
		}
		return entry{class: unit, unit: Share, value: 0.01}, n.end
	}
	if endsBy(r.source, last, "°") || endsBy(r.source, last, " °") {
		return entry{class: unit, unit: Heat, value: 1}, n.end
	}
	e := r.next(n.end)
	switch word := r.word(n.end); {
	case e.class == other && (word == "C" || word == "F") && !n.spelled && r.adjacent(n.end-1, n.end):
		return entry{class: unit, unit: Heat, value: 1}, n.end + 1
	case e.class == per && word == "per" && r.next(n.end+1).class == unit && r.word(n.end+1) == "cent":
		return entry{class: unit, unit: Share, value: 0.01}, n.end + 2
	case word == "percentage" && r.next(n.end+1).unit == Points:
		return r.tokens[n.end+1].entry, n.end + 2
	case word == "basis" && r.next(n.end+1).unit == Points:
		return entry{class: unit, unit: Points, value: 0.0001}, n.end + 2
	case (e.class == change || e.class == subset) && r.next(n.end+1).class == unit:
		return r.tokens[n.end+1].entry, n.end + 2 // "eleven more years"
	case e.unit == Share && r.next(n.end+1).unit == Points:
		return r.tokens[n.end+1].entry, n.end + 2
	case word == "US" && r.next(n.end+1).unit == Dollar:
		return r.tokens[n.end+1].entry, n.end + 2
	case word == "square" && r.next(n.end+1).unit == Length:
		e := r.tokens[n.end+1].entry
		return entry{class: unit, unit: Area, value: e.value * e.value}, n.end + 2
	}
	return e, n.end + 1
}

// endsBy reports whether what begins at offset at is s.
func endsBy(source []byte, at int32, s string) bool {
	return int(at)+len(s) <= len(source) && string(source[at:int(at)+len(s)]) == s
}

// timeBefore is the length of the time unit in "day 21", or 0.
func (r *reader) timeBefore(i int) float64 {
	if i == 0 || !r.adjacent(i-1, i) || !r.tokens[i].is(text.HasDigit) {
		return 0
	}
	if e := r.tokens[i-1].entry; e.unit == Time {
		switch r.small(i - 1) {
		case "day", "week", "month":
			return e.value
		}
	}
	return 0
}

// rate reads the denominator of a rate, "a year" or "per hour", and moves end after it.
func (r *reader) rate(end *int) Stem {
	e := r.next(*end)
	if e.class != per && e.class != article || e.class == article && r.next(*end+1).class != unit {
		return 0
	}
	if *end+1 >= len(r.tokens) || !r.adjacent(*end, *end+1) {
		return 0
	}
	t := &r.tokens[*end+1]
	*end += 2
	return StemOf(r.source[t.start:t.end])
}

// markChange tells a share of something from a difference: "by 30 percent", "30 percent less".
func (r *reader) markChange(f *Figure, i, end int) {
	if r.next(end).class == change || r.word(end) == "more" || i > 0 && (r.word(i-1) == "by" || r.word(i-1) == "another") {
		f.Form |= Change
		return
	}
	if r.reaches(i) {
		f.Form |= Reached
		return
	}
	if r.word(i-1) == "from" {
		return // a level
	}
	for k := i - 1; k >= 0 && k >= i-3 && !r.tokens[k+1].is(text.Opens); k-- {
		if r.word(k) == "by" || r.moves(k) {
			f.Form |= Change
			return
		}
	}
}

// moves reports whether token k says that something became more or less.
func (r *reader) moves(k int) bool {
	if k > 0 && r.word(k) == "up" {
		switch r.word(k - 1) {
		case "make", "makes", "made", "making":
			return false
		}
	}
	return k >= 0 && (r.tokens[k].class == motion || r.tokens[k].class == change && r.tokens[k].value != 0)
}

// reaches reports whether a count at token i is what something changed to.
func (r *reader) reaches(i int) bool {
	if r.word(i-1) != "to" {
		return false
	}
	for k := i - 2; k >= 0 && k > i-14 && !r.tokens[k+1].is(text.Opens); k-- {
		if r.moves(k) {
			return true
		}
	}
	return false
}

// add completes a figure with hedge, partner and noun, and appends it. It gives the token after.
func (r *reader) add(f Figure, i, end int) int {
	f.at, f.after = int32(i), int32(end)
	f.Start, f.End = r.tokens[i].start, r.tokens[end-1].end
	if b := r.byteAt(f.Start - 1); b == '$' {
		f.Start--
	}
	if r.byteAt(f.End) == '%' {
		f.End++
	}
	if f.Hedge == Exact {
		f.Hedge = r.hedge(i, end)
	}
	if f.Unit == Bare || f.Unit == Share {
		r.noun(&f, end)
	}
	if i > 0 && r.tokens[i-1].class == subset && r.adjacent(i-1, i) {
		f.Form |= Few
	}
	if f.Unit != Year && f.Unit != Share && r.reaches(i) {
		f.Form |= Reached
	}
	r.joinRange(&f, i)
	r.figures = append(r.figures, f)
	return end
}

// joinRange gives the lower end of a range the unit of the upper one: "13 to 16 degrees", "10-52%".
func (r *reader) joinRange(f *Figure, i int) {
	if len(r.figures) == 0 {
		return
	}
	low := &r.figures[len(r.figures)-1]
	between := string(r.source[min(low.End, f.Start):f.Start])
	switch between {
	case "-", "–", "—", " to ", " and ", " or ", " - ", "-$", " to $", "–$", " against ":
	default:
		return
	}
	if low.Unit == Year && f.Unit == Bare && f.Raw < 100 && low.Raw > 100 { // 2023-24
		f.Unit, f.Raw = Year, low.Raw-float64(int(low.Raw)%100)+f.Raw
		f.Value, f.Step, f.Noun = f.Raw, 0, 0
	}
	if between != " against " && (low.Unit == Year) == (f.Unit == Year) {
		low.Form |= From
		f.Form |= To
	}
	if f.Hedge == Exact && between != " against " && low.Hedge == Under {
		f.Hedge = low.Hedge
	}
	if low.Unit == Bare && low.Noun == 0 && f.Unit != Year && f.Raw != 0 {
		factor := f.Value / f.Raw
		for k := len(r.figures) - 1; ; k-- { // "31, 18 and 11 percent"
			low := &r.figures[k]
			low.Unit, low.Value, low.Step, low.Noun, low.Per = f.Unit, low.Raw*factor, low.Step*factor, f.Noun, f.Per
			if k == 0 || r.figures[k-1].Unit != Bare || r.figures[k-1].Noun != 0 || low.Start-r.figures[k-1].End != 2 || r.byteAt(low.Start-2) != ',' {
				break
			}
		}
	}
}

package figure

import "github.com/kbgate/kbgate/internal/text"

// contexts gives every figure the words that tell what it is about. A sentence falls into clauses at semicolons, and a
// clause into the parts that belong to one figure each: between two figures it is cut at the last comma, else at the
// last conjunction.
func (r *reader) contexts(inLink text.Trait) {
	sentence, at := int32(0), 0
	for k := 0; k < len(r.figures); {
		from, to := r.clause(k)
		first := k
		for ; k < len(r.figures) && (k == first || r.figures[k].Start < r.tokens[to-1].end); k++ {
			f := &r.figures[k]
			own := int(f.at)
			for ; at <= own; at++ {
				if r.tokens[at].is(text.Opens) {
					sentence++
				}
			}
			f.Sentence = sentence
			if inLink != 0 && r.tokens[own].is(inLink) {
				f.Form |= Linked
			}
		}
		r.share(r.figures[first:k], from, to)
	}
}

// The most words of a clause that are looked at on either side of a figure.
const reach = 24

// clause is the range of tokens of the clause that holds figure k.
func (r *reader) clause(k int) (from, to int) {
	from = int(r.figures[k].at)
	to = int(r.figures[k].after)
	for n := 0; from > 0 && n < reach && !r.tokens[from].is(text.Opens) && !r.parted(from-1, from); n++ {
		from--
	}
	for n := 0; to < len(r.tokens) && n < 3*reach && !r.tokens[to].is(text.Opens) && !r.parted(to-1, to); n++ {
		to++
	}
	return from, to
}

// parted reports whether a semicolon stands between two tokens.
func (r *reader) parted(i, j int) bool {
	for _, b := range r.source[r.tokens[i].end:r.tokens[j].start] {
		if b == ';' {
			return true
		}
	}
	return false
}

// share hands the words of a clause to its figures. Years part nothing: they label the figures around them.
func (r *reader) share(figures []Figure, from, to int) {
	clause := r.stemsOf(from, to)
	start := from
	for k := 0; k < len(figures); {
		k++
		next := k
		for next < len(figures) && (figures[next].Unit == Year || figures[next].Start < figures[k-1].End || figures[next].closes(&figures[next-1]) || r.bracketed(&figures[next-1], &figures[next])) {
			next++
		}
		end, following := to, to
		if next < len(figures) && figures[k-1].Unit != Year {
			end, following = r.cut(int(figures[k-1].after), int(figures[next].at))
		} else if next < len(figures) {
			continue // years that open the clause belong to the figure after them
		}
		low, high := r.narrow(start, end, int(figures[k-1].at), int(figures[next-1].after-1))
		own := r.stemsOf(low, high)
		era := r.era(low, high)
		for i := range figures[:next] {
			if f := &figures[i]; f.Own == nil {
				f.Own, f.Clause = own, clause
				f.Before, f.After = r.beside(f, from, to)
				f.Form |= era
				if f.Is(Change) || f.Is(Reached) || f.inRange() {
					f.Form |= r.direction(f, from)
				}
				f.Label = r.yearIn(f, start, end)
			}
		}
		start, k = following, next
	}
}

// closes reports whether f is the second end of a range, and low the first: what is said of one is said of both.
func (f *Figure) closes(low *Figure) bool { return f.Is(To) && low.Is(From) }

// bracketed reports whether b only says a in another form: "233 households (12 percent)".
func (r *reader) bracketed(a, b *Figure) bool {
	return a.Unit != b.Unit && b.Unit == Share && r.byteAt(b.Start-1) == '(' && b.Start-a.End < 24 && r.byteAt(b.End) == ')'
}

// narrow cuts from the tokens around those of a figure what a conjunction makes another clause: reason, concession.
func (r *reader) narrow(from, to, first, last int) (int, int) {
	for i := from; i < first; i++ {
		if r.subordinates(i) {
			from = i
		}
	}
	for i := last + 1; i < to && i < len(r.tokens); i++ {
		if r.subordinates(i) {
			return from, i
		}
	}
	return from, to
}

// subordinates reports whether token i opens a clause of its own.
func (r *reader) subordinates(i int) bool {
	return r.tokens[i].class == function && r.tokens[i].value == 3
}

// era tells whether the words between two tokens speak of what was or of what came after.
func (r *reader) era(from, to int) (form Form) {
	for i := from; i < to && i < len(r.tokens); i++ {
		if t := &r.tokens[i]; t.class == function && t.value == 1 {
			form |= Earlier
		} else if t.class == function && t.value == 2 {
			form |= Later
		}
	}
	if form == Earlier|Later {
		return 0
	}
	return form
}

// direction is whether growth or decline led to f: the nearest word of either before it in its clause, or the one right
// after it.
func (r *reader) direction(f *Figure, from int) Form {
	at, behind := int(f.at), int(f.after)
	for i := behind; i < len(r.tokens) && i < behind+2 && !r.tokens[i].is(text.Opens); i++ {
		if way := r.way(i); way != 0 && r.tokens[i].class == change {
			return way // "40 percent less"
		}
	}
	for i := at - 1; i >= from && !r.subordinates(i); i-- {
		if way := r.way(i); way != 0 {
			return way
		}
	}
	return 0
}

func (r *reader) way(i int) Form {
	if !r.moves(i) {
		return 0
	}
	switch r.tokens[i].value {
	case 1:
		return Rises
	case 2:
		return Falls
	}
	return 0
}

// cut is where the words between two figures part: at the last comma, else at the last conjunction. Where nothing
// parts them they belong to both figures, so it gives where the first one's words end and the second one's begin.
func (r *reader) cut(from, to int) (end, start int) {
	for j := to; j >= from && j > 0; j-- {
		if r.comma(j-1, j) {
			return j, j
		}
	}
	for j := to - 1; j >= from; j-- {
		if r.tokens[j].class == conj {
			return j, j
		}
	}
	return to, from
}

func (r *reader) comma(i, j int) bool {
	if i < 0 || j >= len(r.tokens) {
		return false
	}
	for _, b := range r.source[r.tokens[i].end:r.tokens[j].start] {
		if b == ',' || b == '(' || b == ')' {
			return true
		}
	}
	return false
}

// yearIn is the year that labels a figure within its part: the nearest one after it, else the nearest before.
func (r *reader) yearIn(f *Figure, from, to int) int16 {
	at := int(f.after)
	for j := at; j < to && j < len(r.tokens); j++ {
		if y := r.yearAt(j); y != 0 {
			return y
		}
	}
	for j := int(f.at) - 1; j >= from; j-- {
		if y := r.yearAt(j); y != 0 {
			return y
		}
	}
	return 0
}

// yearAt is the calendar year that token i is, or 0: not where it is a bound of a time, as in "since 2019".
func (r *reader) yearAt(i int) int16 {
	t := &r.tokens[i]
	if !t.is(text.HasDigit) || t.end-t.start != 4 {
		return 0
	}
	year := r.source[t.start:t.end]
	if !isYear(year) {
		return 0
	}
	if r.bounds(i - 1) {
		return 0
	}
	return int16(fourDigits(year))
}

// besideBy is how many words may stand between a figure and the content words next to it.
const besideBy = 3

// beside gives the content words next to f between two tokens.
func (r *reader) beside(f *Figure, from, to int) (before, after Stem) {
	for i := int(f.at) - 1; i >= from && i >= int(f.at)-besideBy && before == 0; i-- {
		before = r.contentAt(i)
	}
	for i := int(f.after); i < to && i < int(f.after)+besideBy && after == 0; i++ {
		after = r.contentAt(i)
	}
	return before, after
}

// contentAt is the stem of token i if it is a content word, else 0.
func (r *reader) contentAt(i int) Stem {
	t := &r.tokens[i]
	if !t.content() {
		return 0
	}
	if t.stem == 0 {
		t.stem = StemOf(r.source[t.start:t.end])
	}
	return t.stem
}

// stemsOf are the stems of the content words between two tokens, each once.
func (r *reader) stemsOf(from, to int) []Stem {
	n := len(r.stems)
	for i := from; i < to && i < len(r.tokens); i++ {
		if stem := r.contentAt(i); stem != 0 && !has(r.stems[n:], stem) {
			r.stems = append(r.stems, stem)
		}
	}
	return r.stems[n:len(r.stems):len(r.stems)]
}

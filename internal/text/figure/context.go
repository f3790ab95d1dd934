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
			own := r.tokenAt(f.Start)
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

// tokenAt is the token that ends behind an offset.
func (r *reader) tokenAt(offset int32) int {
	lo, hi := 0, len(r.tokens)-1
	for lo < hi {
		if mid := (lo + hi) / 2; r.tokens[mid].end > offset {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo
}

// The most words of a clause that are looked at on either side of a figure.
const reach = 24

// clause is the range of tokens of the clause that holds figure k.
func (r *reader) clause(k int) (from, to int) {
	from = r.tokenAt(r.figures[k].Start)
	to = r.tokenAt(r.figures[k].End-1) + 1
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
		for next < len(figures) && (figures[next].Unit == Year || figures[next].Start < figures[k-1].End) {
			next++
		}
		end, following := to, to
		if next < len(figures) && figures[k-1].Unit != Year {
			end, following = r.cut(r.tokenAt(figures[k-1].End-1)+1, r.tokenAt(figures[next].Start))
		} else if next < len(figures) {
			continue // years that open the clause belong to the figure behind them
		}
		own := r.stemsOf(start, end)
		era := r.era(start, end)
		for i := range figures[:next] {
			if f := &figures[i]; f.Own == nil {
				f.Own, f.Clause = own, clause
				f.Form |= era
				f.Label = r.yearIn(f, start, end)
			}
		}
		start, k = following, next
	}
}

// era tells whether the words between two tokens speak of what was or of what came after.
func (r *reader) era(from, to int) (form Form) {
	for i := from; i < to && i < len(r.tokens); i++ {
		if t := &r.tokens[i]; t.class != function {
			continue
		} else if t.value == 1 {
			form |= Earlier
		} else if t.value == 2 {
			form |= Later
		}
	}
	if form == Earlier|Later {
		return 0
	}
	return form
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

// yearIn is the year that labels a figure within its part: the nearest one behind it, else the nearest before.
func (r *reader) yearIn(f *Figure, from, to int) int16 {
	at := r.tokenAt(f.End-1) + 1
	for j := at; j < to && j < len(r.tokens); j++ {
		if y := r.yearAt(j); y != 0 {
			return y
		}
	}
	for j := r.tokenAt(f.Start) - 1; j >= from; j-- {
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
	switch r.word(i - 1) {
	case "since", "from", "until", "till", "by", "after", "before", "to", "between", "and", "Since", "From", "After", "Before":
		return 0
	}
	return int16(fourDigits(year))
}

// stemsOf are the stems of the content words between two tokens, each once.
func (r *reader) stemsOf(from, to int) []Stem {
	n := len(r.stems)
	for i := from; i < to && i < len(r.tokens); i++ {
		t := &r.tokens[i]
		if !t.content() {
			continue
		}
		if s := StemOf(r.source[t.start:t.end]); !has(r.stems[n:], s) {
			r.stems = append(r.stems, s)
		}
	}
	return r.stems[n:len(r.stems):len(r.stems)]
}

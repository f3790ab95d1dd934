package figure

import "github.com/kbgate/kbgate/internal/text"

// year adds a calendar year, or a number of things that only looks like one.
func (r *reader) year(i int, n number, f Figure) int {
	f.Unit, f.Step = Year, 0
	if n.decade {
		f.Form |= Decade
	} else if rounded := int(n.raw)%100 == 0; rounded && r.next(n.end).class == other && n.end < len(r.tokens) &&
		r.adjacent(n.end-1, n.end) && plural(r.source[r.tokens[n.end].start:r.tokens[n.end].end]) {
		f.Unit, f.Step = Bare, n.step
	}
	if k := r.monthBefore(i); k >= 0 && f.Unit == Year {
		f.Noun = StemOf(r.source[r.tokens[k].start:r.tokens[k].end])
		i = k
	}
	if r.bounds(i - 1) {
		f.Form |= Since
	}
	return r.add(f, i, n.end)
}

// medieval reports whether a number below the years that are taken for such anywhere is one by the words around it: a
// preposition before it, and nothing after that it may count.
func (r *reader) medieval(i int, n number) bool {
	if n.raw < 1000 || n.raw >= firstYear || n.end-1 != i || r.small(i-1) != "in" && !r.bounds(i-1) {
		return false
	}
	return n.end >= len(r.tokens) || !r.adjacent(i, n.end) || !r.tokens[n.end].content()
}

// boundWords make a year after them the bound of a time.
var boundWords = text.NewSet("since", "from", "until", "till", "by", "after", "before", "to", "between", "and")

// bounds reports whether token i makes a year after it the bound of a time.
func (r *reader) bounds(i int) bool {
	if i < 0 {
		return false
	}
	_, ok := boundWords[r.tokens[i].hash]
	return ok
}

// monthBefore is the token of the month in "March 2024" and "March 14, 2024", or -1.
func (r *reader) monthBefore(i int) int {
	for k := i - 1; k >= 0 && k >= i-2 && !r.tokens[k+1].is(text.Opens); k-- {
		if t := &r.tokens[k]; t.class == month && t.is(text.Capital) {
			return k
		}
		if !r.tokens[k].is(text.HasDigit) {
			break
		}
	}
	return -1
}

// dates reads "14 to 16 October" and "4 March to 20 May" as the days that they take, first and last included.
func (r *reader) dates(i int, n number) (int, bool) {
	if n.end != i+1 || n.raw > 31 || n.spelled {
		return 0, false
	}
	k := n.end
	first := r.monthAt(k)
	if first > 0 {
		k++
	}
	if r.word(k) != "to" || !r.adjacent(k, k+1) {
		return 0, false
	}
	end, ok := r.number(k + 1)
	last := r.monthAt(k + 2)
	if !ok || last == 0 || end.raw > 31 {
		return 0, false
	}
	if first == 0 {
		first = last
	}
	const day, month = 86400, 30.44
	days := end.raw - n.raw + 1 + month*(last-first)
	if days < 1 {
		days += 12 * month
	}
	return r.add(Figure{Value: days * day, Raw: days, Step: day, Unit: Time}, i, k+3), true
}

// monthAt is the number of the month that token i names, 0 for none.
func (r *reader) monthAt(i int) float64 {
	if e := r.next(i); e.class == month && r.tokens[i].is(text.Capital) {
		return e.value
	}
	return 0
}

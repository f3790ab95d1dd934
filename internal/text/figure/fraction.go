package figure

import "github.com/kbgate/kbgate/internal/text"

// half reads "half of", "half the", "by half", "more than half", "half a million"; "second half" and "half-baked" are
// no figures.
func (r *reader) half(i int) int {
	end := i + 1
	if i > 0 && r.adjacent(i-1, i) {
		switch r.word(i - 1) {
		case "first", "second", "other", "last", "latter", "top", "bottom", "upper", "lower", "better", "this", "that", "back":
			return end
		}
	}
	switch r.word(end) {
	case "of", "the", "as", "its", "their", "his", "her", "our", "all", "that", "those":
	case "a", "an":
		n := r.magnitudes(end+1, number{raw: 0.5, step: 0.1, spelled: true})
		e, after := r.unitBehind(n)
		if e.class == unit {
			r.add(Figure{Value: n.raw * e.value, Raw: n.raw, Step: n.step * e.value, Unit: e.unit, Form: Spelled | Rough}, i, after)
			return after
		}
		if n.magnitude {
			return r.add(Figure{Value: n.raw, Raw: n.raw, Step: n.step, Form: Spelled}, i, n.end)
		}
		return end
	default:
		if !r.quantified(i) {
			return end
		}
	}
	f := Figure{Value: 0.5, Raw: 0.5, Unit: Share, Form: Spelled | Rough}
	if r.markChange(&f, i, end); r.word(i-1) == "in" {
		f.Form |= Change
	}
	r.add(f, i, end)
	return end
}

// quantified reports whether the words before a fraction say that it is a quantity.
func (r *reader) quantified(i int) bool {
	if i == 0 || !r.adjacent(i-1, i) || r.tokens[i].glued {
		return false
	}
	switch r.word(i - 1) {
	case "by", "in", "than", "nearly", "almost", "about", "under", "over", "roughly", "only", "just", "to":
		return !r.tokens[i].glued && !(i+1 < len(r.tokens) && r.tokens[i+1].glued)
	}
	return false
}

// fraction reads "two thirds" and "a third of": the numerator at token i, the part at token k.
func (r *reader) fraction(i, k int, numerator float64) int {
	t := &r.tokens[k]
	end := k + 1
	if t.is(text.HasDigit) || numerator == 0 || numerator*t.value > 1 {
		return end
	}
	if r.tokens[i].class == article && !r.partitive(i, end) {
		return end
	}
	f := Figure{Value: numerator * t.value, Raw: numerator * t.value, Unit: Share, Form: Spelled | Rough}
	r.markChange(&f, i, end)
	return r.add(f, i, end)
}

// partitive reports whether "a third" at token i means a part: "a third of", "by a third", "a third less".
func (r *reader) partitive(i, end int) bool {
	switch e := r.next(end); {
	case r.word(end) == "of", r.word(end) == "as", e.class == change && r.word(end) != "change":
		return true
	case e.class != other && e.class != unit && e.class != label:
		return r.quantified(i)
	}
	return false
}

// twice reads "twice as many" and "double the"; "twice a week" and "double standard" are no multiples.
func (r *reader) twice(i int) int {
	switch r.word(i + 1) {
	case "as", "the", "that", "their", "its", "what":
		return r.add(Figure{Value: r.tokens[i].value, Raw: r.tokens[i].value, Unit: Multiple, Form: Spelled | Rough}, i, i+1)
	}
	return i + 1
}

// ratio reads "24 of 27", "one in four", "three out of four", "one new rider in four", "1 to 4".
func (r *reader) ratio(i int, n number) (int, bool) {
	if n.magnitude || n.raw != float64(int(n.raw)) || n.raw == 0 {
		return 0, false
	}
	k := n.end
	limit := k + 3
	for ; k < len(r.tokens) && k < limit && r.adjacent(k-1, k) && r.tokens[k].content(); k++ {
	}
	named := k > n.end
	joint := r.word(k)
	switch {
	case !r.adjacent(k-1, k):
		return 0, false
	case joint == "to" && !named && n.raw > 1 && (r.word(k+1) == "one" || r.word(k+1) == "1") && r.next(k+2).class != unit:
		return r.add(Figure{Value: n.raw, Raw: n.raw, Unit: Multiple, Form: Spelled | Rough}, i, k+2), true // "three to one"
	case joint == "in":
		if r.word(k+1) == "every" {
			k++
		}
	case joint == "out" && r.word(k+1) == "of":
		k++
	case joint == "of" && !named:
	default:
		return 0, false
	}
	if r.word(k+1) == "the" || r.word(k+1) == "each" {
		k++
	}
	if k+1 >= len(r.tokens) || !r.adjacent(k, k+1) {
		return 0, false
	}
	whole, ok := r.number(k + 1)
	if named && n.raw > 1 && whole.raw != 10 && whole.raw != 100 && whole.raw != 1000 {
		return 0, false
	}
	if !ok || whole.raw < n.raw || whole.raw < 2 || joint == "in" && (plausibleYear(whole.raw) || r.next(whole.end).unit == Time || n.raw > 10) {
		return 0, false
	}
	f := Figure{Value: n.raw / whole.raw, Raw: n.raw / whole.raw, Unit: Share, Form: Quotient}
	if n.spelled {
		f.Form |= Spelled
	}
	if whole.raw <= handful {
		f.Form |= Rough
	}
	if f.Step = 0.01; whole.raw > 100 {
		f.Step = 0.001
	}
	end := r.add(f, i, whole.end)
	for _, part := range []struct {
		number
		at int
	}{{n, i}, {whole, k + 1}} { // the two numbers are figures as well
		if part.raw > 1 {
			r.add(Figure{Value: part.raw, Raw: part.raw, Step: part.step, Form: f.Form&Spelled | Few | Part}, part.at, part.end)
		}
	}
	return end, true
}

// isName reports whether a number belongs to a name: "Windows 95", "Article 230", "7 Powers", "9:41", "80/20".
func (r *reader) isName(i int, n number) bool {
	if n.magnitude || n.separated || r.moneyBefore(r.tokens[i].start) != Bare {
		return false
	}
	before, behind := r.byteAt(r.tokens[i].start-1), r.byteAt(r.tokens[n.end-1].end)
	if before == ':' || behind == ':' && startsWithDigit(r.byteAt(r.tokens[n.end-1].end+1)) || before == '/' || behind == '/' || before == '#' || before == '.' || before == '^' {
		return true
	}
	if r.marksItem(i, n) {
		return true
	}
	if before == '-' && !r.tokens[i].glued && r.tokens[i].start > 1 && letters(r.source[r.tokens[i].start-2:r.tokens[i].start-1]) {
		return true
	}
	e, _ := r.unitBehind(n)
	if n.suffix != "" {
		return e.class != unit && e.class != times
	}
	if e.class == unit || e.class == times {
		return false
	}
	year := plausibleYear(n.raw) && !n.spelled && n.step == 1
	if i > 0 && r.adjacent(i-1, i) {
		p := &r.tokens[i-1]
		switch {
		case p.class == label, p.name:
			return true
		case p.class == month && p.is(text.Capital):
			return !year
		case p.is(text.Capital) && !p.is(text.Opens) && p.class == other && !year && i > 1:
			return true
		}
	}
	if e := r.next(n.end); e.class == month && r.tokens[n.end].is(text.Capital) {
		return true
	}
	if k := n.end; k < len(r.tokens) && r.adjacent(k-1, k) && r.tokens[k].is(text.Capital) && r.tokens[k].class == other && !year {
		return n.raw <= handful
	}
	return false
}

// marksItem reports whether a number only numbers an item of a list or a row of a table.
func (r *reader) marksItem(i int, n number) bool {
	t, end := &r.tokens[i], r.tokens[n.end-1].end
	if n.raw > 2*handful || n.step != 1 || !t.is(text.HasDigit) || !t.is(text.Opens) {
		return false
	}
	mark := r.byteAt(end)
	if mark != '.' && mark != ')' && (mark != ' ' || r.byteAt(end+1) != '|') {
		return false
	}
	k := t.start - 1
	for ; k >= 0 && (r.source[k] == ' ' || r.source[k] == '|' || r.source[k] == '*' || r.source[k] == '#'); k-- {
	}
	return k < 0 || r.source[k] == '\n'
}

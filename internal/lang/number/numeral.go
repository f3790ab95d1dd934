package number

import (
	"bytes"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/lang"
)

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
	for end < len(r.tokens) && r.tokens[end].isNumber && r.tokens[end].digits.count == 3 && r.tokens[end].end-r.tokens[end].start == 3 && r.isNear(end) && isBlank(r.gap(end)) {
		value, step = value*1000+r.tokens[end].digits.value, 1
		end++
	}
	return value, step, end
}

// isBlank reports whether a gap is one blank alone.
func isBlank(gap []byte) bool {
	return utf8.RuneCount(gap) == 1 && len(bytes.TrimSpace(gap)) == 0
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

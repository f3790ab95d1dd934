package number

import (
	"bytes"
	"fmt"
	"math"

	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/text"
)

// Error is a figure that does not follow from those beside it though its words say that it does.
type Error struct {
	Start, End int
	Message    string
}

// result is a figure that a text presents as what follows from others, with the words that say so.
type result struct {
	*Figure
	kind class
	// basis are the figures before it in its sentence and in the one before, years last or not at all.
	basis []Figure
	// sentence is how many of the basis, at its end, stand in the sentence of the result.
	sentence int
}

// mostBasis is how many figures before a result are looked at.
const mostBasis = 12

// Errors finds the figures whose arithmetic does not add up: a loss, a gain or a share that is none of the two numbers before it
// ("from 2055 to 2040, a loss of 12 years"), a rest ("of 1,500 … 240 … the other 1,360"). Only words that leave no doubt
// of what follows from what are looked at, and any two figures near by from which it would follow suffice.
func Errors(source []byte, words []text.Word, l lang.Language) (errors []Error) {
	lex := lexiconOf(l)
	digits, digitsBefore := 0, 0
	for start, before := 0, 0; start < len(words); {
		digits, digitsBefore = 0, digits
		end := start
		for ; end < len(words) && (end == start || !words[end].Is(text.Opens)); end++ {
			if words[end].Is(text.HasDigit) {
				digits++
			}
		}
		if digitsBefore+digits > 1 && lex.hasArithmetic(source, words[start:end]) {
			errors = append(errors, errorsIn(source, words[before:end], l, int(words[start].Start))...)
		}
		start, before = end, start
	}
	return errors
}

// mostBetween is how many words there are at most from the first of a phrase of arithmetic to its figure.
const mostBetween = 16

// hasArithmetic reports whether a sentence has a phrase of arithmetic that a figure may follow.
func (lex *lexicon) hasArithmetic(source []byte, words []text.Word) bool {
	for i, w := range words {
		begins := lex.begins.At(w.Hash)
		if begins>>loss == 0 {
			continue
		}
		h := uint64(0)
		for _, next := range words[i:min(i+longest, len(words))] {
			h = phraseHash(h, next.Hash)
			for c := loss; c < classes; c++ {
				if begins&(1<<c) != 0 {
					if _, ok := lex.phrases[key{h, c}]; ok && lex.mayHaveFigure(source, words[i:min(i+mostBetween, len(words))]) {
						return true
					}
				}
			}
		}
	}
	return false
}

// errorsIn finds the errors of two sentences behind an offset.
func errorsIn(source []byte, words []text.Word, l lang.Language, from int) (errors []Error) {
	figures := Read(source, words, l)
	for i := range figures {
		d := result{Figure: &figures[i], kind: figures[i].claimed}
		if d.Start < from || d.kind == classes || d.kind == rest && d.IsLight() {
			continue
		}
		for k := max(0, i-mostBasis); k < i; k++ {
			f := &figures[k]
			if f.Sentence < d.Sentence-1 || f.IsQuotient || d.IsQuotient || f.Unit == Year && d.Unit != Time {
				continue
			}
			if d.basis = append(d.basis, *f); f.Sentence == d.Sentence {
				d.sentence++
			}
		}
		if len(d.basis) > 0 && bytes.ContainsAny(source[min(d.basis[0].Start, d.Start):d.Start], "×=^") {
			continue // a formula
		}
		if basis, wrong := d.isWrong(); wrong {
			errors = append(errors, Error{d.Start, d.End, fmt.Sprintf("%q does not follow from %s", source[d.Start:d.End], basis.in(source))})
		}
	}
	return errors
}

// claimed is how the words around a figure say that it follows from others, classes where they do not.
func (r *reader) claimed(f *Figure) class {
	start := f.first
	for _, hedge := range []class{about, over, under} {
		start, _ = r.before(start, hedge)
	}
	for _, c := range []class{loss, gain, change, rest} {
		if _, ok := r.before(start, c); ok {
			return c
		}
	}
	for k := start; k > max(0, start-3) && !r.tokens[k].opens; k-- {
		if first, ok := r.ends(k, same); ok && !r.tokens[first].opens {
			switch {
			case r.hasClass(f.after, down):
				return loss
			case r.hasClass(f.after, up):
				return gain
			}
			return same
		}
	}
	return classes
}

// pair is two figures from which a result should follow.
type pair struct{ a, b *Figure }

func (p pair) in(source []byte) string {
	return fmt.Sprintf("%q and %q", source[p.a.Start:p.a.End], source[p.b.Start:p.b.End])
}

// isWrong reports whether a result follows from no figures of its basis, and gives those from which it should.
func (d *result) isWrong() (from pair, wrong bool) {
	if d.kind == rest {
		return d.isWrongRest()
	}
	found := false
	for i := range d.basis {
		for k := i + 1; k < len(d.basis); k++ {
			p := pair{&d.basis[i], &d.basis[k]}
			if !d.isOf(p) {
				continue
			}
			if d.follows(p) {
				return from, false
			}
			if d.kind == same && i < len(d.basis)-d.sentence {
				continue
			}
			if k == len(d.basis)-1 || p.b.IsTo {
				from, found = p, i >= len(d.basis)-4
			}
		}
	}
	if !found || d.kind == same && (d.Follows(d.basis) || d.isSaid()) {
		return from, false
	}
	return from, true
}

// isSaid reports whether the basis states the result itself.
func (d *result) isSaid() bool {
	for i := range d.basis {
		if d.Agrees(&d.basis[i]) {
			return true
		}
	}
	return false
}

// mostApart is how many times longer one of two spans of time may be: minutes are not taken from years.
const mostApart = 300

// isOf reports whether a result may be one of two figures, by their units and by what they count.
func (d *result) isOf(p pair) bool {
	if p.a.Unit != p.b.Unit || p.a.IsQuotient || p.b.IsQuotient || p.a.Noun != p.b.Noun && p.a.Noun != 0 && p.b.Noun != 0 || p.a.Raw <= 0 || p.b.Raw <= 0 {
		return false
	}
	switch {
	case p.a.Unit == Time && max(p.a.Low, p.b.Low) > mostApart*min(p.a.Low, p.b.Low):
		return false
	case p.a.Unit == Year:
		return d.Unit == Time && math.Mod(d.Low, secondsOfYear) == 0 && p.a.IsFrom
	case d.isPart() || d.Unit == Multiple:
		return true
	}
	return d.Unit == p.a.Unit && (d.Noun == 0 || p.b.Noun == 0 || d.Noun == p.b.Noun) && d.kind != same
}

// follows reports whether a result follows from two figures in the way that its words say.
func (d *result) follows(p pair) bool {
	a, b := p.a, p.b
	if a.High < b.High {
		a, b = b, a
	}
	part := changes(a.Low, b.Low)
	switch {
	case d.kind == same || d.kind == change || a.Unit == Year:
		return d.followsFrom(a, b)
	case !d.isPart():
		return d.isMadeOf(a.Low-b.Low, a, b)
	case a.isPart() && d.isMadeOf(a.Low-b.Low, a, b):
		return true
	case d.kind == loss:
		return d.isMadeOf(part[1], a, b)
	}
	return d.isMadeOf(part[2], a, b)
}

// mostParts is how many figures are tried as what a rest was taken from.
const mostParts = 8

// isWrongRest reports whether "the other 1,360" is not what the parts named before leave of a whole.
func (d *result) isWrongRest() (from pair, wrong bool) {
	var parts []*Figure
	for i := range d.basis {
		f := &d.basis[i]
		switch {
		case f.Unit != d.Unit || f.IsQuotient:
		case from.a == nil && f.Low > d.Low && f.isWhole:
			from.a = f
		default:
			parts = append(parts, f)
		}
	}
	if from.a == nil || len(parts) == 0 || len(parts) > mostParts {
		return from, false
	}
	for set := 1; set < 1<<len(parts); set++ {
		left := from.a.Low
		for i, f := range parts {
			if set&(1<<i) != 0 {
				left -= f.Low
			}
		}
		if d.isMadeOf(left, from.a, from.a) {
			return from, false
		}
	}
	from.b = parts[len(parts)-1]
	return from, true
}

package figure

import (
	"math"
	"strconv"

	"github.com/kbgate/kbgate/internal/text"
)

// number is a figure before its unit is known.
type number struct {
	raw, step float64
	end       int // the token after it
	spelled   bool
	separated bool   // has thousands separators
	magnitude bool   // has a word or letter such as "million"
	suffix    string // letters glued to the digits that are no magnitude
	decade    bool
}

// number reads a number at token i, in digits or in words.
func (r *reader) number(i int) (number, bool) {
	t := &r.tokens[i]
	if t.name {
		return number{}, false
	}
	if t.is(text.HasDigit) {
		return r.digitNumber(i)
	}
	switch t.class {
	case small, tens:
		return r.spelledNumber(i), true
	case article:
		switch r.next(i + 1).class {
		case hundred, scale, dozen:
			if n := r.magnitudes(i+1, number{raw: 1, step: 1, spelled: true}); n.magnitude {
				return n, true
			}
		}
	case dozen:
		return number{raw: 12, step: 1, end: i + 1, spelled: true}, true
	}
	return number{}, false
}

func (r *reader) spelledNumber(i int) number {
	n := number{spelled: true, step: 1, raw: r.tokens[i].value, end: i + 1}
	if r.tokens[i].class == tens {
		if e := r.next(n.end); e.class == small && e.value < 10 {
			n.raw += e.value
			n.end++
		}
	}
	return r.withHalf(r.magnitudes(n.end, n))
}

// magnitudes multiplies a number by the magnitudes that follow it: "two hundred thousand".
func (r *reader) magnitudes(i int, n number) number {
	n.end = i
	for {
		e := r.next(n.end)
		switch {
		case e.class == hundred:
			n.step *= 100
			n.raw *= 100
			if n.spelled {
				n.end = r.belowHundred(n.end+1, &n) - 1
			}
		case e.class == scale:
			n.raw *= e.value
			n.step *= e.value
		case e.class == dozen && n.spelled:
			n.raw *= 12
		default:
			return n
		}
		n.magnitude = true
		n.end++
	}
}

// belowHundred reads what may follow "hundred": "and twenty-two".
func (r *reader) belowHundred(i int, n *number) int {
	j := i
	if r.next(j).class == conj && r.word(j) == "and" {
		j++
	}
	e := r.next(j)
	if e.class != small && e.class != tens || j > i && r.tokens[j].is(text.HasDigit) {
		return i
	}
	low := e.value
	if e2 := r.next(j + 1); e.class == tens && e2.class == small && e2.value < 10 {
		low += e2.value
		j++
	}
	n.raw += low
	n.step = 1
	return j + 1
}

// withHalf adds the half of "five and a half".
func (r *reader) withHalf(n number) number {
	if r.next(n.end).class == conj && r.next(n.end+1).class == article && r.next(n.end+2).class == half && r.word(n.end) == "and" {
		n.raw += n.step / 2
		n.step /= 10
		n.end += 3
	}
	return n
}

func (r *reader) digitNumber(i int) (number, bool) {
	t := &r.tokens[i]
	n, suffix, ok := digits(r.source[t.start:t.end])
	if !ok {
		return n, false
	}
	n.end = i + 1
	money := r.moneyBefore(t.start)
	switch suffix {
	case "":
	case "k", "K":
		n = n.times(1e3)
	case "M", "m", "mn":
		n = n.times(1e6)
	case "B", "bn", "b":
		n = n.times(1e9)
	case "T", "tn":
		n = n.times(1e12)
	case "s":
		n.decade = !n.separated && plausibleYear(n.raw) && int(n.raw)%10 == 0
		if !n.decade {
			return n, false
		}
		return n, true
	case "st", "nd", "rd", "th":
		return n, false
	default:
		n.suffix = suffix
	}
	if n.magnitude && money == Bare && n.raw < 1e4 && suffix != "bn" {
		return n, false // "4K" and "8-K" are names
	}
	if suffix == "" {
		n = r.magnitudes(n.end, n)
	}
	return r.withHalf(n), true
}

func (n number) times(factor float64) number {
	n.raw *= factor
	n.step *= factor
	n.magnitude = true
	return n
}

// digits reads digits with separators and decimals, and gives what letters follow them.
func digits(word []byte) (n number, suffix string, ok bool) {
	i, point := 0, -1
	var plain [32]byte
	size := 0
	for ; i < len(word); i++ {
		b := word[i]
		switch {
		case startsWithDigit(b):
			if size == len(plain) {
				return n, "", false
			}
			plain[size] = b
			size++
			continue
		case b == ',' && groupOfThree(word[i+1:]) && point < 0:
			n.separated = true
			continue
		case b == '.' && point < 0:
			point = size
			if size == len(plain) {
				return n, "", false
			}
			plain[size] = '.'
			size++
			continue
		}
		break
	}
	rest := word[i:]
	if len(rest) > 0 && !letters(rest) {
		return n, "", false
	}
	v, err := strconv.ParseFloat(string(plain[:size]), 64)
	if err != nil {
		return n, "", false
	}
	n.raw, n.step = v, 1
	if point >= 0 {
		n.step = math.Pow10(point + 1 - size)
	} else {
		for whole := int64(v); v < 1e18 && whole >= 100 && v >= 1000 && whole%10 == 0; whole /= 10 {
			n.step *= 10
		}
	}
	return n, string(rest), true
}

// groupOfThree reports whether s begins with exactly three digits.
func groupOfThree(s []byte) bool {
	return len(s) >= 3 && startsWithDigit(s[0]) && startsWithDigit(s[1]) && startsWithDigit(s[2]) &&
		(len(s) == 3 || !startsWithDigit(s[3]))
}

func letters(s []byte) bool {
	for _, b := range s {
		if b|0x20 < 'a' || b|0x20 > 'z' {
			return false
		}
	}
	return true
}

// moneyBefore is the currency whose sign stands before an offset.
func (r *reader) moneyBefore(at int32) Unit {
	if at > 0 && r.source[at-1] == ' ' {
		at--
	}
	switch {
	case r.byteAt(at-1) == '$':
		return Dollar
	case endsWith(r.source[:at], "€"):
		return Euro
	case endsWith(r.source[:at], "£"):
		return Pound
	case endsWith(r.source[:at], "¥"):
		return Yen
	}
	return Bare
}

func endsWith(s []byte, end string) bool {
	return len(s) >= len(end) && string(s[len(s)-len(end):]) == end
}

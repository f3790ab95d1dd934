package likeness

import (
	"strconv"

	"github.com/kbgate/kbgate/internal/lang"
)

// figureOf is the feature of a number that was written as a word.
func figureOf(value int) feature {
	f, _ := figure(strconv.Itoa(value), lang.English)
	return f
}

// figure is the feature of a number in digits: without the commas of thousands, which are points in Portuguese, zeros after the
// last decimal, and a short unit ("412m", "30%", "8th").
func figure[T string | []byte](word T, l lang.Language) (feature, bool) {
	thousands, decimals := byte(','), byte('.')
	if l == lang.Portuguese {
		thousands, decimals = decimals, thousands
	}
	var digits [24]byte
	n, point := 0, -1
	i := 0
scan:
	for ; i < len(word) && n < len(digits); i++ {
		switch b := word[i]; {
		case '0' <= b && b <= '9':
			if n == 1 && digits[0] == '0' && point < 0 {
				n = 0 // "007"
			}
			digits[n] = b
			n++
		case b == thousands:
		case b == decimals && point < 0:
			point = n
			digits[n] = '.'
			n++
		default:
			break scan
		}
	}
	if n == 0 || len(word)-i > 2 {
		return 0, false
	}
	if point >= 0 {
		for digits[n-1] == '0' {
			n--
		}
		if digits[n-1] == '.' {
			n--
			point = -1
		}
	}
	h := uint64(n) * mixB
	for _, b := range digits[:n] {
		h = mix(h ^ uint64(b))
	}
	return newFeature(precision(digits[:n], point), h), true
}

// precision is the class of a figure: the more digits that say something, the less likely is a chance meeting.
func precision(digits []byte, point int) class {
	significant, trailing := 0, 0
	for _, b := range digits {
		switch {
		case b == '.':
		case b == '0':
			if significant > 0 {
				trailing++
			}
		default:
			significant += trailing + 1
			trailing = 0
		}
	}
	if point < 0 && len(digits) == 4 && (digits[0] == '1' || digits[0] == '2' && digits[1] == '0') && trailing < 3 {
		return loose // a year
	}
	switch {
	case significant >= 3:
		return precise
	case significant == 2 && point >= 0:
		return decimal
	case significant == 2:
		return double
	}
	return loose
}

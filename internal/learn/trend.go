package learn

import "math"

// Trend says how the share of rejections has changed from the first half of a period to the second.
type Trend string

// A trend is one only where the difference is not chance; in small numbers nearly everything is. Where a half is empty there is
// nothing to compare.
const (
	Improving Trend = "improving"
	Worsening Trend = "worsening"
	Steady    Trend = "steady"
	NoData    Trend = "no_data"
)

// half counts what was handed in within half of a period.
type half struct{ rejected, total int }

// fewest is how many a half needs for a trend. Of fewer, even all of one half against none of the other may be chance, which the
// interval takes too lightly there: R. A. Fisher's exact test gives 10 % for three against three, 3 % for four against four.
const fewest = 4

// trendOf compares two halves: there is a trend where the 95 % interval of the difference leaves out zero.
func trendOf(first, second half) Trend {
	switch least := min(first.total, second.total); {
	case least == 0:
		return NoData
	case least < fewest:
		return Steady
	}
	switch d := Newcombe(second.rejected, second.total, first.rejected, first.total); {
	case d.High < 0:
		return Improving
	case d.Low > 0:
		return Worsening
	}
	return Steady
}

// Newcombe gives the 95 % interval of the difference of two shares, n of total less m of sum, in percent: the hybrid score
// interval, made of Wilson's of each (R. G. Newcombe, Interval estimation for the difference between independent proportions:
// comparison of eleven methods, Statistics in Medicine 17, 1998, 873-890, method 10).
func Newcombe(n, total, m, sum int) Interval {
	a, b := Wilson(n, total), Wilson(m, sum)
	p, q := middle(n, total), middle(m, sum)
	root := func(x, y Percent) Percent { return Percent(math.Hypot(float64(x), float64(y))) }
	return Interval{p - q - root(p-a.Low, b.High-q), p - q + root(a.High-p, q-b.Low)}
}

// middle is a share in percent; of nothing, it may be any.
func middle(n, total int) Percent {
	if total <= 0 {
		return 50
	}
	return share(n, total)
}

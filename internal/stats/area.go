package stats

import "math"

// Area is the area under the curve of receiver operating characteristics: the chance that one that is to be found has a higher score
// than one that is not. Half of the ties count.
type Area struct {
	Value    float64 `json:"value"`
	Low      float64 `json:"low"` // both ends of the interval of 95 % confidence
	High     float64 `json:"high"`
	Positive int     `json:"positive"` // how many were to be found
	Negative int     `json:"negative"` // and how many not
}

// AreaOf gives the area of two lists of scores, and its interval by the standard error of J. A. Hanley and B. J. McNeil (The meaning
// and use of the area under a receiver operating characteristic (ROC) curve, Radiology 143, 1982, 29-36). Where either list is empty
// nothing is known: the area is one half, and the interval all there is.
func AreaOf(positive, negative []float64) Area {
	p, n := float64(len(positive)), float64(len(negative))
	if p == 0 || n == 0 {
		return Area{Value: 0.5, Low: 0, High: 1, Positive: len(positive), Negative: len(negative)}
	}
	above := 0.0
	for _, x := range positive {
		for _, y := range negative {
			switch {
			case x > y:
				above++
			case x == y:
				above += 0.5
			}
		}
	}
	a := above / (p * n)
	q1, q2 := a/(2-a), 2*a*a/(1+a)
	// At the ends the formula gives no error at all; there the area cannot be told from that of half a pair less.
	inner := min(max(a, 0.5/(p*n)), 1-0.5/(p*n))
	if inner != a {
		q1, q2 = inner/(2-inner), 2*inner*inner/(1+inner)
	}
	half := Confidence(1) * math.Sqrt((inner*(1-inner)+(p-1)*(q1-inner*inner)+(n-1)*(q2-inner*inner))/(p*n))
	return Area{Value: a, Low: max(0, a-half), High: min(1, a+half), Positive: len(positive), Negative: len(negative)}
}

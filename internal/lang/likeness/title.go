package likeness

import "slices"

// titles is what two titles have in common.
type titles struct {
	order   float32 // share of weight in the longest common subsequence
	set     float32 // share of weight in common whatever the order
	covered float32 // share of the weight of both that the other claim has in title or text
	counter bool    // they are alike but for a negation or an opposite
	others  bool    // each names somebody or something that the other does not
}

func compareTitles(a, b *Sketch) (t titles) {
	at, bt := a.title[:a.titles], b.title[:b.titles]
	var bufferA, bufferB [maxTitle]feature
	onlyA, sumA, coveredA := missing(bufferA[:0], at, bt, b)
	onlyB, sumB, coveredB := missing(bufferB[:0], bt, at, a)
	sum := sumA + sumB
	if sum == 0 {
		return t
	}
	t.set = 1 - (weigh(onlyA)+weigh(onlyB))/sum
	t.covered = (coveredA + coveredB) / sum
	if t.set < alikeTitles {
		t.order = t.set // too little in common for the order to matter
		return t
	}
	t.order = 2 * commonSubsequence(at, bt) / sum
	t.order *= sum / (sum + 2*titlePrior*(1-t.order)) // short titles are alike by a single word
	t.counter = a.denials != b.denials || a.language == b.language && lexiconOf(a.language).opposed(onlyA, onlyB)
	t.others = named(onlyA) && named(onlyB)
	return t
}

// missing appends the features of a title that the other lacks, and gives the weight of all, and the weight of those that the
// other claim has somewhere.
func missing(only, title, other []feature, claim *Sketch) (_ []feature, sum, covered float32) {
	for _, f := range title {
		w := weights[f>>hashBits]
		sum += w
		switch {
		case slices.Contains(other, f):
			covered += w
		default:
			only = append(only, f)
			if slices.Contains(claim.words[:claim.stems], f) {
				covered += w
			}
		}
	}
	return only, sum, covered
}

func weigh(fs []feature) (sum float32) {
	for _, f := range fs {
		sum += weights[f>>hashBits]
	}
	return sum
}

// named reports whether there is a word among them that no list of English words has, or a figure: then a title tells
// of somebody or something of its own.
func named(fs []feature) bool {
	return slices.ContainsFunc(fs, func(f feature) bool { return f.class() == unknown || f.class() >= precise })
}

// commonSubsequence is the weight of the heaviest common subsequence.
func commonSubsequence(a, b []feature) float32 {
	var row [maxTitle + 1]float32
	for _, x := range a {
		var corner float32
		for j, y := range b {
			above := row[j+1]
			if x == y {
				row[j+1] = corner + weights[x>>hashBits]
			} else {
				row[j+1] = max(above, row[j])
			}
			corner = above
		}
	}
	return row[len(b)]
}

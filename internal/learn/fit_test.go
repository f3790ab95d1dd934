package learn

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/learn/reading"
)

// The weights of the second stage are those of a multinomial logistic regression (Hastie, Tibshirani, Friedman, The Elements
// of Statistical Learning, 2nd edition, section 4.4) over the phrases of the written lexicon, the words, and the pairs of
// words that stand in labelled reasons. A weight is what its phrase's grade is worth and a part of its own, held small by a
// ridge penalty: the rarer a phrase, the more its grade decides.
type fit struct {
	penalties
	index map[uint64]int32
	names []string
	kinds []kind
	worth []weights // of the grades
	own   []weights
	bias  weights
	none  []float64 // of phrases in which there is no complaint
}

type kind uint8

const (
	graded kind = iota // in the written lexicon
	single             // any other word
	paired             // two that follow each other
)

// penalties are the ridge penalties of each kind, how often a pair has to occur, and the steps of the descent.
type penalties struct {
	kinds  [3]float64
	enough int
	rounds int
}

// chosen was found on reasons that were labelled after the lexicon was written. Around it little changes.
var chosen = penalties{[3]float64{0.8, 1.2, 1.0}, 2, 150}

// example is a labelled reason as the regression sees it.
type example struct {
	labelled
	features []feature
	y        int
}

// languages are the lexicon of both as it is to be fitted: the written phrases, and the pairs that occur often enough.
type languages [2]*written

func at(portuguese bool) int {
	if portuguese {
		return 1
	}
	return 0
}

// candidates enters what the regression may give a weight: every written phrase, every word, every pair.
func candidates(t testing.TB, items []labelled, enough int) languages {
	both := languages{readWritten(t, false), readWritten(t, true)}
	for _, r := range both {
		for text := range r.grades {
			p := r.lexicon.phrase(text)
			p.text, p.hash = text, hashOf(text)
		}
	}
	counts := [2]map[string]int{{}, {}}
	for _, l := range items {
		words := reading.Words(l.reason)
		portuguese := reading.IsPortuguese(words)
		r := both[at(portuguese)]
		tokens := r.tokensOf(words, r.Stemmer)
		once := map[string]bool{}
		for i := range tokens {
			if tokens[i].hash != clauseHash {
				once[tokens[i].stem] = true
			}
			if i+1 < len(tokens) && !tokens[i].ends {
				once[tokens[i].stem+" "+tokens[i+1].stem] = true
			}
		}
		for text := range once {
			counts[at(portuguese)][text]++
		}
	}
	for language, r := range both {
		for text, n := range counts[language] {
			if n >= enough || !strings.Contains(text, " ") {
				p := r.lexicon.phrase(text)
				p.text, p.hash = text, hashOf(text)
			}
		}
	}
	return both
}

func (both languages) examples(items []labelled) []example {
	all := make([]example, len(items))
	for i, l := range items {
		words := reading.Words(l.reason)
		var known []feature
		for _, f := range both[at(reading.IsPortuguese(words))].lexicon.featuresOf(words) {
			if f.known != nil {
				known = append(known, f)
			}
		}
		all[i] = example{l, known, indexOf(l.category)}
	}
	return all
}

// newFit gives a regression that knows the grades alone.
func newFit(both languages, p penalties) *fit {
	f := &fit{penalties: p, index: map[uint64]int32{}}
	names := map[string]bool{}
	for _, r := range both {
		for _, node := range r.nodes {
			if node.text != "" {
				names[node.text] = true
			}
		}
	}
	for name := range names {
		f.names = append(f.names, name)
	}
	slices.Sort(f.names)
	for i, name := range f.names {
		f.index[hashOf(name)] = int32(i)
		k := single
		if strings.Contains(name, " ") {
			k = paired
		}
		var worth weights
		for _, r := range both {
			if w := r.grades[name]; w != nil {
				k = graded
				for c := range w {
					worth[c] = max(worth[c], w[c])
				}
			}
		}
		none := 0.0
		for _, r := range both {
			none = max(none, r.none[name])
		}
		f.kinds, f.worth, f.none = append(f.kinds, k), append(f.worth, worth), append(f.none, none)
	}
	f.own = make([]weights, len(f.names))
	return f
}

// weight gives the weights of a phrase.
func (f *fit) weight(i int32) weights {
	w := f.own[i]
	for c := range w {
		w[c] += f.worth[i][c]
	}
	return w
}

func (f *fit) probabilities(features []feature) weights {
	var sum weights
	for k := range features {
		if i, ok := f.index[features[k].hash]; ok {
			w := f.weight(i)
			for c := range sum {
				sum[c] += w[c]
			}
		}
	}
	score := f.bias
	scale := dampened(float64(len(features)))
	for c := range score {
		score[c] += sum[c] * scale
	}
	return softmax(score)
}

// train finds the weights by AdaGrad (Duchi, Hazan, Singer, 2011) over whole batches, which needs no order of the examples.
func (f *fit) train(examples []example) {
	const step, weak = 0.3, 0.1
	squares, gradient := make([]weights, len(f.own)), make([]weights, len(f.own))
	var biasSquares weights
	move := func(x *float64, slope float64, squares *float64) {
		if slope != 0 {
			*squares += slope * slope
			*x -= step * slope / math.Sqrt(*squares)
		}
	}
	for range f.rounds {
		var bias weights
		clear(gradient)
		for k := range examples {
			e := &examples[k]
			p := f.probabilities(e.features)
			p[e.y]--
			scale := dampened(float64(len(e.features)))
			for c := range p {
				bias[c] += p[c]
			}
			for j := range e.features {
				i := f.index[e.features[j].hash]
				for c := range p {
					gradient[i][c] += p[c] * scale
				}
			}
		}
		for i := range f.own {
			for c := range f.own[i] {
				move(&f.own[i][c], gradient[i][c]+f.penalty(i)*f.own[i][c], &squares[i][c])
			}
		}
		for c := range f.bias {
			move(&f.bias[c], bias[c]+weak*f.bias[c], &biasSquares[c])
		}
	}
}

// complaints is a logistic regression over the same phrases: does a reason complain at all? It begins with the grades, for what is
// graded as a fault of some kind is a complaint.
type complaints struct {
	*fit
	own  []float64
	bias float64
}

// The ridge penalty of complaints, and which part of a fault's grade counts for there being a complaint.
const (
	complaintRidge = 1.0
	gradedFault    = 0.3
)

func newComplaints(f *fit) *complaints { return &complaints{f, make([]float64, len(f.own)), 0} }

func (c *complaints) weight(i int32) float64 {
	worth := c.worth[i]
	return c.own[i] + gradedFault*slices.Max(worth[:len(worth)-1]) - c.none[i]
}

func (c *complaints) probability(features []feature) float64 {
	sum := 0.0
	for k := range features {
		if i, ok := c.index[features[k].hash]; ok {
			sum += c.weight(i)
		}
	}
	return 1 / (1 + math.Exp(-c.bias-sum*dampened(float64(len(features)))))
}

// train finds the weights as fit.train does. Reasons that complain and others weigh the same together.
func (c *complaints) train(yes, no []example) {
	const step = 0.3
	squares, gradient := make([]float64, len(c.own)), make([]float64, len(c.own))
	biasSquares := 0.0
	move := func(x *float64, slope float64, squares *float64) {
		if slope != 0 {
			*squares += slope * slope
			*x -= step * slope / math.Sqrt(*squares)
		}
	}
	for range c.rounds {
		clear(gradient)
		bias := 0.0
		for side, part := range [][]example{no, yes} {
			share := float64(len(yes)+len(no)) / float64(2*len(part))
			for k := range part {
				e := &part[k]
				off := share * (c.probability(e.features) - float64(side))
				bias += off
				scale := dampened(float64(len(e.features)))
				for j := range e.features {
					gradient[c.index[e.features[j].hash]] += off * scale
				}
			}
		}
		for i := range c.own {
			move(&c.own[i], gradient[i]+complaintRidge*c.own[i], &squares[i])
		}
		move(&c.bias, bias, &biasSquares)
	}
}

func (f *fit) penalty(i int) float64 { return f.penalties.kinds[f.kinds[i]] }

package learn

import (
	_ "embed"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn/reading"
)

// weightsText is made by fit_test.go of what is in testdata: the lexicon, which people wrote, and labelled reasons.
//
//go:embed weights.txt
var weightsText string

// weights are one number for each of decision.Categories.
type weights [6]float64

// letters are the categories as the file of weights names them, in the order of decision.Categories.
const letters = "xsclro"

// faultLetter stands in the file for whether there is a complaint at all.
const faultLetter = 'f'

// weightUnit is that of the file's numbers.
const weightUnit = 0.1

// lexicon is what is generally known of a language: how reviewers voice what they find fault with, before any store has
// taught anything. Without it an empty store would know keywords alone. The reasons of a store outweigh it in time.
type lexicon struct {
	portuguese     bool
	fillers, links reading.Set
	bias           weights
	faults         float64            // the bias of whether there is a complaint
	classes        map[uint64]class   // by the stem of a member
	nodes          map[uint64]*phrase // by what has been read of a phrase
	known          map[uint64]*phrase // those that are whole, by their hash
}

// class are the names of the groups that a word belongs to, as they are and denied.
type class struct{ plain, denied []uint64 }

// phrase is one that is whole, or, without text, the beginning of others.
type phrase struct {
	text    string
	hash    uint64
	weights weights // what it adds to the logarithm of each category's odds
	fault   float64 // and to that of a complaint's
}

// gapMark stands between two words of a phrase that others may part: "what ~ mean".
const gapMark = "~"

// gap is how many tokens may stand there.
const gap = 6

var (
	lexiconEnglish    = sync.OnceValue(func() *lexicon { return readWeights(weightsText, false) })
	lexiconPortuguese = sync.OnceValue(func() *lexicon { return readWeights(weightsText, true) })
)

func lexiconOf(portuguese bool) *lexicon {
	if portuguese {
		return lexiconPortuguese()
	}
	return lexiconEnglish()
}

func newLexicon(portuguese bool) *lexicon {
	l := &lexicon{portuguese: portuguese, fillers: fillersEnglish, links: linksEnglish, classes: map[uint64]class{}, nodes: map[uint64]*phrase{}, known: map[uint64]*phrase{}}
	if portuguese {
		l.fillers, l.links = fillersPortuguese, linksPortuguese
	}
	return l
}

// readWeights reads the lines of one language: "e", "p" or "b" for both, a tab, a phrase of stems, a tab, and the weights,
// each with the letter of its category. A class has a "/" before its member; the bias stands in the line without phrase.
func readWeights(text string, portuguese bool) *lexicon {
	l := newLexicon(portuguese)
	language := byte('e')
	if portuguese {
		language = 'p'
	}
	for line := range strings.Lines(text) {
		if line[0] != language && line[0] != 'b' {
			continue
		}
		name, values, _ := strings.Cut(strings.TrimSuffix(line[2:], "\n"), "\t")
		switch {
		case name == "":
			l.bias, l.faults = weightsOf(values)
		case name[0] == '/':
			l.join(hashOf(name[1:]), values)
		default:
			p := l.phrase(name)
			p.text, p.hash = name, hashOf(name)
			p.weights, p.fault = weightsOf(values)
			l.known[p.hash] = p
		}
	}
	return l
}

func weightsOf(values string) (w weights, fault float64) {
	for value := range strings.FieldsSeq(values) {
		n, _ := strconv.Atoi(value[1:])
		if value[0] == faultLetter {
			fault = float64(n) * weightUnit
			continue
		}
		w[strings.IndexByte(letters, value[0])] = float64(n) * weightUnit
	}
	return w, fault
}

// complaint gives the probability that a reason complains of anything: thanks, questions, agreement and notes to oneself do not.
func (l *lexicon) complaint(features []feature) float64 {
	sum, n := 0.0, 0.0
	for i := range features {
		if f := features[i].known; f != nil {
			sum += f.fault
			n++
		}
	}
	return 1 / (1 + math.Exp(-l.faults-sum*dampened(n)))
}

// join makes a stem a member of classes.
func (l *lexicon) join(stem uint64, names string) {
	c := l.classes[stem]
	for name := range strings.FieldsSeq(names) {
		c.plain = append(c.plain, hashOf("<"+name+">"))
		c.denied = append(c.denied, hashOf("!<"+name+">"))
	}
	l.classes[stem] = c
}

// phrase gives the node of a phrase of stems.
func (l *lexicon) phrase(text string) *phrase {
	state := uint64(0)
	for stem := range strings.SplitSeq(text, " ") {
		state = stepped(state, hashOf(stem))
		if l.nodes[state] == nil {
			l.nodes[state] = &phrase{}
		}
	}
	return l.nodes[state]
}

// stepped gives the state after one more token.
func stepped(state, token uint64) uint64 {
	h := (state ^ token) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// phrases gives the phrases of the lexicon that a reason holds.
func (l *lexicon) phrases(tokens []token) []feature {
	features := make([]feature, 0, 4*len(tokens))
	for i := range tokens {
		features = l.from(tokens, i, path{first: -1}, features)
	}
	return features
}

// path is the way through a phrase.
type path struct {
	state       uint64
	first, last int32 // words
	steps       int
	passed      int // links over since the last step
}

// links is how many linking words may be passed over in a row; without a bound a hostile reason would have ways without number.
const links = 3

// from follows the phrases that go on with the token at i.
func (l *lexicon) from(tokens []token, i int, at path, features []feature) []feature {
	t := &tokens[i]
	if t.light && at.steps > 0 && at.passed < links && i+1 < len(tokens) {
		over := at
		over.passed++
		features = l.from(tokens, i+1, over, features)
	}
	for c := -1; c < len(t.classes); c++ {
		h := t.hash
		if c >= 0 {
			h = t.classes[c]
		}
		next := at
		next.state = stepped(at.state, h)
		p := l.nodes[next.state]
		if p == nil {
			continue
		}
		next.steps++
		next.passed = 0
		if t.word >= 0 {
			next.last = t.word
			if next.first < 0 {
				next.first = t.word
			}
		}
		if p.text != "" {
			features = append(features, feature{p.text, p.hash, max(next.first, 0), next.last, p, next.steps > 1})
		}
		if t.ends || i+1 == len(tokens) {
			continue
		}
		features = l.from(tokens, i+1, next, features)
		skip := next
		skip.state = stepped(next.state, gapHash)
		if l.nodes[skip.state] == nil {
			continue
		}
		for j := i + 2; j < len(tokens) && j <= i+1+gap && !tokens[j-1].ends && tokens[j-1].hash != clauseHash; j++ {
			features = l.from(tokens, j, skip, features)
		}
	}
	return features
}

// indexOf gives the place of a category in decision.Categories; what is none is `other`.
func indexOf(category decision.Category) int {
	if i := slices.Index(decision.Categories, category); i >= 0 {
		return i
	}
	return len(decision.Categories) - 1
}

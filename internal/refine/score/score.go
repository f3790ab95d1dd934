// Package score rates a prompt from 0 to 10 by a rubric of parts, each testable by itself. It does no I/O.
package score

import (
	"fmt"
	"math"
	"strings"

	"github.com/kbgate/kbgate/internal/refine/mark"
)

// Part is one part of the rubric with its points.
type Part struct {
	Name   string  `json:"name"` // goal, context, constraints, expected_behavior, examples, verification, focus
	Points float64 `json:"points"`
	Of     float64 `json:"of"`  // that it could have
	Why    string  `json:"why"` // what the points are for, one line
}

// Score is the rating of a prompt.
type Score struct {
	Total float64 `json:"total"` // 0 to 10, to one decimal
	Parts []Part  `json:"parts"` // in the order of the rubric
	exact float64 // before it is rounded
}

// rule is a part of the rubric: its points, and how much of them a prompt has, from 0 to 1, with what for.
type rule struct {
	name string
	of   float64
	rate func(*prompt) (share float64, why string)
}

// rubric is all parts. docs/refine.md tells of them.
var rubric = []rule{
	{"goal", 2, goal},
	{"context", 1.5, context},
	{"constraints", 1.5, constraints},
	{"expected_behavior", 1.5, expected},
	{"examples", 1, exampled},
	{"verification", 1, verification},
	{"focus", 1.5, focus},
}

// Of rates a prompt. Blank lines, order and length by themselves earn nothing, and neither do kbgate's own marks.
func Of(text string) Score {
	parts := mark.Split(text)
	p := read(parts.Own(), parts.Sentences)
	var s Score
	for _, r := range rubric {
		share, why := r.rate(p)
		points := r.of * min(1, max(0, share))
		s.exact += points
		s.Parts = append(s.Parts, Part{r.name, math.Round(points*100) / 100, r.of, why})
	}
	s.Total = math.Round(s.exact*10) / 10
	return s
}

// saturated gives a share that grows with n and never reaches 1: half of it at half.
func saturated(n, half float64) float64 { return 1 - math.Pow(2, -n/half) }

func count(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// goal asks for a task, in so many words that it is known what is to be done to what.
func goal(p *prompt) (float64, string) {
	if p.task == nil {
		if p.asks {
			return 0.4, "a question, and no task"
		}
		return 0, "no verb says what is to be done"
	}
	things := p.task.plain + 2*p.task.concrete
	share := 0.4 + 0.6*saturated(float64(things), 4)
	return share, fmt.Sprintf("%q, and %s say to what", p.task.verb, count(things, "word", "words"))
}

// context counts what ties the task to a place: names, paths, figures, reasons, readers.
func context(p *prompt) (float64, string) {
	n := float64(len(p.concrete)) + 0.7*float64(p.reasons)
	return saturated(n, 4), fmt.Sprintf("%s, %s", count(len(p.concrete), "name or figure", "names and figures"), count(p.reasons, "sentence says why, for whom or where", "sentences say why, for whom or where"))
}

// constraints counts sentences that say what must, and must not be.
func constraints(p *prompt) (float64, string) {
	return saturated(p.limits, 1.3), fmt.Sprintf("%s what must or must not be", says(p.limits))
}

// expected counts sentences that say what right looks like.
func expected(p *prompt) (float64, string) {
	return saturated(p.outcomes, 1.2), fmt.Sprintf("%s what right looks like", says(p.outcomes))
}

func exampled(p *prompt) (float64, string) {
	return saturated(p.examples, 1), fmt.Sprintf("%s or shows an example", says(p.examples))
}

func verification(p *prompt) (float64, string) {
	return saturated(p.checks, 1), fmt.Sprintf("%s how to check it", says(p.checks))
}

// says tells of a weight of sentences: one of full length that names something counts 1.
func says(n float64) string {
	switch {
	case n == 0:
		return "no sentence says"
	case n < 0.75:
		return "a sentence says, shortly or in general,"
	}
	return count(int(math.Round(n)), "sentence says", "sentences say")
}

// focus is lost by sentences that say nothing, words that praise or plead, what stands twice, and further tasks.
func focus(p *prompt) (float64, string) {
	if p.sentences == 0 {
		return 0, "there is no sentence"
	}
	idle := float64(p.idle) / float64(p.sentences)
	loud := float64(p.empty) / float64(max(1, p.words))
	share := 1 - 0.9*idle - 3*loud - 0.2*float64(p.more) - 0.15*float64(p.repeated)
	if p.task == nil {
		share /= 2
	}
	return share, strings.Join([]string{fmt.Sprintf("%d of %s", p.idle, count(p.sentences, "sentence says nothing of the work", "sentences say nothing of the work")), count(p.empty, "empty word", "empty words"),
		count(p.more, "further task", "further tasks"), count(p.repeated, "repetition", "repetitions")}, ", ")
}

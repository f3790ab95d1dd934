// Package score rates a prompt from 0 to 10 by a rubric of parts, each testable by itself. It does no I/O.
package score

// Part is one part of the rubric with its points.
type Part struct {
	Name   string  // goal, context, constraints, expected_behavior, examples, verification, focus
	Points float64 // that the prompt has
	Of     float64 // that it could have
	Why    string  // what the points are for, one line
}

// Score is the rating of a prompt.
type Score struct {
	Total float64 // 0 to 10, to one decimal
	Parts []Part  // in the order of the rubric
}

// Of rates a prompt. Blank lines, order and length by themselves earn nothing.
func Of(prompt string) Score { return Score{} }

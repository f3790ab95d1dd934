// Package speech reads what people say of work that was done for them, in English and Portuguese: whether they reject it, ask for a
// change to work that is otherwise right, or tell of a failure. It does no I/O.
package speech

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/kbgate/kbgate/internal/refine/loglinear"
)

// Meaning is what a person may say of the work.
type Meaning uint8

// The meanings.
const (
	Rejects   Meaning = iota // it is wrong, not what was asked for, to be done again
	Adjusts                  // it is close, and something is to be changed
	Failed                   // it failed when it was run
	Unchecked                // a test, a build or another check of it failed
)

// Part is a part of a text, in bytes from its beginning.
type Part struct{ Start, End int }

// Mood is what else the words show of a meaning.
type Mood uint8

// The moods. Each belongs to the meaning that its comment names.
const (
	Negative    Mood = iota // Rejects: negative sentiment
	Redo                    // Rejects: a request to redo, such as "try again"
	Intent                  // Rejects: clarification of intent, such as "I meant"
	Contrast                // Adjusts: praise and fault together
	Adjustment              // Adjusts: a specific adjustment is requested
	Single                  // Adjusts: a single issue is mentioned
	TestNamed               // Unchecked: the name of a test stands in it
	Message                 // Failed: what the error says stands in it
	Type                    // Failed: the type of the error stands in it
	Code                    // Failed: an exit code stands in it
	Expectation             // Unchecked: what was expected, and what came
)

// Said is one meaning that was found.
type Said struct {
	Meaning Meaning
	Parts   []Part // the sentences that tell it, by Start
	Moods   []Mood
}

// bars are the least probabilities at which an output counts. Cross-validation by authors chose them: a precision of 0.95, and no recall given
// away beyond that.
var bars = [outputs]float64{Rejects: 0.51, Adjusts: 0.6, Failed: 0.7, Unchecked: 0.62}

// Read reads the words of a person. Of more than MaxWords the first and the last half as many are read, and isAll is false.
func Read(words string) (found []Said, isAll bool) {
	u := hear(words)
	if len(u.tokens) == 0 {
		return nil, u.isAll
	}
	m := fitted()
	var told [][]float64 // scores of the sentences, worked out once something is found
	for o, score := range m.Scores(u.features(-1)) {
		if loglinear.Probability(score) >= bars[o] {
			for s := len(told); s < u.sentences; s++ {
				told = append(told, m.Scores(u.features(s)))
			}
			said := Said{Meaning: Meaning(o), Parts: u.telling(told, o)}
			said.Moods = u.moods(said.Meaning)
			found = append(found, said)
		}
	}
	return found, u.isAll
}

// mostTelling is how many sentences are shown of a meaning.
const mostTelling = 2

// telling gives the sentences that speak most for an output, by the scores of all.
func (u *utterance) telling(told [][]float64, o int) (parts []Part) {
	sentences := make([]int, len(told))
	for s := range told {
		sentences[s] = s
	}
	slices.SortStableFunc(sentences, func(a, b int) int { return cmp.Compare(told[b][o], told[a][o]) })
	for i, s := range sentences[:min(mostTelling, len(sentences))] {
		if p, ok := u.place(s); ok && (i == 0 || told[s][o] > 0) {
			parts = append(parts, p)
		}
	}
	slices.SortFunc(parts, func(a, b Part) int { return a.Start - b.Start })
	return parts
}

// place gives where a sentence stands.
func (u *utterance) place(sentence int) (p Part, ok bool) {
	for _, t := range u.tokens {
		if t.sentence == sentence {
			if !ok {
				p, ok = Part{u.words[t.first].Start, u.words[t.last].End}, true
			}
			p.End = max(p.End, u.words[t.last].End)
		}
	}
	return p, ok
}

// has reports whether one of the classes stands in the text, not denied.
func (u *utterance) has(names ...string) bool {
	return slices.ContainsFunc(u.tokens, func(t token) bool {
		return slices.ContainsFunc(names, func(n string) bool { return slices.Contains(t.classes, parseClass(n)) })
	})
}

// moods gives what the words show of a meaning.
func (u *utterance) moods(m Meaning) (list []Mood) {
	add := func(is bool, mood Mood) {
		if is {
			list = append(list, mood)
		}
	}
	switch m {
	case Rejects:
		add(u.has("fault", "verdict", "deed", "!praise", "!works", "!mild"), Negative)
		add(u.has("redo"), Redo)
		add(u.has("meant"), Intent)
	case Adjusts:
		add(u.has("praise", "mild", "works", "near") && u.has("but", "except", "fault", "lack", "!praise"), Contrast)
		add(u.has("change") || u.has("ask"), Adjustment)
		add(u.has("small"), Single)
	case Unchecked:
		add(slices.ContainsFunc(strings.FieldsFunc(u.source, isOutside), isTestName), TestNamed)
		add(u.has("meant") && (u.has("but") || u.has("self")), Expectation)
	case Failed:
		types := slices.ContainsFunc(strings.FieldsFunc(u.source, isOutside), isErrorType)
		add(types, Type)
		add(types && strings.Contains(u.source, ": ") || strings.ContainsAny(u.source, "\"“`"), Message)
		add(namesCode(u), Code)
	}
	return list
}

// isOutside reports whether a character parts names in code.
func isOutside(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '.' && r != ':' && r != '/'
}

// isTestName reports whether a name is one that tests have: test_sum, TestSum, sum_test, SumTest, a.py::test_sum.
func isTestName(s string) bool {
	s = strings.Trim(s, ".:")
	low := strings.ToLower(s)
	return len(s) > len("test_") && (strings.HasPrefix(s, "test_") || strings.Contains(s, "::test") || strings.HasSuffix(s, "_test") ||
		strings.HasPrefix(s, "Test") && unicode.IsUpper(rune(s[4])) || strings.HasSuffix(s, "Test") || strings.HasSuffix(s, "Tests") && s != "Tests" ||
		strings.Contains(low, ".test.") || strings.Contains(low, ".spec.") || strings.Contains(low, "_test."))
}

// isErrorType reports whether a name is one that types of errors have.
func isErrorType(s string) bool {
	s = strings.Trim(s, ".:")
	return len(s) > len("Error") && (strings.HasSuffix(s, "Error") || strings.HasSuffix(s, "Exception"))
}

// namesCode reports whether a number follows the name of an exit code.
func namesCode(u *utterance) bool {
	for i := range u.words {
		w := u.words[i].Text
		if w == "exit" || w == "saida" || w == "status" || w == "code" || w == "codigo" {
			for _, next := range u.words[i+1 : min(i+4, len(u.words))] {
				if next.Text[0] >= '1' && next.Text[0] <= '9' {
					return true
				}
			}
		}
	}
	return false
}

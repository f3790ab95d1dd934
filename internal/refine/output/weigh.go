package output

import (
	"bytes"
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/refine/loglinear"
)

//go:embed weights.txt
var weightsText string

var fitted = sync.OnceValue(func() *loglinear.Model {
	m, err := loglinear.Open(weightsText, kinds)
	if err != nil {
		panic(err) // the file is part of the program, and tested
	}
	return m
})

// kinds is how many kinds of failures there are.
const kinds = 2

// The bars of the model. Forms know the programs that they name; of the others, and of what several lines say together, the words and marks
// tell. Cross-validation chose the bars.
var (
	addAt     = [kinds]float64{Runtime: 0.5, Verification: 0.4}  // a failure is added that no form knows
	dropBelow = [kinds]float64{Runtime: 0.45, Verification: 0.2} // what a form took for a failure is one of the other kind
)

// dropAllBelow is the bar below which what the forms found is no failure at all.
const dropAllBelow = 0.2

// weigh compares what the forms found with what the model makes of the whole text.
func (r *reader) weigh() {
	lines := r.weighedLines()
	if len(lines) == 0 {
		return
	}
	features := r.features(lines)
	m := fitted()
	p := m.Scores(features)
	for k := range p {
		p[k] = loglinear.Probability(p[k])
	}
	for k, is := range weighed([kinds]bool{r.found(Runtime), r.found(Verification)}, p) {
		kind := Kind(k)
		switch found := r.found(kind); {
		case found && !is:
			r.Failures = slices.DeleteFunc(r.Failures, func(f Failure) bool { return f.Kind == kind })
		case !found && is:
			r.Failures = append(r.Failures, Failure{kind, telling(r.source, lines, m, kind)})
		}
	}
}

// weighed says of each kind whether it failed, by what the forms found and the probabilities of the model.
func weighed(found [kinds]bool, p []float64) (is [kinds]bool) {
	for k := range is {
		bar := addAt[k]
		switch other := 1 - k; {
		case !found[k]:
		case !found[other] && p[other] < addAt[other]:
			bar = dropAllBelow // nothing would be left
		default:
			bar = dropBelow[k]
		}
		is[k] = p[k] >= bar
	}
	return is
}

func (r *reader) found(k Kind) bool {
	return slices.ContainsFunc(r.Failures, func(f Failure) bool { return f.Kind == k })
}

// telling gives the line that speaks most for a kind.
func telling(source []byte, lines []Part, m *loglinear.Model, k Kind) Part {
	best, most := lines[0], -1e9
	for _, l := range lines {
		names := tokensOf(source[l.Start:l.End])
		slices.Sort(names)
		if score := m.Scores(slices.Compact(names))[k]; score > most {
			best, most = l, score
		}
	}
	return best
}

// The bounds of weighing.
const (
	weighedHead = 80  // lines from the beginning
	weighedTail = 40  // lines at the end
	weighedLine = 300 // bytes of a line
)

// weighedLines gives the lines at the beginning and at the end of a text, without those that are blank.
func (r *reader) weighedLines() (lines []Part) {
	add := func(start, end int) {
		if end > start+weighedLine {
			end = start + weighedLine
			r.bound("of a line the first %d bytes are weighed", weighedLine)
		}
		for end > start && (r.source[end-1] == '\r' || r.source[end-1] == ' ') {
			end--
		}
		for end > start && end < len(r.source) && !utf8.RuneStart(r.source[end]) {
			end--
		}
		if len(bytes.TrimSpace(r.source[start:end])) > 0 {
			lines = append(lines, Part{start, end})
		}
	}
	at := 0
	for ; at < len(r.source) && len(lines) < weighedHead; at++ {
		end := len(r.source)
		if n := bytes.IndexByte(r.source[at:], '\n'); n >= 0 {
			end = at + n
		}
		add(at, end)
		at = end
	}
	head, end := len(lines), len(r.source)
	for end > at && len(lines)-head < weighedTail {
		start := at + bytes.LastIndexByte(r.source[at:end], '\n') + 1
		add(start, end)
		end = start - 1
	}
	if end > at {
		r.bound("the first %d lines and the last %d are weighed; of the others forms alone tell", weighedHead, weighedTail)
	}
	slices.Reverse(lines[head:])
	return lines
}

// features gives the names of what the model knows of a text: which forms its lines fit, what the forms make of that, and its words and
// marks.
func (r *reader) features(lines []Part) []string {
	seen := map[string]int{}
	var names []string
	add := func(name string) {
		if seen[name]++; seen[name] == 1 {
			names = append(names, name)
		}
	}
	for i := range r.hits {
		says := saysNames[r.hits[i].form.says]
		add("form " + says)
		if seen["form "+says] == 2 {
			add("forms " + says)
		}
	}
	verdict := "judged"
	for k, name := range []string{" runtime", " verification"} {
		if r.found(Kind(k)) {
			verdict += name
			add("found" + name)
		}
	}
	add(verdict)
	for _, l := range lines {
		for _, name := range tokensOf(r.source[l.Start:l.End]) {
			add(name)
		}
	}
	return names
}

// tokensOf gives the words and marks of a line, and pairs of those that follow each other. The last word of a name in capitals and small
// letters stands for it ("Exception+"), a figure for all figures but 0.
func tokensOf(line []byte) (names []string) {
	l := Plain(string(line))
	last := "^"
	add := func(token string, isWord bool) {
		if isWord {
			names = append(names, "word "+token)
		}
		names = append(names, "pair "+last+" "+token)
		last = token
	}
	for at := 0; at < len(l); {
		c, size := utf8.DecodeRuneInString(l[at:])
		end := at + size
		switch {
		case unicode.IsLetter(c):
			for end < len(l) {
				next, n := utf8.DecodeRuneInString(l[end:])
				if !unicode.IsLetter(next) {
					break
				}
				end += n
			}
			add(wordOf(l[at:end]), true)
		case '0' <= c && c <= '9':
			for end < len(l) && '0' <= l[end] && l[end] <= '9' {
				end++
			}
			if strings.Trim(l[at:end], "0") == "" {
				add("0", false)
			} else {
				add("#", false)
			}
		case !unicode.IsSpace(c) && c != utf8.RuneError:
			add(l[at:end], c >= utf8.RuneSelf)
		}
		at = end
	}
	return names
}

// wordOf gives the token of a word: in small letters, with "^" before one in capitals, and of a name of several words the last one.
func wordOf(w string) string {
	upper, inner := 0, 0
	for i, c := range w {
		if unicode.IsUpper(c) {
			upper++
			if i > 0 {
				inner = i
			}
		}
	}
	switch {
	case upper == utf8.RuneCountInString(w) && upper > 2:
		return "^" + w
	case inner > 0 && upper < utf8.RuneCountInString(w):
		return strings.ToLower(w[inner:]) + "+"
	}
	return strings.ToLower(w)
}

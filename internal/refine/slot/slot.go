// Package slot takes from feedback what the sentences of refinements need: the error message, the test, what was expected, what the
// person meant. A slot is the feedback's own words, cut to a clause, never invented. It does no I/O.
package slot

import (
	"bytes"
	"cmp"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/lazy"
	"github.com/kbgate/kbgate/internal/refine/mark"
	"github.com/kbgate/kbgate/internal/refine/output"
	"github.com/kbgate/kbgate/internal/refine/signal"
	"github.com/kbgate/kbgate/internal/secret"
)

// Slots are texts from the feedback, each one line of at most MaxText bytes; empty where nothing was found.
type Slots struct {
	ErrorMessage     string
	Framework        string // the usual name: Go, Django, Jest
	Test             string // what has to pass
	ExpectedBehavior string
	Clarification    string
	Alternatives     string
	NarrowedScope    string
	Gap              string
	Constraint       string
	Issue            string

	// Withheld are the lines, from 1, from which something would have been taken, and which look as if they hold a secret.
	Withheld []int
}

// MaxText is the most bytes of one slot.
const MaxText = 300

// Take fills the slots from a text and what was detected in it. Only what was detected is read, and the words of people.
func Take(text []byte, found signal.Result) Slots {
	t := taker{text: text, found: found, secret: map[int]bool{}}
	for _, w := range found.Words {
		for line := range lines(text, w) {
			if len(t.clauses) < mostClauses && !t.isSecret(line) {
				t.clauses = append(t.clauses, clausesOf(string(text[line.Start:line.End]))...)
			}
		}
	}
	var s Slots
	s.ErrorMessage = t.errorMessage()
	s.Framework = t.framework()
	s.Test = t.test()
	s.ExpectedBehavior = t.expected()
	s.Clarification = t.meant()
	s.Alternatives = t.said(alternatives)
	s.NarrowedScope = t.said(scopes)
	s.Constraint = t.said(constraints)
	s.Gap, s.Issue = t.gap()
	for _, one := range []*string{&s.ErrorMessage, &s.Framework, &s.Test, &s.ExpectedBehavior, &s.Clarification, &s.Alternatives, &s.NarrowedScope, &s.Gap, &s.Constraint, &s.Issue} {
		if *one = oneLine(*one); !strings.ContainsFunc(*one, isSaying) {
			*one = ""
		}
	}
	for start, isSecret := range t.secret {
		if isSecret {
			s.Withheld = append(s.Withheld, 1+bytes.Count(text[:start], []byte("\n")))
		}
	}
	slices.Sort(s.Withheld)
	return s
}

// isSaying reports whether a character says something: a slot of marks alone says nothing.
func isSaying(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// lines gives the lines of a part.
func lines(text []byte, p signal.Part) iter.Seq[signal.Part] {
	return func(yield func(signal.Part) bool) {
		for at := p.Start; at < p.End; {
			end := p.End
			if n := bytes.IndexByte(text[at:end], '\n'); n >= 0 {
				end = at + n + 1
			}
			if !yield(signal.Part{Start: at, End: end}) {
				return
			}
			at = end
		}
	}
}

// around is how many bytes before and behind a place are searched for a secret, within its line.
const around = 4 << 10

// isSecret reports whether the line in which a place begins looks as if it holds a secret. The whole line counts: what is cut out of it, or
// stands behind the name of a password, has no form of its own.
func (t *taker) isSecret(p signal.Part) bool {
	start := bytes.LastIndexByte(t.text[:p.Start], '\n') + 1
	if is, ok := t.secret[start]; ok {
		return is
	}
	is, whole := lineHoldsSecret(t.text, p)
	if is || whole {
		t.secret[start] = is
	}
	return is
}

// HoldsSecret reports whether the line of a place looks as if it holds a secret, in the place or around it.
func HoldsSecret(text []byte, p signal.Part) bool {
	is, _ := lineHoldsSecret(text, p)
	return is
}

// lineHoldsSecret also reports whether the whole line was searched.
func lineHoldsSecret(text []byte, p signal.Part) (is, whole bool) {
	start, end := bytes.LastIndexByte(text[:p.Start], '\n')+1, len(text)
	if n := bytes.IndexByte(text[p.End:], '\n'); n >= 0 {
		end = p.End + n
	}
	from, to := max(start, p.Start-around), min(end, p.End+around)
	return len(secret.Find(string(text[from:to]))) > 0, from == start && to == end
}

// mostClauses is how many clauses of people's words are read.
const mostClauses = 200

// taker takes slots from one text.
type taker struct {
	text    []byte
	found   signal.Result
	clauses []clause
	secret  map[int]bool // by the beginning of a line
}

// of gives the texts of facts about a detail, in order, each once.
func (t *taker) of(d output.Detail) (list []string) {
	for _, f := range t.found.Facts {
		if f.Detail != d || f.Start < 0 || f.End > len(t.text) || f.Start >= f.End || t.isSecret(f.Part) {
			continue
		}
		s := strings.TrimSpace(string(t.text[f.Start:min(f.End, f.Start+2*MaxText)]))
		if f.Said != "" {
			s = f.Said
		}
		if s != "" && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// errorMessage is what went wrong in the end: the cause where one is named, of a Python trace the last, else the first message that names
// its type, else the first.
func (t *taker) errorMessage() string {
	messages := t.of(output.ErrorMessage)
	for _, m := range slices.Backward(messages) {
		if typed(m) {
			return m
		}
	}
	switch {
	case len(messages) > 0:
		return messages[0]
	case t.has(signal.RuntimeError):
		return t.place(signal.RuntimeError)
	}
	return ""
}

// typed reports whether a message begins with the name of an error's type.
func typed(m string) bool {
	name, _, ok := strings.Cut(m, ":")
	return ok && !strings.Contains(name, " ") && (strings.HasSuffix(name, "Error") || strings.HasSuffix(name, "Exception"))
}

func (t *taker) has(typ signal.Type) bool {
	return slices.ContainsFunc(t.found.Signals, func(s signal.Signal) bool { return s.Type == typ })
}

// bareExit is how a command says that it ended, and nothing else: as grep does that found nothing.
var bareExit = lazy.Regexp(`(?i)^\W*(?:\w+: )?(?:process |command )?(?:completed|finished|exited|exit)[a-z ]*\d*\.?$`)

// IsBareExit reports whether a text says that a command ended, and not what failed.
func IsBareExit(s string) bool { return bareExit().MatchString(s) }

// place is the first place that shows a signal.
func (t *taker) place(typ signal.Type) string {
	for _, s := range t.found.Signals {
		if s.Type != typ {
			continue
		}
		for _, p := range s.Parts {
			if !t.isSecret(p) {
				return strings.TrimSpace(string(t.text[p.Start:min(p.End, p.Start+2*MaxText)]))
			}
		}
	}
	return ""
}

// framework names what the work is to fit: the most special that is named, with the language where another is named too.
func (t *taker) framework() string {
	names := t.of(output.Framework)
	return strings.Join(names[:min(2, len(names))], ", ")
}

// test names the tests that failed, at most three, the first with what its assertion says.
func (t *taker) test() string {
	names, said := t.of(output.TestName), t.of(output.Assertion)
	if len(names) == 0 {
		place := ""
		if t.has(signal.VerificationFailure) {
			place = t.place(signal.VerificationFailure)
		}
		if len(strings.Fields(place)) < 3 || IsBareExit(place) {
			return "" // FAIL, and no word of what
		}
		return place
	}
	names = slices.DeleteFunc(names, func(n string) bool { // a test whose parts failed fails with them
		return slices.ContainsFunc(names, func(other string) bool { return strings.HasPrefix(other, n+"/") })
	})
	list := strings.Join(names[:min(3, len(names))], ", ")
	switch {
	case len(names) > 3:
		return list + " and others"
	case len(said) > 0 && len(names) == 1:
		return list + " (" + said[0] + ")"
	}
	return list
}

// expected is what should be, and what is instead.
func (t *taker) expected() string {
	want, got := t.of(output.Expected), t.of(output.Actual)
	switch {
	case len(want) > 0 && len(got) > 0 && want[0] != got[0]:
		return want[0] + ", not " + got[0]
	case len(want) > 0:
		return want[0]
	}
	return t.said(expectations)
}

// meant is what the person wanted: what follows "I meant", else what the person asks for, else what a rejection says of the work.
func (t *taker) meant() string {
	for _, by := range [][]marker{intents, expectations} {
		if said := t.said(by); said != "" {
			return said
		}
	}
	if !t.has(signal.UserRejection) {
		return ""
	}
	return cmp.Or(t.wishes(), t.complaints(2), t.complaints(1))
}

// gap is what an almost right result lacks: what the person complains of and asks for, without the praise before a "but"; else what follows
// one. issue is the one thing that the person names as such, else the gap.
func (t *taker) gap() (gap, issue string) {
	if !t.has(signal.PartialSuccess) && !t.has(signal.UserRejection) {
		return "", ""
	}
	if gap = t.complaints(2); gap == "" {
		gap = t.said(contrasts)
	}
	if gap == "" && t.has(signal.PartialSuccess) {
		gap = cmp.Or(t.complaints(1), t.place(signal.PartialSuccess))
	}
	return gap, cmp.Or(t.said(issues), gap)
}

// oneLine makes a text fit for a slot: one line, no marks of code, cut at a word.
func oneLine(s string) string {
	s = output.Plain(s)
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '`':
			return '\''
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	s = strings.Join(strings.Fields(strings.ReplaceAll(s, mark.Begin, "("+mark.Begin[1:])), " ")
	for { // bullets, and no signs of values
		mark, rest, ok := strings.Cut(s, " ")
		if !ok || strings.Trim(mark, "-–—*•>,;:.") != "" {
			break
		}
		s = rest
	}
	s = strings.TrimRight(s, " ,;:-–—")
	if len(s) <= MaxText {
		return s
	}
	cut := strings.LastIndexByte(s[:MaxText-len("…")], ' ')
	if cut < MaxText/2 {
		for cut = MaxText - len("…"); !utf8.RuneStart(s[cut]); cut-- {
		}
	}
	return s[:cut] + "…"
}

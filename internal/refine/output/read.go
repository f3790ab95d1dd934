package output

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/text"
)

// The bounds of reading. Beyond them the end of a text counts more than its middle, for programs say last why they ended.
const (
	mostLines = 600      // lines that tell of something and are read from the beginning
	mostTries = 2400     // lines that may, and are looked at
	mostSpent = 2 << 20  // bytes that patterns look at: those of a line once for each pattern; again as many at the end
	tailSize  = 32 << 10 // bytes at the end that are read in any case
	mostLine  = 2 << 10  // bytes of a line that are read
	mostFacts = 80       // of each detail
)

// Read reads a text that may hold the output of programs, words of people, or both. A text of any size costs one pass; what it costs
// beyond that is bounded, and the bounds that were reached are named.
func Read(source []byte) Reading {
	r := reader{source: source, index: anchors()}
	end := len(source)
	at := r.lines(0, end, mostLines, mostTries)
	if at < end {
		tail := max(startOfLine(source, end-tailSize), at)
		if tail > at {
			first := 1 + bytes.Count(source[:at], []byte("\n"))
			r.bound("of the lines %d to %d only those that show a failure most plainly were read, for more than %d lines tell of something, more than %d may, or long ones do",
				first, first+bytes.Count(source[at:tail], []byte("\n"))-1, mostLines, mostTries)
			r.spent = 0
			r.plainest(at, tail)
		}
		r.spent = 0
		if r.lines(tail, end, tailSize, tailSize) < end {
			r.bound("long lines fit too many forms: the text is not read to its end")
		}
	}
	r.judge()
	if r.Programs = r.findWords(); r.Programs {
		r.weigh()
	}
	r.findFrameworks()
	slices.SortStableFunc(r.Failures, func(a, b Failure) int { return cmp.Compare(a.Start, b.Start) })
	slices.SortStableFunc(r.Facts, func(a, b Fact) int { return cmp.Compare(a.Start, b.Start) })
	return r.Reading
}

// reader is the state of reading one text.
type reader struct {
	Reading
	source []byte
	index  *index
	hits   []hit
	spent  int // of mostSpent
	facted [Framework + 1]int
}

// hit is a line that fits a form.
type hit struct {
	form *form
	Part
	typ, message string
}

func (r *reader) bound(format string, args ...any) {
	if said := fmt.Sprintf(format, args...); !slices.Contains(r.Bounds, said) {
		r.Bounds = append(r.Bounds, said)
	}
}

// lines reads the lines of a part until so many told of something or so many were looked at, and says where it ended. Lines that say that
// nothing failed are not counted.
func (r *reader) lines(at, end, most, tries int) int {
	for at < end {
		if most == 0 || tries == 0 || r.spent > mostSpent {
			return at
		}
		next, stop := end, end
		if n := bytes.IndexByte(r.source[at:end], '\n'); n >= 0 {
			stop, next = at+n, at+n+1
		}
		if r.index.mayMatch(r.source[at:stop]) {
			tries--
			if r.line(at, stop) {
				most--
			}
		}
		at = next
	}
	return end
}

// plain are what lines show in which programs say most plainly that they failed.
var plain = [][]byte{[]byte("Traceback (most recent"), []byte("panic: "), []byte("panicked at"), []byte("--- FAIL: "), []byte("FAILED"), []byte("not ok "), []byte("AssertionError"), []byte("Exception: "),
	[]byte("Error: "), []byte("FATAL")}

const (
	mostPlain = 20 // of each that are read between the beginning and the end of a text
	context   = 8  // lines that are read of each
)

// plainest reads the lines of a part that show a failure most plainly, with some behind each.
func (r *reader) plainest(from, to int) {
	var starts []int
	for _, mark := range plain {
		for at, n := from, 0; n < mostPlain; n++ {
			i := bytes.Index(r.source[at:to], mark)
			if i < 0 {
				break
			}
			starts = append(starts, from+bytes.LastIndexByte(r.source[from:at+i], '\n')+1)
			at += i + len(mark)
		}
	}
	slices.Sort(starts)
	done := from
	for _, start := range starts {
		start = max(start, done)
		end := start
		for range context {
			n := bytes.IndexByte(r.source[end:to], '\n')
			if n < 0 {
				end = to
				break
			}
			end += n + 1
		}
		done = r.lines(start, end, mostLines, mostTries)
	}
}

// line reads a line that may fit a form, and reports whether it told of something.
func (r *reader) line(start, end int) bool {
	raw := r.source[start:end]
	if len(raw) > mostLine {
		r.bound("of lines longer than %d bytes the beginning and the end are read", mostLine)
		head := r.tells(start, string(raw[:mostLine/2]))
		return r.tells(end-mostLine/2, string(raw[len(raw)-mostLine/2:])) || head
	}
	return r.tells(start, string(raw))
}

// tells tries a line, and reports whether it told of a failure.
func (r *reader) tells(start int, l string) bool {
	return r.try(start, l) && !r.hits[len(r.hits)-1].form.isCalm()
}

// try looks for a form that a line fits, and reports whether there is one. The first counts.
func (r *reader) try(start int, l string) bool {
	plain, shift := bare(l)
	for _, f := range r.index.forms {
		if !f.mayMatch(plain) {
			continue
		}
		r.spent += len(plain)
		m := f.match(plain)
		if m == nil {
			continue
		}
		h := hit{form: f, Part: Part{start + max(0, shift), start + len(strings.TrimRight(l, "\r "))}}
		h.Start = min(h.Start, h.End)
		if f.says == raised && !isRaised(plain, m) || isSentence(plain) && (isQuoted(plain, m[0]) || isPersonal(plain)) {
			continue
		}
		if f.says != quiet && f.says != mended {
			r.facts(&h, plain, m, shift < 0)
		}
		r.hits = append(r.hits, h)
		return true
	}
	return false
}

// isQuoted reports whether a quotation holds that place of a line. What a sentence quotes is the person's
// to tell of, and so is a sentence that speaks of you or me.
func isQuoted(l string, at int) bool {
	return strings.Count(l[:at], `"`)%2 == 1 || strings.Count(l[:at], "`")%2 == 1 || strings.Count(l[:at], "“") > strings.Count(l[:at], "”")
}

// isRaised reports whether the name of an error stands as programs print it: with a message, or with its package. A name alone may be a
// heading.
func isRaised(l string, m []int) bool {
	whole := strings.TrimSpace(l[m[2]:m[3]])
	return strings.ContainsAny(whole, ":.") || strings.HasPrefix(strings.TrimSpace(l), "E ")
}

// facts takes what the groups of a form hold. Where the line was rewritten, its marks of colour taken out, the whole line is the place.
func (r *reader) facts(h *hit, l string, m []int, rewritten bool) {
	if h.form.runner {
		r.fact(Fact{Detail: TestFormat, Part: h.Part})
	}
	if h.form.says == frame {
		r.fact(Fact{Detail: Trace, Part: h.Part})
	}
	groups := h.form.pattern().groups
	for i, d := range groups {
		if d == noDetail || m[2*i] < 0 || m[2*i] == m[2*i+1] {
			continue
		}
		said := l[m[2*i]:m[2*i+1]]
		f := Fact{Detail: d, Part: h.Part, Said: said}
		if !rewritten {
			f = Fact{Detail: d, Part: Part{h.Start + m[2*i], h.Start + m[2*i] + len(strings.TrimRight(said, "\r "))}}
		}
		switch d {
		case ExceptionType:
			h.typ = said
		case ErrorMessage:
			h.message = said
		}
		r.fact(f)
	}
	if h.form.says == exited && !slices.Contains(groups, ExitCode) {
		r.fact(Fact{Detail: ExitCode, Part: h.Part})
	}
}

func (r *reader) fact(f Fact) {
	if r.facted[f.Detail]++; r.facted[f.Detail] > mostFacts {
		if f.Detail != TestFormat && f.Detail != Trace { // these say no more when they stand once more
			r.bound("more than %d facts of one kind: the others are left out", mostFacts)
		}
		return
	}
	if f.Start < f.End && f.End <= len(r.source) {
		r.Facts = append(r.Facts, f)
	}
}

// bare takes from a line what other programs put around it, and marks of colour. Shift is how many bytes went from its beginning; below
// zero, bytes went from elsewhere too.
func bare(l string) (plain string, shift int) {
	l = strings.TrimRight(l, "\r ")
	if inner, ok := printedBy(l); ok {
		return inner, -1
	}
	if strings.IndexByte(l, '\x1b') >= 0 {
		return text.Visible(Plain(l)), -1
	}
	plain = l
	for {
		rest := plain
		switch {
		case strings.HasPrefix(rest, "> "): // quoted
			rest = rest[2:]
		case len(rest) > 28 && rest[4] == '-' && rest[10] == 'T' && rest[len("2026-01-02T10:00:00.0000000Z")-1] == 'Z' && rest[28] == ' ': // GitHub's
			rest = rest[29:]
		case max(buildStep(rest), clock(rest)) > 0:
			rest = rest[max(buildStep(rest), clock(rest)):]
		default:
			// docker compose: "web-1  | "
			if name, after, ok := strings.Cut(rest, " | "); ok && len(name) < 40 && name != "" && !strings.ContainsAny(strings.TrimSpace(name), " \t:|") {
				rest = after
			}
		}
		if len(rest) == len(plain) {
			return plain, len(l) - len(plain)
		}
		plain = rest
	}
}

// printedBy gives what a test printed, from a line of go test -json.
func printedBy(l string) (inner string, ok bool) {
	if !strings.HasPrefix(l, `{"Time":`) || !strings.Contains(l, `"Action":"output"`) {
		return "", false
	}
	var event struct{ Output string }
	if json.Unmarshal([]byte(l), &event) != nil {
		return "", false
	}
	return text.Visible(strings.TrimRight(event.Output, "\r\n ")), true
}

// buildStep gives how many bytes the number of a step of docker's build and its time take at the beginning of a line: "#12 4.118 ".
func buildStep(l string) int {
	if len(l) < 2 || l[0] != '#' || l[1] < '0' || l[1] > '9' {
		return 0
	}
	step, rest, _ := strings.Cut(l, " ")
	if strings.Trim(step[1:], "0123456789") != "" || rest == "" {
		return 0
	}
	if seconds, _, ok := strings.Cut(rest, " "); ok && strings.Trim(seconds, "0123456789.") == "" {
		return len(step) + 1 + len(seconds) + 1
	}
	return len(step) + 1
}

// clock gives how many bytes a time of day and the blanks behind it take at the beginning of a line: "14:02:11  ".
func clock(l string) int {
	if len(l) < 10 || l[2] != ':' || l[5] != ':' || l[0] < '0' || l[0] > '2' || l[7] < '0' || l[7] > '9' {
		return 0
	}
	n := 8
	for n < len(l) && (l[n] == '.' || l[n] == ',' || '0' <= l[n] && l[n] <= '9') {
		n++
	}
	if n == len(l) || l[n] != ' ' {
		return 0
	}
	return n + len(l[n:]) - len(strings.TrimLeft(l[n:], " "))
}

// Plain is a line without the sequences of ECMA-48 that colour text.
func Plain(l string) string {
	if strings.IndexByte(l, '\x1b') < 0 {
		return l
	}
	var b strings.Builder
	for i := 0; i < len(l); i++ {
		if l[i] != '\x1b' {
			b.WriteByte(l[i])
			continue
		}
		if i++; i < len(l) && l[i] == '[' {
			for i++; i < len(l) && (l[i] < '@' || l[i] > '~'); i++ {
			}
		}
	}
	return b.String()
}

func startOfLine(source []byte, at int) int {
	if at <= 0 {
		return 0
	}
	return at + bytes.IndexByte(source[at:], '\n') + 1
}

// index finds lines that may fit a form.
type index struct {
	forms []*form
	begun [1 << 16]bool // by the hash of the first three bytes of a needle; none has fewer
}

var anchors = sync.OnceValue(func() *index {
	x := &index{}
	add := func(list []form, fits func(says) bool) {
		for i := range list {
			if fits(list[i].says) {
				x.forms = append(x.forms, &list[i])
			}
		}
	}
	any := func(says) bool { return true }
	isQuiet := func(s says) bool { return s == quiet || s == mended }
	isCheck := func(s says) bool { return s == checkFailed }
	add(general, isQuiet) // what fits several forms is of the first
	add(runners, any)
	add(general, isCheck)
	add(languages, any)
	add(commands, any)
	add(general, func(s says) bool { return !isQuiet(s) && !isCheck(s) })
	for _, f := range x.forms {
		for _, n := range f.needles {
			x.begun[hash3(n[0], n[1], n[2])] = true
		}
	}
	return x
})

func hash3(a, b, c byte) uint16 { return uint16(a) ^ uint16(b)<<4 ^ uint16(c)<<8 ^ uint16(b)>>3 }

// mayMatch reports whether three bytes stand in the line with which a needle begins.
func (x *index) mayMatch(l []byte) bool {
	for i := 2; i < len(l); i++ {
		if x.begun[hash3(l[i-2], l[i-1], l[i])] {
			return true
		}
	}
	return false
}

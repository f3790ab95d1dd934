package output

import (
	"bytes"
	"strings"
)

// judge makes failures of the lines that fit a form. What a line means depends on the others: the exit of a command follows from a check
// that failed, an assertion is no crash, and what succeeded at the second attempt did not fail.
func (r *reader) judge() {
	r.readOn()
	checks, runs, traced := false, false, false
	lastMended := -1
	for i := range r.hits {
		h := &r.hits[i]
		switch h.form.says {
		case checkFailed, both:
			checks = true
		case frame:
			traced = true
		case mended:
			lastMended = h.Start
		}
		runs = runs || h.form.runner && h.form.says != tells
	}
	asserted, crashes := false, false
	for i := range r.hits {
		h := &r.hits[i]
		switch h.form.says {
		case checkFailed:
			r.fail(Verification, h)
		case crashed:
			switch {
			case strings.Contains(h.message, "expect("):
				r.fail(Verification, h)
			case checks && h.form.alone:
			default:
				r.fail(Runtime, h)
				crashes = true
			}
		case both:
			switch {
			case strings.Contains(h.message, "assert"), r.asserts(i):
				asserted = true
				r.fail(Verification, h)
			case h.form.runner && !isOfTest(h, r, runs):
				r.fail(Runtime, h)
				crashes = true
			default:
				r.fail(Verification, h)
				r.fail(Runtime, h)
				crashes = true
			}
		case raised:
			if isAssertion(h.typ) {
				asserted = true
				r.fail(Verification, h)
				if traced && !runs {
					r.fail(Runtime, h)
				}
				break
			}
			r.fail(Runtime, h)
			crashes = true
			if isCheck(h.typ) {
				r.fail(Verification, h)
			}
		case exited:
			if checks || isCheck(r.text(h.Part)) {
				r.fail(Verification, h)
			} else {
				r.fail(Runtime, h)
			}
		case erred:
			if h.Start > lastMended && !checks {
				r.fail(Runtime, h)
			}
		}
	}
	if traced && !asserted && !crashes && !checks {
		for i := range r.hits {
			if r.hits[i].form.says == frame {
				r.fail(Runtime, &r.hits[i])
			}
		}
	}
}

// readOn takes what stands on the line behind some: the exception that ends a trace of Python whatever its type is called, and the message
// of a panic of Rust.
func (r *reader) readOn() {
	for i := range r.hits {
		h := &r.hits[i]
		last := i+1 == len(r.hits) || r.hits[i+1].form.says != frame
		switch l := r.text(h.Part); {
		case h.form.says == frame && last && strings.HasPrefix(strings.TrimSpace(l), "File \""):
			if p, ok := r.behind(h.End, true); ok {
				if name, _, _ := strings.Cut(r.text(p), ":"); name != "" && !strings.ContainsAny(name, " \t(") {
					r.fact(Fact{Detail: ErrorMessage, Part: p})
				}
			}
		case h.form.says == both && strings.Contains(l, " panicked at ") && strings.HasSuffix(l, ":"):
			if p, ok := r.behind(h.End, false); ok {
				r.fact(Fact{Detail: ErrorMessage, Part: p})
			}
		}
	}
}

// mostBehind is how many lines behind one are looked at.
const mostBehind = 4

// behind gives the next line, or the next one that is not indented.
func (r *reader) behind(at int, unindented bool) (p Part, ok bool) {
	for range mostBehind {
		n := bytes.IndexByte(r.source[at:], '\n')
		if n < 0 {
			return p, false
		}
		at += n + 1
		end := len(r.source)
		if n := bytes.IndexByte(r.source[at:], '\n'); n >= 0 {
			end = at + n
		}
		end = min(end, at+mostLine)
		l := string(bytes.TrimRight(r.source[at:end], "\r "))
		if l == "" {
			return p, false
		}
		if !unindented || l[0] != ' ' && l[0] != '\t' {
			return Part{at, at + len(l)}, true
		}
	}
	return p, false
}

// asserts reports whether the message of a panic, which may stand on the next line, is an assertion's.
func (r *reader) asserts(i int) bool {
	return i+1 < len(r.hits) && r.hits[i+1].Start-r.hits[i].End < 4 && strings.HasPrefix(r.text(r.hits[i+1].Part), "assertion ")
}

// mostFailures is how many places of failures are kept of a text.
const mostFailures = 400

func (r *reader) fail(k Kind, h *hit) {
	if len(r.Failures) >= mostFailures {
		r.bound("more than %d places of failures: the others are left out", mostFailures)
		return
	}
	r.Failures = append(r.Failures, Failure{k, h.Part})
}

func (r *reader) text(p Part) string { return string(r.source[p.Start:p.End]) }

// isOfTest reports whether a thread that panicked ran a test.
func isOfTest(h *hit, r *reader, runs bool) bool {
	return runs && !strings.Contains(r.text(h.Part), "'main'") || strings.Contains(r.text(h.Part), "test")
}

// isAssertion reports whether an error of that type is an assertion's.
func isAssertion(typ string) bool {
	return strings.Contains(typ, "Assert") || strings.HasSuffix(typ, "ComparisonFailure")
}

// checkWords stand in the names of commands and errors that check work.
var checkWords = []string{"test", "lint", "check", "tsc", "mypy", "ruff", "jest", "build", "compile", "Validation", "Schema", "rustc", "coverage"}

// isCheck reports whether a line or a type names a check.
func isCheck(s string) bool {
	for _, w := range checkWords {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

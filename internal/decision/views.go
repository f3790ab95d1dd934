package decision

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/kbgate/kbgate/internal/text/hidden"
)

// view is a text as somebody else would read it.
type view struct {
	text string
	from []Span // where each byte comes from; nil: the text is the original
}

// origin is where a part of a view comes from.
func (v *view) origin(s Span) Span {
	if v.from == nil {
		return s
	}
	return Span{v.from[s.Start].Start, v.from[s.End-1].End}
}

// rewrite makes a view of a view. read tells of what stands at a byte how long it is, at least one byte, and what is put for it.
func (v *view) rewrite(read func(at int) (n int, put string)) view {
	b := make([]byte, 0, len(v.text))
	from := make([]Span, 0, len(v.text))
	for at := 0; at < len(v.text); {
		n, put := read(at)
		for i := range len(put) {
			of := Span{at, at + n}
			if n == len(put) {
				of = Span{at + i, at + i + 1}
			}
			b, from = append(b, put[i]), append(from, v.origin(of))
		}
		at += n
	}
	return view{string(b), from}
}

// folded reads letters of full width, and others that are made to look special, as those of ASCII (NFKC).
func (v *view) folded() view {
	if strings.IndexFunc(v.text, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return *v
	}
	return v.rewrite(func(at int) (int, string) {
		r, n := utf8.DecodeRuneInString(v.text[at:])
		if r < utf8.RuneSelf || r == utf8.RuneError {
			return n, v.text[at : at+n]
		}
		return n, norm.NFKC.String(v.text[at : at+n])
	})
}

// unescaped reads what URLs (%67), programs (\x67, \u0067) and HTML (&#103;) write for signs of ASCII.
func (v *view) unescaped() view {
	if !strings.Contains(v.text, "%") && !strings.Contains(v.text, `\x`) && !strings.Contains(v.text, `\u`) && !strings.Contains(v.text, "&#") {
		return *v
	}
	return v.rewrite(func(at int) (int, string) {
		if n, c := escape(v.text[at:]); n > 0 {
			return n, string(c)
		}
		return 1, v.text[at : at+1]
	})
}

// escape reads the escape with which a text begins; 0 where it begins with none for a sign of ASCII.
func escape(s string) (n int, c rune) {
	number := func(from, to, base int) (int, rune) {
		if from >= to || to > len(s) {
			return 0, 0
		}
		c, err := strconv.ParseUint(s[from:to], base, 8)
		if err != nil || c >= utf8.RuneSelf {
			return 0, 0
		}
		return to, rune(c)
	}
	switch {
	case strings.HasPrefix(s, "%"):
		return number(1, 3, 16)
	case strings.HasPrefix(s, `\x`):
		return number(2, 4, 16)
	case strings.HasPrefix(s, `\u`):
		return number(2, 6, 16)
	case strings.HasPrefix(s, "&#"):
		const longest = len("&#0000103;")
		end := strings.IndexByte(s[:min(len(s), longest)], ';')
		if n, c = number(2, end, 10); n == 0 && len(s) > 2 && s[2]|0x20 == 'x' {
			n, c = number(3, end, 16)
		}
		if n > 0 {
			n++ // the semicolon
		}
	}
	return n, c
}

// quoteMarks are what quotations, changes, tables and lists put at the beginning of a line.
const quoteMarks = ">+|*#-"

// joined reads on over line breaks, with the blanks around them and the marks behind them, and over characters that nobody sees.
func (v *view) joined(marks string) view {
	if strings.IndexFunc(v.text, func(r rune) bool { return r == '\n' || isUnseen(r) }) < 0 {
		return *v
	}
	behind := false // only blanks and marks stand between a line break and here
	return v.rewrite(func(at int) (int, string) {
		r, n := utf8.DecodeRuneInString(v.text[at:])
		switch {
		case r == '\n':
			behind = true
			return n, ""
		case behind && (r == ' ' || r == '\t' || strings.ContainsRune(marks, r)) || isUnseen(r):
			return n, ""
		case r == ' ' || r == '\t':
			return v.blanks(at)
		}
		behind = false
		return n, v.text[at : at+n]
	})
}

// blanks is a run of blanks, and what is put for it: nothing where the line ends behind it.
func (v *view) blanks(at int) (n int, put string) {
	run := v.text[at:]
	if n = strings.IndexFunc(run, func(r rune) bool { return r != ' ' && r != '\t' && !isUnseen(r) }); n < 0 {
		return len(run), ""
	}
	if run[n] == '\n' {
		return n, ""
	}
	return n, strings.Map(func(r rune) rune {
		if isUnseen(r) {
			return -1
		}
		return r
	}, run[:n])
}

// isUnseen reports whether nobody sees a character: one that text hides by, one that Unicode ignores, or a control character
// that is no blank.
func isUnseen(r rune) bool {
	if r < 0x7f {
		return r < ' ' && r != '\n' && r != '\t'
	}
	return isHidden(r) || hidden.Shapeless(r) || unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

package secret

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/kbgate/kbgate/internal/text/hidden"
	"github.com/kbgate/kbgate/internal/text/rendered"
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

// folded reads letters of full width, and others that are made to look special, as those of ASCII (NFKC), and over characters
// that nobody sees.
func (v *view) folded() view {
	if strings.IndexFunc(v.text, func(r rune) bool { return r >= utf8.RuneSelf || isUnseen(r) }) < 0 {
		return *v
	}
	return v.rewrite(func(at int) (int, string) {
		r, n := utf8.DecodeRuneInString(v.text[at:])
		if isUnseen(r) {
			return n, ""
		}
		if r < utf8.RuneSelf || r == utf8.RuneError {
			return n, v.text[at : at+n]
		}
		return n, norm.NFKC.String(v.text[at : at+n])
	})
}

// unescaped reads what URLs (%67), programs (\x67, \u0067), HTML (&#103;) and markdown (\_) write for signs of ASCII, and leaves
// out what HTML writes for nothing: comments, and characters that nobody sees.
func (v *view) unescaped() view {
	if !strings.ContainsAny(v.text, `%\&<`) {
		return *v
	}
	none := false // has no comment an end from here on?
	return v.rewrite(func(at int) (int, string) {
		if n, put := escape(v.text[at:]); n > 0 {
			return n, put
		}
		if n := v.markup(at, &none); n > 0 {
			return n, ""
		}
		return 1, v.text[at : at+1]
	})
}

// markup is the length of the tags and comments of HTML that part a word at a byte, which no page shows. A comment without an end
// is sought once.
func (v *view) markup(at int, none *bool) int {
	const open, shut, longest = "<!--", "-->", 200
	end := at
	if at == 0 || !isTokenByte(v.text[at-1]) {
		return 0
	}
	for strings.HasPrefix(v.text[end:], "<") {
		rest, size := v.text[end:], -1
		if strings.HasPrefix(rest, open) && !*none {
			if size = strings.Index(rest, shut); size >= 0 {
				size += len(shut)
			}
			*none = size < 0
		} else {
			size = strings.IndexByte(rest[:min(len(rest), longest)], '>') + 1
		}
		if size <= 0 {
			return 0
		}
		end += size
	}
	if end == len(v.text) || !isTokenByte(v.text[end]) {
		return 0
	}
	return end - at
}

// escape reads the escape with which a text begins; 0 where it begins with none for a sign of ASCII or one that nobody sees.
func escape(s string) (n int, put string) {
	number := func(to int) (int, string) {
		if to > len(s) {
			return 0, ""
		}
		c, err := strconv.ParseUint(s[to-2:to], 16, 8)
		if err != nil || c >= utf8.RuneSelf {
			return 0, ""
		}
		return to, string(rune(c))
	}
	switch {
	case strings.HasPrefix(s, "%"):
		return number(len("%67"))
	case strings.HasPrefix(s, `\x`):
		return number(len(`\x67`))
	case strings.HasPrefix(s, `\u00`):
		return number(len(`\u0067`))
	case len(s) > 1 && s[0] == '\\' && isMark(s[1]):
		return 2, s[1:2]
	case strings.HasPrefix(s, "&"):
		shown, n := rendered.Entity([]byte(s[:min(len(s), longestEntity)]))
		switch c, size := utf8.DecodeRuneInString(shown); {
		case n == 0 || size < len(shown):
		case isUnseen(c):
			return n, ""
		case c < utf8.RuneSelf:
			return n, shown
		}
	}
	return 0, ""
}

// longestEntity is how far an entity is read, in bytes.
const longestEntity = 64

// isMark reports whether a backslash takes away what a sign of a token means in markdown: of the well-known forms these are all.
func isMark(c byte) bool { return strings.IndexByte("_-.=+/:~", c) >= 0 }

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

// undumped leaves the digits of a dump alone, without the offsets before them and the text behind them, as od, xxd and hexdump -C
// write both.
func (v *view) undumped() view {
	next, stop := 0, 0 // where a line begins, and where the digits of this one end
	return v.rewrite(func(at int) (int, string) {
		switch {
		case at >= next:
			line := v.text[at:]
			if i := strings.IndexByte(line, '\n'); i >= 0 {
				line = line[:i+1]
			}
			next = at + len(line)
			skip, digits := dumped(line)
			if digits == 0 {
				return len(line), line
			}
			stop = at + skip + digits
			return skip, ""
		case at >= stop:
			return next - at, ""
		}
		return stop - at, v.text[at:stop]
	})
}

// dumped says where in a line of a dump the digits begin, behind the offset and what stands before it, and how long they are with
// the blanks between them; 0 where it is none.
func dumped(line string) (skip, length int) {
	const leastOffset = 4 // digits
	for at := 0; at < len(line); at++ {
		offset := hexPrefix(line[at:])
		if offset >= leastOffset && (at == 0 || !isTokenByte(line[at-1]) || strings.HasSuffix(line[:at], "0x")) {
			rest := strings.TrimPrefix(line[at+offset:], ":")
			body := strings.TrimLeft(rest, " \t")
			if n := dumpedDigits(body); n > 0 && len(body) < len(rest) {
				return len(line) - len(body), n
			}
		}
		at += offset
	}
	return 0, 0
}

// dumpedDigits is the length of the groups of digits with which a text begins.
func dumpedDigits(body string) (length int) {
	const half = 16 // digits, behind which is one more blank
	digits := 0
	for at := 0; ; {
		n := hexPrefix(body[at:])
		if n == 0 || n%2 != 0 || at+n < len(body) && body[at+n] > ' ' {
			return length
		}
		digits, length = digits+n, at+n
		if at = length; strings.HasPrefix(body[at:], "  ") && digits == half {
			at++
		}
		if !strings.HasPrefix(body[at:], " ") {
			return length
		}
		at++
	}
}

// hexPrefix is how many hexadecimal digits a text begins with.
func hexPrefix(s string) (n int) {
	for n < len(s) && isHex(s[n]) {
		n++
	}
	return n
}

// isUnseen reports whether nobody sees a character: one that text hides by, one that Unicode ignores, or a control character
// that is no blank.
func isUnseen(r rune) bool {
	if r < 0x7f {
		return r < ' ' && r != '\n' && r != '\t'
	}
	return hidden.ByNumber(r) || hidden.Shapeless(r) || unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

package report

import "strings"

// inert is text in which markdown acts on nothing: what a claim says is to be read, not to be followed, and no comment of ours
// is to be faked. A space parts `](` of a link or an image, `<` of a tag or a comment and `@` of a mention from what makes it
// one. Code spans stay as they are. The text has to be a paragraph of its own, on one line.
func inert(s string) string {
	if !strings.ContainsAny(s, "]<@") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		n := 1
		switch {
		case s[i] == '`':
			n = codeSpan(s[i:])
		case strings.HasPrefix(s[i:], "\\`"), strings.HasPrefix(s[i:], `\\`):
			n = 2 // opens nothing, and of two backslashes the second escapes nothing
		}
		b.WriteString(s[i : i+n])
		i += n
		if n == 1 && i < len(s) && acts(s[i-1], s[i]) {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// codeSpan is the length of the code span that backticks open, or of these where nothing closes it: as many do (CommonMark
// 0.31.2, 6.1).
func codeSpan(s string) int {
	opening := len(s) - len(strings.TrimLeft(s, "`"))
	for i := opening; i < len(s); {
		next := strings.IndexByte(s[i:], '`')
		if next < 0 {
			break
		}
		i += next
		run := len(s[i:]) - len(strings.TrimLeft(s[i:], "`"))
		i += run
		if run == opening {
			return i
		}
	}
	return opening
}

// acts reports whether a character means something before another.
func acts(c, next byte) bool {
	isLetter := 'a' <= next|0x20 && next|0x20 <= 'z'
	switch c {
	case ']':
		return next == '('
	case '<':
		return isLetter || next == '!' || next == '/' || next == '?'
	case '@':
		return isLetter || '0' <= next && next <= '9'
	}
	return false
}

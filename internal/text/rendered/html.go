package rendered

import (
	"bytes"
	"html"
	"strconv"
	"strings"
	"unicode/utf8"
)

// longestEntity is more than the length of any name of an entity (https://html.spec.whatwg.org, “Named character references”).
const longestEntity = 40

// Entity gives what the HTML entity at the start of a text stands for, and its length, which is 0 where there is
// none. Entities that HTML reads and markdown does not have no semicolon at their end: numbers, and a soft hyphen.
func Entity(rest []byte) (shown string, size int) {
	switch {
	case bytes.HasPrefix(rest, []byte("&#")):
		return numbered(rest)
	case bytes.HasPrefix(rest, []byte("&shy")) && !bytes.HasPrefix(rest, []byte("&shy;")):
		return html.UnescapeString("&shy;"), len("&shy")
	}
	end := bytes.IndexByte(rest[:min(len(rest), longestEntity)], ';')
	if end < 0 {
		return "", 0
	}
	shown = html.UnescapeString(string(rest[:end+1]))
	if n := len(shown); shown == string(rest[:end+1]) || n > 1 && shown[n-1] == ';' { // only the first letters are a name
		return "", 0
	}
	return shown, end + 1
}

// numbered reads an entity that is a number, of any length, with or without a semicolon.
func numbered(rest []byte) (shown string, size int) {
	base, start := 10, len("&#")
	if len(rest) > start && rest[start]|0x20 == 'x' {
		base, start = 16, start+1
	}
	end := start
	for end < len(rest) && (isDigit(rest[end]) || base == 16 && hexValue(rest[end]) >= 0) {
		end++
	}
	if end == start {
		return "", 0
	}
	digits := bytes.TrimLeft(rest[start:end], "0")
	if end < len(rest) && rest[end] == ';' {
		end++
	}
	n, err := strconv.ParseUint(string(digits[:min(len(digits), len("1114111")+1)]), base, 32)
	if err != nil || n > utf8.MaxRune {
		n = utf8.RuneError
	}
	return html.UnescapeString("&#" + strconv.FormatUint(n, 10) + ";"), end
}

// percent gives the character that an address writes as its bytes in hexadecimal digits, and the length; 0 where none stands here.
func percent(rest []byte) (shown string, size int) {
	var of []byte
	for len(of) < utf8.UTFMax && size+2 < len(rest) && rest[size] == '%' {
		high, low := hexValue(rest[size+1]), hexValue(rest[size+2])
		if high < 0 || low < 0 {
			break
		}
		of, size = append(of, byte(high<<4|low)), size+3
		if utf8.FullRune(of) {
			break
		}
	}
	if c, n := utf8.DecodeRune(of); n == 0 || n != len(of) || c == utf8.RuneError || c < ' ' {
		return "", 0
	}
	return string(of), size
}

func hexValue(b byte) int {
	switch {
	case isDigit(b):
		return int(b - '0')
	case 'a' <= b|0x20 && b|0x20 <= 'f':
		return int(b|0x20-'a') + 10
	}
	return -1
}

// parted are the elements of HTML that stand apart from the text around them.
var parted = setOf("address article aside blockquote body br caption center col dd details dialog dir div dl dt fieldset figcaption figure footer form " +
	"h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol option p pre section summary table tbody td tfoot th thead title tr ul")

// unshown are the elements whose text is not part of the line around them: marks of pronunciation, programs.
var unshown = setOf("rt rp script style template")

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}

// tag reads a tag or a comment of HTML.
func (r *reader) tag(rest []byte) int {
	if len(rest) < 2 || !isLetter(rest[1]) && rest[1] != '/' && rest[1] != '!' && rest[1] != '?' {
		return 0
	}
	if bytes.HasPrefix(rest, []byte("<!--")) {
		if end := r.next(comment, "-->", r.at+len("<!--"), len(r.source)); end >= 0 {
			return r.aside(end + len("-->") - r.at)
		}
	}
	size := r.tagSize(rest)
	if size == 0 {
		return 0
	}
	name := tagName(rest[:size])
	switch {
	case parted[strings.TrimPrefix(name, "/")]:
		r.Beside = append(r.Beside, [2]int{r.at, r.at + size})
		r.write([]byte(" "), size)
		return size
	case unshown[name]:
		if end := bytes.IndexByte(rest[size:], '<'); end >= 0 {
			return r.aside(size + end)
		}
	}
	return r.aside(size)
}

// tagSize is the length of the tag that begins here, 0 where it has no end in its paragraph.
func (r *reader) tagSize(rest []byte) int {
	limit := r.paragraph()
	if r.at >= r.bare {
		if size := TagSize(r.source[r.at:limit]); size > 0 {
			return size
		}
		r.bare = limit
	}
	if end := r.next(tag, ">", r.at, limit); end >= 0 {
		return end + 1 - r.at
	}
	return 0
}

// TagSize is the length of the tag of HTML at the start of a text: up to the next `>` that is not in the value of an attribute;
// 0 where none is.
func TagSize(s []byte) int {
	value := false // does an attribute's value begin here?
	for i := 1; i < len(s); i++ {
		switch b := s[i]; b {
		case '>':
			return i + 1
		case '"', '\'':
			if end := bytes.IndexByte(s[i+1:], b); value && end >= 0 {
				i += end + 1
			}
			value = false
		case ' ', '\t', '\n', '\r':
		default:
			value = b == '='
		}
	}
	return 0
}

// tagName is the name of a tag in small letters, with the slash of one that ends an element.
func tagName(tag []byte) string {
	end := 1
	for end < len(tag) && (isLetter(tag[end]) || isDigit(tag[end]) || end == 1 && tag[end] == '/') {
		end++
	}
	return strings.ToLower(string(tag[1:end]))
}

package decision

import (
	"strings"
	"time"
	"unicode/utf8"
)

// ownReader reads what this package writes, some ten times quicker than a reader of all of YAML: a first run over a
// store without an index parses every record. Whatever looks otherwise it leaves to readYAML.
type ownReader struct {
	source string
	at     int
	line   int
	values int // how many have been read
}

// readOwn reads a record in the form in which this package writes it, or says that it has another one. It ends at one of
// too many values, which need not be looked at in any other way.
func readOwn(source string) (n node, ok bool, err error) {
	if !utf8.ValidString(source) {
		return node{}, false, nil
	}
	r := ownReader{source: source, line: 1, values: 1}
	n, ok = r.record()
	if r.values > maxNodes {
		return node{}, false, errManyNodes
	}
	return n, ok, nil
}

func (r *ownReader) record() (n node, ok bool) {
	n = node{kind: mapping, line: 1, keys: make([]string, 0, 28), items: make([]node, 0, 28)}
	for r.at < len(r.source) {
		key, ok := r.key()
		if !ok {
			return node{}, false
		}
		line := r.line
		item, ok := r.block()
		if !ok {
			if item, ok = r.value(0); !ok || !r.skip("\n") {
				return node{}, false
			}
			r.line++
		} else {
			r.values++
		}
		item.line = line
		n.keys, n.items = append(n.keys, key), append(n.items, item)
	}
	return n, len(n.keys) > 0 && n.distinct() == nil
}

func (r *ownReader) skip(s string) bool {
	if strings.HasPrefix(r.source[r.at:], s) {
		r.at += len(s)
		return true
	}
	return false
}

// key reads the name of a field and the colon behind it.
func (r *ownReader) key() (string, bool) {
	n, ok := r.scalar()
	return n.value, ok && n.kind == text && len(n.value) <= maxKey && r.skip(": ")
}

// value reads a value that stands on one line.
func (r *ownReader) value(depth int) (node, bool) {
	if r.values++; r.at == len(r.source) || depth > maxDepth/2 || r.values > maxNodes {
		return node{}, false
	}
	switch r.source[r.at] {
	case '[':
		return r.list(depth)
	case '{':
		return r.mapping(depth)
	}
	return r.scalar()
}

func (r *ownReader) list(depth int) (node, bool) {
	n := node{kind: list, line: r.line}
	r.at++
	if r.skip("]") {
		return n, true
	}
	n.items = make([]node, 0, 3)
	for {
		item, ok := r.value(depth + 1)
		if !ok {
			return node{}, false
		}
		n.items = append(n.items, item)
		if r.skip("]") {
			return n, true
		}
		if !r.skip(", ") {
			return node{}, false
		}
	}
}

func (r *ownReader) mapping(depth int) (node, bool) {
	n := node{kind: mapping, line: r.line}
	r.at++
	if r.skip("}") {
		return n, true
	}
	n.keys, n.items = make([]string, 0, 5), make([]node, 0, 5)
	for {
		key, ok := r.key()
		if !ok {
			return node{}, false
		}
		item, ok := r.value(depth + 1)
		if !ok {
			return node{}, false
		}
		n.keys, n.items = append(n.keys, key), append(n.items, item)
		if r.skip("}") {
			return n, n.distinct() == nil
		}
		if !r.skip(", ") {
			return node{}, false
		}
	}
}

func (r *ownReader) scalar() (node, bool) {
	if r.skip(`"`) {
		return r.quoted()
	}
	start := r.at
	for r.at < len(r.source) && (isWordByte(r.source[r.at]) || r.inTime()) {
		r.at++
	}
	word := r.source[start:r.at]
	switch {
	case isBare(word):
		return node{kind: text, value: word, line: r.line}, true
	case word == null || word == "true" || word == "false" || isPlainNumber(word) || isPlainTime(word):
		return node{kind: plain, value: word, line: r.line}, true
	}
	return node{}, false
}

// inTime reports whether a colon parts the digits of a time, and not a name from its value.
func (r *ownReader) inTime() bool {
	return r.source[r.at] == ':' && r.at+1 < len(r.source) && isDigits(r.source[r.at+1:r.at+2])
}

// isWordByte reports whether a byte may stand in a bare word or number.
func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte(".-_/+@", c) >= 0
}

// isPlainNumber reports whether a word is a number of few digits as JSON writes it, which all readers take for the same.
func isPlainNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	whole, fraction, broken := strings.Cut(s, ".")
	return len(s) <= 15 && isDigits(whole) && (len(whole) == 1 || whole[0] != '0') && (!broken || isDigits(fraction))
}

func isDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// isPlainTime reports whether a word is a time of day in UTC as this package writes it.
func isPlainTime(s string) bool {
	if len(s) < len("2006-01-02T15:04:05Z") || s[len(s)-1] != 'Z' {
		return false
	}
	_, err := time.Parse(time.RFC3339Nano, s)
	return err == nil
}

// quoted reads the rest of a text between quotation marks.
func (r *ownReader) quoted() (node, bool) {
	rest := r.source[r.at:]
	for i := 0; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == '"':
			r.at += i + 1
			return node{kind: text, value: rest[:i], line: r.line}, true
		case c == '\\':
			return r.escaped(i)
		case c < ' ' || c == 0x7f:
			return node{}, false
		case c >= utf8.RuneSelf:
			c, size := utf8.DecodeRuneInString(rest[i:])
			if isHidden(c) {
				return node{}, false
			}
			i += size - 1
		}
	}
	return node{}, false
}

// escaped reads a text between quotation marks of which the first n bytes need no care.
func (r *ownReader) escaped(n int) (node, bool) {
	rest := r.source[r.at:]
	end := n
	for ; end < len(rest) && rest[end] != '"'; end++ {
		if rest[end] == '\\' {
			end++
		}
	}
	if end >= len(rest) {
		return node{}, false
	}
	b := make([]byte, n, end)
	copy(b, rest)
	for i := n; i < end; {
		c, size := utf8.DecodeRuneInString(rest[i:])
		if c < ' ' || c >= 0x7f && isHidden(c) {
			return node{}, false
		}
		i += size
		if c == '\\' {
			if c, size = unescape(rest[i:end]); size == 0 {
				return node{}, false
			}
			i += size
		}
		b = utf8.AppendRune(b, c)
	}
	r.at += end + 1
	return node{kind: text, value: string(b), line: r.line}, true
}

// unescape reads what stands behind a backslash, as appendQuoted writes it.
func unescape(s string) (c rune, size int) {
	if s == "" {
		return 0, 0
	}
	digits := 0
	switch s[0] {
	case '"', '\\':
		return rune(s[0]), 1
	case 'n':
		return '\n', 1
	case 't':
		return '\t', 1
	case 'r':
		return '\r', 1
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	}
	if digits == 0 || len(s) <= digits {
		return 0, 0
	}
	for i := 1; i <= digits; i++ {
		d := strings.IndexByte(hexDigits, s[i])
		if d < 0 || c > utf8.MaxRune>>4 {
			return 0, 0
		}
		c = c<<4 | rune(d)
	}
	if !utf8.ValidRune(c) {
		return 0, 0
	}
	return c, digits + 1
}

// block reads a text of several lines.
func (r *ownReader) block() (node, bool) {
	start := r.at
	ended := r.skip("|\n")
	if !ended && !r.skip("|-\n") {
		return node{}, false
	}
	var b strings.Builder
	lines := 0
	for r.at < len(r.source) {
		line, _, whole := strings.Cut(r.source[r.at:], "\n")
		content, indented := strings.CutPrefix(line, blockIndent)
		if !whole || !indented && line != "" {
			break
		}
		if lines++; lines > 1 {
			b.WriteByte('\n')
		}
		b.WriteString(content)
		r.at += len(line) + 1
	}
	if ended {
		b.WriteByte('\n')
	}
	if !fitsBlock(b.String()) || !ended && strings.HasSuffix(b.String(), "\n") {
		r.at = start
		return node{}, false
	}
	r.line += 1 + lines
	return node{kind: text, value: b.String(), line: r.line}, true
}

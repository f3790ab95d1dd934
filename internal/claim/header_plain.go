package claim

import (
	"bytes"
	"unicode/utf8"
)

// readPlain reads a header that uses nothing but `key: value` lines with plain or simply quoted values, lists of
// such values, and blank lines. It answers false for anything else, however slightly unusual: then yaml.v3 decides. The
// fields are appended to those given, of which there are none.
func readPlain(fields []Field, source []byte, inner Span) ([]Field, bool) {
	indent := -1 // of the items of the list that is being read
	for at := inner.Start; at < inner.End; {
		line, next := cutLine(source[:inner.End], at)
		start := at
		at = next
		if !plainBytes(line) {
			return fields[:0], false
		}
		trimmed := bytes.TrimLeft(line, " ")
		if len(trimmed) == 0 {
			continue
		}
		lead := len(line) - len(trimmed)
		if trimmed[0] == '-' {
			if len(fields) == 0 || len(trimmed) < 3 || trimmed[1] != ' ' {
				return fields[:0], false
			}
			f := &fields[len(fields)-1]
			if f.Kind == Empty && f.Span.Len() == 0 {
				f.Kind, f.Span.Start, f.Exact, indent = List, start+lead, false, lead
			}
			if f.Kind != List || lead != indent {
				return fields[:0], false
			}
			item, ok := plainScalar(source, start+lead+1, start+len(line), false)
			if !ok || item.Span.Len() == 0 {
				return fields[:0], false
			}
			f.Items = append(f.Items, item)
			f.Span.End = item.Span.End
			continue
		}
		if lead > 0 {
			return fields[:0], false
		}
		f, ok := plainField(source, start, start+len(line))
		if !ok {
			return fields[:0], false
		}
		indent = -1
		fields = append(fields, f)
	}
	return fields, len(fields) > 0
}

// plainBytes refuses lines with characters that YAML treats in a way of its own: tabs, control characters, Unicode
// line breaks, and what is no valid UTF-8.
func plainBytes(line []byte) bool {
	for i := 0; i < len(line); {
		b := line[i]
		if b < utf8.RuneSelf {
			if b < ' ' || b == 0x7f {
				return false
			}
			i++
			continue
		}
		r, size := utf8.DecodeRune(line[i:])
		if r == utf8.RuneError || r < 0xa0 || r == 0x2028 || r == 0x2029 || r == 0xfeff || r == 0xfffe || r == 0xffff {
			return false
		}
		i += size
	}
	return true
}

// plainField reads one `key: value` line of source.
func plainField(source []byte, start, end int) (Field, bool) {
	line := source[start:end]
	n := 0
	for n < len(line) && isKeyByte(line[n]) {
		n++
	}
	if n == 0 || n > 128 || n == len(line) || line[n] != ':' || !isLetter(line[0]) {
		return Field{}, false
	}
	f := Field{Key: keyString(line[:n]), KeySpan: Span{start, start + n}}
	from := start + n + 1
	if from < end && source[from] != ' ' {
		return Field{}, false
	}
	if rest := bytes.TrimLeft(source[from:end], " "); len(rest) > 0 && rest[0] == '[' {
		return plainFlow(f, source, end-len(rest), end)
	}
	v, ok := plainScalar(source, from, end, false)
	if !ok {
		return Field{}, false
	}
	f.Scalar, f.Exact = v, true
	return f, true
}

// usualKeys spare most headers the making of their keys.
var usualKeys = map[string]string{
	"type": "type", "domain": "domain", "description": "description", "confidence": "confidence", "source": "source",
	"created": "created", "title": "title", "tags": "tags", "aliases": "aliases", "author": "author", "date": "date",
}

func keyString(key []byte) string {
	if s, ok := usualKeys[string(key)]; ok {
		return s
	}
	return string(key)
}

// plainFlow reads a `[a, b]` of simple words that starts at the bracket.
func plainFlow(f Field, source []byte, start, end int) (Field, bool) {
	end = start + len(bytes.TrimRight(source[start:end], " "))
	if source[end-1] != ']' || end-start < 2 {
		return Field{}, false
	}
	f.Kind, f.Span = List, Span{start, end}
	if len(bytes.Trim(source[start+1:end-1], " ")) == 0 {
		return f, true
	}
	for at := start + 1; at < end; {
		n := bytes.IndexByte(source[at:end-1], ',')
		if n < 0 {
			n = end - 1 - at
		}
		item, ok := plainScalar(source, at, at+n, true)
		if !ok || item.Span.Len() == 0 {
			return Field{}, false
		}
		f.Items = append(f.Items, item)
		at += n + 1
	}
	return f, true
}

// plainScalar reads the value between two offsets; in a flow list only plain words are simple enough.
func plainScalar(source []byte, start, end int, flow bool) (Scalar, bool) {
	empty := Scalar{Kind: Empty, Span: Span{start, start}}
	for start < end && source[start] == ' ' {
		start++
	}
	for end > start && source[end-1] == ' ' {
		end--
	}
	text := source[start:end]
	if len(text) == 0 {
		return empty, true
	}
	span := Span{start, end}
	switch q := text[0]; {
	case q == '"' || q == '\'':
		inside := text[1:]
		i := bytes.IndexByte(inside, q)
		if flow || i < 0 || i != len(inside)-1 || q == '"' && bytes.IndexByte(inside, '\\') >= 0 {
			return Scalar{}, false
		}
		style := SingleQuoted
		if q == '"' {
			style = DoubleQuoted
		}
		return Scalar{Kind: Text, Style: style, Text: string(inside[:i]), Span: span, Exact: true}, true
	case !isLetter(q) && !isDigit(q) && q != '(' && q != '$' && q != '/':
		return Scalar{}, false
	}
	if flow && !bytes.ContainsFunc(text, notFlowRune) {
		return scalarOf(string(text), span), true
	}
	if flow || bytes.Contains(text, []byte(": ")) || bytes.Contains(text, []byte(" #")) || text[len(text)-1] == ':' {
		return Scalar{}, false
	}
	return scalarOf(string(text), span), true
}

// scalarOf makes a plain scalar, in which YAML's words for null mean that nothing stands there.
func scalarOf(text string, span Span) Scalar {
	if isNull(text) {
		return Scalar{Kind: Empty, Span: span, Exact: true}
	}
	return Scalar{Kind: Text, Text: text, Span: span, Exact: true}
}

// isNull reports whether a plain scalar says in YAML that nothing stands there.
func isNull(text string) bool {
	switch text {
	case "", "null", "Null", "NULL", "~":
		return true
	}
	return false
}

func notFlowRune(r rune) bool {
	return !(r < utf8.RuneSelf && (isLetter(byte(r)) || isDigit(byte(r))) || r == ' ' || r == '-' || r == '_' || r == '.' || r == '/')
}

func isKeyByte(b byte) bool { return isLetter(b) || isDigit(b) || b == '_' || b == '-' }

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

package secret

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

const (
	// mostDepth is how many encodings within one another are looked into: base64 of base64 of hex. Each level costs some passes
	// over what the one above decoded, so the whole stays in proportion to the text.
	mostDepth = 3
	// mostEscapes is how often escapes are read that escape others: %2567.
	mostEscapes = 3
	// leastEncoded and leastHex are the lengths of the shortest token in base64 and in hexadecimal digits.
	leastEncoded = leastSecret * 4 / 3
	leastHex     = leastSecret * 2
)

// look adds the tokens and keys of a text, as it stands and as others would read it.
func look(found []Match, text string, depth int) []Match {
	v := view{text: text}
	found = v.bare(found, false)
	for _, read := range []func(*view) view{(*view).folded, (*view).unescaped} {
		for range mostEscapes {
			w := read(&v)
			if w.text == v.text {
				break
			}
			v = w
			found = v.bare(found, false)
		}
	}
	found = v.encoded(found, depth)
	if dump := v.undumped(); dump.text != v.text {
		found = dump.encoded(found, depth)
	}
	before := v.text
	for _, marks := range []string{"", quoteMarks} {
		// Where the text goes on is a guess, so only what mixes letters and digits is one.
		if w := v.joined(marks); w.text != before {
			before = w.text
			found = w.bare(found, true)
			found = w.encoded(found, depth)
		}
	}
	return found
}

// bare adds what stands in a view as it is.
func (v *view) bare(found []Match, joined bool) []Match {
	var all []Match
	if !joined {
		all = around(nil, v.text)
	}
	for _, s := range accountKeys(known(all, v.text, joined), v.text) {
		found = append(found, Match{s.Kind, v.origin(s.Span)})
	}
	return found
}

// encoded adds what stands in base64 or in hexadecimal digits.
func (v *view) encoded(found []Match, depth int) []Match {
	if depth == 0 {
		return found
	}
	add := func(at, end int, kind string) {
		if kind != "" {
			found = append(found, Match{kind, v.origin(Span{at, end})})
		}
	}
	for at := 0; at < len(v.text); {
		end := at
		for end < len(v.text) && isBase64(v.text[end]) {
			end++
		}
		if end-at >= leastEncoded {
			add(at, end, inBase64(v.text[at:end], depth))
		}
		at = end + 1
	}
	for at := 0; at < len(v.text); {
		digits, end := hexRun(v.text, at)
		if len(digits) >= leastHex {
			add(at, end, inHex(digits, depth))
		}
		at = max(end, at+1)
	}
	return found
}

// isBase64 reports whether a byte is one of base64, of URLs too (RFC 4648, sections 4 and 5).
func isBase64(c byte) bool { return isTokenByte(c) || c == '+' || c == '/' || c == '-' }

var ofURLs = strings.NewReplacer("-", "+", "_", "/")

// inBase64 says what a run of base64 holds, "" where it is nothing. Where a group of four begins nobody knows, as a word or a
// slash may stand before it.
func inBase64(run string, depth int) string {
	run = ofURLs.Replace(run)
	return inEither(4, "base64", depth, func(from int) ([]byte, error) {
		whole := run[from:]
		if len(whole)%4 == 1 {
			whole = whole[:len(whole)-1]
		}
		return base64.RawStdEncoding.DecodeString(whole)
	})
}

// inHex says what digits hold, "" where it is nothing. The first may belong to something else.
func inHex(digits string, depth int) string {
	return inEither(2, "hexadecimal digits", depth, func(from int) ([]byte, error) {
		return hex.DecodeString(digits[from : from+(len(digits)-from)&^1])
	})
}

// inEither says what is decoded from one of the first offsets on, "" where it is nothing.
func inEither(offsets int, name string, depth int, decode func(from int) ([]byte, error)) string {
	for from := range offsets {
		data, err := decode(from)
		if err != nil {
			continue
		}
		if kind := inside(string(data), depth-1); kind != "" {
			return kind + " in " + name
		}
		if isPrivateKey(data) {
			return "a private key"
		}
	}
	return ""
}

// hexRun reads pairs of hexadecimal digits from a byte on, with the blanks, colons, commas and 0x that programs put between them.
func hexRun(text string, at int) (digits string, end int) {
	if !isHex(text[at]) {
		return "", at + 1
	}
	var b []byte
	for i := at; ; {
		for n := 0; n < 2 && len(b) > 0 && i < len(text) && strings.IndexByte(" ,:-", text[i]) >= 0; n++ {
			i++
		}
		if i+3 < len(text) && text[i] == '0' && text[i+1]|0x20 == 'x' {
			i += 2
		}
		if i+1 >= len(text) || !isHex(text[i]) || !isHex(text[i+1]) {
			if end == i-1 || len(b) > 0 && end < len(text) && isHex(text[end]) {
				b, end = append(b, text[end]), end+1 // an odd one
			}
			return string(b), max(end, at+1)
		}
		b = append(b, text[i], text[i+1])
		i += 2
		end = i
	}
}

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }

// inside says what was decoded, "" where that is nothing: further encodings stand in text alone. Text of UTF-16 has zero bytes.
func inside(data string, depth int) string {
	found := accountKeys(known(nil, data, false), data)
	if bare := strings.ReplaceAll(data, "\x00", ""); len(found) == 0 && bare != data {
		if found = accountKeys(known(nil, bare, false), bare); len(found) == 0 {
			found = texts(nil, bare, depth)
		}
	}
	if len(found) == 0 {
		found = texts(nil, data, depth)
	}
	if len(found) == 0 {
		return ""
	}
	return found[0].Kind
}

// texts looks into the parts of what was decoded that are text: a word before the digits gives bytes that are none.
func texts(found []Match, data string, depth int) []Match {
	for at := 0; at < len(data) && len(found) == 0; {
		end := at
		for end < len(data) {
			r, n := utf8.DecodeRuneInString(data[end:])
			if r == utf8.RuneError || r < ' ' && r != '\n' && r != '\r' && r != '\t' || r == 0x7f {
				break
			}
			end += n
		}
		if end-at >= leastSecret {
			found = look(found, data[at:end], depth)
		}
		at = end + 1
	}
	return found
}

package claim

import (
	"bytes"
	"unicode"

	"github.com/kbgate/kbgate/internal/lazy"
)

// saysClaim reports whether a key of a text that looks like "type" has a value that looks like "claim", in YAML, TOML, JSON,
// or org.
func saysClaim(text []byte) bool {
	for at := 0; ; at++ {
		found := bytes.IndexAny(text[at:], ":=")
		if found < 0 {
			return false
		}
		at += found
		key := lastWord(text[:at])
		if len(key) >= len("type") && LooksLike(key, "type") && LooksLike(firstWord(text[at+1:]), "claim") {
			return true
		}
	}
}

// lastWord is the key that a text ends with, without a quotation mark and blanks behind.
func lastWord(text []byte) string {
	text = bytes.TrimRight(text, " \t")
	if n := len(text); n > 0 && (text[n-1] == '"' || text[n-1] == '\'') {
		text = text[:n-1]
	}
	return string(text[len(bytes.TrimRightFunc(text, inKey)):])
}

// firstWord is the first word of the value that a text begins with.
func firstWord(text []byte) string {
	text = bytes.TrimLeft(text, " \t\"'[(")
	return string(text[:len(text)-len(bytes.TrimLeftFunc(text, inWord))])
}

func inWord(r rune) bool { return unicode.In(r, unicode.L, unicode.M) }
func inKey(r rune) bool  { return r == '_' || inWord(r) || unicode.Is(unicode.N, r) }

// tellingKey is a key of TOML or JSON, wherever it stands in a line.
var tellingKey = lazy.Regexp(`([\pL\pM\pN_]+)["']?\s*[=:.\]]`)

// tells reports whether a header in TOML or JSON may have a key that makes a claim of a note. Escapes may spell one.
func tells(text []byte) bool {
	if len(text) > MaxHeader || bytes.IndexByte(text, '\\') >= 0 {
		return true
	}
	for _, m := range tellingKey().FindAllSubmatch(text, -1) {
		for _, key := range [...]string{"type", "confidence", "source", "domain"} {
			if LooksLike(string(m[1]), key) {
				return true
			}
		}
	}
	return false
}

// foreignEnd is where a header ends that begins a note in a form that few programs read, and that says that the note is a
// claim: text right behind the opening marks, a comment, lines of org, or of MultiMarkdown without any marks. It is 0 where
// there is none.
func foreignEnd(source []byte) int {
	at := len(source) - len(bytes.TrimLeftFunc(source, isBlankRune))
	rest := source[at:]
	end := bytes.Index(rest, []byte("\n\n"))
	if crlf := bytes.Index(rest, []byte("\n\r\n")); crlf >= 0 && (end < 0 || crlf < end) {
		end = crlf
	}
	if end < 0 {
		end = len(rest)
	}
	line, _ := headerLine(rest, 0)
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		inside := bytes.TrimLeftFunc(rest[len("<!--"):], isBlankRune)
		if !startsFence(inside) {
			return 0
		}
		if end = bytes.Index(rest, []byte("-->")); end < 0 {
			end = len(rest)
		}
	case startsFence(rest):
		if close := bytes.Index(rest[3:], append([]byte{'\n'}, rest[:3]...)); close >= 0 {
			end = close + 3
		}
	case bytes.HasPrefix(rest, []byte("#+")):
	case !isKeyLine(line):
		return 0
	}
	if !saysClaim(rest[:end]) {
		return 0
	}
	return at + end
}

// startsFence reports whether a text begins with three marks, and not more, that open a header.
func startsFence(s []byte) bool {
	return len(s) > 3 && s[3] != s[0] && (bytes.HasPrefix(s, []byte("---")) || bytes.HasPrefix(s, []byte("+++")) || bytes.HasPrefix(s, []byte(";;;")))
}

// findLater looks for headers in the middle of a note, which pandoc reads: between lines of three hyphens, behind a blank
// line, and not in a fence of code. It takes over that one makes a claim of the note.
func (h *Header) findLater(body Span) {
	text := h.source[body.Start:body.End]
	if !delimits(text) {
		return
	}
	blank, fenced, start := true, false, -1
	for at := 0; at < len(text); {
		line, next := headerLine(text, at)
		trimmed := bytes.TrimSpace(line)
		switch {
		case bytes.HasPrefix(trimmed, []byte("```")) || bytes.HasPrefix(trimmed, []byte("~~~")):
			fenced, start = !fenced, -1
		case fenced:
		case start >= 0 && (isDelimiter(line) || isDots(line)):
			if saysClaim(text[start:at]) {
				h.problem(SecondHeader, "another header stands in the middle of the note")
				h.Problems[len(h.Problems)-1].Span = Span{body.Start + start, body.Start + start}
				h.types = append(h.types, "claim")
				return
			}
			start = -1
			if isDelimiter(line) && blank {
				start = next
			}
		case isDelimiter(line) && blank:
			if below, _ := headerLine(text, next); len(bytes.TrimSpace(below)) > 0 {
				start = next
			}
		}
		blank, at = len(trimmed) == 0, next
	}
}

// delimits reports whether some line of a text begins with three hyphens.
func delimits(text []byte) bool {
	for at := 0; ; at++ {
		i := bytes.Index(text[at:], []byte("---"))
		if i < 0 {
			return false
		}
		if at += i; at == 0 || text[at-1] == '\n' || text[at-1] == '\r' {
			return true
		}
	}
}

// isDots reports whether line is the three dots that end a document of YAML (YAML 1.2.2, 9.1.2).
func isDots(line []byte) bool {
	return bytes.HasPrefix(line, []byte("...")) && len(bytes.TrimRight(line[3:], " \t")) == 0
}

package claim

import (
	"bytes"
	"regexp"
)

// keyed is a key with what begins its value, in YAML, TOML, JSON, or org.
var keyed = regexp.MustCompile(`([\pL\pM\pN_]+)["']?[ \t]*[:=][ \t]*["'\[( ]*([\pL\pM]*)`)

// saysClaim reports whether a key of a text that looks like "type" has a value that looks like "claim".
func saysClaim(text []byte) bool {
	for _, m := range keyed.FindAllSubmatch(text[:min(len(text), MaxHeader)], -1) {
		if LooksLike(string(m[1]), "type") && LooksLike(string(m[2]), "claim") {
			return true
		}
	}
	return false
}

// tellingKey is a key of TOML or JSON, wherever it stands in a line.
var tellingKey = regexp.MustCompile(`([\pL\pM\pN_]+)["']?\s*[=:.\]]`)

// tells reports whether a header in TOML or JSON may have a key that makes a claim of a note. Escapes may spell one.
func tells(text []byte) bool {
	if len(text) > MaxHeader || bytes.IndexByte(text, '\\') >= 0 {
		return true
	}
	for _, m := range tellingKey.FindAllSubmatch(text, -1) {
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
	if !bytes.Contains(text, []byte("---")) || !saysClaim(text) {
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

// isDots reports whether line is the three dots that end a document of YAML (YAML 1.2.2, 9.1.2).
func isDots(line []byte) bool {
	return bytes.HasPrefix(line, []byte("...")) && len(bytes.TrimRight(line[3:], " \t")) == 0
}

package claim

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// opening is how a header begins.
type opening struct {
	start, rest int    // of its first line, and behind that
	strict      bool   // in the one way that all programs know
	language    string // other than YAML, for people; "" for YAML
	end         func(line []byte) bool
}

// findOpening finds where a header begins that some program would read as one: gray-matter, Hugo, Jekyll, Astro and MkDocs
// pass over blank lines or white space before it, gray-matter takes a language behind the hyphens, Hugo and Zola read
// TOML and JSON, and Gollum reads a comment. It answers false where there is none.
func findOpening(source []byte) (opening, bool) {
	at := 0
	if bytes.HasPrefix(source, []byte(bom)) {
		at = len(bom)
	}
	line, next := headerLine(source, at)
	if isDelimiter(line) {
		return opening{start: at, rest: next, strict: true, end: isDelimiter}, true
	}
	at = len(source) - len(bytes.TrimLeftFunc(source[at:], isBlankRune))
	line, next = headerLine(source, at)
	o := opening{start: at, rest: next, end: isDelimiter}
	switch word := strings.TrimSpace(string(line)); {
	case strings.HasPrefix(word, "---"):
		o.language = strings.TrimSpace(word[3:])
		if yaml := strings.ToLower(o.language); yaml == "yaml" || yaml == "yml" {
			o.language = ""
		}
		return o, strings.IndexFunc(o.language, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
	case word == "+++":
		o.language, o.end = "TOML", isFence(word)
		return o, true
	case word == ";;;":
		o.language, o.end = "JSON", isFence(word)
		return o, true
	case strings.HasPrefix(word, "{"):
		o.language, o.rest, o.end = "JSON", at, isFence("}")
		return o, bytes.HasPrefix(bytes.TrimLeftFunc(source[at+1:], isBlankRune), []byte{'"'})
	case strings.HasPrefix(word, "<!--"):
		inside := bytes.TrimLeftFunc(source[at+len("<!--"):], isBlankRune)
		o.language, o.rest = "a comment", len(source)-len(inside)+len("---")
		o.end = func(line []byte) bool { return bytes.Contains(line, []byte("-->")) }
		return o, bytes.HasPrefix(inside, []byte("---"))
	}
	return opening{}, false
}

func isFence(fence string) func([]byte) bool {
	return func(line []byte) bool { return string(bytes.TrimSpace(line)) == fence }
}

// isBlankRune reports whether programs trim a character before a header: white space, and byte order marks.
func isBlankRune(r rune) bool { return unicode.IsSpace(r) || r == 0xfeff }

// headerLine is cutLine where a carriage return alone ends a line too, as it does in CommonMark and YAML.
func headerLine(source []byte, start int) (line []byte, next int) {
	end := start
	for end < len(source) && source[end] != '\n' && source[end] != '\r' {
		end++
	}
	next = min(end+1, len(source))
	if next < len(source) && source[end] == '\r' && source[next] == '\n' {
		next++
	}
	return source[start:end], next
}

// usualFields are keys that say of a line that it belongs to a header, in whatever case they are written.
var usualFields = []string{"type", "title", "domain", "description", "confidence", "source", "sources", "created", "tags", "aliases", "date", "status", "author"}

// looksMeant reports whether some line of a text looks like one of a header rather than like prose or a drawing.
func looksMeant(text []byte) bool {
	for at := 0; at < len(text); {
		line, next := headerLine(text, at)
		if isKeyLine(line) {
			return true
		}
		at = next
	}
	return false
}

// isKeyLine reports whether a line begins with a key: a word in small letters or one of the usual keys, or something
// between quotation marks, before a colon or an equals sign; or with a mark that stands before keys and values alone.
func isKeyLine(line []byte) bool {
	rest := bytes.TrimLeft(line, " \t-{[,")
	if len(rest) == 0 {
		return false
	}
	switch rest[0] {
	case '?', ':':
		return len(rest) > 1 && isWhite(rest[1])
	case '!', '&': // a tag or an anchor
		return len(rest) > 1 && (isLetter(rest[1]) || rest[1] == '!') && bytes.IndexByte(rest, ':') > 0
	case '%':
		return bytes.HasPrefix(rest, []byte("%YAML")) || bytes.HasPrefix(rest, []byte("%TAG"))
	case '"', '\'':
		n := quotedLen(rest, rest[0], '\\')
		return n > 2 && endsKey(rest[n:])
	case '<':
		return bytes.HasPrefix(rest, []byte("<<:"))
	}
	n := 0
	for n < len(rest) {
		r, size := utf8.DecodeRune(rest[n:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '_' && r != '-' && r != '.' {
			break
		}
		n += size
	}
	first, _ := utf8.DecodeRune(rest)
	return n > 0 && endsKey(rest[n:]) && (unicode.IsLower(first) || isUsualField(string(rest[:n])))
}

// endsKey reports whether a colon or an equals sign stands here that has a value behind it, or nothing.
func endsKey(s []byte) bool {
	s = bytes.TrimLeft(s, " \t")
	return len(s) > 0 && (s[0] == '=' || s[0] == ':' && (len(s) == 1 || !isLetter(s[1]) && !isDigit(s[1]) && s[1] != '/' && s[1] != ':'))
}

func isUsualField(key string) bool {
	return slices.ContainsFunc(usualFields, func(usual string) bool { return strings.EqualFold(key, usual) })
}

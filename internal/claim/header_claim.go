package claim

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/kbgate/kbgate/internal/lazy"
)

// TypeOfClaims is the value of the field `type` that makes a note a claim.
const TypeOfClaims = "claim"

// claimMarks are fields that only claims have: two of them make a claim of a note that has no type.
var claimMarks = [...]string{"confidence", "source", "domain"}

// MakesClaim reports whether a header makes a claim of its note wherever that stands: one of its types is that of claims, or it
// has none, but two of the fields that only claims have.
func (h *Header) MakesClaim() bool {
	types := h.Types()
	return slices.ContainsFunc(types, isClaimType) || len(types) == 0 && h.marks() >= 2
}

// isClaimType reports whether a type is that of claims, in any case, in letters that look like it, and as a link or a tag.
func isClaimType(text string) bool { return LooksLike(strings.Trim(text, "[]# \t\r\n"), TypeOfClaims) }

// marks counts the fields of a header that only claims have; of one with problems, the words that may be such fields.
func (h *Header) marks() int {
	n := 0
	for _, key := range claimMarks {
		if slices.ContainsFunc(h.Fields, func(f Field) bool { return LooksLike(f.Key, key) }) || len(h.Problems) > 0 && strings.Contains(h.Raw(), key+":") {
			n++
		}
	}
	if len(h.Problems) > 0 && strings.Contains(h.Raw(), "type") && strings.Contains(h.Raw(), TypeOfClaims) {
		n = max(n, 2)
	}
	return n
}

// makesClaim asks a block what a header is asked, as YAML and by its words, which all the forms of headers share. The words
// are looked for in prose, which is the same block without what only YAML would read. Where it is no YAML, two fields of claims
// count if it is surely a header or begins with a key. Where the note is typed by a header before, only a type counts.
func makesClaim(block, prose []byte, sure, typed bool) bool {
	s := signsOf(prose)
	if s.claim {
		return true
	}
	if h := (Header{source: block, Inner: Span{0, len(block)}}); len(block) <= MaxHeader {
		if h.read(); !h.Broken() {
			return h.MakesClaim() && (!typed || slices.ContainsFunc(h.Types(), isClaimType))
		}
	}
	return !typed && !s.typed && s.marks() >= 2 && (sure || beginsWithKey(prose))
}

// beginsWithKey reports whether the first line of a block that is neither blank nor a comment begins with a key.
func beginsWithKey(block []byte) bool {
	for at := 0; at < len(block); {
		line, next := headerLine(block, at)
		if trimmed := bytes.TrimSpace(line); len(trimmed) > 0 && trimmed[0] != '#' {
			return isKeyLine(line)
		}
		at = next
	}
	return false
}

// signs are what the words of a block say of its note.
type signs struct {
	claim, typed bool // it has the type of claims, or another one
	has          [len(claimMarks)]bool
}

func (s *signs) marks() (n int) {
	for _, has := range s.has {
		if has {
			n++
		}
	}
	return n
}

// signsOf looks for keys in a block, in YAML, TOML, JSON, org, or MultiMarkdown.
func signsOf(block []byte) (s signs) {
	text := unescaped(block)
	for at := 0; ; at++ {
		found := bytes.IndexAny(text[at:], ":=")
		if found < 0 {
			return s
		}
		at += found
		word, whole := lastWord(text[:at]), lineKey(text[:at])
		if isKey(word, "type") || isKey(whole, "type") {
			value := text[at+1 : min(len(text), at+1+longestGap)]
			s.claim = s.claim || isClaimValue(value)
			s.typed = s.typed || isKey(whole, "type") && !isNoValue(value)
		}
		for i, mark := range claimMarks {
			s.has[i] = s.has[i] || isKey(whole, mark)
		}
	}
}

func isKey(word, name string) bool { return len(word) >= len(name) && LooksLike(word, name) }

// longestGap is how many bytes behind a key its value is looked for.
const longestGap = 512

// lastWord is the key that a text ends with, without quotation marks, brackets and white space behind.
func lastWord(text []byte) string {
	text = bytes.TrimRight(text[max(0, len(text)-longestGap):], " \t\r\n\"'[]")
	return string(text[len(bytes.TrimRightFunc(text, inKey)):])
}

// lineKey is the key that a line begins with which ends a text, without the spaces in it, which MultiMarkdown passes over; or
// one between quotation marks. It is "" where the line holds more than a key.
func lineKey(text []byte) string {
	const longest = 64
	line := text[max(0, len(text)-longest):]
	if i := bytes.LastIndexAny(line, "\r\n"); i >= 0 {
		line = line[i+1:]
	} else if len(text) > longest {
		line = nil
	}
	line = bytes.Trim(bytes.TrimPrefix(line, []byte("#+")), " \t?{[],")
	if n := len(line); n == 0 || line[n-1] == '"' || line[n-1] == '\'' {
		return lastWord(text)
	}
	if bytes.ContainsFunc(line, func(r rune) bool { return !inKey(r) && r != ' ' && r != '-' && r != '\t' }) || line[0] == '-' {
		return ""
	}
	return string(bytes.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '-' || r == '_' {
			return -1
		}
		return r
	}, line))
}

func inWord(r rune) bool { return unicode.In(r, unicode.L, unicode.M) }
func inKey(r rune) bool  { return r == '_' || inWord(r) || unicode.Is(unicode.N, r) }

// beforeValue is what may stand between a colon and a value: white space and line ends, a comment, a tag, an anchor, the indicator
// of a block, and opening marks.
var beforeValue = lazy.Regexp("^(?:[\\s\u0085\u00a0\u2028\u2029\"'\\[({#]|#[ \\t][^\\r\\n]*|[!&][^\\s\"'\\[{]*|[|>][-+0-9]*|-[ \\t])*")

// behindValue is what may stand behind a value that is a word.
var behindValue = lazy.Regexp("^[ \\t\u00a0]*(?:$|[\\r\\n\u0085\u2028\u2029\"'\\])},;]|#|--|<!--)")

// isClaimValue reports whether a text begins with a value that is the type of claims, and nothing more than that.
func isClaimValue(text []byte) bool {
	text = text[len(beforeValue().Find(text)):]
	behind := bytes.TrimLeftFunc(text, inWord)
	return LooksLike(string(text[:len(text)-len(behind)]), TypeOfClaims) && behindValue().Match(behind)
}

// isNoValue reports whether nothing stands behind a key on its line, or a word of YAML for that.
func isNoValue(text []byte) bool {
	line, _ := headerLine(text, 0)
	return isNull(rawText(line))
}

// escapes write a character as its number, or nothing at the end of a line.
var escapes = lazy.Regexp(`\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|\r?\n[ \t]*)`)

// unescaped is a block with its escapes read.
func unescaped(block []byte) []byte {
	if bytes.IndexByte(block, '\\') < 0 {
		return block
	}
	return escapes().ReplaceAllFunc(block, func(escape []byte) []byte {
		n, err := strconv.ParseUint(string(escape[min(2, len(escape)):]), 16, 32)
		if err != nil {
			return nil
		}
		return []byte(string(rune(n)))
	})
}

// tellingKey is a key of TOML or JSON, wherever it stands in a line.
var tellingKey = lazy.Regexp(`([\pL\pM\pN_]+)["']?\s*[=:.\]]`)

// tells reports whether a header in TOML or JSON may have a key that makes a claim of a note. Escapes may spell one.
func tells(text []byte) bool {
	if len(text) > MaxHeader || bytes.IndexByte(text, '\\') >= 0 {
		return true
	}
	for _, m := range tellingKey().FindAllSubmatch(text, -1) {
		for _, key := range append([]string{"type"}, claimMarks[:]...) {
			if LooksLike(string(m[1]), key) {
				return true
			}
		}
	}
	return false
}

package cite

import (
	"bytes"

	"github.com/kbgate/kbgate/internal/text"
)

// sep is a set of things that stand before a word.
type sep uint16

const (
	sepCut   sep = 1 << iota // a semicolon, line end or bar: always parts sources
	sepComma                 // or a plus: parts sources sometimes
	sepOpen                  // an opening bracket
	sepClose
	sepQuote // an opening quotation mark, or the mark of italics
	sepUnquote
	sepColon
	sepAt
	sepAmp
	sepSlash
	sepDash // with spaces around it, or long
	sepStop
	sepGlue // nothing but a point or an underscore
)

// token is a word of a list of sources, with what it can be and what stands before it.
type token struct {
	text.Word
	class  class
	sep    sep
	depth  int8 // brackets around it
	quoted bool
}

func (t *token) is(c class) bool { return t.class&c != 0 }

// name reports whether the word looks like a part of a name.
func (t *token) name() bool {
	return t.Traits&text.Capital != 0 && !t.is(generic|particle)
}

// list is a text cut into tokens. Offsets count from the start of source.
type list struct {
	source []byte
	tokens []token
	end    int
}

// cut appends the tokens of source[from:to]; wiki links are left out, as they are counted by the notes they lead to.
func cut(dst []token, source []byte, from, to int) list {
	var buffer [64]text.Word
	words := text.AppendWords(buffer[:0], source[from:to])
	lex := lexicon()
	s := state{source: source}
	at := from
	for i := 0; i < len(words); i++ {
		w := words[i]
		w.Start += int32(from)
		w.End += int32(from)
		t := token{Word: w, sep: s.read(at, int(w.Start))}
		at = int(w.End)
		if s.linked {
			continue
		}
		t.class = lex[w.Hash]
		if w.Hash == wordWho && w.Is(text.AllCaps) {
			t.class &^= generic // the World Health Organization
		}
		if end := address(source, w, to); end > 0 {
			t.End, at, t.class = int32(end), end, located
			for i+1 < len(words) && int(words[i+1].Start)+from < end {
				i++
			}
		}
		t.depth, t.quoted = s.depth, s.quote != 0
		dst = append(dst, t)
	}
	return list{source: source, tokens: dst, end: to}
}

// state is what is open at a place of a text.
type state struct {
	source []byte
	depth  int8
	quote  byte
	linked bool
}

// read takes in what stands between two words.
func (s *state) read(from, to int) (found sep) {
	gap := s.source[from:to]
	if len(gap) == 1 && (gap[0] == ' ' || gap[0] == '.' || gap[0] == '_') {
		if gap[0] != ' ' {
			found = sepGlue
		}
		return found
	}
	for i := 0; i < len(gap); i++ {
		switch b := gap[i]; b {
		case ';', '\n', '|':
			if s.depth == 0 {
				found |= sepCut
				s.quote = 0
			}
		case ',', '+':
			found |= sepComma
		case '(', '[':
			if b == '[' && i+1 < len(gap) && gap[i+1] == '[' {
				s.linked = true
				continue
			}
			found |= sepOpen
			s.depth++
		case ')', ']':
			if b == ']' && s.linked {
				s.linked = false
				i++
				continue
			}
			found |= sepClose
			s.depth = max(s.depth-1, 0)
		case ':':
			found |= sepColon
		case '@':
			found |= sepAt
		case '&':
			found |= sepAmp
		case '/':
			found |= sepSlash
		case '.':
			found |= sepStop
		case '"', '\'', '*', '_':
			found |= s.mark(b, from+i)
		case 0xE2:
			found |= s.wide(gap[i:])
			i += 2
		case '-':
			if i > 0 && gap[i-1] == ' ' || i > 0 && gap[i-1] == '-' {
				found |= sepDash
			}
		}
	}
	return found
}

// mark reads a quotation mark that has one form for both ends.
func (s *state) mark(b byte, at int) sep {
	if s.quote == b {
		s.quote = 0
		return sepUnquote
	}
	opens := at == 0 || bytes.IndexByte([]byte(" \t\n([:\"'*"), s.source[at-1]) >= 0
	if s.quote == 0 && opens {
		s.quote = b
		return sepQuote
	}
	return 0
}

// wide reads a typographic mark of three bytes.
func (s *state) wide(gap []byte) sep {
	if len(gap) < 3 {
		return 0
	}
	switch string(gap[:3]) {
	case "“", "‘", "„":
		s.quote = '"'
		return sepQuote
	case "”", "’":
		if s.quote == '"' {
			s.quote = 0
			return sepUnquote
		}
	case "–", "—":
		return sepDash
	}
	return 0
}

// address gives the end of the web address, DOI or domain with a path that begins at w, or 0.
func address(source []byte, w text.Word, to int) int {
	at := int(w.End)
	switch {
	case (w.Hash == wordHTTP || w.Hash == wordHTTPS) && bytes.HasPrefix(source[at:to], []byte("://")):
	case bytes.HasPrefix(source[w.Start:to], []byte("10.")) && at < to && source[at] == '/':
	case at+1 < to && source[at] == '.' && isLower(source[at-1]) && isLower(source[at+1]) && isLower(source[w.Start]):
		if !bareSite(source[w.Start:to]) {
			return 0
		}
	default:
		return 0
	}
	for at < to && !bytes.ContainsRune([]byte(" \t\n\r;|<>\"'()[]"), rune(source[at])) {
		at++
	}
	for source[at-1] == '.' || source[at-1] == ',' || source[at-1] == ':' {
		at--
	}
	return at
}

// bareSite reports whether s begins with a domain name of lower-case labels that has a path or a common ending.
func bareSite(s []byte) bool {
	n := 0
	for n < len(s) && (isLower(s[n]) || s[n] == '.' || s[n] == '-' || '0' <= s[n] && s[n] <= '9') {
		n++
	}
	host := bytes.TrimRight(s[:n], ".-")
	if n < len(s) && s[n] == '/' {
		return true
	}
	switch string(host[bytes.LastIndexByte(host, '.')+1:]) {
	case "com", "org", "net", "edu", "gov", "io", "fi", "ai", "xyz", "co", "example":
		return true
	}
	return false
}

func isLower(b byte) bool { return 'a' <= b && b <= 'z' }

package dealterms

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/text"
)

// Names are the organisations to look for.
type Names []name

// name is an organisation as it is matched: its letters and digits, with the places where an author may part them.
type name struct {
	written string
	key     string // lower-case letters and digits alone
	// gaps are the offsets in key at which a new word may begin: where one begins in written, or where a small letter
	// meets a capital.
	gaps [4]uint8
	// head is the length in key of the first written word, which may stand for the whole; 0 where there is but one.
	head int
	// lead and second are the first bytes of key, for the quick search; second is 0 where it cannot be relied on.
	lead, second byte
}

// NamesOf prepares names. It is cheap enough to be called for every note.
func NamesOf(organisations []string) Names {
	names := make(Names, 0, len(organisations))
	for _, o := range organisations {
		if n := nameOf(o); n.key != "" {
			names = append(names, n)
		}
	}
	return names
}

func nameOf(written string) name {
	n := name{written: written}
	var buffer [64]byte
	key := buffer[:0]
	gaps := 0
	small, parted := false, false
	for i := 0; i < len(written); {
		if size := conjunction([]byte(written[i:])); size > 0 && parted {
			i += size
			continue
		}
		r, size := utf8.DecodeRuneInString(written[i:])
		i += size
		if !letter(r) {
			parted = parted || r != '\'' && r != '’'
			continue
		}
		upper := unicode.IsUpper(r)
		if len(key) > 0 && (parted || small && upper) && gaps < len(n.gaps) {
			n.gaps[gaps] = uint8(min(len(key), 255))
			gaps++
			if parted && n.head == 0 {
				n.head = len(key)
			}
		}
		key = utf8.AppendRune(key, unicode.ToLower(r))
		small, parted = unicode.IsLower(r), false
	}
	n.key = string(key)
	if n.key != "" {
		n.lead = n.key[0]
		if len(n.key) > 1 && n.gaps[0] != 1 && n.lead < utf8.RuneSelf && n.key[1] < utf8.RuneSelf {
			n.second = n.key[1]
		}
	}
	return n
}

// conjunction is the length of an "and" that stands at the start of s as a word.
func conjunction(s []byte) int {
	if len(s) > 3 && s[0]|0x20 == 'a' && s[1]|0x20 == 'n' && s[2]|0x20 == 'd' && s[3] == ' ' {
		return 3
	}
	return 0
}

func letter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// In reports whether words may name one of the organisations. It is fast and errs towards yes; but the first word of a
// name, which may be any word of the language, is the name only where its capital says so.
func (names Names) In(words []text.Word, source []byte) bool {
	leads := names.leads()
	for _, w := range words {
		if !leads[source[w.Start]] {
			continue
		}
		for i := range names {
			if n := &names[i]; n.may(source[w.Start:]) && n.match(source[w.Start:]).likely(source[w.Start:], !w.Is(text.Opens)) {
				return true
			}
		}
	}
	return false
}

// leads are the bytes with which a name may begin.
func (names Names) leads() *[256]bool {
	leads := new([256]bool)
	for _, n := range names {
		leads[n.lead] = true
		if 'a' <= n.lead && n.lead <= 'z' {
			leads[n.lead&^0x20] = true
		}
		for b := utf8.RuneSelf; n.lead >= utf8.RuneSelf && b < len(leads); b++ {
			leads[b] = true // a capital may begin with another byte than its small letter
		}
	}
	return leads
}

// may compares the first two bytes, which settles nearly all words.
func (n *name) may(s []byte) bool {
	return n.second == 0 || len(s) > 1 && lower(s[1]) == n.second && lower(s[0]) == n.lead
}

// match is a name found at the start of a text.
type match struct {
	length int  // in bytes, with a possessive or plural s; 0: none
	parts  int  // words in which it is written
	short  bool // only its first word
}

// likely reports whether a match at the start of s is the name rather than an ordinary word: the first word alone needs a
// capital that says something, or a possessive besides.
func (m match) likely(s []byte, inside bool) bool {
	return m.length > 0 && (!m.short || (s[0] != lower(s[0]) || s[0] >= utf8.RuneSelf) && (inside || bytes.ContainsAny(s[:m.length], "'’")))
}

// match looks for the name at the start of s, where a word begins.
func (n *name) match(s []byte) match {
	var alone match
	parts := 1
	i, gap := 0, 0
	for k := 0; k < len(n.key); {
		if k == n.head && k > 0 {
			alone = match{length: ended(s, i), parts: 1, short: true}
		}
		if gap < len(n.gaps) && k > 0 && int(n.gaps[gap]) == k {
			gap++
			if size := separator(s[i:]); size > 0 {
				i += size
				parts++
			}
		}
		have, size := utf8.DecodeRune(s[i:])
		want, width := utf8.DecodeRuneInString(n.key[k:])
		if unicode.ToLower(have) != want {
			return alone
		}
		i, k = i+size, k+width
	}
	if end := ended(s, i); end > 0 {
		return match{length: end, parts: parts}
	}
	return alone
}

// ended is i, or what is after a possessive or plural s at i; 0 where the word goes on.
func ended(s []byte, i int) int {
	for _, tail := range [...]string{"'s", "’s", "s", "'S", "S"} {
		if len(s)-i >= len(tail) && string(s[i:i+len(tail)]) == tail {
			i += len(tail)
			break
		}
	}
	if i < len(s) {
		if r, _ := utf8.DecodeRune(s[i:]); letter(r) {
			return 0
		}
	}
	return i
}

// longestSeparator is how many bytes may part the words of a name: more than anybody needs for a line's end with its
// indentation and marks.
const longestSeparator = 200

// separator is the length of what may part the words of a name: white space, dashes, "&" or "and", and the marks of
// emphasis, quotations and links, which readers do not see.
func separator(s []byte) int {
	for i := 0; i < min(len(s), longestSeparator); {
		r, size := utf8.DecodeRune(s[i:])
		if parts(r) {
			i += size
			continue
		}
		if size = conjunction(s[i:]); size == 0 || i == 0 {
			return i
		}
		i += size
	}
	return 0
}

func parts(r rune) bool {
	if r < utf8.RuneSelf {
		return strings.IndexByte(" \t\n\r\f\v-&+_>*~=`[]\\", byte(r)) >= 0
	}
	return unicode.IsSpace(r) || unicode.Is(unicode.Pd, r)
}

// InText is In for a text that has not been split into words.
func (names Names) InText(s []byte) bool {
	return names.eachStart(s, func(i int) bool {
		for k := range names {
			if names[k].may(s[i:]) && names[k].match(s[i:]).likely(s[i:], true) {
				return true
			}
		}
		return false
	})
}

// eachStart reports whether found is true of the start of some word that begins with the first byte of a name.
func (names Names) eachStart(s []byte, found func(at int) bool) bool {
	leads := names.leads()
	for i, b := range s {
		if leads[b] && (i == 0 || !inWord(s[i-1])) && found(i) {
			return true
		}
	}
	return false
}

func inWord(b byte) bool {
	b = lower(b)
	return 'a' <= b && b <= 'z' || '0' <= b && b <= '9' || b >= utf8.RuneSelf
}

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b | 0x20
	}
	return b
}

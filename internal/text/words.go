package text

import (
	"unicode"
	"unicode/utf8"
)

// Trait is a set of things that the look of a word tells.
type Trait uint8

// The traits of words.
const (
	Capital   Trait = 1 << iota // begins with a capital letter
	AllCaps                     // two letters or more, all of them capitals
	HasDigit                    // holds a digit
	Opens                       // is the first word of a sentence, a line after a blank one, a list item or a table cell
	ASCIIOnly                   // holds ASCII characters only
	Custom                      // free for those who use the words
)

// Word is one word of a text: letters and digits, with apostrophes, hyphens, and the points and commas of numbers
// inside it. Hash is that of its lower-case form without a closing possessive, see HashOf.
type Word struct {
	Hash       uint64
	Start, End int32 // byte offsets
	Traits     Trait
}

// Is reports whether the word has all the given traits.
func (w Word) Is(t Trait) bool { return w.Traits&t == t }

// In is the word as it stands in the text from which it was taken.
func (w Word) In(s []byte) string { return string(s[w.Start:w.End]) }

// The constants of 64-bit FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/.
const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

// HashOf is the hash that Word carries for a word, whatever its case: FNV-1a over the lower-case form, an apostrophe
// being the plain one, and without `'s` at its end.
func HashOf(word string) uint64 {
	var one [1]Word
	if w := AppendWords(one[:0], []byte(word)); len(w) > 0 {
		return w[0].Hash
	}
	return fnvOffset
}

// Set is a set of words, whatever their case.
type Set map[uint64]struct{}

// NewSet makes a set of single words.
func NewSet(words ...string) Set {
	s := make(Set, len(words))
	for _, w := range words {
		s[HashOf(w)] = struct{}{}
	}
	return s
}

// Has reports whether w is one of the set.
func (s Set) Has(w Word) bool {
	_, ok := s[w.Hash]
	return ok
}

// class of an ASCII byte, for AppendWords.
const (
	classOther = iota
	classLower
	classUpper
	classDigit
	classInner // joins letters or digits when it stands between them
	classBreak // ends a sentence
	classLine
	classWide // not ASCII
)

var classes = func() (t [256]uint8) {
	for b := range 256 {
		switch {
		case 'a' <= b && b <= 'z':
			t[b] = classLower
		case 'A' <= b && b <= 'Z':
			t[b] = classUpper
		case '0' <= b && b <= '9':
			t[b] = classDigit
		case b == '\'' || b == '-' || b == ',' || b == '.':
			t[b] = classInner
		case b == '!' || b == '?' || b == '|':
			t[b] = classBreak
		case b == '\n':
			t[b] = classLine
		case b >= utf8.RuneSelf:
			t[b] = classWide
		}
	}
	return t
}()

// AppendWords appends the words of s to dst. It works on what is no valid UTF-8 too, byte by byte.
func AppendWords(dst []Word, s []byte) []Word {
	opens := true
	lines := 2 // line ends since the last word; two make a blank line
	for i := 0; i < len(s); {
		switch classes[s[i]] {
		case classLower, classUpper, classDigit:
		case classWide:
			if r, size := utf8.DecodeRune(s[i:]); !wordRune(r) {
				i += size
				continue
			}
		case classBreak:
			opens = true
			i++
			continue
		case classLine:
			lines++
			i++
			continue
		case classInner:
			if s[i] == '.' || s[i] == '-' && lines > 0 {
				opens = true
			}
			i++
			continue
		default:
			if lines > 0 && (s[i] == '*' || s[i] == '#' || s[i] == '>' || s[i] == '+') {
				opens = true
			}
			i++
			continue
		}
		w := wordAt(s, i)
		if opens || lines > 1 {
			w.Traits |= Opens
		}
		opens, lines = false, 0
		dst = append(dst, w)
		i = int(w.End)
	}
	return dst
}

// wordAt reads the word that begins at start.
func wordAt(s []byte, start int) Word {
	h := uint64(fnvOffset)
	w := Word{Start: int32(start), Traits: ASCIIOnly}
	uppers, letters := 0, 0
	i := start
loop:
	for i < len(s) {
		b := s[i]
		switch classes[b] {
		case classLower:
			letters++
		case classUpper:
			uppers++
			letters++
			b |= 0x20
		case classDigit:
			w.Traits |= HasDigit
		case classInner:
			if !joins(s, i) {
				break loop
			}
		case classWide:
			r, size := utf8.DecodeRune(s[i:])
			if r == '’' && i+size < len(s) && classes[s[i+size]] <= classUpper && classes[s[i+size]] != classOther {
				h = (h ^ '\'') * fnvPrime
				i += size
				continue
			}
			if !wordRune(r) {
				break loop
			}
			w.Traits &^= ASCIIOnly
			letters++
			if unicode.IsUpper(r) {
				uppers++
			}
			for r = unicode.ToLower(r); r > 0; r >>= 8 {
				h = (h ^ uint64(r&0xff)) * fnvPrime
			}
			i += size
			continue
		default:
			break loop
		}
		h = (h ^ uint64(b)) * fnvPrime
		i++
	}
	w.End = int32(i)
	if stem, ok := withoutPossessive(s[start:i]); ok {
		short := wordAt(stem, 0)
		h = short.Hash
	}
	w.Hash = h
	if first, _ := utf8.DecodeRune(s[start:]); unicode.IsUpper(first) {
		w.Traits |= Capital
	}
	if letters > 1 && uppers == letters {
		w.Traits |= AllCaps
	}
	return w
}

// joins reports whether the apostrophe, hyphen, comma or point at i stands within a word: the first two between any
// letters or digits, the others between digits only.
func joins(s []byte, i int) bool {
	if i+1 >= len(s) {
		return false
	}
	next := classes[s[i+1]]
	if s[i] == ',' || s[i] == '.' {
		return next == classDigit && classes[s[i-1]] == classDigit
	}
	if s[i-1] == s[i] {
		return false
	}
	if next == classWide {
		r, _ := utf8.DecodeRune(s[i+1:])
		return wordRune(r)
	}
	return next == classLower || next == classUpper || next == classDigit
}

func withoutPossessive(s []byte) ([]byte, bool) {
	n := len(s)
	if n > 2 && (s[n-1] == 's' || s[n-1] == 'S') {
		if s[n-2] == '\'' {
			return s[:n-2], true
		}
		if n > 4 && string(s[n-4:n-1]) == "’" {
			return s[:n-4], true
		}
	}
	return s, false
}

func wordRune(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}

package text

import (
	"bytes"
	"encoding/binary"
	"math/bits"
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

// Word is one word of a text: letters and digits, with the apostrophes, hyphens, points and commas inside it. Hash is
// what HashOf gives for it.
type Word struct {
	Hash       uint64
	Start, End int32 // byte offsets
	Traits     Trait
}

// Is reports whether the word has all the given traits.
func (w Word) Is(t Trait) bool { return w.Traits&t == t }

// In is the word as it stands in the text from which it was taken.
func (w Word) In(s []byte) string { return string(s[w.Start:w.End]) }

// Units is for how many words it counts. In scripts that put no spaces between words two characters count as one, which is the
// mean length of a word in Chinese.
func (w Word) Units(s []byte) int {
	if w.Is(ASCIIOnly) {
		return 1
	}
	characters := 0
	for _, r := range w.In(s) {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) {
			characters++
		}
	}
	return max(characters/2, 1)
}

// HashOf is the hash that Word carries for a word in any case. It is the hash of the lower-case form, with the plain
// apostrophe and without a closing `'s`. A hash holds within one process and must not be stored.
func HashOf(word string) uint64 {
	var one [1]Word
	if w := AppendWords(one[:0], []byte(word)); len(w) > 0 {
		return w[0].Hash
	}
	return hashSeed
}

// The multiplier and the seed are those of MurmurHash64A (Appleby) and of the golden ratio; eight bytes at a time are
// taken in, so that most words cost one multiplication.
const (
	hashSeed       = 0x9e3779b97f4a7c15
	hashMultiplier = 0xc6a4a7935bd1e995
	// lowerBits make small letters of eight capitals; digits and the marks within words have the bit anyway.
	lowerBits = 0x2020202020202020
)

// absorb takes eight bytes into a hash, capitals as small letters.
func absorb(h, eight uint64) uint64 {
	h = (h ^ (eight | lowerBits)) * hashMultiplier
	return h ^ h>>47
}

// absorbRest takes the first n of eight bytes into a hash, fewer than eight.
func absorbRest(h, eight uint64, n int) uint64 {
	h = (h ^ (eight|lowerBits)<<(64-8*n)) * hashMultiplier // the bytes behind are shifted out
	return h ^ h>>47
}

// hashASCII is the hash of the lower-case form of a word of ASCII letters, digits and marks within words.
func hashASCII(s []byte) uint64 {
	h := uint64(hashSeed)
	for ; len(s) >= 8; s = s[8:] {
		h = absorb(h, binary.LittleEndian.Uint64(s))
	}
	if len(s) == 0 {
		return h
	}
	var rest uint64
	for i, b := range s {
		rest |= uint64(b) << (8 * i)
	}
	return absorbRest(h, rest, len(s))
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
	classLower = iota
	classUpper
	classDigit
	classOther
	classInner // joins letters or digits when it stands between them
	classBreak // ends a sentence
	classLine
	classWide // not ASCII
)

var classes = func() (t [256]uint8) {
	for b := range 256 {
		t[b] = classOther
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

// AppendWords appends the words of s to dst. It reads invalid UTF-8 too, byte by byte.
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
		w, ok := plainWord(s, i)
		if !ok {
			w = wordAt(s, i)
		}
		if opens || lines > 1 {
			w.Traits |= Opens
		}
		opens, lines = false, 0
		dst = append(dst, w)
		i = int(w.End)
	}
	return dst
}

// plainWord reads the word that begins at start, eight bytes at a time. It answers false for one with marks or other than ASCII
// characters, and for one too near to the end of the text.
func plainWord(s []byte, start int) (w Word, ok bool) {
	h, at := uint64(hashSeed), start
	var small, large, digits uint64
	for {
		if at+8 > len(s) {
			return w, false
		}
		eight := binary.LittleEndian.Uint64(s[at:])
		l, d := lettersAndDigits(eight)
		others := high &^ (l | d)
		within := others&-others - 1 // the bits below the first other
		small |= l & (eight << 2) & within
		large |= l &^ (eight << 2) & within
		digits |= d & within
		if others == 0 {
			h, at = absorb(h, eight), at+8
			continue
		}
		if n := bits.TrailingZeros64(others) / 8; n > 0 {
			h, at = absorbRest(h, eight, n), at+n
		}
		break
	}
	if c := classes[s[at]]; c == classWide || c == classInner && joins(s, at) {
		return w, false
	}
	w = Word{Hash: h, Start: int32(start), End: int32(at), Traits: ASCIIOnly}
	if large != 0 {
		w.Traits |= capitals(s[start:at], small != 0)
	}
	if digits != 0 {
		w.Traits |= HasDigit
	}
	return w, true
}

const (
	ones = 0x0101010101010101
	high = 0x80 * ones
)

// lettersAndDigits tells which of eight bytes are ASCII letters, and which are digits, by the high bits of the bytes: sums carry into
// them from a first letter on, and from the character behind the last.
func lettersAndDigits(eight uint64) (letters, digits uint64) {
	plain := eight &^ high
	small := plain | lowerBits
	letters = (small + (0x80-'a')*ones) &^ (small + (0x7f-'z')*ones)
	digits = (plain + (0x80-'0')*ones) &^ (plain + (0x7f-'9')*ones)
	return letters &^ eight & high, digits &^ eight & high
}

// wordAt reads the word that begins at start.
func wordAt(s []byte, start int) Word {
	i := start
	var seen uint8 // the classes met, as bits
	for {
		for i < len(s) && classes[s[i]] <= classDigit {
			seen |= 1 << classes[s[i]]
			i++
		}
		switch {
		case i == len(s):
		case classes[s[i]] == classInner && joins(s, i):
			i++
			continue
		case classes[s[i]] == classWide:
			if r, _ := utf8.DecodeRune(s[i:]); wordRune(r) || r == '’' {
				return wideWord(s, start)
			}
		}
		return asciiWord(s, start, i, seen)
	}
}

// asciiWord makes the word of s[start:end], which holds ASCII characters only, of the classes seen.
func asciiWord(s []byte, start, end int, seen uint8) Word {
	w := Word{Start: int32(start), End: int32(end), Traits: ASCIIOnly}
	n := end - start
	if n > 2 && s[end-1]|0x20 == 's' && s[end-2] == '\'' {
		n -= 2
	}
	w.Hash = hashASCII(s[start : start+n])
	if seen&(1<<classUpper) != 0 {
		w.Traits |= capitals(s[start:end], seen&(1<<classLower) != 0)
	}
	if seen&(1<<classDigit) != 0 {
		w.Traits |= HasDigit
	}
	return w
}

// capitals gives the traits of a word that has capitals.
func capitals(word []byte, hasSmall bool) (t Trait) {
	if classes[word[0]] == classUpper {
		t = Capital
	}
	if hasSmall {
		return t
	}
	n := 0
	for _, b := range word {
		if classes[b] == classUpper {
			n++
		}
	}
	if n > 1 {
		t |= AllCaps
	}
	return t
}

// wideWord reads a word that holds other than ASCII characters.
func wideWord(s []byte, start int) Word {
	w := Word{Start: int32(start)}
	var buffer [64]byte
	folded := buffer[:0]
	lower, upper := 0, 0
	i := start
loop:
	for i < len(s) {
		r, size := utf8.DecodeRune(s[i:])
		switch {
		case r == '’' && i > start && i+size < len(s) && continues(s[i+size:]):
			r = '\''
		case r < utf8.RuneSelf && classes[r] == classInner:
			if !joins(s, i) {
				break loop
			}
		case !wordRune(r):
			break loop
		case unicode.IsDigit(r):
			w.Traits |= HasDigit
		case unicode.IsUpper(r):
			upper++
		default:
			lower++
		}
		folded = utf8.AppendRune(folded, unicode.ToLower(r))
		i += size
	}
	w.End = int32(i)
	folded = bytes.TrimSuffix(folded, []byte("'s"))
	w.Hash = hashASCII(folded)
	if first, _ := utf8.DecodeRune(s[start:]); unicode.IsUpper(first) {
		w.Traits |= Capital
	}
	if upper > 1 && lower == 0 {
		w.Traits |= AllCaps
	}
	if IsASCII(s[start:i]) {
		w.Traits |= ASCIIOnly // the apostrophe was none of the word
	}
	return w
}

// continues reports whether a word goes on with the first character of s.
func continues(s []byte) bool {
	r, _ := utf8.DecodeRune(s)
	return wordRune(r)
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
	return next <= classDigit
}

func wordRune(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}

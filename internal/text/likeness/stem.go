package likeness

import "encoding/binary"

// letters is a word in lower case, cut off where it is longer than any that matters.
type letters struct {
	b      [32]byte // beyond n there may be anything
	n      int
	hyphen bool // holds one
}

// set reads the ASCII word that stands there.
func (l *letters) set(source []byte, start, end int) {
	if start+len(l.b) <= len(source) {
		l.b = [32]byte(source[start:]) // much faster than to copy the word alone
	} else {
		copy(l.b[:], source[start:])
	}
	l.n = min(end-start, len(l.b))
	l.hyphen = false
	const each, tops = 0x0101010101010101, 0x8080808080808080
	for i := 0; i < l.n; i += 8 {
		// Setting the bit 0x20 lays letters low and leaves digits, hyphens and apostrophes alone.
		v := binary.LittleEndian.Uint64(l.b[i:]) | 0x20*each
		binary.LittleEndian.PutUint64(l.b[i:], v)
		if left := l.n - i; left < 8 {
			v &= 1<<(8*left) - 1
		}
		v ^= '-' * each
		l.hyphen = l.hyphen || (v-each)&^v&tops != 0 // a byte of nought
	}
}

// stem cuts the word down to a form that its inflections and near derivations share: "migrates", "migrating" and
// "migration" become "migr". The form need not be a word. In doubt, two words share a stem, because a stem counts
// only together with others.
func (l *letters) stem() {
	if l.n > 2 && l.b[l.n-1] == 's' && l.b[l.n-2] == '\'' {
		l.n -= 2
	}
	if l.n > 3 {
		l.uninflect()
		l.underive()
	}
	l.level()
}

func (l *letters) ends(suffix string, keep int) bool {
	n := l.n - len(suffix)
	return n >= keep && string(l.b[n:l.n]) == suffix
}

// uninflect takes off the endings of plural, past and participle.
func (l *letters) uninflect() {
	if l.b[l.n-1] == 's' {
		switch l.b[l.n-2] {
		case 's', 'u', 'i', '\'':
		case 'e':
			if l.ends("ies", 2) {
				l.n -= 2
			} else {
				l.n--
			}
		default:
			l.n--
		}
	}
	switch l.b[l.n-1] {
	case 'd':
		if l.ends("ed", 2) && l.vowelBefore(l.n-2) {
			l.n -= 2
			l.undouble()
		}
	case 'g':
		if l.ends("ing", 2) && l.vowelBefore(l.n-3) {
			l.n -= 3
			l.undouble()
		}
	case 'y':
		if l.ends("ly", 5) {
			l.n -= 2
		}
	}
	if l.n > 3 && l.b[l.n-1] == 'e' {
		l.n--
	}
}

func (l *letters) vowelBefore(n int) bool {
	for _, b := range l.b[:n] {
		switch b {
		case 'a', 'e', 'i', 'o', 'u', 'y':
			return true
		}
	}
	return false
}

// endings make words of other words; a closing e is off already. They stand under their last letter, and of those that end alike
// the longest comes first.
var endings = [256][]string{
	'c': {"anc", "enc", "ic"},
	'l': {"ational", "ical", "ial", "al", "ful", "abl", "ibl"},
	'm': {"ism"},
	'n': {"ization", "isation", "ition", "ation", "tion", "sion", "ion"},
	'r': {"our", "er", "or"},
	's': {"ness", "less", "ous", "is"},
	't': {"ement", "ment", "ist", "ant", "ent", "at"},
	'v': {"iv"},
	'y': {"ity", "y"},
	'z': {"iz"},
}

// underive takes off such endings, three of them at most ("regul-at-or-y").
func (l *letters) underive() {
	for range 3 {
		n := l.n
		if n < 5 {
			return
		}
		for _, e := range endings[l.b[n-1]] {
			if l.ends(e, 4) {
				l.n -= len(e)
				if e == "tion" || e == "sion" {
					l.n++ // the t or s is the stem's
				}
				break
			}
		}
		if l.n == n {
			return
		}
	}
}

// level takes off what still parts forms of one word: a doubled last letter, i for y, a last i or e.
func (l *letters) level() {
	for l.n > 3 && (l.b[l.n-1] == 'e' || l.b[l.n-1] == 'i' || l.b[l.n-1] == 'y') {
		l.n--
	}
	l.undouble()
}

func (l *letters) undouble() {
	if l.n > 3 && l.b[l.n-1] == l.b[l.n-2] {
		l.n--
	}
}

// hash is a hash of the letters alone, the same on every machine.
func (l *letters) hash() uint64 {
	h := uint64(l.n) * mixA
	for i := 0; i < l.n; i += 8 {
		v := binary.LittleEndian.Uint64(l.b[i:])
		if left := l.n - i; left < 8 {
			v &= 1<<(8*left) - 1
		}
		h = mix(h ^ v)
	}
	return h
}

// The odd multipliers of SplitMix64, https://prng.di.unimi.it/splitmix64.c.
const (
	mixA = 0xbf58476d1ce4e5b9
	mixB = 0x94d049bb133111eb
)

func mix(h uint64) uint64 {
	h = (h ^ h>>30) * mixA
	h = (h ^ h>>27) * mixB
	return h ^ h>>31
}

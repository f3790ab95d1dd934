package dealterms

import (
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/text/rendered"
)

// Absent reports whether no reader of a markdown source can see one of the names in it, however the name is marked, escaped or
// written in other letters. It errs towards no, and is many times as fast as a look at what is shown.
func (names Names) Absent(source []byte) bool {
	looks := hints
	for i := range names {
		switch lead := names[i].lead; {
		case lead >= utf8.RuneSelf:
			return false
		default:
			looks[lead] = start
			if 'a' <= lead && lead <= 'z' {
				looks[lead&^0x20] = start
			}
		}
	}
	for i, b := range source {
		switch looks[b] {
		case start:
			if i > 0 && source[i-1] < utf8.RuneSelf && inWord(source[i-1]) {
				continue
			}
			for k := range names {
				if names[k].mayBegin(source[i:]) {
					return false
				}
			}
		case escape:
			if writesLetter(source[i:]) {
				return false
			}
		case foreign:
			if r, _ := utf8.DecodeRune(source[i:]); rendered.ShowsLatin(r) {
				return false
			}
		}
	}
	return true
}

// hint is what a byte says of a name that may stand here.
type hint uint8

const (
	start   hint = 1 + iota // a name begins with the byte
	escape                  // the byte may begin what stands for a letter
	foreign                 // the byte begins a character beyond ASCII
)

var hints = func() (t [256]hint) {
	for b := range t {
		if utf8.RuneStart(byte(b)) && b >= utf8.RuneSelf {
			t[b] = foreign
		}
	}
	t['&'], t['%'], t['\\'] = escape, escape, escape
	return t
}()

// mayBegin reports whether the letters at the start of s are those of the first word of the name, up to the first byte that a
// page may leave out or show as another.
func (n *name) mayBegin(s []byte) bool {
	first := len(n.key)
	if n.gaps[0] > 0 {
		first = int(n.gaps[0])
	}
	for i := range first {
		switch {
		case i == len(s):
			return false
		case rendered.Breaks(s[i]):
			return true
		case lower(s[i]) != n.key[i]:
			return false
		}
	}
	return true
}

// writesLetter reports whether an escape of HTML, addresses or YAML stands at the start of s that may be shown as a letter or a
// digit.
func writesLetter(s []byte) bool {
	if len(s) == 1 {
		return false
	}
	switch s[0] {
	case '&':
		_, size := rendered.Entity(s)
		return size > 0
	case '%':
		return inWord(s[1])
	}
	return inWord(s[1]) || s[1] == '\n' || s[1] == '\r'
}

package source

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/zeebo/xxh3"

	"github.com/kbgate/kbgate/internal/regular"
)

// MaxNote is the size in bytes above which a file is not read as a note. It holds the longest of books; more would let a push of
// some kilobytes take seconds and gigabytes, for what repeats itself is small once it is packed.
const MaxNote = 4 << 20

// ErrGone says that a listed file is not there.
var ErrGone = regular.ErrGone

// Reader reads notes, by their paths below the root. It is not safe for use by several goroutines.
type Reader interface {
	// Read gives a note's bytes, which are valid until the next call, or says why they cannot be read, as the end of a sentence
	// that begins with the note's path. The error is ErrGone where there is no such note; any other one ends the check.
	Read(name string) (text []byte, why string, err error)
	Close()
}

// Unreadable says why the bytes of a note cannot be judged, and where the trouble is, if it is at one place.
type Unreadable struct {
	Why string
	At  int // as an offset in bytes
}

// Read reads a note, and looks for what no note may hold.
func Read(from Reader, name string) ([]byte, *Unreadable, error) {
	if !utf8.ValidString(name) { // no link could name it, and no report show it
		return nil, &Unreadable{Why: "cannot be read as a note: its name is no valid UTF-8"}, nil
	}
	text, why, err := from.Read(name)
	switch {
	case err != nil:
		return nil, nil, err
	case why != "":
		return nil, &Unreadable{Why: why}, nil
	}
	return text, inspect(text), nil
}

// inspect looks for bytes that no note may hold.
func inspect(text []byte) *Unreadable {
	if i := bytes.IndexByte(text, 0); i >= 0 {
		why := "holds NUL bytes, so it is no text"
		if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) {
			why = "is UTF-16; notes are UTF-8"
		}
		return &Unreadable{why, i}
	}
	if isPointer(text) {
		return &Unreadable{Why: "is a pointer of Git LFS: the text of a note has to be in git itself"}
	}
	if !utf8.Valid(text) {
		at := invalid(string(text))
		return &Unreadable{fmt.Sprintf("is not valid UTF-8: the byte 0x%02X stands here, perhaps of an older encoding such as Latin-1", text[at]), at}
	}
	return nil
}

// invalid is the offset of the first byte that is no valid UTF-8, else the length.
func invalid(s string) int {
	if utf8.ValidString(s) {
		return len(s)
	}
	for at, r := range s {
		if r == utf8.RuneError && !strings.HasPrefix(s[at:], string(utf8.RuneError)) {
			return at
		}
	}
	return len(s)
}

// ShownPath is a path as reports name it: the bytes of a name that is no valid UTF-8 are written as numbers, so that two such names
// stay apart.
func ShownPath(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	var b strings.Builder
	for at := invalid(name); at < len(name); at = invalid(name) {
		fmt.Fprintf(&b, `%s\x%02X`, escaped(name[:at]), name[at])
		name = name[at+1:]
	}
	return b.String() + escaped(name)
}

// escaped keeps backslashes apart from those that ShownPath adds.
func escaped(name string) string { return strings.ReplaceAll(name, `\`, `\x5C`) }

// tooLarge says that a note has more than MaxNote bytes.
func tooLarge() string { return regular.TooLarge("a note", 0, MaxNote) }

// Stamp tells the bytes of a note from others.
type Stamp xxh3.Uint128

// StampOf gives the stamp of a text.
func StampOf(text []byte) Stamp { return Stamp(xxh3.Hash128(text)) }

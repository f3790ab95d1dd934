package reading

import (
	"strings"
	"unicode/utf8"
)

// Mark says as what a word stands in a reason.
type Mark uint8

// What a word may stand in.
const (
	PlainWord Mark = iota
	InQuotes
	InCode
)

// The bounds of a quotation. A mark without partner, as that of 5", opens none.
const (
	maxQuoted = 400  // bytes
	maxFenced = 8000 // bytes of a block between ```
	scare     = 8    // bytes: what is shorter is a word that the reviewer means ironically: "soon"
)

// quotation is the last one that was met: bytes up to end stand in it.
type quotation struct {
	end  int
	kind Mark
}

func (q *quotation) at(i int) Mark {
	if i < q.end {
		return q.kind
	}
	return PlainWord
}

// see takes in the mark r at s[i:].
func (q *quotation) see(r rune, s string, i int) {
	if i < q.end {
		return
	}
	switch r {
	case ':':
		if strings.HasPrefix(s[i:], "://") {
			*q = quotation{i + max(3, strings.IndexAny(s[i:]+" ", " \n\t)>")), InCode}
		}
	case '`':
		if strings.HasPrefix(s[i:], "```") {
			q.open(s, i+3, "```", maxFenced, 0, InCode)
			return
		}
		q.open(s, i+1, "`", maxQuoted, 0, InCode)
	case '"', '“', '„', '«':
		q.open(s, i+utf8.RuneLen(r), closings[r], maxQuoted, scare, InQuotes)
	}
}

// closings are the marks that end quotations.
var closings = map[rune]string{'"': `"`, '“': "”", '„': "”", '«': "»"}

func (q *quotation) open(s string, at int, closing string, longest, shortest int, kind Mark) {
	rest := s[at:]
	n := strings.Index(rest[:min(len(rest), longest)], closing)
	if n > shortest && !(kind == InQuotes && strings.Contains(rest[:n], "\n")) {
		*q = quotation{at + n + len(closing), kind}
		return
	}
	if n >= 0 {
		*q = quotation{at + n + len(closing), PlainWord}
	}
}

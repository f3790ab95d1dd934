package learn

import (
	"strings"
	"unicode/utf8"
)

// mark says as what a word stands in a reason.
type mark uint8

const (
	plainWord mark = iota
	inQuotes
	inCode
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
	kind mark
}

func (q *quotation) at(i int) mark {
	if i < q.end {
		return q.kind
	}
	return plainWord
}

// see takes in the mark r at s[i:].
func (q *quotation) see(r rune, s string, i int) {
	if i < q.end {
		return
	}
	switch r {
	case ':':
		if strings.HasPrefix(s[i:], "://") {
			*q = quotation{i + max(3, strings.IndexAny(s[i:]+" ", " \n\t)>")), inCode}
		}
	case '`':
		if strings.HasPrefix(s[i:], "```") {
			q.open(s, i+3, "```", maxFenced, 0, inCode)
			return
		}
		q.open(s, i+1, "`", maxQuoted, 0, inCode)
	case '"', '“', '„', '«':
		q.open(s, i+utf8.RuneLen(r), closings[r], maxQuoted, scare, inQuotes)
	}
}

// closings are the marks that end quotations.
var closings = map[rune]string{'"': `"`, '“': "”", '„': "”", '«': "»"}

func (q *quotation) open(s string, at int, closing string, longest, shortest int, kind mark) {
	rest := s[at:]
	n := strings.Index(rest[:min(len(rest), longest)], closing)
	if n > shortest && !(kind == inQuotes && strings.Contains(rest[:n], "\n")) {
		*q = quotation{at + n + len(closing), kind}
		return
	}
	if n >= 0 {
		*q = quotation{at + n + len(closing), plainWord}
	}
}

// Package secret finds what has the form of a secret in a text: tokens of services, private keys, passwords, as they stand
// or as other programs write them (escaped, encoded, broken over lines). It does no I/O and asks nobody whether one is real.
package secret

import (
	"cmp"
	"slices"
	"strings"
)

// Match is a place in a text that has a secret's well-known form.
type Match struct {
	Kind string // a GitHub token, ...
	Span Span
}

// Span is a part of a text, in bytes; the end is exclusive.
type Span struct{ Start, End int }

// Find finds what has the form of a secret, in the order of the text. It does not know whether one is real. Overlapping
// finds are given once.
func Find(text string) []Match {
	if len(text) < leastSecret-2 { // senha:0123456789
		return nil
	}
	found := look(nil, text, mostDepth)
	slices.SortStableFunc(found, func(a, b Match) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(b.Span.End, a.Span.End))
	})
	end := 0
	return slices.DeleteFunc(found, func(s Match) bool {
		if s.Span.Start < end {
			return true
		}
		end = s.Span.End
		return false
	})
}

// leastSecret is the length of the shortest token of any form, in bytes: that of Slack, xoxb-12345678-1234.
const leastSecret = 18

// known adds what has the form of a token. Where the text was put together, a token has to be mixed to be one.
func known(found []Match, text string, joined bool) []Match {
	for i := range forms {
		found = forms[i].find(found, text, joined)
	}
	return found
}

// find adds what is of one form. It looks for the form's sign first, which few texts hold.
func (f *form) find(found []Match, text string, joined bool) []Match {
	for at := 0; ; {
		i := strings.Index(text[at:], f.sign)
		if i < 0 {
			return found
		}
		at += i
		start := at - f.before(text, at)
		at += len(f.sign)
		glued := start > 0 && isTokenByte(text[start-1]) && isTokenByte(text[start])
		marked := glued && text[start-1] == '_' // TOKEN_ghp_, or emphasis
		if glued && !marked && !strings.HasPrefix(f.sign, "gh") && f.sign != "glpat-" {
			continue
		}
		match := f.pattern().FindString(text[start:])
		if (glued || joined) && !f.open && !isMixed(match) && !(marked && !joined && isAmazon(match)) {
			continue
		}
		if match == "" || isPlaceholder(match[len(f.sign):]) {
			continue
		}
		if f.wrong != nil && f.wrong(match) {
			at = start + len(match)
			continue
		}
		end := start + len(match)
		if end < len(text) && isTokenByte(text[end-1]) && isTokenByte(text[end]) && !f.open && !isMixed(match[len(f.sign):]) && !(text[end] == '_' && isAmazon(match)) {
			continue // a longer word, so another thing
		}
		found = append(found, Match{f.kind, Span{start, end}})
		at = max(at, end)
	}
}

// before is how many bytes of a secret stand before its sign.
func (f *form) before(text string, at int) int {
	n := 0
	for f.digitsBefore && n < at && n < 16 && '0' <= text[at-n-1] && text[at-n-1] <= '9' {
		n++
	}
	return n
}

// isAmazon reports whether a match is a key of AWS that was made by chance: such keys have no small letters.
func isAmazon(match string) bool {
	return (strings.HasPrefix(match, "AKIA") || strings.HasPrefix(match, "ASIA")) && strings.ContainsAny(match, "0123456789")
}

func isTokenByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}

// isPlaceholder reports whether a token is one that shows the form: ghp_xxxx, AKIA0000, glpat-XXXX.
func isPlaceholder(body string) bool {
	return strings.Trim(body, "xX-_.") == "" || strings.Trim(body, "0-_.") == "" || strings.HasSuffix(body, "EXAMPLE")
}

package draft

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

// fingerprinted is how many code points of a body its fingerprint sees.
const fingerprinted = 500

// Fingerprint is the SHA-256 of the normalised subject, a newline, and the first 500 code points of the normalised body, in
// hexadecimal (contracts.md#fingerprints).
func Fingerprint(subject, body string) string {
	seen, left := Normalise(body), fingerprinted
	for at := range seen {
		if left == 0 {
			seen = seen[:at]
			break
		}
		left--
	}
	sum := sha256.Sum256([]byte(Normalise(subject) + "\n" + seen))
	return hex.EncodeToString(sum[:])
}

// SeesAll reports whether a fingerprint sees all of a body, and tells it from every longer one.
func SeesAll(body string) bool { return utf8.RuneCountInString(Normalise(body)) < fingerprinted }

// Normalise folds case and white space. Each code point gives way to its small letter by Unicode's simple mapping, whatever stands
// beside it and whatever the language. White space, as the property White_Space has it, is left out at both ends, and one space stands
// for it elsewhere. A byte that is no UTF-8 becomes U+FFFD. No normal form is laid, so an accent of its own and an accented letter
// differ.
func Normalise(s string) string {
	return strings.Join(strings.Fields(strings.ToLower(s)), " ")
}

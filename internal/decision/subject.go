package decision

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/mail"
	"net/url"
	"strings"
	"unicode"

	"github.com/kbgate/kbgate/internal/lazy"
	"github.com/kbgate/kbgate/internal/text/hidden"
)

// Subject gives the form in which the key of the rejection memory is stored. An e-mail address becomes the SHA-256 of its
// lower-cased form in hexadecimal, or with a key the HMAC-SHA-256 (RFC 2104): without a key, who guesses an address can
// find out whether it stands there. So does one with a name, a label or quotes around it; of a text that holds addresses
// beside other things, each becomes its hash. Anything else stays as it is, but for the space around it.
func Subject(s string, key []byte) string {
	s = strings.TrimSpace(s)
	if len(s) > maxPath {
		return s // it is refused
	}
	seen := usual(s)
	if address, ok := addressOf(seen); ok {
		return hashed(address, key)
	}
	seen = unwrapped(seen)
	if address, ok := addressOf(seen); ok {
		return hashed(address, key)
	}
	if !strings.ContainsRune(seen, '@') {
		return s
	}
	found := addressForm().FindAllStringIndex(seen, -1)
	switch {
	case len(found) == 0:
		return s
	case len(found) == 1 && isName(seen[:found[0][0]]) && isName(seen[found[0][1]:]):
		return hashed(seen[found[0][0]:found[0][1]], key)
	}
	return addressForm().ReplaceAllStringFunc(seen, func(address string) string { return hashed(address, key) })
}

func hashed(address string, key []byte) string {
	address = strings.ToLower(address)
	if len(key) == 0 {
		sum := sha256.Sum256([]byte(address))
		return hex.EncodeToString(sum[:])
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(address))
	return hex.EncodeToString(mac.Sum(nil))
}

// addressForm is what looks like an address within a text.
var addressForm = lazy.Regexp(`[\pL\pN.!#$%&'*+/=?^_{}~-]+@[\pL\pN](?:[\pL\pN.-]*[\pL\pN])?\.[\pL\pN-]*[\pL\pN]`)

var spacedAt = lazy.Regexp(`\s*@\s*`)

// addressOf gives the lower-cased e-mail address that a text is, alone or with a name before it (RFC 5322, 3.4).
func addressOf(s string) (string, bool) {
	if len(s) > maxLine || !strings.ContainsRune(s, '@') {
		return "", false
	}
	if len(s) > len("mailto:") && strings.EqualFold(s[:len("mailto:")], "mailto:") {
		s, _, _ = strings.Cut(s[len("mailto:"):], "?") // RFC 6068: what stands behind it is no part of the address
	}
	parsed, err := mail.ParseAddress(s)
	if err != nil {
		return "", false
	}
	return strings.ToLower(parsed.Address), true
}

// usual gives a text with full-width signs in their usual form, and without what nobody sees.
func usual(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case '！' <= r && r <= '～':
			return r - '！' + '!'
		case r == '﹫':
			return '@'
		case r == '。' || r == '｡':
			return '.'
		case hidden.ByNumber(r) && r != 0xa0:
			return -1
		}
		return r
	}, s)
}

// unwrapped gives an address without escapes, quotes, spaces within, or the point of a sentence.
func unwrapped(s string) string {
	if !strings.ContainsRune(s, '@') && strings.Contains(s, "%40") {
		if plain, err := url.PathUnescape(s); err == nil {
			s = plain
		}
	}
	if strings.ContainsRune(s, '@') && strings.ContainsFunc(s, unicode.IsSpace) {
		if joined := spacedAt().ReplaceAllString(s, "@"); len(addressForm().FindAllStringIndex(joined, 2)) == 1 {
			s = joined
		}
	}
	return strings.Trim(s, " \t\n\"'`“”‘’«».,;:!")
}

// isName reports whether what stands beside an address is a name or a label: letters and what parts words.
func isName(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsSpace(r) && !strings.ContainsRune(".,;:<>()[]\"'`“”‘’-!", r)
	})
}

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
	if address, ok := Address(s); ok {
		return hashed(address, key)
	}
	seen := unwrapped(usual(s))
	if len(s) > maxPath || !strings.ContainsRune(seen, '@') || !addressForm().MatchString(seen) {
		return s // what is too long is refused
	}
	return addressForm().ReplaceAllStringFunc(seen, func(address string) string { return hashed(address, key) })
}

// Address gives the lower-cased e-mail address that a text is: alone, or with a name, a label or quotes around it.
func Address(s string) (string, bool) {
	s = strings.TrimSpace(s)
	if len(s) > maxPath {
		return "", false
	}
	seen := usual(s)
	if address, ok := addressOf(seen); ok {
		return address, true
	}
	seen = unwrapped(seen)
	if address, ok := addressOf(seen); ok {
		return address, true
	}
	if !strings.ContainsRune(seen, '@') {
		return "", false
	}
	found := addressForm().FindAllStringIndex(seen, -1)
	if len(found) == 1 && isName(seen[:found[0][0]]) && isName(seen[found[0][1]:]) {
		return strings.ToLower(seen[found[0][0]:found[0][1]]), true
	}
	return "", false
}

// SubjectKey gives the id of a key of subjects: the first eight hexadecimal digits of the HMAC-SHA-256 of a fixed text. It tells keys
// apart, and not what the key is. No key has none.
func SubjectKey(key []byte) string {
	if len(key) == 0 {
		return ""
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("kbgate subject key"))
	return hex.EncodeToString(mac.Sum(nil)[:4])
}

// IsHashedSubject reports whether a subject is the hash of an address, as Subject makes it.
func IsHashedSubject(s string) bool { return len(s) == 2*sha256.Size && isHexLower(s) }

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

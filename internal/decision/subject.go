package decision

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/mail"
	"strings"
)

// Subject gives the form in which the key of the rejection memory is stored. An e-mail address becomes the SHA-256 of its
// lower-cased form in hexadecimal, or with a key the HMAC-SHA-256 (RFC 2104): without a key, who guesses an address can
// find out whether it stands there. Anything else stays as it is, but for the space around it.
func Subject(s string, key []byte) string {
	s = strings.TrimSpace(s)
	address, ok := addressOf(s)
	if !ok {
		return s
	}
	if len(key) == 0 {
		sum := sha256.Sum256([]byte(address))
		return hex.EncodeToString(sum[:])
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(address))
	return hex.EncodeToString(mac.Sum(nil))
}

// addressOf gives the lower-cased e-mail address that a text is, alone or with a name before it (RFC 5322, 3.4).
func addressOf(s string) (string, bool) {
	if len(s) > maxLine || !strings.ContainsRune(s, '@') {
		return "", false
	}
	bare := strings.TrimPrefix(strings.TrimPrefix(s, "mailto:"), "MAILTO:")
	parsed, err := mail.ParseAddress(bare)
	if err != nil {
		return "", false
	}
	return strings.ToLower(parsed.Address), true
}

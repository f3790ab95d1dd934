package comment

import (
	"bytes"
	"crypto/ed25519"

	"github.com/kbgate/kbgate/internal/lazy"
)

// dated is what differs between two comments that say the same: when each was made, and its signature. Within the texts of a
// payload quotes are escaped, so there only its own keys look like this.
var dated = lazy.Regexp(`"(ts|sig)":"[^"]*"`)

// Restates reports whether a comment says the same as an earlier one, which may then stay: the two differ at most in the time at
// which they were made. A signed earlier comment must be signed by one of the keys; otherwise somebody may have changed it.
func Restates(body, earlier string, keys []ed25519.PublicKey) bool {
	before, err := Parse(earlier)
	if err != nil || !bytes.Equal(before.Copy, before.Payload) || before.Signature != nil && before.verifySignature(keys) != nil {
		return false
	}
	return dated().ReplaceAllLiteralString(body, "") == dated().ReplaceAllLiteralString(earlier, "")
}

// Outranks reports whether an earlier comment of ours stays when an unverified one comes: the earlier one is about the same commit,
// and its findings were computed rather than uploaded.
func (s *Signed) Outranks(later *Signed) bool {
	return later.Unverified && !s.Unverified && s.HeadSHA != "" && s.HeadSHA == later.HeadSHA
}

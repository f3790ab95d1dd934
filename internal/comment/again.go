package comment

import (
	"bytes"
	"crypto/ed25519"

	"github.com/kbgate/kbgate/internal/lazy"
)

// dated is what differs between two comments that say the same: when each was made, and its signature. Within the texts of a
// payload quotes are escaped, so there only its own keys look like this.
var dated = lazy.Regexp(`"(ts|sig)":"[^"]*"`)

// Restates reports whether a comment says what an earlier one says, so that this may stand: it differs at most in when it was
// made. An earlier one that bears a signature has to be signed by one of the keys, or else it may have been changed.
func Restates(body, earlier string, keys []ed25519.PublicKey) bool {
	before, err := Parse(earlier)
	if err != nil || !bytes.Equal(before.Copy, before.Payload) || before.Signature != nil && before.verifySignature(keys) != nil {
		return false
	}
	return dated().ReplaceAllLiteralString(body, "") == dated().ReplaceAllLiteralString(earlier, "")
}

// Outranks reports whether an earlier comment of ours is not to give way to an unverified one: it is about the same commit, and
// its findings were worked out rather than uploaded.
func (s *Signed) Outranks(later *Signed) bool {
	return later.Unverified && !s.Unverified && s.HeadSHA != "" && s.HeadSHA == later.HeadSHA
}

package comment

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"strings"
)

// Sign signs a comment that Render wrote without a key. The step that renders runs beside a proposal's own code and does not need
// the key. Sign refuses findings that nobody could recompute, and comments that are signed already.
func Sign(body string, key ed25519.PrivateKey) (string, error) {
	s, err := Parse(body)
	if err != nil {
		return "", err
	}
	head := Marker + string(s.Payload) + markerEnd + "\n"
	copies := fenced(string(s.Payload))
	rest, isWhole := strings.CutPrefix(body, head)
	people, isWholeToo := strings.CutSuffix(rest, copies+detailsEnd)
	switch {
	case s.Unverified:
		return "", ErrUnverified
	case s.Signature != nil:
		return "", errors.New("it is signed already")
	case !isWhole || !isWholeToo || !bytes.Equal(s.Copy, s.Payload):
		return "", errors.New("it is not as it was rendered")
	}
	signed, err := sign(s.Payload, key)
	if err != nil {
		return "", err
	}
	return head + signatureMarker + string(signed) + markerEnd + "\n" + people + copies + "\n" + fenced(string(signed)) + detailsEnd, nil
}

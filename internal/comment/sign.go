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
	s, people, err := takeApart(body)
	if err != nil {
		return "", err
	}
	if s.Unverified {
		return "", ErrUnverified
	}
	signed, err := sign(s.Payload, key)
	if err != nil {
		return "", err
	}
	return putTogether(s.Payload, signed, people), nil
}

// takeApart gives the block of a comment that Render wrote without a key, and the lines for people.
func takeApart(body string) (s *Signed, people string, err error) {
	if s, err = Parse(body); err != nil {
		return nil, "", err
	}
	if s.Signature != nil {
		return nil, "", errors.New("it is signed already")
	}
	rest, isWhole := strings.CutPrefix(body, Marker+string(s.Payload)+markerEnd+"\n")
	people, isWholeToo := strings.CutSuffix(rest, fenced(string(s.Payload))+detailsEnd)
	if !isWhole || !isWholeToo || !bytes.Equal(s.Copy, s.Payload) {
		return nil, "", errors.New("it is not as it was rendered")
	}
	return s, people, nil
}

// putTogether makes a comment of its block, the signature of that, and the lines for people down to the copies.
func putTogether(payload, signed []byte, people string) string {
	head, copies := Marker+string(payload)+markerEnd+"\n", fenced(string(payload))
	if signed != nil {
		head += signatureMarker + string(signed) + markerEnd + "\n"
		copies += "\n" + fenced(string(signed))
	}
	return head + people + copies + detailsEnd
}

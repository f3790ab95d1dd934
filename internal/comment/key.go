package comment

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
)

// How keys are written: a prefix, and base64 of the public key or of the seed of the private one (RFC 8032), 32 bytes each.
const (
	publicPrefix  = "ed25519:"
	privatePrefix = "ed25519-private:"
)

// NewKey makes a key to sign comments with.
func NewKey() (ed25519.PrivateKey, error) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	return key, err
}

// FormatPublicKey writes the public part of a key as `comment.public_keys` takes it.
func FormatPublicKey(key ed25519.PublicKey) string {
	return publicPrefix + base64.StdEncoding.EncodeToString(key)
}

// FormatPrivateKey writes a key as ParsePrivateKey reads it.
func FormatPrivateKey(key ed25519.PrivateKey) string {
	return privatePrefix + base64.StdEncoding.EncodeToString(key.Seed())
}

// ParsePublicKey reads what FormatPublicKey wrote. Its errors never show the text, which may be a private key by mistake.
func ParsePublicKey(text string) (ed25519.PublicKey, error) {
	if strings.HasPrefix(strings.TrimSpace(text), privatePrefix) {
		return nil, errors.New("this is a private key where a public one belongs: keep it secret, make a new one, and use its public line")
	}
	key, err := parseKey(text, publicPrefix)
	return ed25519.PublicKey(key), err
}

// ParsePrivateKey reads what FormatPrivateKey wrote. Its errors never show the text.
func ParsePrivateKey(text string) (ed25519.PrivateKey, error) {
	seed, err := parseKey(text, privatePrefix)
	if err != nil {
		return nil, err
	}
	return ed25519.NewKeyFromSeed(seed), nil
}

func parseKey(text, prefix string) ([]byte, error) {
	encoded, ok := strings.CutPrefix(strings.TrimSpace(text), prefix)
	if !ok {
		return nil, fmt.Errorf("a key begins with %q", prefix)
	}
	key, err := base64.StdEncoding.Strict().DecodeString(encoded)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, fmt.Errorf("behind %q stand 44 characters of base64", prefix)
	}
	return key, nil
}

// KeyID is how a signature names its key: the first 16 hexadecimal digits of the SHA-256 of the public key.
func KeyID(key ed25519.PublicKey) string {
	sum := sha256.Sum256(key)
	return hex.EncodeToString(sum[:8])
}

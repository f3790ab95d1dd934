package comment

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Why a block is not trusted.
var (
	ErrUnsigned     = errors.New("it is not signed")
	ErrUnknownKey   = errors.New("it is signed with a key that is not known")
	ErrBadSignature = errors.New("its signature is not over what it says: it was changed, or made up")
	ErrOtherRepo    = errors.New("it is about another repository")
	ErrOtherPR      = errors.New("it is about another pull request")
	ErrOtherHead    = errors.New("it is about another commit")
	ErrNoRepo       = errors.New("it names no repository")
	ErrNoPR         = errors.New("it names no pull request")
	ErrOtherBase    = errors.New("it is about another base")
	ErrNoHead       = errors.New("it names no commit")
	ErrCopiesDiffer = errors.New("what it shows is not what it holds: the visible copy differs")
	ErrUnverified   = errors.New("its findings were uploaded by the change itself, and nobody could recompute them")
)

// Expect says what a block must be about. Empty fields are not compared.
type Expect struct {
	Repo string // case does not matter
	PR   int
	Head string // the full id of the commit
	// IsBase reports whether a commit is one of the branch that it was proposed to; nil: not asked.
	IsBase func(commit string) bool
}

// Verify reports whether a block can be trusted: nil, or an error that joins every reason why not, each of them one of those
// above. For an unsigned block ErrUnsigned is the only reason, since anybody may have made up the rest.
func (s *Signed) Verify(keys []ed25519.PublicKey, want Expect) error {
	var reasons []error
	no := func(reason error, format string, args ...any) {
		reasons = append(reasons, fmt.Errorf("%w"+format, append([]any{reason}, args...)...))
	}
	if err := s.verifySignature(keys); errors.Is(err, ErrUnsigned) {
		return err
	} else if err != nil {
		reasons = append(reasons, err)
	}
	if s.Copy != nil && !bytes.Equal(s.Copy, s.Payload) {
		no(ErrCopiesDiffer, "")
	}
	if s.Unverified {
		no(ErrUnverified, "")
	}
	switch {
	case want.Repo == "" || strings.EqualFold(s.Repo, want.Repo):
	case s.Repo == "":
		no(ErrNoRepo, "")
	default:
		no(ErrOtherRepo, ": %q, not %q", cut(s.Repo, longestName), want.Repo)
	}
	switch {
	case want.PR == 0 || s.PR == want.PR:
	case s.PR == 0:
		no(ErrNoPR, "")
	default:
		no(ErrOtherPR, ": %d, not %d", s.PR, want.PR)
	}
	switch {
	case want.Head == "" || strings.EqualFold(s.HeadSHA, want.Head):
	case s.HeadSHA == "":
		no(ErrNoHead, "")
	default:
		no(ErrOtherHead, ": %q, not %q", cut(s.HeadSHA, longestName), want.Head)
	}
	if want.IsBase != nil && !want.IsBase(s.BaseSHA) {
		no(ErrOtherBase, ": no commit of it is %q", cut(s.BaseSHA, longestName))
	}
	return errors.Join(reasons...)
}

// verifySignature reports whether one of the keys has signed the payload.
func (s *Signed) verifySignature(keys []ed25519.PublicKey) error {
	if s.Signature == nil {
		return ErrUnsigned
	}
	i := slices.IndexFunc(keys, func(key ed25519.PublicKey) bool { return KeyID(key) == s.KeyID })
	switch {
	case i < 0:
		return fmt.Errorf("%w: %q", ErrUnknownKey, cut(s.KeyID, longestName))
	case len(keys[i]) != ed25519.PublicKeySize || !ed25519.Verify(keys[i], s.Payload, s.Signature):
		return ErrBadSignature
	}
	return nil
}

// bytes are those of the signature itself.
func (l signature) bytes() ([]byte, error) {
	if l.Alg != algorithm {
		return nil, fmt.Errorf("%q is no known algorithm; it must be %s", cut(l.Alg, 40), algorithm)
	}
	sig, err := base64.StdEncoding.DecodeString(l.Sig)
	if err == nil && len(sig) != ed25519.SignatureSize {
		err = fmt.Errorf("%d bytes are no signature", len(sig))
	}
	return sig, err
}

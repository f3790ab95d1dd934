package audit

import (
	"context"
	"errors"
	"slices"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/parallel"
)

// signatureFaults are what is wrong with a signature that git could check, by the letter of git-log(1)'s %G?.
var signatureFaults = map[byte]string{
	'B': "carries a signature that is not one of what it says",
	'R': "carries a signature by a key that was revoked",
	'X': "carries a signature that has expired",
	'Y': "carries a signature by a key that has expired",
}

// fewSignatures is how many signatures are judged one after the other.
const fewSignatures = 16

// signatures judges those signatures that commits carry. Nobody has to sign, and a key that this machine does not know is no
// fault of the commit.
func (v *verifier) signatures(ctx context.Context, since string) error {
	signed, err := git.SignedCommits(ctx, v.ledger.Repository, since, v.audit.Tip, v.ledger.Folder)
	if err != nil {
		return err
	}
	v.audit.Signed = len(signed)
	judged, err := v.judge(ctx, signed)
	if err != nil {
		return err
	}
	unknown := 0
	for _, s := range judged {
		fault, bad := signatureFaults[s.Status]
		switch {
		case bad:
			v.audit.Damages = append(v.audit.Damages, Damage{Message: "the commit " + fault, Commit: s.Commit})
		case s.Status != 'G':
			unknown++
		}
	}
	if unknown > 0 {
		v.notice("of %d signed commits, the signatures of %d cannot be judged here, as their keys are not known or not trusted; "+
			"git's gpg.ssh.allowedSignersFile or the keys of gpg say whom to trust", len(signed), unknown)
	}
	return nil
}

// judge asks for the signatures of commits, on all cores.
func (v *verifier) judge(ctx context.Context, commits []string) (all []git.Signature, err error) {
	type part struct {
		judged []git.Signature
		err    error
	}
	for _, p := range parallel.Map(slices.Collect(slices.Chunk(commits, fewSignatures)), func(some []string) (p part) {
		p.judged, p.err = git.Signatures(ctx, v.ledger.Repository, some)
		return p
	}) {
		all, err = append(all, p.judged...), errors.Join(err, p.err)
	}
	return all, err
}

package audit

import (
	"context"
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
	type part struct {
		judged []git.Seal
		err    error
	}
	unknown := 0
	for _, p := range parallel.Map(slices.Collect(slices.Chunk(signed, fewSignatures)), func(commits []string) (p part) {
		p.judged, p.err = git.Judge(ctx, v.ledger.Repository, commits)
		return p
	}) {
		if p.err != nil {
			return p.err
		}
		for _, s := range p.judged {
			if fault, bad := signatureFaults[s.Status]; bad {
				v.audit.Damages = append(v.audit.Damages, Damage{Message: "the commit " + fault, Commit: s.Commit})
			} else if s.Status != 'G' {
				unknown++
			}
		}
	}
	if unknown > 0 {
		v.notice("of %d signed commits, the signatures of %d cannot be judged here, as their keys are not known or not trusted; "+
			"git's gpg.ssh.allowedSignersFile or the keys of gpg say whom to trust", len(signed), unknown)
	}
	return nil
}

package audit

import (
	"context"
	"slices"

	"github.com/kbgate/kbgate/internal/conflict"
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
	var unknown []string
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
				unknown = append(unknown, s.Commit)
			}
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	known, _, err := git.Seals(ctx, v.ledger.Repository, unknown, conflict.MostSeals())
	if err != nil {
		return err
	}
	unknown = slices.DeleteFunc(unknown, func(commit string) bool {
		return conflict.IsOfReviewer(&v.ledger.Config.Rules, known[commit].Keys)
	})
	if len(unknown) > 0 {
		v.notice("of %d signed commits, the signatures of %d cannot be judged here, as their keys are not known or not trusted; "+
			"git's gpg.ssh.allowedSignersFile, the keys of gpg and rules.reviewer_keys say whom to trust", len(signed), len(unknown))
	}
	return nil
}

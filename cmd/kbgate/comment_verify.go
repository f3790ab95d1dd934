package main

import (
	"cmp"
	"crypto/ed25519"
	"fmt"
	"strings"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/comment"
	"github.com/kbgate/kbgate/internal/forge"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/workspace"
)

// verifyFlags are the flags of `kbgate comment verify`.
type verifyFlags struct {
	pullRequestFlags
	base   string
	root   string
	keys   []string
	author string
}

func newCommentVerify() cli.Command {
	var flags verifyFlags
	return cli.Command{
		Use:   "verify [FILE]",
		Short: "Print the rejection block of a comment if it can be trusted",
		Long: `Print the rejection block of a comment, or of a page of comments, if it can be trusted: if one of the
public keys has signed it, it is about the pull request and the commit that are asked for, its
visible copy says the same, and its findings are not marked as unverified. Of several such blocks it
is the one that was made last, by the time that is signed. Else say why not.

The keys are those of --public-key, else those under ` + "`comment.public_keys`" + ` in the configuration. With --base
the configuration of that commit counts, so that a proposal cannot bring keys of its own; the block
then has to be about that commit or one before it. Else the work tree's counts. --root names the folder
of the knowledge base. Exit status: 0 it can be trusted, 1 it cannot, or there is none.`,
		Example: `  gh api --paginate repos/org/kb/issues/7/comments | kbgate comment verify --base origin/main --repo org/kb --pr 7
  kbgate comment verify comment.md --public-key ed25519:… --head HEAD`,
		Run: flags.run,
		Options: append(append(append([]cli.Option{
			cli.Flag(&flags.base, "base", "take the public keys from the configuration of this `COMMIT`"),
			cli.Flag(&flags.keys, "public-key", "a `KEY` that may sign, as `kbgate key new` printed it; may be given several times"),
		}, flags.options()...), rootOption(&flags.root)...), authorOption(&flags.author)...),
	}
}

func (flags *verifyFlags) run(c *cli.Call) error {
	if err := flags.complete(c); err != nil {
		return err
	}
	keys, err := flags.publicKeys(c)
	if err != nil {
		return err
	}
	data, err := readInput(c, inputOf(c.Args))
	if err != nil {
		return err
	}
	if len(flags.keys) == 0 && flags.base == "" {
		cli.Say(c, "the keys are those of the work tree, which may be the proposal's: --base COMMIT takes those of the branch it goes to")
	}
	env := surroundings()
	pr := env.PullRequest(forge.PullRequest{Repo: flags.repo, Number: flags.pr})
	want := comment.Expect{Repo: pr.Repo, PR: pr.Number, Head: cmp.Or(flags.head, env.Proposal().Head)}
	if flags.base != "" {
		want.IsBase = func(commit string) bool { return workspace.IsIn(c.Ctx, c.Dir, commit, flags.base) }
	}
	s, err := comment.FindTrusted(data, keys, want, fromAuthor(flags.author)...)
	if err != nil {
		cli.Say(c, "%s", err)
		return errFindings
	}
	if err := s.Verify(keys, want); err != nil {
		space := " "
		if strings.Contains(err.Error(), "\n") {
			space = "\n"
		}
		cli.Say(c, "the rejection block cannot be trusted:%s%s", space, err)
		return errFindings
	}
	cli.Say(c, "signed with the key %s", s.KeyID)
	if left := notAsked(want); left != "" {
		cli.Say(c, "not compared: %s", left)
	}
	_, err = fmt.Fprintf(c.Out, "%s\n", s.Payload)
	return err
}

// notAsked lists what a block was not held against.
func notAsked(want comment.Expect) string {
	var left []string
	if want.Repo == "" {
		left = append(left, "the repository (--repo)")
	}
	if want.PR == 0 {
		left = append(left, "the pull request (--pr)")
	}
	if want.Head == "" {
		left = append(left, "the commit (--head)")
	}
	return strings.Join(left, ", ")
}

// publicKeys are the keys that may sign: those of the command line, else those of the configuration.
func (flags *verifyFlags) publicKeys(c *cli.Call) ([]ed25519.PublicKey, error) {
	lines := flags.keys
	if len(lines) == 0 {
		settings, err := workspace.Settings(c.Ctx, c.Dir, flags.root, flags.base, gate.BuiltIn.Specs())
		if err != nil {
			return nil, err
		}
		lines = settings.Comment.PublicKeys
	}
	if len(lines) == 0 {
		return nil, hint.Misuse("give --public-key, or put keys under `comment.public_keys` in .kbgate.yaml, which `kbgate key new` prints; where that is in a folder, name it with --root", "no public key is known, so nothing can be trusted")
	}
	var keys []ed25519.PublicKey
	for _, line := range lines {
		key, err := comment.ParsePublicKey(line)
		if err != nil {
			return nil, hint.Misuse("`kbgate key new` prints public keys", "a public key cannot be read: %w", err)
		}
		keys = append(keys, key)
	}
	return keys, nil
}

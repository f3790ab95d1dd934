package main

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/comment"
	"github.com/kbgate/kbgate/internal/forge"
	"github.com/kbgate/kbgate/internal/gate"
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

func newCommentVerify(std streams) *cobra.Command {
	var flags verifyFlags
	cmd := &cobra.Command{
		Use:   "verify [FILE]",
		Short: "Print the rejection block of a comment if it can be trusted",
		Long: `Print the rejection block of a comment, or of a page of comments, if it can be trusted: if one of the
public keys has signed it, it is about the pull request and the commit that are asked for, its
visible copy says the same, and its findings are not marked as unverified. Of several such blocks it
is the one that was made last, by the time that is signed. Else say why not.

The keys are those of --public-key, else ` + "`comment.public_keys`" + ` of the configuration: with --base of that
commit, so that a proposal cannot bring keys of its own (the block then has to be about that commit
or one before it), else of the work tree; with --root of the
base in that folder. Exit status: 0 it can be trusted, 1 it cannot, or there is none.`,
		Example: `  gh api --paginate repos/org/kb/issues/7/comments | kbgate comment verify --base origin/main --repo org/kb --pr 7
  kbgate comment verify comment.md --public-key ed25519:… --head HEAD`,
		Args: takes(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runCommentVerify(cmd.Context(), args, flags, std)
		},
	}
	flags.add(cmd)
	f := cmd.Flags()
	f.StringVar(&flags.base, "base", "", "take the public keys from the configuration of this `COMMIT`")
	addRoot(cmd, &flags.root)
	f.StringArrayVar(&flags.keys, "public-key", nil, "a `KEY` that may sign, as `kbgate key new` printed it; may be given several times")
	noFiles(cmd, "base", "public-key")
	addAuthor(cmd, &flags.author)
	return cmd
}

func runCommentVerify(ctx context.Context, args []string, flags verifyFlags, std streams) error {
	if err := flags.complete(ctx); err != nil {
		return err
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	keys, err := publicKeys(ctx, flags)
	if err != nil {
		return err
	}
	data, err := readInput(args, std)
	if err != nil {
		return err
	}
	if len(flags.keys) == 0 && flags.base == "" {
		say(std.err, "the keys are those of the work tree, which may be the proposal's: --base COMMIT takes those of the branch it goes to")
	}
	env := surroundings()
	pr := env.PullRequest(forge.PullRequest{Repo: flags.repo, Number: flags.pr})
	want := comment.Expect{Repo: pr.Repo, PR: pr.Number, Head: cmp.Or(flags.head, env.Proposal().Head)}
	if flags.base != "" {
		want.IsBase = func(commit string) bool { return workspace.IsIn(ctx, dir, commit, flags.base) }
	}
	s, err := comment.FindTrusted(data, keys, want, fromAuthor(flags.author)...)
	if err != nil {
		say(std.err, "%s", err)
		return errFindings
	}
	if err := s.Verify(keys, want); err != nil {
		say(std.err, "the rejection block cannot be trusted:%s%s", map[bool]string{true: " ", false: "\n"}[!strings.Contains(err.Error(), "\n")], err)
		return errFindings
	}
	say(std.err, "signed with the key %s", s.KeyID)
	if left := notAsked(want); left != "" {
		say(std.err, "not compared: %s", left)
	}
	_, err = fmt.Fprintf(std.out, "%s\n", s.Payload)
	return err
}

// notAsked lists what a block was not held against.
func notAsked(want comment.Expect) string {
	var left []string
	for _, w := range []struct {
		flag  string
		asked bool
	}{{"the repository (--repo)", want.Repo != ""}, {"the pull request (--pr)", want.PR != 0}, {"the commit (--head)", want.Head != ""}} {
		if !w.asked {
			left = append(left, w.flag)
		}
	}
	return strings.Join(left, ", ")
}

// publicKeys are the keys that may sign: those of the command line, else those of the configuration.
func publicKeys(ctx context.Context, flags verifyFlags) ([]ed25519.PublicKey, error) {
	lines := flags.keys
	if len(lines) == 0 {
		dir, err := os.Getwd()
		if err != nil {
			return nil, err
		}
		settings, err := workspace.Settings(ctx, dir, flags.root, flags.base, gate.Specs())
		if err != nil {
			return nil, err
		}
		lines = settings.Comment.PublicKeys
	}
	if len(lines) == 0 {
		return nil, &check.UsageError{Err: errors.New("no public key is known, so nothing can be trusted"),
			Hint: "give --public-key, or put keys under `comment.public_keys` in .kbgate.yaml, which `kbgate key new` prints; where that is in a folder, name it with --root"}
	}
	var keys []ed25519.PublicKey
	for _, line := range lines {
		key, err := comment.ParsePublicKey(line)
		if err != nil {
			return nil, &check.UsageError{Err: fmt.Errorf("a public key cannot be read: %w", err), Hint: "`kbgate key new` prints public keys"}
		}
		keys = append(keys, key)
	}
	return keys, nil
}

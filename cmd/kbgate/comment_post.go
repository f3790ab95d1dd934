package main

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/comment"
	"github.com/kbgate/kbgate/internal/forge"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/text"
)

// postFlags are the flags of `kbgate comment post`.
type postFlags struct {
	file         string
	to           forge.PullRequest
	author       string
	root         string
	insecureHTTP bool
	dryRun       bool
	sign         bool
	timeout      time.Duration
}

const (
	// maxComment bounds what is read as a comment, in bytes: above what any forge takes, below what hurts.
	maxComment = 4 << 20
	// usualTimeout leaves room for the minute that GitHub may ask to wait, and for one more.
	usualTimeout = 5 * time.Minute
)

func newCommentPost() cli.Command {
	flags := postFlags{timeout: usualTimeout}
	return cli.Command{
		Use:   "post",
		Short: "Put a rendered comment on a pull request, or bring the one there up to date",
		Long: `Put the comment that ` + "`kbgate comment render`" + ` wrote on a pull request of GitHub, Gitea, Forgejo or GitLab.
There is one comment of kbgate's on a pull request: an earlier one is brought up to date, one that
says the same is left alone, and what passes is only said where something was wrong before. A
comment that names another pull request is refused, and an unverified one does not take the place
of one about the same commit that was worked out.

In a CI's job the forge, its API, the repository and the pull request are known from the environment.
The token is read from KBGATE_TOKEN, else from the forge's own variable: GITHUB_TOKEN, GITEA_TOKEN,
FORGEJO_TOKEN or GITLAB_TOKEN. docs/forges.md tells what it must be allowed.`,
		Example: `  kbgate comment post < comment.md
  kbgate comment post --file comment.md --dry-run
  kbgate comment post --file comment.md --forge gitea --api https://git.example.org/api/v1 --repo team/kb --pr 12`,
		Run: flags.run,
		Options: append([]cli.Option{
			cli.Flag(&flags.file, "file", "read the comment from this `FILE` instead of standard input"),
			cli.Flag(cli.Proposing(&flags.to.Forge, forge.Kinds()...), "forge", "the `FORGE`: "+strings.Join(forge.Kinds(), ", ")+" (default: the one whose CI runs this)"),
			cli.Flag(&flags.to.Repo, "repo", "the repository, as `OWNER/NAME`; on GitLab GROUP/PROJECT or the project's number"),
			cli.Flag(&flags.to.Number, "pr", "the `NUMBER` of the pull request or merge request"),
			cli.Flag(&flags.to.API, "api", "the `URL` where the forge's API begins: https://git.example.org/api/v1"),
			cli.Flag(&flags.author, "author", "the `NAME` under which the token writes, where the forge does not tell: \"my-app[bot]\""),
			cli.Flag(&flags.dryRun, "dry-run", "say what would be done, and change nothing"),
			cli.Flag(&flags.sign, "sign", "sign the comment with the key in the variable "+keyVariable+", so that only this command need have it"),
			cli.Flag(&flags.timeout, "timeout", "give up after this `TIME`, all waiting included"),
			cli.Flag(&flags.insecureHTTP, "insecure-http", "let the token travel over http without encryption, on a network that you trust"),
		}, rootOption(&flags.root)...),
	}
}

func (flags *postFlags) run(c *cli.Call) error {
	if flags.timeout <= 0 {
		return hint.Misuse("name a time such as 5m or 90s", "--timeout leaves no time")
	}
	body, err := readComment(c, flags.file)
	if err != nil {
		return err
	}
	block, err := readBlock(body)
	if err != nil {
		return err
	}
	env := surroundings()
	to, err := target(env, flags.to)
	if err == nil {
		err = belongs(c, block, to)
	}
	if err != nil {
		return err
	}
	whole, own := body, []ed25519.PublicKey(nil)
	if flags.sign {
		if body, own, err = signed(body, block, to); err != nil {
			return err
		}
	}
	token := env.Token(to.Forge)
	if token == "" {
		return noToken(env, to.Forge)
	}
	var kept keeper
	keys := sync.OnceValue(func() []ed25519.PublicKey { return append(keysOfBase(c, block.BaseSHA, flags.root), own...) })
	modes := []forge.Mode{forge.KeepWhere(kept.keeps(block, keys)), forge.CarryOver(func(earlier, _ string) (string, error) {
		carried := comment.Carry(whole, earlier, keys())
		if flags.sign {
			carried, _, err = signed(carried, block, to)
		}
		return carried, err
	})}
	if block.Verdict == comment.Passed {
		modes = append(modes, forge.OnlyUpdate)
	}
	if flags.dryRun {
		modes = append(modes, forge.DryRun)
	}
	ctx, cancel := context.WithTimeout(c.Ctx, flags.timeout)
	defer cancel()
	client, err := forge.NewClient(to, forge.Config{Token: token, Author: flags.author, InsecureHTTP: flags.insecureHTTP})
	if err != nil {
		return err
	}
	receipt, err := client.Post(ctx, body, comment.Marker, modes...)
	if err != nil {
		return withAdvice(err)
	}
	if receipt.Superseded > 0 && !flags.dryRun {
		cli.Say(c, "%s of ours, from checks at the same time, now %s to it", text.Count(receipt.Superseded, "further comment", "further comments"),
			map[bool]string{true: "points", false: "point"}[receipt.Superseded == 1])
	}
	if kept.outranked {
		cli.Say(c, "the comment there is about the same commit and not unverified, so the new one does not take its place")
	}
	return cli.Show(c, "%s\n", forge.Redact(tell(receipt, flags.dryRun), token))
}

// signed signs a comment that names the pull request, and gives the public key beside it.
func signed(body string, block *comment.Signed, to forge.PullRequest) (string, []ed25519.PublicKey, error) {
	key, err := signingKey("")
	if err == nil && key == nil {
		err = hint.Misuse("put what `kbgate key new` wrote into the variable "+keyVariable, "--sign has no key")
	}
	if err == nil && (!strings.EqualFold(block.Repo, to.Repo) || block.PR != to.Number) {
		err = hint.Misuse("give `kbgate comment render` --repo and --pr", "a comment that does not name the pull request is not signed")
	}
	if err != nil {
		return "", nil, err
	}
	if body, err = comment.Sign(body, key); err != nil {
		return "", nil, hint.Misuse("sign what `kbgate comment render` wrote without a key, as it is", "the comment is not signed: %w", err)
	}
	return body, []ed25519.PublicKey{key.Public().(ed25519.PublicKey)}, nil
}

// withAdvice says what to do about a forge that fails. That is no hint: the command was called well.
func withAdvice(err error) error {
	if way, status := hint.Of(err); status == hint.Failure && way != "" {
		return fmt.Errorf("%v\n%s", err, way)
	}
	return err
}

// tell says on one line what was done.
func tell(receipt forge.Receipt, dry bool) string {
	did := receipt.Action
	switch {
	case did == forge.None:
		return "nothing to say"
	case dry && did == forge.Created:
		did = "would create a comment"
	case dry && did == forge.Updated:
		did = "would update"
	}
	return strings.TrimSpace(did + " " + receipt.URL)
}

// readComment reads a rendered comment.
func readComment(c *cli.Call, name string) (string, error) {
	name = cmp.Or(name, "-")
	if name == "-" && cli.IsTerminal(c.In) {
		return "", hint.Misuse("name one with --file, or pipe `kbgate comment render` into this", "there is no comment to post")
	}
	in, err := openInput(c, name)
	if err != nil {
		return "", hint.Misuse("--file names what `kbgate comment render` wrote", "%v", err)
	}
	defer in.Close()
	name = shownInput(name)
	content, err := io.ReadAll(io.LimitReader(in, maxComment+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("reading %s: %w", name, err)
	case len(content) > maxComment:
		return "", hint.Misuse("no forge takes such a comment", "%s is longer than %d MiB", name, maxComment>>20)
	case !utf8.Valid(content):
		return "", hint.Misuse("post what `kbgate comment render` wrote, as it is", "%s is not UTF-8", name)
	}
	return string(content), nil
}

// readBlock reads the block of a rendered comment.
func readBlock(body string) (*comment.Signed, error) {
	block, err := comment.Parse(body)
	if err != nil || !strings.HasPrefix(body, comment.Marker) {
		return nil, hint.Misuse("post what `kbgate comment render` wrote, from its first line on", "%w", errors.Join(errors.New("this is no comment of kbgate's"), err))
	}
	return block, nil
}

// belongs refuses a comment that says it is about another pull request. A project that is known by its number alone may be any.
func belongs(c *cli.Call, block *comment.Signed, to forge.PullRequest) error {
	names := strings.Contains(to.Repo, "/") && block.Repo != ""
	switch {
	case names && !strings.EqualFold(block.Repo, to.Repo), block.PR != 0 && block.PR != to.Number:
		about := forge.PullRequest{Forge: to.Forge, Repo: cmp.Or(block.Repo, to.Repo), Number: cmp.Or(block.PR, to.Number)}
		return hint.Misuse("give `kbgate comment render` and `kbgate comment post` the same --repo and --pr", "the comment is about %s, not about %s", about, to)
	case block.Repo == "" || block.PR == 0:
		cli.Say(c, "the comment does not say which pull request it is about, so `kbgate comment verify` will refuse it: give `kbgate comment render` --repo and --pr")
	}
	return nil
}

// keeper says where an earlier comment may stand.
type keeper struct{ outranked bool }

func (k *keeper) keeps(block *comment.Signed, keys func() []ed25519.PublicKey) func(earlier, now string) bool {
	return func(earlier, now string) bool {
		before, err := comment.Parse(earlier)
		if err != nil {
			return false
		}
		k.outranked = before.Outranks(block)
		return k.outranked || comment.Restates(now, earlier, keys())
	}
}

// keysOfBase are the public keys of a base, as far as they are at hand: without them a signed comment is written anew.
func keysOfBase(c *cli.Call, commit, root string) (keys []ed25519.PublicKey) {
	if commit != "" {
		keys, _ = (&verifyFlags{base: commit, root: root}).publicKeys(c)
	}
	return keys
}

// target is the pull request that is meant, and refuses to guess at what nobody named.
func target(env forge.Environment, given forge.PullRequest) (forge.PullRequest, error) {
	missing := func(what, way string) (forge.PullRequest, error) {
		return forge.PullRequest{}, hint.Misuse(way, "nothing says %s", what)
	}
	switch to := env.PullRequest(given); {
	case to.Forge == "":
		return missing("which forge it is", "name it with --forge: "+strings.Join(forge.Kinds(), ", ")+"; in a CI's job the environment tells")
	case !slices.Contains(forge.Kinds(), to.Forge):
		return to, hint.Misuse("there are "+strings.Join(forge.Kinds(), ", "), "unknown forge %q", to.Forge)
	case to.API == "":
		return missing("where the forge's API is", "name it with --api, as https://git.example.org/api/v1")
	case to.Repo == "":
		return missing("which repository it is", "name it with --repo, as OWNER/NAME")
	case to.Number == 0:
		return missing("which pull request it is", "name it with --pr; only a job for a pull request tells it by itself")
	default:
		return to, nil
	}
}

// noToken says where a token is looked for.
func noToken(env forge.Environment, kind string) error {
	way := "set " + strings.Join(env.TokenVariables(kind), " or ") + "; docs/forges.md tells what it must be allowed"
	if kind == forge.GitLab && os.Getenv("CI_JOB_TOKEN") != "" {
		way += "; the CI_JOB_TOKEN of a job may not write notes"
	}
	return hint.Misuse(way, "there is no token for %s", kind)
}

package main

import (
	"cmp"
	"crypto/ed25519"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/comment"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/forge"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/workspace"
)

// renderFlags are the flags of `kbgate comment render`.
type renderFlags struct {
	pullRequestFlags
	base       string
	root       string
	agent      string
	at         string
	key        string
	strict     bool
	summary    bool
	unverified bool
	issues     []string
	source     string
}

func newCommentRender() cli.Command {
	var flags renderFlags
	return cli.Command{
		Use:   "render [FILE]",
		Short: "Make the comment of findings",
		Long: `Make the comment on a pull request of the findings that ` + "`kbgate check --format json`" + ` has written, read
from a file or from standard input. Which pull request it is about, the flags say, else the
findings, else the environment of the CI. With a key, --key or the variable KBGATE_SIGNING_KEY, the
comment is signed.

Findings that came from a place where the proposal's own code could run, and that nobody recomputed,
are to be rendered with --unverified: the comment says so.

With --issues no findings are read: the comment holds the tags that a reviewer gives, each with what
its gate says. A tag that no gate has warns.`,
		Example: `  kbgate check --diff origin/main...HEAD --format json | kbgate comment render > comment.md
  kbgate comment render findings.json --repo org/kb --pr 7 --key comment.key
  kbgate comment render findings.json --summary >> "$GITHUB_STEP_SUMMARY"
  kbgate comment render --issues title_overclaims,date_errors --source leo --repo org/kb --pr 7`,
		Run: flags.run,
		Options: append(append([]cli.Option{
			cli.Flag(&flags.base, "base", "the `COMMIT` that it is proposed to; its configuration counts"),
			cli.Flag(&flags.agent, "agent", "the `NAME` of the agent behind the proposal"),
			cli.Flag(&flags.at, "at", "the `TIME` that the comment bears, as 2026-11-21T10:00:00Z (default: now)"),
			cli.Flag(&flags.key, "key", "sign with the key in this `FILE`, which `kbgate key new` wrote"),
			cli.Flag(&flags.strict, "strict", "say that certain warnings fail the check too, where the findings do not say so"),
			cli.Flag(&flags.summary, "summary", "write only the lines for people, with all findings, for the summary page of a CI"),
			cli.Flag(&flags.unverified, "unverified", "say that nobody could recompute the findings"),
			cli.Flag(&flags.issues, "issues", "make the comment of these tags of a reviewer, `TAG,…`, instead of findings; may be repeated"),
			cli.Flag(&flags.source, "source", "the `NAME` of the reviewer, with --issues (default: reviewer)"),
		}, flags.options()...), rootOption(&flags.root)...),
	}
}

func (flags *renderFlags) run(c *cli.Call) error {
	err := flags.complete(c)
	if err == nil {
		flags.base, err = workspace.CommitID(c.Ctx, c.Dir, flags.base)
	}
	if err != nil {
		return err
	}
	at := time.Now()
	if flags.at != "" {
		if at, err = time.Parse(time.RFC3339, flags.at); err != nil {
			return hint.Misuse("write it as 2026-11-21T10:00:00Z", "--at %s is no time", flags.at)
		}
	}
	key, err := signingKey(flags.key)
	if err != nil {
		return err
	}
	tags, err := flags.tags(c)
	if err != nil {
		return err
	}
	doc := &finding.Document{}
	if tags == nil {
		if doc, err = findingsIn(c); err != nil {
			return err
		}
	}
	settings, err := flags.settings(c, doc)
	if err != nil {
		return err
	}
	about := aboutCI(doc, at, flags.unverified)
	about.Repo, about.PR = cmp.Or(flags.repo, about.Repo), cmp.Or(flags.pr, about.PR)
	about.Head, about.Base, about.Agent = cmp.Or(flags.head, about.Head), cmp.Or(flags.base, about.Base), flags.agent
	doc.Strict = doc.Strict || flags.strict
	block := comment.New(doc, about)
	if tags != nil {
		block = comment.OfTags(tags, cmp.Or(flags.source, "reviewer"), gate.BuiltIn, about)
	}
	if flags.agent != "" && block.Agent == "" {
		return hint.Misuse("a name is made of letters, digits, hyphens, underscores and points", "--agent %s is no name of an agent", flags.agent)
	}
	opts := comment.Options{Gates: gate.BuiltIn, Pointer: settings.Comment.Pointer, Key: key, Unverified: flags.unverified}
	if !flags.unverified {
		if err := addEarlier(c, &opts, doc, block, settings); err != nil {
			return err
		}
	}
	if flags.summary {
		_, err = io.WriteString(c.Out, comment.Summary(block, opts))
		return err
	}
	if !flags.unverified {
		warnUnsigned(c, key, settings)
	}
	return writeComment(c.Out, block, opts)
}

// addEarlier adds what reviewers sent back before of the notes that the comment is about, as far as this clone knows. The store is the one
// that the base's configuration names.
func addEarlier(c *cli.Call, opts *comment.Options, doc *finding.Document, block *comment.Block, settings *config.Config) error {
	repo := git.Find(c.Ctx, c.Dir)
	folder := doc.Folder
	if repo.Err() != nil || folder != "" && !filepath.IsLocal(folder) {
		return c.Ctx.Err()
	}
	if repo.Prefix != folder { // it need not be checked out
		repo.Dir, repo.Prefix = cmp.Or(repo.Top, repo.Dir), folder
	}
	earlier, unread, err := earlierIn(c, repo, doc, block, settings)
	if err != nil && c.Ctx.Err() == nil {
		cli.Say(c, "earlier decisions are not told: %s", err)
		return nil
	}
	for _, e := range earlier {
		told := comment.Earlier{Path: folder + e.Path, Rejections: e.Rejections}
		for _, r := range e.Newest {
			told.Rounds = append(told.Rounds, comment.Round{Day: r.At.UTC().Format(time.DateOnly), Issues: r.Issues, Asked: r.Asked})
		}
		opts.Earlier = append(opts.Earlier, told)
	}
	opts.EarlierUnread = unread
	return err
}

func earlierIn(c *cli.Call, repo git.Folder, doc *finding.Document, block *comment.Block, settings *config.Config) ([]recall.Earlier, int, error) {
	place := workspace.Location{Repo: repo}
	own, err := place.Deciding(c.Ctx)
	if err != nil {
		return nil, 0, err
	}
	counts := *settings
	if counts.Store, err = place.StoreOf(settings, own); err != nil {
		return nil, 0, err
	}
	l, err := c.LedgerBy(ledger.Options{Root: repo.Dir, Config: &counts, Repository: repo, Remote: git.RemoteOf(own)})
	if err != nil {
		return nil, 0, err
	}
	paths, err := git.ChangedPaths(c.Ctx, repo, block.BaseSHA, block.HeadSHA, repo.Prefix)
	if err != nil {
		return nil, 0, err
	}
	for _, f := range doc.Findings {
		paths = append(paths, f.Path)
	}
	return recall.EarlierOf(c.Ctx, l, recall.NotesOnly(paths))
}

// findingsIn reads the findings that a call names.
func findingsIn(c *cli.Call) (*finding.Document, error) {
	in, err := openInput(c, inputOf(c.Args))
	if err != nil {
		return nil, err
	}
	defer in.Close()
	doc, err := finding.Read(in)
	if err != nil {
		return nil, hint.Misuse("`kbgate check --format json` writes findings", "%w", err)
	}
	if doc.Gates != nil {
		return nil, hint.Misuse("check again without --select and --ignore", "the findings are those of some gates only, and a comment tells of all")
	}
	return doc, nil
}

// tags are those of a reviewer; nil where findings are to be read.
func (flags *renderFlags) tags(c *cli.Call) (tags []string, err error) {
	for _, list := range flags.issues {
		for tag := range strings.SplitSeq(list, ",") {
			if tag = strings.TrimSpace(tag); tag == "" {
				continue
			}
			tags = append(tags, tag)
			if _, known := gate.BuiltIn.Find(tag); !known && len(tags) <= comment.MostTags {
				cli.Say(c, "%s", unknownTag(tag, "blocks nothing, and stands in the comment"))
			}
		}
	}
	switch {
	case len(flags.issues) == 0 && flags.source != "":
		return nil, hint.Misuse("give the tags with --issues", "--source names who gave tags, and there are none")
	case len(flags.issues) == 0:
		return nil, nil
	case len(tags) == 0:
		return nil, hint.Misuse("`kbgate explain` lists the tags", "--issues names no tag")
	case len(tags) > comment.MostTags:
		return nil, hint.Misuse("", "--issues names %d tags; a comment takes %d", len(tags), comment.MostTags)
	case len(c.Args) > 0:
		return nil, hint.Misuse("leave one of them out", "--issues makes the comment of tags, and %s holds findings", c.Args[0])
	case flags.unverified || flags.strict:
		return nil, hint.Misuse("leave it out", "--unverified and --strict are about findings, and --issues has none")
	}
	return tags, nil
}

// warnUnsigned says where signatures are expected and none is made.
func warnUnsigned(c *cli.Call, key ed25519.PrivateKey, settings *config.Config) {
	if key == nil && len(settings.Comment.PublicKeys) > 0 {
		cli.Say(c, "the base has public keys, but there is no key to sign with, so nobody will trust the comment: give --key FILE, or the variable %s", keyVariable)
	}
}

// aboutCI fills in what the CI knows and the findings do not say. What foreign findings say of themselves does not count
// where the CI knows better.
func aboutCI(doc *finding.Document, at time.Time, foreign bool) comment.About {
	env := surroundings()
	pr, proposed := env.PullRequest(forge.PullRequest{}), env.Proposal()
	about := comment.About{PR: pr.Number, At: at}
	if repoName().MatchString(pr.Repo) {
		about.Repo = pr.Repo
	}
	if foreign || doc.Change == nil || doc.Change.Head == proposed.Merge {
		about.Head = proposed.Head
	}
	if foreign || doc.Change == nil {
		about.Base = proposed.Base
	}
	return about
}

// settings gives the configuration of the base: that of a commit, which the findings name where nothing else does and
// they are ours; else that of the work tree. A base that is not at hand has the defaults, for the work tree may be the
// proposal's.
func (flags *renderFlags) settings(c *cli.Call, doc *finding.Document) (*config.Config, error) {
	base := cmp.Or(flags.base, surroundings().Proposal().Base)
	if base == "" && doc.Change != nil && !flags.unverified {
		base = doc.Change.Base
	}
	settings, err := workspace.Settings(c.Ctx, c.Dir, flags.root, base, gate.BuiltIn.Specs())
	if base != "" && err != nil && c.Ctx.Err() == nil {
		return config.Default(gate.BuiltIn.Specs()), nil
	}
	return settings, err
}

// commentResult writes the comment of a check.
func commentResult(w io.Writer, result *check.Result) error {
	key, err := signingKey("")
	if err != nil {
		return err
	}
	block := comment.New(&result.Document, aboutCI(&result.Document, time.Now(), false))
	return writeComment(w, block, comment.Options{Gates: gate.BuiltIn, Pointer: result.Config.Comment.Pointer, Key: key})
}

func writeComment(w io.Writer, block *comment.Block, opts comment.Options) error {
	body, err := comment.Render(block, opts)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, body)
	return err
}

// keyVariable holds the key that comments are signed with, where no file does.
const keyVariable = "KBGATE_SIGNING_KEY"

// signingKey reads the key to sign with from a file, or from the environment; nil where there is none.
func signingKey(file string) (ed25519.PrivateKey, error) {
	text, from := os.Getenv(keyVariable), "the variable "+keyVariable
	if file != "" {
		from = file
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, hint.Misuse("`kbgate key new FILE` makes one", "reading the key: %w", err)
		}
		text = string(data)
		if text == "" {
			return nil, hint.Misuse("`kbgate key new FILE` makes a key", "%s is empty", file)
		}
	}
	if text == "" {
		return nil, nil
	}
	key, err := comment.ParsePrivateKey(text)
	if err != nil {
		return nil, hint.Misuse("`kbgate key new FILE` makes one", "%s holds no key to sign with: %w", from, err)
	}
	return key, nil
}

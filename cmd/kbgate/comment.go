package main

import (
	"fmt"
	"io"
	"os"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/workspace"
)

func newComment() cli.Command {
	return cli.Command{
		Use:   "comment",
		Short: "Write and read the comment on a pull request",
		Long: `The comment on a pull request tells people and programs what a check has found: a block of JSON that
an agent reads, and lines that a person reads. docs/comments.md describes it.`,
		Example: `  kbgate check --diff origin/main...HEAD --format json | kbgate comment render
  kbgate comment post --file comment.md
  gh api --paginate repos/{owner}/{repo}/issues/7/comments | kbgate comment parse
  gh api --paginate repos/{owner}/{repo}/issues/7/comments | kbgate comment verify --base origin/main`,
		Commands: []cli.Command{newCommentAsk(), newCommentParse(), newCommentPost(), newCommentRender(), newCommentVerify()},
	}
}

// pullRequestFlags say which pull request a comment is about.
type pullRequestFlags struct {
	repo string
	pr   int
	head string
}

func (f *pullRequestFlags) options() []cli.Option {
	return []cli.Option{cli.Flag(&f.repo, "repo", "the repository, as `OWNER/NAME` (default: the CI's)"),
		cli.Flag(&f.pr, "pr", "the `NUMBER` of the pull request (default: the CI's)"),
		cli.Flag(&f.head, "head", "the `COMMIT` that is proposed (default: the CI's)")}
}

// complete checks the flags, and finds the full id of the commit.
func (f *pullRequestFlags) complete(c *cli.Call) (err error) {
	if f.head, err = workspace.CommitID(c.Ctx, c.Dir, f.head); err != nil {
		return err
	}
	switch {
	case f.repo != "" && !repoName().MatchString(f.repo):
		return hint.Misuse("write OWNER/NAME", "--repo %s names no repository", f.repo)
	case f.pr < 0:
		return hint.Misuse("", "--pr %d is no number of a pull request", f.pr)
	}
	return nil
}

// maxInput is the size in bytes above which an input is not read.
const maxInput = 64 << 20

// inputOf is the file that a call names as its argument, "-" where it names none.
func inputOf(args []string) string {
	if len(args) == 0 {
		return "-"
	}
	return args[0]
}

// openInput opens a file, or standard input where the name is "-".
func openInput(c *cli.Call, name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(c.In), nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, hint.Misuse("name a file, or none for standard input", "%w", err)
	}
	return file, nil
}

// shownInput is how people are told of that input.
func shownInput(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

// readInput reads what openInput opens.
func readInput(c *cli.Call, name string) ([]byte, error) {
	in, err := openInput(c, name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, maxInput+1))
	if err != nil {
		return nil, fmt.Errorf("reading the comments: %w", err)
	}
	if len(data) > maxInput {
		return nil, hint.Misuse("give one page of them, the newest", "the comments take more than 64 MiB")
	}
	return data, nil
}

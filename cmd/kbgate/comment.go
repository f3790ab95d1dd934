package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/workspace"
)

func newComment(io streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "comment",
		Short: "Write and read the comment on a pull request",
		Long: `The comment on a pull request tells people and programs what a check has found: a block of JSON that
an agent reads, and lines that a person reads. docs/comments.md describes it.`,
		Example: `  kbgate check --diff origin/main...HEAD --format json | kbgate comment render
  kbgate comment post --file comment.md
  gh api --paginate repos/{owner}/{repo}/issues/7/comments | kbgate comment parse
  gh api --paginate repos/{owner}/{repo}/issues/7/comments | kbgate comment verify --base origin/main`,
		Args: takes(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newCommentParse(io), newCommentPost(io), newCommentRender(io), newCommentVerify(io))
	return cmd
}

// pullRequestFlags say which pull request a comment is about.
type pullRequestFlags struct {
	repo string
	pr   int
	head string
}

func (f *pullRequestFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.repo, "repo", "", "the repository, as `OWNER/NAME` (default: the CI's)")
	flags.IntVar(&f.pr, "pr", 0, "the `NUMBER` of the pull request (default: the CI's)")
	flags.StringVar(&f.head, "head", "", "the `COMMIT` that is proposed (default: the CI's)")
	noFiles(cmd, "repo", "pr", "head")
}

// addRoot adds the flag that names the folder of the base, for a call from elsewhere.
func addRoot(cmd *cobra.Command, root *string) {
	cmd.Flags().StringVar(root, "root", "", "the `FOLDER` of the knowledge base, where it is not this one or above it")
	_ = cmd.RegisterFlagCompletionFunc("root", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}) // it cannot fail for a flag that exists
}

// noFiles says to the shell that the values of flags are no files.
func noFiles(cmd *cobra.Command, flags ...string) {
	for _, name := range flags {
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions) // it cannot fail for flags that exist
	}
}

// complete checks the flags, and finds the full id of the commit.
func (f *pullRequestFlags) complete(ctx context.Context) (err error) {
	if f.head, err = commitID(ctx, f.head); err != nil {
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

// commitID is the full id of a commit that a flag names.
func commitID(ctx context.Context, name string) (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	return workspace.CommitID(ctx, dir, name)
}

// maxInput is the size in bytes above which an input is not read.
const maxInput = 64 << 20

// openInput opens the file that is named by the arguments, or standard input.
func openInput(args []string, std streams) (io.ReadCloser, error) {
	if len(args) == 0 || args[0] == "-" {
		return io.NopCloser(std.in), nil
	}
	file, err := os.Open(args[0])
	if err != nil {
		return nil, hint.Misuse("name a file, or none for standard input", "%w", err)
	}
	return file, nil
}

// readInput reads the file that is named by the arguments, or standard input.
func readInput(args []string, std streams) ([]byte, error) {
	in, err := openInput(args, std)
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

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/hook"
)

// maxPush is the size in bytes above which git's account of a push is not read: some 50 thousand branches.
const maxPush = 10 << 20

func newHookPrePush() *cobra.Command {
	var base string
	cmd := &cobra.Command{
		Use:   "pre-push [REMOTE URL]",
		Short: "Judge what is about to be pushed",
		Long: `Judge what a push brings that the remote does not have, as ` + "`kbgate check --diff`" + ` does. This is for
git's hook pre-push, whose arguments and standard input it understands, and for the pre-commit
framework, which says in PRE_COMMIT_FROM_REF and PRE_COMMIT_TO_REF what is pushed.`,
		Example: `  exec kbgate hook pre-push "$@"     # as the last line of .git/hooks/pre-push`,
		RunE: here(func(cmd *cobra.Command, dir string, _ []string) error {
			return runPrePush(cmd, dir, base)
		}),
	}
	addFlags(cmd, option{&base, "base", "the `FOLDER` of the knowledge base, where it is not the top of the repository"})
	return cmd
}

func runPrePush(cmd *cobra.Command, dir, base string) error {
	updates, err := pushed(cmd)
	if err != nil {
		return err
	}
	repo := git.Find(cmd.Context(), dir)
	var ranges []string
	for _, u := range updates {
		r, err := u.Range(cmd.Context(), repo)
		if err != nil {
			return err
		}
		if r != "" && !slices.Contains(ranges, r) {
			ranges = append(ranges, r)
		}
	}
	req := check.Request{Dir: dir, Now: time.Now()}
	if base != "" {
		req.Paths = []string{base}
	}
	var verdict error
	for _, req.Diff = range ranges {
		result, err := check.Run(cmd.Context(), req)
		if err == nil {
			err = finishCheck(cmd, result, checkFlags{format: "text"})
		}
		if err != nil && !errors.Is(err, errFindings) {
			return err
		}
		verdict = errors.Join(verdict, err)
	}
	return verdict
}

// pushed finds out what is pushed from whoever calls.
func pushed(cmd *cobra.Command) ([]hook.Update, error) {
	if u, ok := hook.FrameworkUpdate(os.Getenv); ok {
		return []hook.Update{u}, nil
	}
	if isTerminal(cmd.InOrStdin()) {
		return nil, hint.Misuse("`kbgate check --diff BASE...HEAD` judges what lies between two commits", "git's hook pre-push has to call this, and say on standard input what is pushed")
	}
	lines, err := io.ReadAll(io.LimitReader(cmd.InOrStdin(), maxPush+1))
	if err != nil {
		return nil, fmt.Errorf("reading standard input: %w", err)
	}
	if len(lines) > maxPush {
		return nil, hint.Misuse("", "too much on standard input: at most %d MiB are read", maxPush>>20)
	}
	updates, err := hook.ParseUpdates(lines)
	if err != nil {
		return nil, hint.Misuse("this is for git's hook pre-push; `kbgate hook pre-push -h` shows how it is called", "%w", err)
	}
	return updates, nil
}

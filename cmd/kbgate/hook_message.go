package main

import (
	"time"

	"github.com/kbgate/kbgate/internal/cli"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hook"
	"github.com/kbgate/kbgate/internal/hook/agent"
)

func newHookMessage() cli.Command {
	return cli.Command{
		Use:   "prepare-commit-msg FILE [SOURCE [COMMIT]]",
		Short: "Say in a commit which brief its agent had been given",
		Long: `Add the trailer Kbgate-Brief to the message of a commit, with the digest of the brief that a coding agent's
session in this work tree was given. Where several sessions are open that were given different ones, each
stands there, and then nobody knows which it was. This is for git's hook prepare-commit-msg, which
` + "`kbgate hook install`" + ` installs.

A message that has the trailer keeps it. A merge gets none, a commit that is only made again (rebase,
cherry-pick, revert) neither, nor one whose message is still to be written in an editor. What a squashed
merge joins keeps its own. It never stops a commit.`,
		Example: `  kbgate hook prepare-commit-msg "$@" || :     # as a line of .git/hooks/prepare-commit-msg`,
		Run: func(c *cli.Call) error {
			source := ""
			if len(c.Args) > 1 {
				source = c.Args[1]
			}
			repo := git.Find(c.Ctx, c.Dir)
			if err := repo.Err(); err != nil {
				return err
			}
			return hook.AddBriefs(c.Ctx, repo, c.Args[0], source, agent.OpenBriefs(repo, time.Now()))
		},
	}
}

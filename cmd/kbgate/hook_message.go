package main

import (
	"errors"
	"path/filepath"
	"time"

	"github.com/kbgate/kbgate/internal/cli"
	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hook"
	"github.com/kbgate/kbgate/internal/hook/agent"
	"github.com/kbgate/kbgate/internal/identity"
	"github.com/kbgate/kbgate/internal/ledger"
)

func newHookMessage() cli.Command {
	return cli.Command{
		Use:   "prepare-commit-msg FILE [SOURCE [COMMIT]]",
		Short: "Say in a commit which brief its agent had been given",
		Long: `Add the trailer Kbgate-Brief to the message of a commit, with the digest of the brief that a coding agent's
session in this work tree was given. Only a commit of that agent gets it, as agents.from tells by the branch, the
author and the trailers of the message: where they name nobody, a person may have made it. Where several of its
sessions are open that were given different ones, each stands there, and then nobody knows which it was. This is for git's hook prepare-commit-msg, which
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
			var briefs hook.Briefs
			if open := agent.OpenSessions(repo, time.Now()); len(open) > 0 {
				briefs = func(made identity.Commit) ([]string, error) {
					return agent.BriefsFor(open, func(folder string) (string, error) { return makerIn(c, folder, made) })
				}
			}
			return hook.AddBriefs(c.Ctx, repo, c.Args[0], source, briefs)
		},
	}
}

// makerIn is the agent who makes a commit, as the knowledge base of a folder below that of the call tells; "" where it does not.
func makerIn(c *cli.Call, folder string, made identity.Commit) (string, error) {
	l, err := ledger.OpenAt(c.Ctx, filepath.Join(c.Dir, filepath.FromSlash(folder)), ledger.Options{Warn: func(string) {}})
	if err != nil {
		return "", err
	}
	maker, err := decide.AgentOfNext(c.Ctx, l, made)
	return maker, errors.Join(err, l.Close())
}

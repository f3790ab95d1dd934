package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/hook"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/send"
)

// maxPush is the size in bytes above which git's account of a push is not read: some 50 thousand branches.
const maxPush = 10 << 20

func newHookPrePush() cli.Command {
	var base string
	return cli.Command{
		Use:   "pre-push [REMOTE URL]",
		Short: "Judge what is about to be pushed",
		Long: `Judge what a push brings that the remote does not have, as ` + "`kbgate check --diff`" + ` does. This is for
git's hook pre-push, whose arguments and standard input it understands, and for the pre-commit
framework, which says in PRE_COMMIT_FROM_REF and PRE_COMMIT_TO_REF what is pushed.

Where ` + "`git config kbgate.store.sync auto`" + ` is set, a push that nothing blocks also sends what is unsent of the
store, if it goes to the address of the remote that ` + "`kbgate sync`" + ` takes. That asks for no password, takes at
most 20 seconds, and its failure stops no push.`,
		Example: `  exec kbgate hook pre-push "$@"     # as the last line of .git/hooks/pre-push`,
		Run:     func(c *cli.Call) error { return runPrePush(c, base) },
		Options: []cli.Option{
			cli.Flag(&base, "base", "the `FOLDER` of the knowledge base, where it is not the top of the repository"),
		},
	}
}

func runPrePush(c *cli.Call, base string) error {
	updates, err := pushed(c)
	if err != nil {
		return err
	}
	repo := git.Find(c.Ctx, c.Dir)
	var ranges []string
	for _, u := range updates {
		r, err := u.Range(c.Ctx, repo)
		if err != nil {
			return err
		}
		if r != "" && !slices.Contains(ranges, r) {
			ranges = append(ranges, r)
		}
	}
	req := check.Request{Dir: c.Dir, Now: time.Now()}
	if base != "" {
		req.Paths = []string{base}
	}
	var verdict error
	for _, req.Diff = range ranges {
		result, err := check.Run(c.Ctx, req)
		if err == nil {
			err = finishCheck(c, result, &checkFlags{format: "text"})
		}
		if err != nil && !errors.Is(err, errFindings) {
			return err
		}
		verdict = errors.Join(verdict, err)
	}
	if verdict == nil {
		sendAtPush(c, base, updates)
	}
	return verdict
}

// sendAtPush sends what is unsent of the store with a push to where that goes. Whatever becomes of that, the push goes on.
func sendAtPush(c *cli.Call, base string, updates []hook.Update) {
	address := os.Getenv("PRE_COMMIT_REMOTE_URL")
	if len(c.Args) > 1 {
		address = c.Args[1]
	}
	l, err := ledger.OpenAt(c.Ctx, filepath.Join(c.Dir, base), ledger.Options{OwnBranch: true})
	if err != nil {
		return // a base that keeps no records, or cannot, sends none
	}
	defer l.Close() // what it has to say was said of sending
	if slices.ContainsFunc(updates, func(u hook.Update) bool { return u.RemoteRef == l.Ref }) {
		return // the store itself is pushed
	}
	if err := send.AtPush(c.Ctx, l, address, time.Now()); err != nil {
		cli.Say(c, "what was recorded here was not sent to %s: %s; it is safe here, and `kbgate sync` sends it", l.Remote, cli.OneLine(err.Error()))
	}
}

// pushed finds out what is pushed from whoever calls.
func pushed(c *cli.Call) ([]hook.Update, error) {
	if u, ok := hook.FrameworkUpdate(os.Getenv); ok {
		return []hook.Update{u}, nil
	}
	if cli.IsTerminal(c.In) {
		return nil, hint.Misuse("`kbgate check --diff BASE...HEAD` judges what lies between two commits", "git's hook pre-push has to call this, and say on standard input what is pushed")
	}
	lines, err := io.ReadAll(io.LimitReader(c.In, maxPush+1))
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

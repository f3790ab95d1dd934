package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/loop"
)

func newReject(std streams) *cobra.Command {
	var flags decideFlags
	cmd := &cobra.Command{
		Use:   "reject ARTIFACT",
		Short: "Record that a reviewer rejected something, and why",
		Long: `Record that a reviewer rejected an artifact: a file, or anything that has a name. On a terminal and
without --reason you are asked for the reason, once; Enter skips the question, and after 30 seconds
the decision is recorded without one. Where there is no terminal nothing is asked.

The reason gets a category, unless you give one, and what is to be done differently is learned from it;
if most of the agent's rejections are of one kind, that is said. docs/learning.md has the details.

What the flags leave open is looked up: the type follows from the path (a claim of the knowledge base
is a claim), the agent from the file's last commit and the branch as agents.from says, the reviewer
is git's user.name, and of a file the SHA-256 of its content is kept. E-mail addresses as --subject
are stored as hashes (with the key in ` + subjectKeyVariable + `, if it is set). docs/store.md tells where the
record goes.`,
		Example: `  kbgate reject skills/redis-cache.md --reason "Examples don't work correctly"
  kbgate reject skills/redis-cache.md --reason "I got lost twice" --category clarity
  kbgate reject claims/foam-is-protein.md --issue scope_error --pr team/kb#12
  kbgate reject welcome-mail --type email --subject ana@example.org --draft mail.txt --agent rio`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			ask := func(ctx context.Context) (string, error) { return askReason(ctx, std) }
			return flags.decide(cmd, decision.Rejected, args[0], ask, std)
		},
	}
	flags.add(cmd)
	return cmd
}

// reasonWait is for how long the answer is waited for, as the user's documents have it. Tests do not wait as long.
var reasonWait = 30 * time.Second

// askReason asks for a reason where there is a terminal to ask on.
func askReason(ctx context.Context, std streams) (string, error) {
	in, ok := std.in.(*os.File)
	if !ok {
		return loop.NoReason, nil
	}
	if _, typed := terminal(in); !typed {
		return loop.NoReason, nil
	}
	if _, shown := terminal(std.err); !shown {
		return loop.NoReason, nil
	}
	timer := time.NewTimer(reasonWait)
	defer timer.Stop()
	return awaitReason(ctx, in, std.err, timer.C)
}

// awaitReason asks once, and goes on without an answer when late says so. Whoever is late may still be typing: the reader is
// left behind, and ends with the program.
func awaitReason(ctx context.Context, in io.Reader, out io.Writer, late <-chan time.Time) (string, error) {
	fmt.Fprintf(out, "%s\n> ", learn.AskReason)
	answer := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(in).ReadString('\n') // an answer that is cut off is an answer
		answer <- line
	}()
	select {
	case line := <-answer:
		if line = strings.TrimRight(line, "\r\n"); strings.TrimSpace(line) != "" {
			return line, nil
		}
	case <-late:
		fmt.Fprintln(out)
	case <-ctx.Done():
		return "", ctx.Err()
	}
	return loop.NoReason, nil
}

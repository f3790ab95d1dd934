package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/learn/brief"
	"github.com/kbgate/kbgate/internal/loop"
)

// maxChars is how long a brief is unless another length is asked for: about a thousand tokens.
const maxChars = 4000

func newBrief(std streams) *cobra.Command {
	var agent, artifact, format string
	var most int
	cmd := &cobra.Command{
		Use:   "brief --agent NAME",
		Short: "Tell an agent what to know before it writes again",
		Long: `Print what an agent should read before it writes again: the kinds of reasons for which its work keeps
being rejected, with the sentences that it says once it has seen to them; what became of the artifact
that it is about to touch; the gates that it fails most, with their fixes; and its most recent
lessons. Nothing is in it that is about other agents.

It goes into a prompt. What people typed stands in it as marked quotations, each on one line of at
most 200 characters, with nothing hidden in it. Of what does not fit into --max-chars the least
important is left out, and the last line says so. docs/agents.md shows how an agent gets it.`,
		Example: `  kbgate brief --agent rio
  kbgate brief --agent rio --artifact skills/redis-cache.md --max-chars 2000
  kbgate brief --agent rio --format json | jq -r '.patterns[].noticed'`,
		Args:              takes(0, 0),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case strings.TrimSpace(agent) == "":
				return &check.UsageError{Err: errors.New("--agent is missing"), Hint: "`kbgate agents` lists those that had a decision lately"}
			case most != 0 && most < brief.MinChars:
				return &check.UsageError{Err: fmt.Errorf("--max-chars %d is too few to say anything", most),
					Hint: fmt.Sprintf("give %d or more, or 0 for a brief of any length", brief.MinChars)}
			}
			dir, err := os.Getwd()
			if err != nil {
				return err
			}
			return withLedger(cmd.Context(), "", func(l *loop.Ledger) error {
				b, err := l.Brief(cmd.Context(), agent, dir, artifact)
				if err != nil {
					return err
				}
				render := brief.Markdown
				if format == "json" {
					render = brief.JSON
				}
				_, err = io.WriteString(std.out, b.Fit(most, render))
				return err
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&agent, "agent", "", "the `NAME` of the agent")
	f.StringVar(&artifact, "artifact", "", "the `NAME` or path of the artifact that it is about to touch")
	f.IntVar(&most, "max-chars", maxChars, "the most characters of the whole, 0 for any number")
	noFiles(cmd, "agent", "max-chars")
	addFormat(cmd, &format, "markdown", "json")
	return cmd
}

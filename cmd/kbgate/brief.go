package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/hook/agent"
	"github.com/kbgate/kbgate/internal/learn/brief"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/text"
)

// maxChars is how long a brief is unless another length is asked for: about a thousand tokens.
const maxChars = 4000

func newBrief() cli.Command {
	var since time.Time
	var whose, artifact, into string
	var shared bool
	most := maxChars
	return cli.Command{
		Use:   "brief",
		Short: "Tell an agent what to know before it writes again",
		Long: `Print what an agent should read before it writes again: the kinds of reasons for which its work keeps
being rejected, with the sentences that it says once it has seen to them; its most telling lessons, with
claims that were sent back and what was accepted in their place; the gates that it fails most, with
their fixes; and what became of the artifact that it is about to touch. Nothing is in it that is about
other agents.

What keeps being rejected is counted over the last 90 days, or over the time that --since names. Where
that time has fewer than learn.min_rejections (3) rejections, all rejections are counted, however old.

It goes into a prompt. What people typed stands in it as marked quotations, each on one line of at
most 200 characters, with nothing hidden in it. Of what does not fit into --max-chars the least
important is left out, and the last line says so. docs/agents.md shows how an agent gets it.

Without --agent it is the agent that agents.from names: of --artifact by the newest commit that changed it,
else by the branch that is checked out, or by the author of commits here. Standard error says which, and why.`,
		Example: `  kbgate brief --agent rio
  kbgate brief --agent rio --artifact skills/redis-cache.md --max-chars 2000
  kbgate brief --agent rio --format json | jq -r '.patterns[].noticed'`,
		Run: func(c *cli.Call) error {
			switch {
			case c.Flags().Changed("agent") && strings.TrimSpace(whose) == "":
				return hint.Misuse("`kbgate agents` lists those that had a decision lately", "--agent is empty")
			case most != 0 && most < brief.MinChars:
				return hint.Misuse(fmt.Sprintf("give %d or more, or 0 for a brief of any length", brief.MinChars), "--max-chars %d is too few to say anything", most)
			}
			if name, isLink := strings.CutPrefix(artifact, "[["); isLink {
				artifact = strings.TrimSuffix(name, "]]")
			}
			l, err := c.Ledger("")
			if err != nil {
				return err
			}
			if whose == "" {
				if whose, err = findAgent(c, l, artifact); err != nil {
					return err
				}
			}
			if into != "" {
				return intoFile(c, l, whose, ledger.Absolute(c.Dir, into), shared, time.Now())
			}
			b, err := recall.Brief(c.Ctx, l, whose, c.Dir, artifact, since)
			if err == nil {
				err = sayUnreadable(c, l)
			}
			if err == nil && b.Decisions == 0 {
				err = sayNearAgent(c, l, whose)
			}
			if err == nil && artifact != "" && b.History != nil && b.History.Rejections == 0 {
				sayNearFile(c, l, artifact)
			}
			switch {
			case err != nil:
				return err
			case cli.AsJSON(c):
				_, err = io.WriteString(cli.Machine(c.Out), b.Fit(most, brief.JSON))
				return err
			}
			return cli.PrintSafely(c.Out, b.Fit(most, brief.Markdown))
		},
		Options: []cli.Option{
			cli.Flag(&whose, "agent", "the `NAME` of the agent (default: by agents.from)"),
			cli.Flag(cli.Parsed(&since, fmt.Sprintf("%dd", brief.PatternDays), fromNow(moment)), "since", "patterns are of the rejections at or after this `TIME`, as for log; '' for all"),
			cli.Flag(&most, "max-chars", "the most characters of the whole, 0 for any number"),
			cli.Flag(&artifact, "artifact", "the `NAME` or path of the artifact that it is about to touch"),
			cli.Flag(&into, "into", "write what an agent may be given unasked between two marks in this `FILE` of rules, and print nothing"),
			cli.Flag(&shared, "shared", "also into a file that git tracks"),
		},
		Formats: []string{"markdown", "json"},
	}
}

// sayNearFile says that there is no file of a name, and asks whether another one was meant, if there is one.
func sayNearFile(c *cli.Call, l *ledger.Ledger, name string) {
	if _, err := os.Lstat(ledger.Absolute(c.Dir, name)); err == nil {
		return
	}
	if near, ok := decide.NearFile(l, c.Dir, name); ok {
		cli.Say(c, "there is no file %s; did you mean %s?", cli.OneLine(name), cli.OneLine(near))
	}
}

// sayNearAgent asks whether another agent was meant than one of whom nothing is known.
func sayNearAgent(c *cli.Call, l *ledger.Ledger, agent string) error {
	return remarkNearAgent(c, l, agent, "")
}

// remarkNearAgent asks so, and says what becomes of the name as it was given.
func remarkNearAgent(c *cli.Call, l *ledger.Ledger, agent, becomes string) error {
	names, err := recall.AgentNames(c.Ctx, l)
	if err != nil || slices.Contains(names, recall.AgentName(agent)) || recall.AgentName(agent) == decision.Unknown {
		return err
	}
	if near, ok := config.Nearest(recall.AgentName(agent), names); ok {
		cli.Say(c, "no decision is about the work of %q; did you mean %s?%s", agent, cli.OneLine(near), becomes)
	}
	return nil
}

// findAgent is the agent that agents.from names, and says which and why.
func findAgent(c *cli.Call, l *ledger.Ledger, artifact string) (string, error) {
	if artifact != "" {
		a, _, err := decide.Artifact(l, c.Dir, artifact)
		if err != nil {
			return "", err
		}
		name, err := decide.AgentOf(c.Ctx, l, a.Artifact)
		if err != nil {
			return "", err
		}
		if name != decision.Unknown {
			cli.Say(c, "the brief of %s, by the newest commit of %s or the branch", name, cli.OneLine(a.Name))
			return name, nil
		}
	}
	name, by, err := decide.AgentHere(c.Ctx, l)
	if err != nil {
		return "", err
	}
	if name != "" {
		cli.Say(c, "the brief of %s, by %s", name, by)
		return name, nil
	}
	known, err := recall.AgentNames(c.Ctx, l)
	if err != nil {
		return "", err
	}
	way := "--agent NAME says whose; the store knows of no agent yet"
	if len(known) > 0 {
		const most = 20
		way = "--agent NAME says whose; the store knows " + text.List("and", known[:min(most, len(known))]...)
		if more := len(known) - most; more > 0 {
			way += fmt.Sprintf(", and %d more", more)
		}
	}
	return "", hint.Misuse(way, "nothing says which agent is at work: neither the branch, before its first slash, nor the author of commits here, by an address that agents.authors lists (agents.from)")
}

// intoFile brings the brief in a file of rules up to date.
func intoFile(c *cli.Call, l *ledger.Ledger, name, file string, shared bool, now time.Time) error {
	said, err := agent.Give(c.Ctx, l, new(agent.Session), name, c.Dir, nil, now)
	if err != nil {
		return err
	}
	excluded, err := agent.WriteRules(c.Ctx, git.Find(c.Ctx, l.Root), file, said, shared)
	sayExcluded(c, excluded)
	return err
}

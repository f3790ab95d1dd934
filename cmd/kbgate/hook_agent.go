package main

import (
	"cmp"
	"fmt"
	"io"
	"time"

	"github.com/kbgate/kbgate/internal/cli"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hook/agent"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/report"
)

func newHookAgent() cli.Command {
	return cli.Command{
		Use:   "agent",
		Short: "Tell a coding agent what would be refused, as soon as it is written",
		Long: `Read the event of a coding agent's hook on standard input, in the shapes of Claude Code, and judge
the notes that it is about: after Write, Edit, MultiEdit and NotebookEdit the file that was edited, at
Stop and SubagentStop all notes that differ from the last commit.

At UserPromptSubmit, PostToolUse and PostToolUseFailure it looks for signs of failure in what the person
said, or what a command printed, and offers the agent the line that records the rejection, with its
category and the action that would refine the prompt, once in a session. It records nothing by itself.
Other events are let pass.

Exit status: 0 nothing to say, 2 something blocks (the agent is told on standard error), 1 kbgate
could not judge.`,
		Example:  `  kbgate hook agent < event.json`,
		Anywhere: true,
		Run: func(c *cli.Call) error {
			data, err := io.ReadAll(io.LimitReader(c.In, agent.MaxEvent+1))
			if err != nil {
				return fmt.Errorf("reading the event: %w", err)
			}
			event, err := agent.Parse(data)
			if err != nil {
				return err
			}
			if event.Kind == agent.Said || event.Kind == agent.Ran {
				return offer(c, event)
			}
			judged, err := agent.Judge(c.Ctx, event, time.Now())
			if err != nil {
				return err
			}
			var verdict error
			for _, j := range judged {
				if err := report.WriteForAgent(c.Errs, j.Shown(event.Dir), j.Document); err != nil {
					return err
				}
				if j.Document.Summary.Blocking > 0 {
					verdict = errFindings
				}
			}
			return verdict
		},
	}
}

// offer tells the agent, on standard output, what could be recorded of an event that shows a failure.
func offer(c *cli.Call, event agent.Event) error {
	dir := cmp.Or(event.Dir, c.Dir)
	repo := git.Find(c.Ctx, dir)
	if repo.Err() != nil {
		return nil // nothing can be recorded there
	}
	said, ok := agent.Offer(event, func() string { return agent.OnlyPending(c.Ctx, dir) }, func(reason string) decision.Category {
		g, err := ledger.LearningAt(c.Ctx, dir, ledger.Options{Warn: func(string) {}})
		if err != nil {
			return learn.NewCategorizer(nil, nil).Categorize(reason).Category
		}
		return g.Categorizer.Explain(reason).Category
	})
	if !ok || !agent.IsNew(repo, event, said) {
		return nil
	}
	type output struct {
		Event   string `json:"hookEventName"`
		Context string `json:"additionalContext"`
	}
	return cli.PrintJSON(cli.Machine(c.Out), struct {
		Output output `json:"hookSpecificOutput"`
	}{output{event.Name, said}})
}

// agentStatus says an exit status in the language of coding agents: they show standard error to the model on 2 alone, and
// to the user on any other but 0.
func agentStatus(status int) int {
	switch status {
	case exitOK:
		return 0
	case exitBlocking:
		return 2
	}
	return 1
}

package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/cli"
	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/hook/agent"
	"github.com/kbgate/kbgate/internal/identity"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/report"
	"github.com/kbgate/kbgate/internal/workspace"
)

// hookAgent is a call of `kbgate hook agent`.
type hookAgent struct {
	program  string // of the coding agent
	event    string // its name, where the event does not say it
	agent    string
	into     string
	denyOnce bool
}

func newHookAgent() cli.Command {
	h := hookAgent{program: agent.ClaudeCode.Name}
	return cli.Command{
		Use:   "agent",
		Short: "Tell a coding agent what to know, and what would be refused",
		Long: `Read the event of a coding agent's hook on standard input. ` + "`kbgate hook install --agent NAME`" + ` has the
agent call it; docs/hooks.md says for which events.

When a session starts and when a person gives a prompt, the agent is given its brief, and what became of
the artifacts that the prompt names, once until something changes. Whose brief it is says --agent, else the
branch or the author of commits, by agents.from. The brief holds kbgate's own sentences, tags and counts;
what people typed is in it only where rules.reviewers or store.accounts lists them.

After a write the file that was edited is judged, at the end of the work all notes that differ from the last
commit. What the person said and what a command printed is searched for signs of failure, and the agent is
offered the line that records the rejection, once in a session. Nothing is recorded by itself. Other events
are let pass.

Exit status: 0 nothing to say, or said on standard output; 2 something blocks (the agent is told on standard
error), 1 kbgate could not judge.`,
		Example: `  kbgate hook agent < event.json
  kbgate hook agent --program gemini --agent rio < event.json`,
		Anywhere: true,
		Run: func(c *cli.Call) error {
			program, err := agent.Find(h.program)
			if err != nil {
				return err
			}
			data, err := io.ReadAll(io.LimitReader(c.In, agent.MaxEvent+1))
			if err != nil {
				return fmt.Errorf("reading the event: %w", err)
			}
			event, err := program.Parse(h.event, data)
			if err != nil {
				return err
			}
			switch event.Kind {
			case agent.Edited, agent.Ending:
				return judgeFor(c, program, event)
			case agent.Other:
				return nil
			}
			return h.tell(c, program, event)
		},
		Options: []cli.Option{
			cli.Flag(cli.Proposing(&h.program, agent.Names()...), "program", "the coding agent whose `NAME`d events these are"),
			cli.Flag(&h.event, "event", "the event's `NAME`, where it does not say it"),
			cli.Flag(&h.agent, "agent", "the `NAME` of the agent whose brief it is (default: by agents.from)"),
			cli.Flag(&h.denyOnce, "deny-once", "give the brief as the reason of one denial for each session and note, before a write"),
			cli.Flag(&h.into, "into", "also bring the brief in this `FILE` of rules up to date when a session starts, as kbgate brief --into\ndoes; it counts from the folder of the knowledge base"),
		},
	}
}

// judgeFor tells the agent what would be refused of what it wrote.
func judgeFor(c *cli.Call, program *agent.Program, event agent.Event) error {
	judged, err := agent.Judge(c.Ctx, event, time.Now())
	if err != nil {
		return err
	}
	var found bytes.Buffer
	var verdict error
	for _, j := range judged {
		if err := report.WriteForAgent(&found, j.Shown(event.Dir), j.Document); err != nil {
			return err
		}
		if j.Document.Summary.Blocking > 0 {
			verdict = errFindings
		}
	}
	if found.Len() == 0 {
		return nil
	}
	out, isTold := program.Answer(event, agent.Answer{Found: found.String()})
	if !isTold {
		if _, err := found.WriteTo(c.Errs); err != nil {
			return err
		}
		return verdict
	}
	if verdict == nil && event.Kind == agent.Ending {
		return nil // the agent is not kept from ending by warnings
	}
	return cli.PrintJSON(cli.Machine(c.Out), out)
}

// tell tells the agent what to know, and what could be recorded of an event that shows a failure.
func (h *hookAgent) tell(c *cli.Call, program *agent.Program, event agent.Event) error {
	now := time.Now()
	dir := cmp.Or(event.Dir, c.Dir)
	repo := git.Find(c.Ctx, dir)
	if repo.Err() != nil || repo.IsBare() {
		return nil // nothing can be recorded there
	}
	if event.Kind == agent.Writing && !(h.denyOnce && kb.IsNote(filepath.Base(event.File))) {
		return nil
	}
	session := agent.OpenSession(repo, program, event.Session, now)
	if session.Ended = event.Kind == agent.Closed; session.Ended {
		return session.Save()
	}
	if event.IsAnew {
		session.Forget()
	}
	answer := agent.Answer{}
	if event.Kind != agent.Ran {
		given, err := h.brief(c, program, session, &event, dir, now)
		if err != nil {
			return err
		}
		if answer.Context = given; event.Kind == agent.Writing {
			answer = agent.Answer{Denial: given}
		}
		if err := session.Save(); err != nil {
			return fmt.Errorf("remembering what the session was told: %w", err)
		}
	}
	if program.HearsAt(event.Kind) && (event.Kind == agent.Said || event.Kind == agent.Ran) {
		if said := offered(c, event, repo, dir); said != "" {
			answer.Context = strings.TrimSpace(answer.Context + "\n\n" + said)
		}
	}
	if answer == (agent.Answer{}) {
		return nil
	}
	out, _ := program.Answer(event, answer)
	return cli.PrintJSON(cli.Machine(c.Out), out)
}

// brief is what the agent is to be told of its work, "" for nothing new. The event gets to know the agent.
func (h *hookAgent) brief(c *cli.Call, program *agent.Program, session *agent.Session, event *agent.Event, dir string, now time.Time) (string, error) {
	if _, marked, err := workspace.Root(c.Ctx, dir); err != nil || !marked {
		return "", nil // there is no knowledge base
	}
	l, err := c.LedgerAt(dir)
	if err != nil {
		return "", err
	}
	if event.Agent, err = h.whose(c.Ctx, l); err != nil || event.Agent == "" {
		return "", err
	}
	var named []string
	switch event.Kind {
	case agent.Said:
		named = agent.Named(event.Text)
	case agent.Writing:
		file := ledger.Absolute(dir, event.File)
		if !session.MayDeny(file) {
			return "", nil
		}
		named = []string{event.File}
		if inside, ok := ledger.Under(l.Root, file); ok { // agents give whole paths, and the brief shows what it is named by
			dir, named = l.Root, []string{inside}
		}
	case agent.Started:
		if h.into != "" {
			if err := intoFile(c, l, event.Agent, ledger.Absolute(l.Root, h.into), false, now); err != nil {
				return "", err
			}
		} else if err := refreshRules(c, program, l, event.Agent, now); err != nil {
			cli.Say(c, "the brief in %s is not brought up to date: %v", program.RulesFile(false), err) // the agent hears it now all the same
		}
	}
	if event.Kind != agent.Writing && !program.HearsAt(event.Kind) {
		return "", nil
	}
	return agent.Give(c.Ctx, l, session, event.Agent, dir, named, now)
}

// refreshRules brings the brief up to date that `kbgate hook install` has put into a file of rules which git does not track.
func refreshRules(c *cli.Call, program *agent.Program, l *ledger.Ledger, name string, now time.Time) error {
	repo := git.Find(c.Ctx, l.Root)
	top, err := repo.Toplevel()
	if program.RulesFile(false) == "" || err != nil {
		return err
	}
	r, err := rulesOf(program, repo.At(top), false)
	if err != nil || !r.HasBrief() {
		return err
	}
	if tracked, err := r.IsTracked(c.Ctx); err != nil || tracked {
		return err
	}
	text, err := agent.Give(c.Ctx, l, new(agent.Session), name, c.Dir, nil, now)
	if err == nil {
		r.now, err = r.With(cmp.Or(text, agent.NoBriefYet))
	}
	if err == nil {
		_, err = r.Write(c.Ctx, r.now, false)
	}
	return err
}

// whose is the agent at work, "" where nothing tells.
func (h *hookAgent) whose(ctx context.Context, l *ledger.Ledger) (string, error) {
	if h.agent == "" {
		name, _, err := decide.AgentHere(ctx, l)
		return name, err
	}
	name, ok := identity.Name(h.agent)
	if !ok {
		return "", hint.Misuse("a name is made of letters, digits, hyphens, underscores and points", "--agent %q is no name of an agent", h.agent)
	}
	return name, nil
}

// offered is what could be recorded of an event that shows a failure, "" where it shows none.
func offered(c *cli.Call, event agent.Event, repo git.Folder, dir string) string {
	said, ok := agent.Offer(event, func() string { return agent.OnlyPending(c.Ctx, dir) }, func(reason string) decision.Category {
		g, err := ledger.LearningAt(c.Ctx, dir, ledger.Options{Warn: func(string) {}})
		if err != nil {
			return learn.NewCategorizer(nil, nil).Categorize(reason).Category
		}
		return g.Categorizer.Explain(reason).Category
	})
	if !ok || !agent.IsNew(repo, event, said) {
		return ""
	}
	return said
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

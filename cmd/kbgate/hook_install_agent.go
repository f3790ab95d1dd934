package main

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"github.com/aymanbagabas/go-udiff"

	"github.com/kbgate/kbgate/internal/cli"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/hook/agent"
	"github.com/kbgate/kbgate/internal/identity"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/workspace"
)

// agentHooks are the flags of `kbgate hook install` and its like for a coding agent.
type agentHooks struct {
	name  string
	wish  agent.Wish
	print bool
}

func (a *agentHooks) flag() cli.Option {
	return cli.Flag(cli.Proposing(&a.name, agent.Names()...), "agent", "the coding agent: `NAME` is "+strings.Join(agent.Names(), ", "))
}

func (a *agentHooks) isGiven(c *cli.Call) bool { return c.Flags().Changed("agent") }

// open finds the program, and the top of the work tree.
func (a *agentHooks) open(c *cli.Call) (*agent.Program, git.Folder, error) {
	program, err := agent.Find(a.name)
	if err != nil {
		return nil, git.Folder{}, err
	}
	repo := git.Find(c.Ctx, c.Dir)
	top, err := repo.Toplevel()
	if err != nil {
		return nil, repo, hint.Misuse("run it in the work tree of the knowledge base", "%s: %w", c.Dir, err)
	}
	return program, repo.At(top), nil
}

func (a *agentHooks) install(c *cli.Call, shared bool) error {
	program, repo, err := a.open(c)
	if err != nil {
		return err
	}
	if a.wish.Agent != "" {
		name, ok := identity.Name(a.wish.Agent)
		if !ok {
			return hint.Misuse("a name is made of letters, digits, hyphens, underscores and points", "--as %q is no name of an agent", a.wish.Agent)
		}
		a.wish.Agent = name
	}
	target, err := program.Target(repo.Top, shared)
	if err != nil {
		return err
	}
	if a.wish.Program, err = ownPath(); err != nil {
		return err
	}
	if err := agent.OutsideOf(repo.Top, a.wish.Program); err != nil {
		return err
	}
	if shared {
		a.wish.Program = "kbgate" // which lies elsewhere on other machines
	}
	if a.print {
		return cli.PrintSafely(c.Out, target.Lines(a.wish))
	}
	old, err := target.Read()
	if err != nil {
		return err
	}
	now, err := target.Installed(old, a.wish)
	if err != nil {
		return err
	}
	rules, err := openRules(c, program, repo, shared, a.wish.Agent)
	if err == nil && rules != nil && !rules.isCurrent() { // what refuses this file refuses all
		err = rules.write(c, program, shared)
	}
	if err != nil {
		return err
	}
	if bytes.Equal(old, now) {
		if err := cli.Show(c, "%s: nothing to do, %s (%s) is as it should be\n", program.Name, target.File, target.Scope); err != nil {
			return err
		}
		return a.tellWhose(c, a.wish.Agent)
	}
	if err := cli.Show(c, "%s: %s (%s)\n%s", program.Name, target.File, target.Scope, difference(old, now)); err != nil {
		return err
	}
	excluded, err := target.Write(c.Ctx, repo, now)
	if err != nil {
		return unwritten(target, err)
	}
	sayExcluded(c, excluded)
	if program.Setup.Note != "" {
		cli.Say(c, "%s", program.Setup.Note)
	}
	if shared {
		cli.Say(c, "the settings call the kbgate on PATH, for it lies elsewhere on other machines")
	}
	return a.tellWhose(c, a.wish.Agent)
}

// tellWhose says whose brief sessions are given in this knowledge base, and what is left out of it. agent is whom the settings name.
func (a *agentHooks) tellWhose(c *cli.Call, agent string) error {
	if _, isMarked, err := workspace.Root(c.Ctx, c.Dir); err != nil || !isMarked {
		return err // sessions are told nothing there
	}
	l, err := c.LedgerAt(c.Dir)
	if err != nil {
		return err
	}
	by := "the name in the settings"
	if agent != "" {
		err = sayNearAgent(c, l, agent)
	} else {
		agent, by, err = decide.AgentHere(c.Ctx, l)
	}
	if err != nil {
		return err
	}
	if agent == "" {
		return cli.Show(c, "no agent is known here, neither by the branch nor by the author of commits (agents.from), so that sessions get no brief;\n`kbgate hook install --agent %s --as NAME` says whose\n", a.name)
	}
	if err := cli.Show(c, "sessions here get the brief of %s, by %s\n", agent, cli.OneLine(by)); err != nil {
		return err
	}
	if len(l.Config.Rules.Reviewers)+len(l.Config.Store.Accounts) == 0 {
		return cli.Show(c, "what reviewers typed is left out of it until rules.reviewers lists them in %s on the default branch\n", config.FileName)
	}
	return nil
}

func (a *agentHooks) uninstall(c *cli.Call, shared bool) error {
	program, repo, err := a.open(c)
	if err != nil {
		return err
	}
	target, err := program.Target(repo.Top, shared)
	if err != nil {
		return err
	}
	old, err := target.Read()
	if err != nil {
		return err
	}
	now, n, err := target.Removed(old)
	if err != nil {
		return err
	}
	if n == 0 {
		err = cli.Show(c, "%s: no entry of kbgate's in %s (%s)\n", program.Name, target.File, target.Scope)
	} else if err = cli.Show(c, "%s: %s (%s)\n%s", program.Name, target.File, target.Scope, difference(old, now)); err == nil {
		_, err = target.Write(c.Ctx, repo, now)
		err = unwritten(target, err)
	}
	if err != nil {
		return err
	}
	rules, err := rulesOf(program, repo, shared)
	if err != nil || rules == nil || !rules.HasBrief() {
		return err
	}
	if tracked, err := rules.IsTracked(c.Ctx); err != nil || tracked && !shared {
		cli.Say(c, "git tracks %s: --shared takes the brief out of it", rules.name)
		return err
	}
	if rules.now, err = rules.With(""); err != nil {
		return err
	}
	return rules.write(c, program, shared)
}

// ruled is a file of rules, and what it is to hold; nil where nothing says whose brief.
type ruled struct {
	*agent.Rules
	name string
	now  []byte
}

// rulesOf is the file of rules of a program as it is; nil where the program needs none.
func rulesOf(program *agent.Program, repo git.Folder, shared bool) (*ruled, error) {
	name := program.RulesFile(shared)
	if name == "" {
		return nil, nil
	}
	file, err := agent.OpenRules(repo, filepath.Join(repo.Top, filepath.FromSlash(name)))
	return &ruled{Rules: file, name: name}, err
}

// openRules gives it with the brief of an agent, "" for the one at work here; nil where there is no knowledge base.
func openRules(c *cli.Call, program *agent.Program, repo git.Folder, shared bool, whose string) (*ruled, error) {
	r, err := rulesOf(program, repo, shared)
	if r == nil || err != nil {
		return nil, err
	}
	if _, marked, err := workspace.Root(c.Ctx, c.Dir); err != nil || !marked {
		return nil, err
	}
	l, err := c.Ledger("")
	if err != nil {
		return nil, err
	}
	if whose == "" {
		if whose, _, err = decide.AgentHere(c.Ctx, l); err != nil || whose == "" {
			return r, err
		}
	}
	text, err := agent.Give(c.Ctx, l, new(agent.Session), whose, c.Dir, nil, time.Now())
	if err != nil {
		return nil, err
	}
	r.now, err = r.With(cmp.Or(text, agent.NoBriefYet))
	return r, err
}

// isCurrent reports whether the file holds what it is to hold, as far as that is known.
func (r *ruled) isCurrent() bool { return r.now == nil || bytes.Equal(r.Text, r.now) }

// write shows what changes in the file, and writes it.
func (r *ruled) write(c *cli.Call, program *agent.Program, shared bool) error {
	if err := cli.Show(c, "%s: %s (rules)\n%s", program.Name, r.name, difference(r.Text, r.now)); err != nil {
		return err
	}
	excluded, err := r.Write(c.Ctx, r.now, shared)
	sayExcluded(c, excluded)
	return err
}

// statusOfRules says how the briefs in a program's files of rules stand. whose is the agent whose brief the settings give.
func statusOfRules(c *cli.Call, program *agent.Program, repo git.Folder, whose string) error {
	for _, shared := range []bool{false, true} {
		if name := program.RulesFile(shared); name == "" || shared && name == program.RulesFile(false) {
			continue
		}
		r, err := openRules(c, program, repo, shared, whose)
		said := ""
		switch {
		case err != nil:
			said = err.Error()
		case r == nil:
			said = "there is no knowledge base here"
		case !r.HasBrief():
			said = "no brief in " + r.name
		case r.now == nil:
			said = "a brief in " + r.name + "; nothing says whose it is to be"
		case !r.isCurrent():
			said = "the brief in " + r.name + " is out of date; `kbgate hook install --agent " + program.Name + "` brings it up to date"
		default:
			said = "the brief in " + r.name + " is up to date"
		}
		if err := cli.Show(c, "%s, rules: %s\n", program.Name, cli.OneLine(said)); err != nil {
			return err
		}
	}
	return nil
}

// sayExcluded says that git was told to pass a file over, "" where it was not.
func sayExcluded(c *cli.Call, excluded string) {
	if excluded != "" {
		cli.Say(c, "git passes it over from now on, by a line in %s", excluded)
	}
}

func (a *agentHooks) status(c *cli.Call) error {
	program, repo, err := a.open(c)
	if err != nil {
		return err
	}
	isInstalled, whose := false, ""
	for _, shared := range []bool{false, true} {
		target, err := program.Target(repo.Top, shared)
		if err != nil {
			return err
		}
		n, said := 0, ""
		old, err := target.Read()
		if err == nil {
			n, err = target.Count(old)
		}
		switch {
		case err != nil:
			said = err.Error()
		case n == 0:
			said = "not installed (" + target.File + ")"
		default:
			said = text.Count(n, "entry", "entries") + " in " + target.File
			isInstalled, whose = true, cmp.Or(whose, target.Whose(old))
		}
		if err := cli.Show(c, "%s, %s: %s\n", program.Name, target.Scope, cli.OneLine(said)); err != nil {
			return err
		}
	}
	if err := statusOfRules(c, program, repo, whose); err != nil || !isInstalled {
		return err
	}
	return a.tellWhose(c, whose)
}

func unwritten(t agent.Target, err error) error {
	if errors.Is(err, fs.ErrPermission) {
		return hint.Misuse("kbgate has to be allowed to write in "+filepath.Dir(t.File), "%w", err)
	}
	return err
}

// difference shows the lines that go and come between two texts, and no others: a settings file may hold what nobody is to see.
func difference(old, now []byte) string {
	var b strings.Builder
	for _, e := range udiff.Lines(string(old), string(now)) {
		for line := range strings.Lines(string(old[e.Start:e.End])) {
			b.WriteString("- " + strings.TrimRight(line, "\r\n") + "\n")
		}
		for line := range strings.Lines(e.New) {
			b.WriteString("+ " + strings.TrimRight(line, "\r\n") + "\n")
		}
	}
	return b.String()
}

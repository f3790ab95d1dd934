package main

import (
	"bytes"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/kbgate/kbgate/internal/cli"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/hook/agent"
	"github.com/kbgate/kbgate/internal/identity"
	"github.com/kbgate/kbgate/internal/text"
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
	if bytes.Equal(old, now) {
		return cli.Show(c, "%s: nothing to do, %s (%s) is as it should be\n", program.Name, target.File, target.Scope)
	}
	if err := cli.Show(c, "%s: %s (%s)\n%s", program.Name, target.File, target.Scope, difference(old, now)); err != nil {
		return err
	}
	if err := target.Write(c.Ctx, repo, now); err != nil {
		return unwritten(target, err)
	}
	if program.Setup.Note != "" {
		cli.Say(c, "%s", program.Setup.Note)
	}
	if shared {
		cli.Say(c, "the settings call the kbgate on PATH, for it lies elsewhere on other machines")
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
	switch {
	case err != nil:
		return err
	case n == 0:
		return cli.Show(c, "%s: no entry of kbgate's in %s (%s)\n", program.Name, target.File, target.Scope)
	}
	if err := cli.Show(c, "%s: %s (%s)\n%s", program.Name, target.File, target.Scope, difference(old, now)); err != nil {
		return err
	}
	if err := target.Write(c.Ctx, repo, now); err != nil {
		return unwritten(target, err)
	}
	return nil
}

func (a *agentHooks) status(c *cli.Call) error {
	program, repo, err := a.open(c)
	if err != nil {
		return err
	}
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
		}
		if err := cli.Show(c, "%s, %s: %s\n", program.Name, target.Scope, cli.OneLine(said)); err != nil {
			return err
		}
	}
	return nil
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

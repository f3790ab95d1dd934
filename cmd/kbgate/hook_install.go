package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hook"
)

func newHookInstall() cli.Command {
	var opts hook.Options
	var agents agentHooks
	return cli.Command{
		Use:   "install",
		Meant: []string{"install", "setup"},
		Short: "Have git judge what is committed here, before it is",
		Long: `Install git's hooks pre-commit and pre-merge-commit for the repository of this folder, in all its
work trees. They run ` + "`kbgate check --staged`" + `, and git commits only what nothing blocks. Where the
knowledge base is a folder of the repository, run it there. A hook that is not kbgate's is left as
it is. Installing again brings the hooks up to date. With them comes prepare-commit-msg, which says in
a commit which brief a coding agent was given.

With --agent it sets up the hooks of a coding agent instead, after it has shown what it writes: in a file
that is not committed or in your own settings, with --shared in the file for all who work on the
repository. What else the file holds stays byte for byte; one that cannot be kept so, with comments
say, is refused, and --print prints the lines to paste. It writes through no symbolic link. Where the
agent's events may not bring the brief, it also stands between two marks in a file of rules.`,
		Example: `  kbgate hook install
  kbgate hook install --chain     # keep the hook that is there, and run it first
  kbgate hook install --agent claude-code --as rio`,
		Run: func(c *cli.Call) error {
			if agents.isGiven(c) {
				return agents.install(c, opts.Shared)
			}
			place, err := hook.Open(c.Ctx, c.Dir)
			if err != nil {
				return err
			}
			if opts.Program, err = ownPath(); err != nil {
				return err
			}
			if err := place.Install(opts); err != nil {
				return err
			}
			if _, err := exec.LookPath("kbgate"); err != nil {
				cli.Say(c, "kbgate is not on PATH, so the hooks call %s", opts.Program)
			}
			return showHooks(c)
		},
		Options: []cli.Option{
			cli.Flag(&opts.Chain, "chain", "keep a hook that is not kbgate's under another name, and run it first"),
			cli.Flag(&opts.Shared, "shared", sharedUsage),
			agents.flag(),
			cli.Flag(&agents.wish.Agent, "as", "with --agent: the `NAME` of the agent whose brief it is given (default: by agents.from at each session)"),
			cli.Flag(&agents.wish.DenyOnce, "deny-once", "with --agent: give the brief as the reason of one denial for each session and note, before a write"),
			cli.Flag(&agents.print, "print", "with --agent: print the lines for the settings, and write nothing"),
		},
	}
}

// sharedUsage is what the flag --shared does.
const sharedUsage = "also where core.hooksPath names a folder that other repositories use too; with --agent: the file that\nis committed"

func newHookUninstall() cli.Command {
	var shared bool
	var agents agentHooks
	return cli.Command{
		Use:     "uninstall",
		Meant:   []string{"uninstall"},
		Short:   "Take kbgate's hooks away, and put back those that were there before",
		Example: `  kbgate hook uninstall`,
		Run: func(c *cli.Call) error {
			if agents.isGiven(c) {
				return agents.uninstall(c, shared)
			}
			place, err := hook.Open(c.Ctx, c.Dir)
			if err != nil {
				return err
			}
			if err := place.Uninstall(shared); err != nil {
				return err
			}
			for _, h := range place.Hooks {
				if err := cli.Show(c, "%s: %s\n", h.Name, uninstalled(h)); err != nil {
					return err
				}
			}
			return nil
		},
		Options: []cli.Option{
			cli.Flag(&shared, "shared", sharedUsage),
			agents.flag(),
		},
	}
}

func newHookStatus() cli.Command {
	var agents agentHooks
	return cli.Command{
		Use:   "status",
		Meant: []string{"status"},
		Short: "Say which of git's hooks are kbgate's, where they are, and what they judge",
		Long: "Say which of git's hooks are kbgate's, where they are, and what they judge, and what git's configuration says of them; with\n" +
			"--agent, which settings of a coding agent call kbgate, and for whom.",
		Example: `  kbgate hook status`,
		Run: func(c *cli.Call) error {
			if agents.isGiven(c) {
				return agents.status(c)
			}
			if err := showHooks(c); err != nil {
				return err
			}
			return showSettings(c)
		},
		Options: []cli.Option{agents.flag()},
	}
}

func showHooks(c *cli.Call) error {
	place, err := hook.Open(c.Ctx, c.Dir)
	if err != nil {
		return err
	}
	for _, h := range place.Hooks {
		if err := cli.Show(c, "%s: %s\n", h.Name, stateOf(h)); err != nil {
			return err
		}
	}
	return cli.Show(c, "knowledge base: %s%s\n", place.Root, judgedBy(place))
}

// showSettings says whether hooks keep what the gates found, and whether the clone sends what it records.
func showSettings(c *cli.Call) error {
	repo := git.Find(c.Ctx, c.Dir)
	all, err := git.Configuration(c.Ctx, repo, git.Deciding)
	if err != nil {
		return err
	}
	own, _ := repo.Parted(all)
	says := "off: hooks keep nothing"
	record, isSet := git.Last(own, git.RecordSetting)
	switch on, isTruth := record.Truth(); {
	case !isSet:
		says = "not set: hooks keep nothing"
	case !isTruth:
		says = fmt.Sprintf("%q, which is no truth value: hooks keep nothing; write true or false", record.Value)
	case on:
		says = "on: hooks keep what the gates find in what is staged"
	}
	if err := cli.Show(c, "%s: %s\n", git.RecordSetting, says); err != nil {
		return err
	}
	says = "nothing is sent by itself"
	sync, isSet := git.Last(own, git.SyncSetting)
	switch {
	case !isSet:
		says = "not set: " + says
	case sync.Value == config.SyncAuto:
		says = "auto: this clone sends what it records"
	case sync.Value == config.SyncOff:
		says = "off: " + says
	default:
		says = fmt.Sprintf("%q, which is neither auto nor off: nothing can be recorded or read", sync.Value)
	}
	return cli.Show(c, "%s: %s\n", git.SyncSetting, says)
}

// judgedBy says what is wrong with the hooks of a place as the judges of its knowledge base.
func judgedBy(p *hook.Place) string {
	ours, judging := 0, 0
	for _, h := range p.Hooks {
		if h.State == hook.Installed {
			ours++
			if p.Judges(h) {
				judging++
			}
		}
	}
	switch {
	case ours == 0:
		return "; no hook judges it, `kbgate hook install` installs those that do"
	case judging == 0:
		return "; the hooks judge another one of this repository"
	}
	return ""
}

// stateOf says how a hook stands, and where.
func stateOf(h hook.Hook) string {
	kept := filepath.Base(h.Kept)
	state := ""
	switch h.State {
	case hook.Missing:
		state = "not installed (" + h.Path + ")"
		if h.Kept != "" {
			state += "; " + kept + " is left of before: `kbgate hook uninstall` puts it back"
		}
		return state
	case hook.Foreign:
		state = "foreign: " + h.Path + " is not kbgate's"
	case hook.Edited:
		state = "edited: " + h.Path + " was kbgate's, but has been changed"
	default:
		state = "installed in " + h.Path
		if h.Kept != "" {
			state = "chained in " + h.Path + ", after " + kept
		}
		state += "; runs `" + h.Command() + "`"
	}
	if h.IsIdle {
		state += "; git does not run it, for it is no executable file"
	}
	return state
}

// uninstalled says what became of a hook.
func uninstalled(h hook.Hook) string {
	switch {
	case h.State == hook.Foreign:
		return h.Path + " is not kbgate's, so it is left alone"
	case h.Kept != "":
		return "the hook that was there before is back in " + h.Path
	case h.State == hook.Missing:
		return "not installed, so there is nothing to take away"
	}
	return "taken away from " + h.Path
}

// ownPath is the path of this program, as it was called where that is known: the name that a package manager gives it
// outlives the file behind it.
func ownPath() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	named, err := exec.LookPath(os.Args[0])
	if err == nil {
		named, err = filepath.Abs(named)
	}
	if err != nil {
		return filepath.ToSlash(self), nil
	}
	one, err := os.Stat(named)
	other, otherErr := os.Stat(self)
	if err == nil && otherErr == nil && os.SameFile(one, other) {
		self = named
	}
	return filepath.ToSlash(self), nil
}

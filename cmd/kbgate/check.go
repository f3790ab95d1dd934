package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/aymanbagabas/go-udiff"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/fix"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/report"
	"github.com/kbgate/kbgate/internal/source"
	"github.com/kbgate/kbgate/internal/text"
)

// checkFlags are the flags of `kbgate check`.
type checkFlags struct {
	check.Request
	all       bool
	format    string
	outputs   []string
	fix       string
	fixDryRun bool
	watch     string

	selected, ignored []string // gates, each item one or several with commas between them
	statistics, quiet bool
	exitZero          bool
	showConfig        bool
	color             color
}

func newCheck() cli.Command {
	flags := checkFlags{format: "text", color: colorAuto}
	return cli.Command{
		Use:   "check [PATH…]",
		Short: "Judge claims against the gates",
		Long: `Judge the claims of a knowledge base against the gates, and its other notes by their links, names
and characters. Without a path the whole base is judged; with paths, only the notes there, among
all others. With --staged or --diff the notes that a change touches are judged, and the links of
other notes that it breaks; the configuration is that of the state before it, so that no change
loosens its own gate.

A finding is certain, or possible: a guess, which warns whatever its gate (unless the configuration
says possible: blocking), and with nothing to do if you disagree.

The root of the base is the nearest folder upward that holds .kbgate.yaml, else the top of the git
repository, else the folder given. Whether a note was rejected before and comes back is asked of what a
change brings (--staged, --diff) alone; ` + "`kbgate guard PATH`" + ` asks it of any.

Exit status: 0 nothing blocking, 1 blocking findings, 2 wrong use
or configuration, 3 kbgate itself failed. With --fix the findings are those that are left; with
--fix-dry-run they are those of the notes as they stand, whatever --fix would mend of them.`,
		Example: `  kbgate check
  kbgate check domains/ "maps/overview.md"
  kbgate check --staged
  kbgate check --diff origin/main...HEAD
  kbgate check --format json --output findings.json
  kbgate check --output sarif=kbgate.sarif --output junit=kbgate.xml
  kbgate check --watch claims/
  kbgate check --fix-dry-run
  kbgate check --select broken_wiki_links,date_errors --statistics
  kbgate check --stdin-filename claims/new.md < draft.md`,
		Meant: []string{"lint", "validate", "verify-links", "fmt", "format", "fix", "test", "scan", "judge", "gate"},
		Run:   flags.run,
		Options: []cli.Option{
			cli.Flag(&flags.all, "all", "judge the whole knowledge base (the default without a path)"),
			cli.Flag(&flags.Staged, "staged", "judge what the next commit will hold, whatever is in the work tree"),
			cli.Flag(&flags.Diff, "diff", "judge what lies between two commits: `BASE...HEAD` since they parted, BASE..HEAD, or\nwhat one COMMIT changes; the configuration is that of BASE; a BASE of zeros is\nthe state before the first commit"),
			cli.Flag(&flags.Branch, "branch", "the `NAME` of the branch that --diff is about, by which its agent may be known (default: the\nCI's, else git's)"),
			cli.Flag(&flags.NoCache, "no-cache", "neither read nor write the cache below the git directory"),
			cli.Flag(cli.Proposing(&flags.format, formatNames()...), "format", "how findings are written: "+strings.Join(formatNames(), ", ")),
			cli.Flag(&flags.outputs, "output", "write the findings to this `FILE` instead of standard output; --output FORMAT=FILE, which\nmay be repeated, writes them there beside it (a file of such a name: ./FORMAT=FILE)"),
			cli.Flag(cli.Optional(&flags.fix, "safe", "pending"), "fix", "mend what can be mended without losing anything; --fix=pending also turns links to\nnotes that do not exist into their text and a comment"),
			cli.Flag(&flags.fixDryRun, "fix-dry-run", "print what --fix would change, and change nothing; the exit status is that of the notes as\nthey stand"),
			cli.Flag(&flags.Strict, "strict", "let certain warnings fail the check too"),
			cli.Flag(cli.Optional(&flags.watch, "events", "poll"), "watch", "judge again whenever a note changes, until interrupted; --watch=poll looks for changes where\nthe system does not tell of them, as on network drives; with --format json each document\nstands on a line of its own"),
			cli.Flag(cli.Listing(&flags.selected, gate.BuiltIn.IDs()...), "select", "show, count and mend the findings of these gates alone: `GATE,…`; for you at the command line,\nno file can say so"),
			cli.Flag(cli.Listing(&flags.ignored, gate.BuiltIn.IDs()...), "ignore", "leave the findings of these gates out: `GATE,…`"),
			cli.Flag(&flags.statistics, "statistics", "print how many findings each gate and each folder has, instead of the findings"),
			cli.Flag(&flags.quiet, "quiet", "print the findings and nothing else: no remarks, no summary"),
			cli.Flag(&flags.exitZero, "exit-zero", "end with status 0 whatever is found; wrong use and failures of kbgate keep theirs"),
			cli.Flag(&flags.showConfig, "show-config", "print the configuration that would judge, every key with its value, and judge nothing"),
			cli.Flag(cli.Choice(&flags.color, colorAuto, colorAlways, colorNever), "color", "whether text has colours: auto (on a terminal, unless NO_COLOR is set), always, never"),
			cli.Flag(&flags.NoBaseline, "no-baseline", "count the findings of the baseline as others"),
			cli.Flag(&flags.ConfigFile, "config", "read this `FILE` instead of .kbgate.yaml"),
			cli.Flag(&flags.StdinName, "stdin-filename", "judge the note on standard input as if it stood at this `PATH`"),
		},
	}
}

func (flags *checkFlags) run(c *cli.Call) (err error) {
	if err := flags.validate(c.Args); err != nil {
		return err
	}
	req := flags.Request
	req.Dir, req.Paths, req.Now = c.Dir, c.Args, time.Now()
	if req.Select, req.Ignore, err = flags.gates(); err != nil {
		return err
	}
	req.Hook = req.Staged && os.Getenv("GIT_INDEX_FILE") != "" // which git gives to the hooks of a commit
	if flags.showConfig {
		return showConfig(c, req)
	}
	if req.Diff != "" {
		req.Branch = cmp.Or(req.Branch, surroundings().Proposal().Branch)
	}
	if req.StdinName != "" {
		if req.Stdin, err = io.ReadAll(io.LimitReader(c.In, source.MaxNote+1)); err != nil {
			return fmt.Errorf("reading standard input: %w", err)
		}
	}
	if flags.watch != "" {
		return runWatch(c, req, flags)
	}
	bar := cli.NewProgress(c, "judging")
	req.Progress = bar.Set
	if flags.fixDryRun || flags.fix != "" {
		fixed, err := fix.Work(c.Ctx, req, flags.fix == "pending")
		bar.Done()
		if err != nil {
			return err
		}
		return finishFix(c, fixed, flags)
	}
	result, err := check.Run(c.Ctx, req)
	bar.Done()
	if err != nil {
		return err
	}
	return finishCheck(c, result, flags)
}

// input is what the check looks at.
func (f *checkFlags) input() report.Input {
	switch {
	case f.Staged:
		return report.Index
	case f.Diff != "":
		return report.Commits
	case f.StdinName != "":
		return report.StandardInput
	}
	return report.WorkTree
}

func (f *checkFlags) validate(args []string) error {
	wrong := hint.Misuse
	outputs, err := outputsOf(f.format, f.outputs)
	if err != nil {
		return err
	}
	switch {
	case f.fix != "" && f.fix != "safe" && f.fix != "pending":
		return wrong("there are --fix and --fix=pending", "unknown --fix=%s", f.fix)
	case f.Staged && f.Diff != "", f.all && (f.Staged || f.Diff != ""):
		return wrong("leave out all but one", "--all, --staged and --diff exclude each other")
	case f.Branch != "" && f.Diff == "":
		return wrong("leave it out, or say --diff", "--branch is about --diff")
	case (f.Staged || f.Diff != "") && (f.fix != "" || f.fixDryRun):
		return wrong("`kbgate check "+f.change()+"` prints the command that mends the notes of the change: `kbgate check --fix PATH…`; `git add` them then", "--fix mends files of the work tree, so it goes with neither --staged nor --diff")
	case (f.Staged || f.Diff != "") && f.StdinName != "":
		return wrong("leave out one of the two", "--stdin-filename judges one note, so it goes with neither --staged nor --diff")
	case f.all && len(args) > 0:
		return wrong("leave out one of the two", "--all and paths exclude each other")
	case f.StdinName != "" && (len(args) > 0 || f.all):
		return wrong("leave out one of the two", "--stdin-filename judges one note, so it takes no paths")
	case f.fixDryRun && (f.format != "text" || len(f.outputs) > 0):
		return wrong("leave out --fix-dry-run to get the findings", "--fix-dry-run prints a diff, so it takes neither --format nor --output")
	case f.statistics && (f.format != "text" || f.fixDryRun):
		return wrong("leave out one of the two; `--statistics --output FORMAT=FILE` writes the findings beside", "--statistics prints counts instead of findings, so it goes with neither --format nor --fix-dry-run")
	case len(f.selected)+len(f.ignored) > 0 && slices.ContainsFunc(outputs, func(o output) bool { return o.format.name == "comment" }):
		return wrong("leave out --select and --ignore", "the comment on a pull request tells of all gates")
	case f.StdinName != "" && f.fix != "":
		return wrong("--fix-dry-run shows what would change", "--fix cannot mend a note on standard input")
	}
	if err := f.validateWatch(); err != nil {
		return err
	}
	for _, arg := range args {
		if _, err := os.Lstat(arg); err == nil {
			continue
		}
		switch {
		case arg == "-":
			return wrong("--stdin-filename PATH judges the note on standard input as if it stood at PATH", "- does not exist")
		case f.fix != "" && (arg == "safe" || arg == "pending"):
			return wrong("did you mean --fix="+arg+"?", "%s does not exist", arg)
		}
	}
	return nil
}

// change is the flag that names the change under judgement.
func (f *checkFlags) change() string {
	if f.Staged {
		return "--staged"
	}
	return "--diff " + text.ShellWord(f.Diff)
}

// gates are those that --select and --ignore name.
func (f *checkFlags) gates() (selected, ignored []string, err error) {
	if selected, err = gatesOf("select", f.selected); err == nil {
		ignored, err = gatesOf("ignore", f.ignored)
	}
	return selected, ignored, err
}

// gatesOf reads the gates that a flag names.
func gatesOf(flag string, items []string) (tags []string, err error) {
	for _, item := range items {
		for name := range strings.SplitSeq(item, ",") {
			name = strings.TrimSpace(name)
			if _, ok := gate.BuiltIn.Find(name); !ok {
				return nil, hint.Misuse(cli.Meant(name, gate.BuiltIn.IDs(), "`kbgate explain` lists the gates"), "--%s: no gate is called %q", flag, name)
			}
			tags = append(tags, name)
		}
	}
	return tags, nil
}

// showConfig prints the configuration that judges what is asked for.
func showConfig(c *cli.Call, req check.Request) error {
	s, err := check.Open(c.Ctx, req)
	if err != nil {
		return err
	}
	defer s.Close()
	settings, from := s.Configuration()
	return cli.PrintSafely(c.Out, fmt.Sprintf("# %s\n%s", cli.OneLine(from), config.Effective(settings, gate.BuiltIn.Specs())))
}

// validateWatch refuses what --watch cannot do: it judges the notes as they stand, and shows it.
func (f *checkFlags) validateWatch() error {
	wrong := hint.Misuse
	switch {
	case f.watch == "":
		return nil
	case f.watch != "events" && f.watch != "poll":
		return wrong("", "unknown --watch=%s; there are --watch and --watch=poll", f.watch)
	case f.Staged || f.Diff != "":
		return wrong("leave out one of the two", "--watch judges the work tree, so it goes with neither --staged nor --diff")
	case f.fix != "" || f.fixDryRun:
		return wrong("run `kbgate check --fix` beside it", "--watch changes no notes, so it goes with neither --fix nor --fix-dry-run")
	case f.StdinName != "" || len(f.outputs) > 0:
		return wrong("leave out one of the two", "--watch judges files and prints to standard output, so it goes with neither --stdin-filename nor --output")
	}
	return nil
}

// finishFix writes the mended notes, or shows what would change, and then what is left.
func finishFix(c *cli.Call, fixed *fix.Fixed, flags *checkFlags) error {
	if flags.fixDryRun {
		return showFix(c, fixed, flags)
	}
	written, failure := fixed.Write()
	if written > 0 && !flags.quiet {
		cli.Say(c, "%s mended", text.Count(written, "note", "notes"))
	}
	err := finishCheck(c, fixed.Result, flags)
	if failure == nil {
		return err
	}
	if err != nil && !errors.Is(err, errFindings) {
		complain(c, err, "")
	}
	return failure
}

// showFix prints what would change. The verdict is that on the notes as they are.
func showFix(c *cli.Call, fixed *fix.Fixed, flags *checkFlags) error {
	tellNotices(c, fixed.Before, flags)
	for _, name := range fixed.Left {
		cli.Say(c, "%s changed while this was worked out; run it again to see its fix", name)
	}
	for _, change := range fixed.Changes {
		if err := cli.PrintSafely(c.Out, udiff.Unified("a/"+change.Path, "b/"+change.Path, string(change.Before), string(change.After))); err != nil {
			return err
		}
	}
	cli.Say(c, "%s would change", text.Count(len(fixed.Changes), "note", "notes"))
	return verdict(fixed.Before, flags)
}

// tellNotices says what people should know of a run beside its findings.
func tellNotices(c *cli.Call, result *check.Result, flags *checkFlags) {
	if flags.quiet {
		return
	}
	for _, notice := range result.Notices {
		cli.Say(c, "%s", notice)
	}
	if n := len(result.Idle); n > 0 {
		cli.Say(c, "%s; `kbgate baseline --prune` takes %s out", text.Count(n, "entry of the baseline no longer occurs", "entries of the baseline no longer occur"),
			map[bool]string{true: "it", false: "them"}[n == 1])
	}
}

// finishCheck says what people should know, writes the findings, and gives the verdict.
func finishCheck(c *cli.Call, result *check.Result, flags *checkFlags) error {
	tellNotices(c, result, flags)
	outputs, err := outputsOf(flags.format, flags.outputs)
	if err != nil {
		return err
	}
	if flags.statistics {
		outputs[0].format = statistics
	}
	if err := writeFindings(c, newPrintable(c.Dir, result, flags), outputs); err != nil {
		return err
	}
	if key, err := signingKey(""); err == nil && slices.ContainsFunc(outputs, func(o output) bool { return o.format.name == "comment" }) {
		warnUnsigned(c, key, result.Config)
	}
	return verdict(result, flags)
}

// verdict is errFindings where the findings fail the check.
func verdict(result *check.Result, flags *checkFlags) error {
	if result.Document.Fails() && !flags.exitZero {
		return errFindings
	}
	return nil
}

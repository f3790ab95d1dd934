package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/report"
)

// checkFlags are the flags of `kbgate check`.
type checkFlags struct {
	all           bool
	staged        bool
	noCache       bool
	diff          string
	branch        string
	format        string
	outputs       []string
	fix           string
	fixDryRun     bool
	strict        bool
	noBaseline    bool
	watch         string
	configFile    string
	stdinFilename string
}

func newCheck(io streams) *cobra.Command {
	var flags checkFlags
	cmd := &cobra.Command{
		Use:   "check [PATH…]",
		Short: "Judge claims against the gates",
		Long: `Judge the claims of a knowledge base against the gates, and its other notes by their links, names
and characters. Without a path the whole base is judged; with paths, only the notes there, among
all others. With --staged or --diff the notes that a change touches are judged, and the links of
other notes that it breaks; the configuration is that of the state before it, so that no change
loosens its own gate.

The root of the base is the nearest folder upward that holds .kbgate.yaml, else the top of the git
repository, else the folder given. Exit status: 0 nothing blocking, 1 blocking findings, 2 wrong use
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
  kbgate check --stdin-filename claims/new.md < draft.md`,
		Args: takes(0, anyNumber),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runCheck(cmd, args, flags, io)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&flags.all, "all", false, "judge the whole knowledge base (the default without a path)")
	f.BoolVar(&flags.staged, "staged", false, "judge what the next commit will hold, whatever is in the work tree")
	f.StringVar(&flags.diff, "diff", "", "judge what lies between two commits: `BASE...HEAD` since they parted, BASE..HEAD, or\nwhat one COMMIT changes; the configuration is that of BASE; a BASE of zeros is\nthe state before the first commit")
	f.StringVar(&flags.branch, "branch", "", "the `NAME` of the branch that --diff is about, by which its agent may be known (default: the\nCI's, else git's)")
	f.BoolVar(&flags.noCache, "no-cache", false, "neither read nor write the cache below the git directory")
	f.StringVar(&flags.format, "format", "text", "how findings are written: "+strings.Join(formatNames(), ", "))
	f.StringArrayVar(&flags.outputs, "output", nil, "write the findings to this `FILE` instead of standard output; --output FORMAT=FILE, which\nmay be repeated, writes them there beside it (a file of such a name: ./FORMAT=FILE)")
	f.StringVar(&flags.fix, "fix", "", "mend what can be mended without losing anything; --fix=pending also turns links to\nnotes that do not exist into their text and a comment")
	f.Lookup("fix").NoOptDefVal = "safe"
	f.BoolVar(&flags.fixDryRun, "fix-dry-run", false, "print what --fix would change, and change nothing; the exit status is that of the notes as\nthey stand")
	f.BoolVar(&flags.strict, "strict", false, "let warnings fail the check too")
	f.StringVar(&flags.watch, "watch", "", "judge again whenever a note changes, until interrupted; --watch=poll looks for changes where\nthe system does not tell of them, as on network drives; with --format json each document\nstands on a line of its own")
	f.Lookup("watch").NoOptDefVal = "events"
	f.BoolVar(&flags.noBaseline, "no-baseline", false, "count the findings of the baseline as others")
	f.StringVar(&flags.configFile, "config", "", "read this `FILE` instead of .kbgate.yaml")
	f.StringVar(&flags.stdinFilename, "stdin-filename", "", "judge the note on standard input as if it stood at this `PATH`")
	noFiles(cmd, "branch")
	// Completion cannot fail for flags that exist.
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formatNames(), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("watch", cobra.FixedCompletions([]string{"events", "poll"}, cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("fix", cobra.FixedCompletions([]string{"safe", "pending"}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func runCheck(cmd *cobra.Command, args []string, flags checkFlags, std streams) error {
	if err := flags.validate(args); err != nil {
		return err
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	req := check.Request{Dir: dir, Paths: args, ConfigFile: flags.configFile, StdinName: flags.stdinFilename, Staged: flags.staged, Diff: flags.diff,
		NoBaseline: flags.noBaseline, NoCache: flags.noCache, Strict: flags.strict, Now: time.Now()}
	if req.Diff != "" {
		req.Branch = cmp.Or(flags.branch, surroundings().Proposal().Branch)
	}
	if req.StdinName != "" {
		if req.Stdin, err = io.ReadAll(io.LimitReader(std.in, check.MaxNote+1)); err != nil {
			return fmt.Errorf("reading standard input: %w", err)
		}
	}
	switch {
	case flags.watch != "":
		return runWatch(cmd.Context(), req, flags, std)
	case flags.fixDryRun || flags.fix != "":
		bar := newProgress(std.err, "judging")
		req.Progress = bar.set
		fixed, err := check.Fix(cmd.Context(), req, flags.fix == "pending")
		bar.done()
		if err != nil {
			return err
		}
		return finishFix(cmd.Context(), fixed, req, flags, std)
	}
	result, err := judgeOnce(cmd.Context(), req, std)
	if err != nil {
		return err
	}
	return finishCheck(newJudged(cmd.Context(), result, req, flags), flags, std)
}

// subject is what the check looks at.
func (f checkFlags) subject() report.Judged {
	switch {
	case f.staged:
		return report.Index
	case f.diff != "":
		return report.Commits
	case f.stdinFilename != "":
		return report.StandardInput
	}
	return report.WorkTree
}

// judgeOnce runs a check and shows how far it is.
func judgeOnce(ctx context.Context, req check.Request, std streams) (*check.Result, error) {
	bar := newProgress(std.err, "judging")
	defer bar.done()
	req.Progress = bar.set
	return check.Run(ctx, req)
}

func (f checkFlags) validate(args []string) error {
	wrong := hint.Misuse
	if _, err := outputsOf(f.format, f.outputs); err != nil {
		return err
	}
	switch {
	case f.fix != "" && f.fix != "safe" && f.fix != "pending":
		return wrong("", "unknown --fix=%s; there are --fix and --fix=pending", f.fix)
	case f.staged && f.diff != "", f.all && (f.staged || f.diff != ""):
		return wrong("leave out all but one", "--all, --staged and --diff exclude each other")
	case f.branch != "" && f.diff == "":
		return wrong("leave it out, or say --diff", "--branch is about --diff")
	case (f.staged || f.diff != "") && (f.fix != "" || f.fixDryRun):
		return wrong("run `kbgate check --fix PATH…` with the notes of the change, and `git add` what it mends", "--fix mends files of the work tree, so it goes with neither --staged nor --diff")
	case (f.staged || f.diff != "") && f.stdinFilename != "":
		return wrong("leave out one of the two", "--stdin-filename judges one note, so it goes with neither --staged nor --diff")
	case f.all && len(args) > 0:
		return wrong("leave out one of the two", "--all and paths exclude each other")
	case f.stdinFilename != "" && (len(args) > 0 || f.all):
		return wrong("leave out one of the two", "--stdin-filename judges one note, so it takes no paths")
	case f.fixDryRun && (f.format != "text" || len(f.outputs) > 0):
		return wrong("leave out --fix-dry-run to get the findings", "--fix-dry-run prints a diff, so it takes neither --format nor --output")
	case f.stdinFilename != "" && f.fix != "":
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

// validateWatch refuses what --watch cannot do: it judges the notes as they stand, and shows it.
func (f checkFlags) validateWatch() error {
	wrong := hint.Misuse
	switch {
	case f.watch == "":
		return nil
	case f.watch != "events" && f.watch != "poll":
		return wrong("", "unknown --watch=%s; there are --watch and --watch=poll", f.watch)
	case f.staged || f.diff != "":
		return wrong("leave out one of the two", "--watch judges the work tree, so it goes with neither --staged nor --diff")
	case f.fix != "" || f.fixDryRun:
		return wrong("run `kbgate check --fix` beside it", "--watch changes no notes, so it goes with neither --fix nor --fix-dry-run")
	case f.stdinFilename != "" || len(f.outputs) > 0:
		return wrong("leave out one of the two", "--watch judges files and prints to standard output, so it goes with neither --stdin-filename nor --output")
	}
	return nil
}

// finishFix writes the mended notes, or shows what would change, and then what is left.
func finishFix(ctx context.Context, fixed *check.Fixed, req check.Request, flags checkFlags, std streams) error {
	if flags.fixDryRun {
		return showFix(fixed, flags, std)
	}
	written, failure := fixed.Write()
	if written > 0 {
		say(std.err, "%d %s mended", written, notes(written))
	}
	err := finishCheck(newJudged(ctx, fixed.Result, req, flags), flags, std)
	if failure == nil {
		return err
	}
	if err != nil && !errors.Is(err, errFindings) {
		complain(std.err, err, "")
	}
	return failure
}

// showFix prints what would change. The verdict is that on the notes as they are.
func showFix(fixed *check.Fixed, flags checkFlags, std streams) error {
	tellNotices(fixed.Before, std)
	for _, name := range fixed.Left {
		say(std.err, "%s changed while this was worked out; run it again to see its fix", name)
	}
	for _, c := range fixed.Changes {
		if err := printSafely(std.out, udiff.Unified("a/"+c.Path, "b/"+c.Path, string(c.Before), string(c.After))); err != nil {
			return err
		}
	}
	say(std.err, "%d %s would change", len(fixed.Changes), notes(len(fixed.Changes)))
	return verdict(fixed.Before, flags)
}

func notes(n int) string {
	if n == 1 {
		return "note"
	}
	return "notes"
}

// tellNotices says what people should know of a run beside its findings.
func tellNotices(result *check.Result, std streams) {
	for _, notice := range result.Notices {
		say(std.err, "%s", notice)
	}
	switch n := len(result.Idle); n {
	case 0:
	case 1:
		say(std.err, "1 entry of the baseline no longer occurs; `kbgate baseline --prune` takes it out")
	default:
		say(std.err, "%d entries of the baseline no longer occur; `kbgate baseline --prune` takes them out", n)
	}
}

// finishCheck says what people should know, writes the findings, and gives the verdict.
func finishCheck(result *judged, flags checkFlags, std streams) error {
	tellNotices(result.Result, std)
	outputs, err := outputsOf(flags.format, flags.outputs)
	if err != nil {
		return err
	}
	if err := writeFindings(result, outputs, std); err != nil {
		return err
	}
	if key, err := signingKey(""); err == nil && slices.ContainsFunc(outputs, func(o output) bool { return o.format.name == "comment" }) {
		warnUnsigned(key, result.Config, std)
	}
	return verdict(result.Result, flags)
}

// verdict is errFindings where the findings fail the check.
func verdict(result *check.Result, flags checkFlags) error {
	s := result.Document.Summary
	if s.Blocking > 0 || flags.strict && s.Warning > 0 {
		return errFindings
	}
	return nil
}

package main

import (
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
	"github.com/kbgate/kbgate/internal/report"
)

// checkFlags are the flags of `kbgate check`.
type checkFlags struct {
	all           bool
	format        string
	output        string
	fix           string
	fixDryRun     bool
	strict        bool
	configFile    string
	stdinFilename string
}

var formats = []string{"text", "json"}

func newCheck(io streams) *cobra.Command {
	var flags checkFlags
	cmd := &cobra.Command{
		Use:   "check [PATH…]",
		Short: "Judge claims against the gates",
		Long: `Judge the claims of a knowledge base against the gates, and its other notes by their links, names
and characters. Without a path the whole base is judged; with paths, only the notes there, among
all others.

The root of the base is the nearest folder upward that holds .kbgate.yaml, else the top of the git
repository, else the folder given. Exit status: 0 nothing blocking, 1 blocking findings, 2 wrong use
or configuration, 3 kbgate itself failed.`,
		Example: `  kbgate check
  kbgate check domains/ "maps/overview.md"
  kbgate check --format json --output findings.json
  kbgate check --fix-dry-run
  kbgate check --stdin-filename claims/new.md < draft.md`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runCheck(cmd, args, flags, io)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&flags.all, "all", false, "judge the whole knowledge base (the default without a path)")
	f.StringVar(&flags.format, "format", "text", "how findings are written: "+strings.Join(formats, ", "))
	f.StringVar(&flags.output, "output", "", "write the findings to this `FILE` instead of standard output")
	f.StringVar(&flags.fix, "fix", "", "mend what can be mended without losing anything; --fix=pending also turns links to\nnotes that do not exist into their text and a comment")
	f.Lookup("fix").NoOptDefVal = "safe"
	f.BoolVar(&flags.fixDryRun, "fix-dry-run", false, "print what --fix would change, and change nothing")
	f.BoolVar(&flags.strict, "strict", false, "let warnings fail the check too")
	f.StringVar(&flags.configFile, "config", "", "read this `FILE` instead of .kbgate.yaml")
	f.StringVar(&flags.stdinFilename, "stdin-filename", "", "judge the note on standard input as if it stood at this `PATH`")
	// Completion cannot fail for flags that exist.
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp))
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
	req := check.Request{Dir: dir, Paths: args, ConfigFile: flags.configFile, StdinName: flags.stdinFilename, Now: time.Now()}
	if req.StdinName != "" {
		if req.Stdin, err = io.ReadAll(io.LimitReader(std.in, check.MaxNote+1)); err != nil {
			return fmt.Errorf("reading standard input: %w", err)
		}
	}
	bar := newProgress(std.err)
	req.Progress = bar.set
	if flags.fixDryRun || flags.fix != "" {
		fixed, err := check.Fix(cmd.Context(), req, flags.fix == "pending")
		bar.done()
		if err != nil {
			return err
		}
		return finishFix(fixed, flags, std)
	}
	result, err := check.Run(cmd.Context(), req)
	bar.done()
	if err != nil {
		return err
	}
	return finishCheck(result, flags, std)
}

func (f checkFlags) validate(args []string) error {
	wrong := func(hint, format string, a ...any) error {
		return &check.UsageError{Err: fmt.Errorf(format, a...), Hint: hint}
	}
	switch {
	case !slices.Contains(formats, f.format):
		return wrong("", "unknown format %q; there are %s", f.format, strings.Join(formats, " and "))
	case f.fix != "" && f.fix != "safe" && f.fix != "pending":
		return wrong("", "unknown --fix=%s; there are --fix and --fix=pending", f.fix)
	case f.all && len(args) > 0:
		return wrong("leave out one of the two", "--all and paths exclude each other")
	case f.stdinFilename != "" && (len(args) > 0 || f.all):
		return wrong("leave out one of the two", "--stdin-filename judges one note, so it takes no paths")
	case f.stdinFilename != "" && f.fix != "":
		return wrong("--fix-dry-run shows what would change", "--fix cannot mend a note on standard input")
	}
	return nil
}

// finishFix writes the mended notes, or shows what would change, and then what is left.
func finishFix(fixed *check.Fixed, flags checkFlags, std streams) error {
	if flags.fixDryRun {
		for _, c := range fixed.Changes {
			if _, err := io.WriteString(std.out, udiff.Unified("a/"+c.Path, "b/"+c.Path, string(c.Before), string(c.After))); err != nil {
				return err
			}
		}
		fmt.Fprintf(std.err, "kbgate: %d %s would change\n", len(fixed.Changes), notes(len(fixed.Changes)))
		return verdict(fixed.Result, flags)
	}
	if err := fixed.Write(); err != nil {
		return err
	}
	if n := len(fixed.Changes); n > 0 {
		fmt.Fprintf(std.err, "kbgate: %d %s mended\n", n, notes(n))
	}
	return finishCheck(fixed.Result, flags, std)
}

func notes(n int) string {
	if n == 1 {
		return "note"
	}
	return "notes"
}

func finishCheck(result *check.Result, flags checkFlags, std streams) (err error) {
	for _, notice := range result.Notices {
		fmt.Fprintf(std.err, "kbgate: %s\n", notice)
	}
	out, opts := std.out, report.TextOptions{Color: colorful(std.out), Width: columnsOf(std.out)}
	if flags.output != "" {
		file, createErr := os.Create(flags.output)
		if createErr != nil {
			return &check.UsageError{Err: createErr, Hint: "--output needs a file that can be written"}
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		out, opts = file, report.TextOptions{}
	}
	switch flags.format {
	case "json":
		err = report.WriteJSON(out, &result.Document)
	default:
		err = report.WriteText(out, &result.Document, opts)
	}
	if err != nil {
		return fmt.Errorf("writing the findings: %w", err)
	}
	return verdict(result, flags)
}

// verdict is errFindings where the findings fail the check.
func verdict(result *check.Result, flags checkFlags) error {
	s := result.Document.Summary
	if s.Blocking > 0 || flags.strict && s.Warning > 0 {
		return errFindings
	}
	return nil
}

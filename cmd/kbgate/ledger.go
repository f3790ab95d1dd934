package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
)

// withLedger opens the store of the knowledge base around the folder of the call, on the branch of its configuration unless
// another is named, and closes it.
func withLedger(ctx context.Context, std streams, ref string, do func(*ledger.Ledger) error) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	l, err := ledger.OpenAt(ctx, dir, ledger.Options{Ref: ref, Warn: warner(std)})
	if err != nil {
		return err
	}
	return errors.Join(do(l), l.Close())
}

// warner tells people what a ledger has to say.
func warner(std streams) func(message string) {
	return func(message string) { say(std.err, "%s", message) }
}

// sayUnreadable says how much of the store cannot be read, so that nothing counts it.
func sayUnreadable(ctx context.Context, l *ledger.Ledger, std streams) error {
	n, err := recall.Unreadable(ctx, l)
	if n > 0 {
		say(std.err, "%s cannot be read; `kbgate verify` names them", plural(n, "record", "records"))
	}
	if err != nil {
		return err
	}
	_, err = sayDisputes(ctx, l, std)
	return err
}

// sayDisputes says of how many decisions there are records that disagree, and gives that; 0 where the clone lacks the part of the
// history that may tell which was first.
func sayDisputes(ctx context.Context, l *ledger.Ledger, std streams) (int, error) {
	open, err := l.Disputes(ctx)
	if n := len(open); n > 0 && err == nil {
		cut, err := l.IsCutOff(ctx)
		if cut || err != nil {
			say(std.err, "%s twins, and this clone holds only a part of the history, which does not tell which was first; `git fetch --unshallow` gets the rest", plural(n, "decision has", "decisions have"))
			return 0, err
		}
		more := 0
		for _, d := range open {
			if d.Beyond {
				more++
			}
		}
		if n > more {
			say(std.err, "%s twins that disagree; `kbgate verify` names them", plural(n-more, "decision has", "decisions have"))
		}
		if more > 0 {
			say(std.err, "and %s twins, beyond what is judged: only what this clone had first counts of them", plural(more, "more decision has", "more decisions have"))
		}
	}
	return len(open), err
}

// textFlag is a flag whose value is a text; what the text is before is its default.
type textFlag struct {
	value       *string
	name, usage string
}

// addTexts adds flags whose values are texts and no files.
func addTexts(cmd *cobra.Command, flags ...textFlag) {
	for _, f := range flags {
		cmd.Flags().StringVar(f.value, f.name, *f.value, f.usage)
		noFiles(cmd, f.name)
	}
}

// sayer is who corrects a record, and why: flags of several commands.
type sayer struct{ by, why string }

func (s *sayer) add(cmd *cobra.Command, why string) {
	addTexts(cmd, textFlag{&s.by, "by", "the `NAME` of who says so (default: git's user.name)"}, textFlag{&s.why, "why", why})
}

// addFormat adds the flag of how a command prints; the first name is its default.
func addFormat(cmd *cobra.Command, format *string, names ...string) {
	usage := "how it is printed: " + names[0]
	for _, name := range names[1:] {
		usage += ", " + name
	}
	cmd.Flags().StringVar(format, "format", names[0], usage)
	fixed(cmd, "format", names...)
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := oneOf("--format", *format, names...); err != nil {
			return err
		}
		return run(cmd, args)
	}
}

// fixed tells the shell which values a flag may have.
func fixed[T ~string](cmd *cobra.Command, flag string, values ...T) {
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(texts(values), cobra.ShellCompDirectiveNoFileComp)) // it cannot fail for flags that exist
}

func texts[T ~string](values []T) []string {
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = string(v)
	}
	return all
}

// counted tells a progress bar how much of an input was read.
type counted struct {
	io.Reader
	done, of int
	tell     func(done, of int)
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.done += n
	c.tell(c.done, c.of)
	return n, err
}

// wrongFlag refuses the value of a flag.
func wrongFlag(flag, value, way string) error {
	return hint.Misuse(way, "%s %q is not known", flag, value)
}

// oneOf refuses a value that is none of those that a flag may have; it may be left empty.
func oneOf[T ~string](flag string, value T, values ...T) error {
	if value == "" || slices.Contains(values, value) {
		return nil
	}
	all := texts(values)
	way := "there are " + strings.Join(all, ", ")
	if near, ok := config.Nearest(string(value), all); ok {
		way = fmt.Sprintf("did you mean %s?", near)
	}
	return wrongFlag(flag, string(value), way)
}

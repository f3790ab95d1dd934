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

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/loop"
)

// subjectKeyVariable holds the key with which e-mail addresses are hashed that decisions are about.
const subjectKeyVariable = "KBGATE_SUBJECT_KEY"

// withLedger opens the store of the knowledge base around the folder of the call, on the branch of its configuration unless
// another is named, and closes it.
func withLedger(ctx context.Context, ref string, do func(*loop.Ledger) error) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	home, err := check.HomeOf(ctx, dir)
	if err != nil {
		return err
	}
	l, err := loop.Open(ctx, loop.Options{Root: home.Root, Config: home.Config, Repository: home.Repository, Ref: ref, SubjectKey: []byte(os.Getenv(subjectKeyVariable))})
	if err != nil {
		return err
	}
	return errors.Join(do(l), l.Close())
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
func wrongFlag(flag, value, hint string) error {
	return &check.UsageError{Err: fmt.Errorf("%s %q is not known", flag, value), Hint: hint}
}

// oneOf refuses a value that is none of those that a flag may have; it may be left empty.
func oneOf[T ~string](flag, value string, values ...T) error {
	all := texts(values)
	if value == "" || slices.Contains(all, value) {
		return nil
	}
	hint := "there are " + strings.Join(all, ", ")
	if near, ok := config.Nearest(value, all); ok {
		hint = fmt.Sprintf("did you mean %s?", near)
	}
	return wrongFlag(flag, value, hint)
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/loop"
	"github.com/kbgate/kbgate/internal/regular"
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
	return withLedgerAt(ctx, dir, ref, do)
}

// withLedgerAt is withLedger for another folder.
func withLedgerAt(ctx context.Context, dir, ref string, do func(*loop.Ledger) error) error {
	home, err := check.HomeOf(ctx, dir)
	if err != nil {
		return err
	}
	l, err := loop.Open(ctx, loop.Options{Root: home.Root, Config: home.Config, Repository: home.Repository, Ref: ref, SubjectKey: []byte(os.Getenv(subjectKeyVariable)),
		Warn: func(message string) { say(os.Stderr, "%s", message) }})
	if err != nil {
		return err
	}
	return errors.Join(do(l), l.Close())
}

// folderFor is the folder whose knowledge base an artifact belongs to: that of the call, unless the artifact is a file of a
// base further down, which has settings or records of its own.
func folderFor(ctx context.Context, dir, artifact string) string {
	file := artifact
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, artifact)
	}
	if _, err := os.Lstat(file); err != nil || !mayHoldBase(dir, filepath.Dir(file)) {
		return dir
	}
	home, err := check.HomeOf(ctx, filepath.Dir(file))
	if err != nil {
		return dir
	}
	inner, outer := home.Root, dir
	if around, err := check.HomeOf(ctx, dir); err == nil {
		outer = around.Root
	}
	if below, err := filepath.Rel(outer, inner); err != nil || below == "." || below == ".." || strings.HasPrefix(below, ".."+string(filepath.Separator)) {
		return dir
	}
	if _, err := os.Stat(filepath.Join(inner, config.FileName)); err == nil {
		return inner
	}
	l, err := loop.Open(ctx, loop.Options{Root: inner, Config: home.Config, Repository: home.Repository})
	if err != nil {
		return dir
	}
	tip, err := l.Tip()
	if err = errors.Join(err, l.Close()); err != nil || tip == "" {
		return dir
	}
	return inner
}

// mayHoldBase reports whether a folder, or one between it and dir, has what a knowledge base of its own begins with. What a link leads
// to is no part of the base in which the link stands.
func mayHoldBase(dir, folder string) bool {
	holds := false
	for folder != dir && len(folder) > len(dir) {
		if regular.IsLink(folder) {
			return false
		}
		for _, mark := range []string{config.FileName, ".git"} {
			if _, err := os.Lstat(filepath.Join(folder, mark)); err == nil {
				holds = true
			}
		}
		folder = filepath.Dir(folder)
	}
	return holds
}

// sayUnreadable says how much of the store cannot be read, so that nothing counts it.
func sayUnreadable(ctx context.Context, l *loop.Ledger, std streams) error {
	n, err := l.Unreadable(ctx)
	if n > 0 {
		say(std.err, "%s cannot be read; `kbgate verify` names them", plural(n, "record", "records"))
	}
	return err
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

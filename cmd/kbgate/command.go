package main

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/ledger"
)

// command describes a command of the program. The file of each command makes one.
type command struct {
	// use is the line of its usage: namedArgs reads there which arguments it takes.
	use, short, long, example string
	arguments                 [][]string // what the shell proposes for its arguments, one after the other
	options                   []option
	formats                   []string // that --format takes, the default first; none: there is no --format
	commands                  []command
	// anywhere says that it does not need to know the folder in which it is called.
	anywhere bool
	run      func(*call) error // nil: a group of commands, which prints its help
}

// call is one call of a command.
type call struct {
	*cobra.Command
	ctx  context.Context
	args []string
	dir  string // in which it is called
	in   io.Reader
	out  io.Writer
	errs io.Writer

	opened *ledger.Ledger // which is closed at the end of the call
}

func newCall(cmd *cobra.Command, args []string) *call {
	return &call{Command: cmd, ctx: cmd.Context(), args: args, in: cmd.InOrStdin(), out: cmd.OutOrStdout(), errs: cmd.ErrOrStderr()}
}

// build makes the command, and all below it, for cobra.
func (d command) build() *cobra.Command {
	cmd := &cobra.Command{Use: d.use, Short: d.short, Long: d.long, Example: d.example, Args: namedArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return d.called(newCall(cmd, args)) }}
	addFlags(cmd, d.options)
	if d.formats != nil {
		format := d.formats[0]
		addFlags(cmd, []option{{choice(&format, d.formats...), "format", "how it is printed: " + strings.Join(d.formats, ", ")}})
	}
	for _, sub := range d.commands {
		cmd.AddCommand(sub.build())
	}
	switch {
	case d.commands != nil:
		cmd.Args = unknownCommand
	case !namesFile(d.use):
		cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) (proposed []string, _ cobra.ShellCompDirective) {
			if len(args) < len(d.arguments) {
				proposed = d.arguments[len(args)]
			}
			return proposed, cobra.ShellCompDirectiveNoFileComp
		}
	}
	return cmd
}

// called runs the command, and closes the ledger that the call has opened.
func (d command) called(c *call) (err error) {
	if d.run == nil {
		return c.Help()
	}
	if c.dir, err = os.Getwd(); err != nil && !d.anywhere {
		return err
	}
	err = d.run(c)
	return errors.Join(err, c.close())
}

// ledger opens the ledger of the knowledge base around the folder of the call, until the call ends or opens another one. It is on
// the branch of the configuration unless another is named.
func (c *call) ledger(ref string) (_ *ledger.Ledger, err error) {
	if err := c.close(); err != nil {
		return nil, err
	}
	c.opened, err = ledger.OpenAt(c.ctx, c.dir, ledger.Options{Ref: ref, Warn: c.warn})
	return c.opened, err
}

// close closes the ledger that the call has opened, if any.
func (c *call) close() error {
	l := c.opened
	if l == nil {
		return nil
	}
	c.opened = nil
	return l.Close()
}

// warn tells people what a ledger has to say.
func (c *call) warn(message string) { say(c, "%s", message) }

// format is what --format names.
func (c *call) format() string { return c.Flag("format").Value.String() }

// Package cli builds commands from values: their texts, flags and arguments. It says what people see on a terminal or in the log of a
// CI, safely, and refuses wrong use with what is meant instead.
package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/send"
)

// Command describes a Command of the program. The file of each Command makes one.
type Command struct {
	// Use is the line of its usage: namedArgs reads there which arguments it takes.
	Use, Short, Long, Example string
	Arguments                 [][]string // what the shell proposes for its arguments, one after the other
	Options                   []Option
	Formats                   []string // that --format takes, the default first; none: there is no --format
	Commands                  []Command
	Meant                     []string // other names by which people look for it
	// Anywhere says that it does not need to know the folder in which it is called.
	Anywhere bool
	Run      func(*Call) error // nil: a group of commands, which prints its help
}

// Call is one Call of a command.
type Call struct {
	*cobra.Command
	Ctx  context.Context
	Args []string
	Dir  string // in which it is called
	In   io.Reader
	Out  io.Writer
	Errs io.Writer

	opened *ledger.Ledger // which is closed at the end of the call
}

func NewCall(cmd *cobra.Command, args []string) *Call {
	return &Call{Command: cmd, Ctx: cmd.Context(), Args: args, In: cmd.InOrStdin(), Out: cmd.OutOrStdout(), Errs: cmd.ErrOrStderr()}
}

// Build makes the command, and all below it, for cobra.
func (d Command) Build() *cobra.Command {
	cmd := &cobra.Command{Use: d.Use, Short: d.Short, Long: d.Long, Example: d.Example, SuggestFor: d.Meant, Args: namedArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return d.called(NewCall(cmd, args)) }}
	addFlags(cmd, d.Options)
	if d.Formats != nil {
		format := d.Formats[0]
		addFlags(cmd, []Option{{Choice(&format, d.Formats...), "format", "how it is printed: " + strings.Join(d.Formats, ", ")}})
	}
	for _, sub := range d.Commands {
		cmd.AddCommand(sub.Build())
	}
	switch {
	case d.Commands != nil && d.Run == nil:
		cmd.Args = unknownCommand
	case !namesFile(d.Use):
		cmd.ValidArgsFunction = d.completeArgs()
	case d.Commands != nil: // files beside the commands, which by themselves would keep them out
		cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveDefault
		}
	}
	return cmd
}

// called runs the command, and closes the ledger that the call has opened.
func (d Command) called(c *Call) (err error) {
	if d.Run == nil {
		return c.Help()
	}
	if c.Dir, err = os.Getwd(); err != nil && !d.Anywhere {
		return err
	}
	err = d.Run(c)
	return errors.Join(err, c.close())
}

// Ledger opens the Ledger of the knowledge base around the folder of the call, until the call ends or opens another one. It is on
// the branch of the configuration unless another is named.
func (c *Call) Ledger(ref string) (_ *ledger.Ledger, err error) {
	if err := c.close(); err != nil {
		return nil, err
	}
	c.opened, err = ledger.OpenAt(c.Ctx, c.Dir, ledger.Options{Ref: ref, Warn: c.Warn})
	return c.saying(err)
}

// OwnLedger opens it likewise, and what was fetched from a remote is not read.
func (c *Call) OwnLedger(ref string) (_ *ledger.Ledger, err error) {
	if err := c.close(); err != nil {
		return nil, err
	}
	c.opened, err = ledger.OpenAt(c.Ctx, c.Dir, ledger.Options{Ref: ref, OwnBranch: true, Warn: c.Warn})
	return c.opened, err
}

// LedgerAt opens the ledger of the knowledge base around a folder, likewise.
func (c *Call) LedgerAt(dir string) (_ *ledger.Ledger, err error) {
	if err := c.close(); err != nil {
		return nil, err
	}
	c.opened, err = ledger.OpenAt(c.Ctx, dir, ledger.Options{Warn: c.Warn})
	return c.saying(err)
}

// LedgerBy opens the ledger that a configuration names, likewise.
func (c *Call) LedgerBy(o ledger.Options) (_ *ledger.Ledger, err error) {
	if err := c.close(); err != nil {
		return nil, err
	}
	o.Warn = c.Warn
	c.opened, err = ledger.Open(c.Ctx, o)
	return c.opened, err
}

// LedgerFor opens the ledger of the knowledge base that an artifact belongs to, likewise. Conflicts count as they were judged last.
func (c *Call) LedgerFor(artifact string) (_ *ledger.Ledger, err error) {
	if err := c.close(); err != nil {
		return nil, err
	}
	c.opened, err = ledger.OpenFor(c.Ctx, c.Dir, artifact, ledger.Options{Conflicts: ledger.Remembered, Warn: c.Warn})
	return c.saying(err)
}

// saying says what became of sending, beside the ledger that was opened.
func (c *Call) saying(err error) (*ledger.Ledger, error) {
	if err != nil {
		return c.opened, err
	}
	if noted := send.Noted(c.opened); noted != "" {
		Say(c, "%s", OneLine(noted))
	}
	return c.opened, nil
}

// close closes the ledger that the call has opened, if any. Where the clone sends by itself what is recorded, that begins now.
func (c *Call) close() error {
	l := c.opened
	if l == nil {
		return nil
	}
	c.opened = nil
	sends := send.IsWanted(l) && l.Store.HasGrown()
	err := l.Close()
	if sends {
		if failed := send.Start(l.Root); failed != nil {
			Say(c, "what was recorded is not being sent: %s; `kbgate sync` sends it", OneLine(failed.Error()))
		}
	}
	return err
}

// Warn tells people what a ledger has to say.
func (c *Call) Warn(message string) { Say(c, "%s", message) }

// Format is what --Format names.
func (c *Call) Format() string { return c.Flag("format").Value.String() }

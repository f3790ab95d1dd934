package main

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"time"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/identity"
	"github.com/kbgate/kbgate/internal/loop"
)

func newImport(std streams) *cobra.Command {
	var agent, format string
	cmd := &cobra.Command{
		Use:   "import FILE…",
		Short: "Record the rejections of logs in markdown",
		Long: `Record the rejections of logs in the table form: the rows under ` + "`## Log de Rejeicoes`" + ` with the columns
Data, Tipo, Item, Motivo, Categoria and Aprendizado. The agent is that of the file's name
(rio-memory.md), or of --agent. A log may be imported again after it has grown: rows that are in the
store already stay as they are. The log itself is not changed. Exit status as with ` + "`kbgate record`" + `.`,
		Example: `  kbgate import memory/*-memory.md
  kbgate import old-log.md --agent rio`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, ok := identity.Name(agent); agent != "" && !ok {
				return &check.UsageError{Err: fmt.Errorf("--agent: %q is no name of an agent", agent), Hint: "name the agent as its memory file does: rio for rio-memory.md"}
			}
			var incomplete error
			for _, name := range args {
				in, err := openInput([]string{name}, std)
				if err != nil {
					return err
				}
				err = withLedger(cmd.Context(), "", func(l *loop.Ledger) error {
					now := time.Now()
					return recordStream(cmd.Context(), l, in, format, std, func(r io.Reader) iter.Seq2[decision.Line, error] {
						return l.Rows(r, name, agent, now)
					}, name, now)
				})
				in.Close()
				if errors.Is(err, errFindings) {
					incomplete = err
				} else if err != nil {
					return err
				}
			}
			return incomplete
		},
	}
	cmd.Flags().StringVar(&agent, "agent", "", "whose the rejections are (default: by the file's name)")
	noFiles(cmd, "agent")
	addFormat(cmd, &format, "text", "json")
	return cmd
}

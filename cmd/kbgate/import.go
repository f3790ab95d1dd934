package main

import (
	"errors"
	"io"
	"iter"
	"os"
	"time"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/identity"
	"github.com/kbgate/kbgate/internal/ledger"
)

func newImport() cli.Command {
	var agent string
	return cli.Command{
		Use:   "import FILE…",
		Short: "Record the rejections of logs in markdown",
		Long: `Record the rejections of logs in the table form: the rows under ` + "`## Log de Rejeicoes`" + ` with the columns
Data, Tipo, Item, Motivo, Categoria and Aprendizado. The agent is that of the file's name
(rio-memory.md), or of --agent; a file whose name tells none needs it. A log may be imported again after it has grown: rows that are in the
store already stay as they are. The log itself is not changed. Exit status as with ` + "`kbgate record`" + `.`,
		Example: `  kbgate import memory/*-memory.md
  kbgate import old-log.md --agent rio`,
		Run: func(c *cli.Call) error {
			if _, ok := identity.Name(agent); agent != "" && !ok {
				return hint.Misuse("name the agent as its memory file does: rio for rio-memory.md", "--agent: %q is no name of an agent", agent)
			}
			for _, name := range c.Args {
				if err := ownedLog(name, agent); err != nil {
					return err
				}
			}
			var incomplete error
			for _, name := range c.Args {
				err := recordStream(c, name, func(l *ledger.Ledger, r io.Reader) iter.Seq2[decision.Line, error] {
					return decide.Rows(l, r, name, agent, time.Now())
				})
				if errors.Is(err, errFindings) {
					incomplete = err
				} else if err != nil {
					return err
				}
			}
			return incomplete
		},
		Options: []cli.Option{
			cli.Flag(&agent, "agent", "whose the rejections are (default: by the file's name)"),
		},
		Formats: []string{"text", "json"},
	}
}

// ownedLog refuses a log of which nothing tells whose it is: its records would be nobody's for good.
func ownedLog(name, agent string) error {
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return hint.Misuse("name the file of a log, rio-memory.md; with - and --agent it is read from standard input", "%w", err)
		}
		file.Close()
	}
	if _, ok := decision.LogAgent(name); agent == "" && !ok {
		return hint.Misuse("give --agent NAME, or --agent "+decision.Unknown+" where nobody knows", "nothing tells whose log %s is: its name is not AGENT-memory.md", name)
	}
	return nil
}

package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/loop"
)

func newSync(std streams) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "sync [REMOTE]",
		Short: "Bring the store and that of a remote to the same state",
		Long: `Fetch the records of a remote (default: origin), merge them with those here, and push; again, where
somebody else was first. Records never conflict: the store only ever grows.`,
		Example: `  kbgate sync
  kbgate sync upstream`,
		Args: takes(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			remote := "origin"
			if len(args) > 0 {
				remote = args[0]
			}
			return withLedger(cmd.Context(), "", func(l *loop.Ledger) error {
				done, err := l.Sync(cmd.Context(), remote, time.Now())
				if err != nil {
					return err
				}
				if format == "json" {
					return printJSON(std.out, map[string]any{"got": done.Got, "gave": done.Gave, "tip": done.Tip})
				}
				_, err = fmt.Fprintf(std.out, "got %s, gave %d\n", plural(done.Got, "file", "files"), done.Gave)
				return err
			})
		},
	}
	addFormat(cmd, &format, "text", "json")
	return cmd
}

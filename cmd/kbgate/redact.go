package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/loop"
)

func newRedact(std streams) *cobra.Command {
	var fields []string
	var by, why, format string
	cmd := &cobra.Command{
		Use:   "redact ID",
		Short: "Hide a record's texts from every view",
		Long: `Hide what somebody typed into a record: its reason, learned action, correction, draft and subject, or
the fields that are named. From then on no view and no export shows it, here and, after ` + "`kbgate sync`" + `,
everywhere. The text itself stays in git's history; docs/store.md tells how it is taken out of there.
The ID may be the beginning or the end of one.`,
		Example: `  kbgate redact 01KAJ7M3W0 --why "names a customer"
  kbgate redact 01KAJ7M3W0 --field reason --field draft.opener`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withLedger(cmd.Context(), "", func(l *loop.Ledger) error {
				a, err := l.Redact(cmd.Context(), args[0], fields, by, why, time.Now())
				if err != nil {
					return err
				}
				if format == "json" {
					err = printJSON(std.out, a)
				} else {
					_, err = fmt.Fprintf(std.out, "redacted %s by the amendment %s\n", a.Of, a.ID)
				}
				say(std.err, "the text is still in git's history, here and in every clone; docs/store.md tells how to take it out")
				return err
			})
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&fields, "field", nil, "hide this `FIELD` alone, such as reason or draft.title; may be repeated")
	f.StringVar(&by, "by", "", "the `NAME` of who says so (default: git's user.name)")
	f.StringVar(&why, "why", "", "the `REASON`, without the text that is to be hidden")
	noFiles(cmd, "field", "by", "why")
	addFormat(cmd, &format, "text", "json")
	return cmd
}

package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/store"
)

func newRedact(std streams) *cobra.Command {
	var fields []string
	var who sayer
	var format string
	cmd := &cobra.Command{
		Use:   "redact ID",
		Short: "Hide a record's texts from every view",
		Long: `Hide what somebody typed into a record: its reason, learned action, correction, draft and subject, or
the fields that are named. From then on no view and no export shows it, here and, after ` + "`kbgate sync`" + `,
everywhere. The text itself stays in git's history; docs/store.md tells how it is taken out of there.
The ID may be the beginning or the end of one.`,
		Example: `  kbgate redact 01KAJ7M3W0 --why "names a customer"
  kbgate redact 01KAJ7M3W0 --field reason,draft.opener`,
		Args: takes(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			names, err := listed("--field", fields)
			if err != nil {
				return err
			}
			return withLedger(cmd.Context(), std, "", func(l *ledger.Ledger) error {
				done, err := decide.Redact(cmd.Context(), l, args[0], names, who.by, who.why, time.Now())
				if err != nil {
					return err
				}
				if err = tellRedacted(std.out, done, format); err != nil {
					return err
				}
				if done.Amendment != nil {
					say(std.err, "%s; the text is still in git's history, here and in every clone: docs/store.md tells how to take it out", spread(l))
				}
				return nil
			})
		},
	}
	cmd.Flags().StringArrayVar(&fields, "field", nil, "hide this `FIELD` alone, such as reason or draft.title; may be repeated, or name several with commas")
	noFiles(cmd, "field")
	who.add(cmd, "the `REASON`, without the text that is to be hidden")
	addFormat(cmd, &format, "text", "json")
	return cmd
}

// listed gives the values of a flag that may be repeated and may hold several, parted by commas.
func listed(flag string, values []string) (all []string, err error) {
	for _, value := range values {
		for one := range strings.SplitSeq(value, ",") {
			if one = strings.TrimSpace(one); one == "" {
				return nil, hint.Misuse("leave it out, or name what is meant", "%s", flag+" names nothing")
			}
			all = append(all, one)
		}
	}
	return all, nil
}

// spread says how others get what was recorded.
func spread(l *ledger.Ledger) string {
	if l.Ref == store.Head {
		return "`git push` brings this to the others"
	}
	return "`kbgate sync` brings this to the others"
}

// tellRedacted prints what is hidden now, and what was hidden before.
func tellRedacted(w io.Writer, done *decide.Redacted, format string) error {
	if format == "json" {
		if done.Amendment != nil {
			return printJSON(machine(w), done.Amendment)
		}
		return printJSON(machine(w), struct {
			Of      string   `json:"of"`
			Already []string `json:"already_redacted"`
		}{done.Of, done.Already})
	}
	said := ""
	if len(done.Already) > 0 {
		said = fmt.Sprintf("%s of %s: hidden already\n", strings.Join(done.Already, ", "), done.Of)
	}
	if done.Amendment != nil {
		said += fmt.Sprintf("redacted %s of %s by the amendment %s\n", strings.Join(done.Hidden, ", "), done.Of, done.Amendment.ID)
	}
	_, err := io.WriteString(w, visibleLines(said))
	return err
}

package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/audit"
	"github.com/kbgate/kbgate/internal/ledger"
)

func newVerify(std streams) *cobra.Command {
	var ref, since, format string
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Judge the store: every record, and that it has only ever grown",
		Long: `Judge every record of the store (schema, name, id, secrets, what amendments refer to) and the whole
history: that no commit changed a record or took one away, and that no commit bears a bad signature;
one that cannot be checked here is only counted. What is wrong is said with the commit that brought
it; of a record that is as it was again, only a remark is made. Hostile files are named and not read
through. Exit status: 0 the store is sound, 1 it is not (docs/store.md tells what to do), 2 wrong use
or configuration, 3 kbgate itself failed.`,
		Example: `  kbgate verify
  kbgate verify --ref HEAD --since origin/main    what a pull request brings
  kbgate verify --format json | jq '.damages'`,
		Args:              takes(0, 0),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			commit, err := commitID(cmd.Context(), since)
			if err != nil {
				return err
			}
			return withLedger(cmd.Context(), std, ref, func(l *ledger.Ledger) error {
				bar := newProgress(std.err, "verifying")
				found, err := audit.Verify(cmd.Context(), l, commit, time.Now(), bar.set)
				bar.done()
				if err != nil {
					return err
				}
				return tellAudit(std, l, found, format)
			})
		},
	}
	addTexts(cmd, textFlag{&ref, "ref", "judge this `BRANCH` (refs/heads/NAME, or HEAD) instead of store.ref"},
		textFlag{&since, "since", "judge the history since this `COMMIT` only; the records are judged all the same"})
	addFormat(cmd, &format, "text", "json")
	return cmd
}

func tellAudit(std streams, l *ledger.Ledger, found *audit.Audit, format string) error {
	var err error
	if format == "json" {
		err = printJSON(machine(std.out), struct {
			Schema string `json:"schema"`
			*audit.Audit
		}{"kbgate.verify/1", found})
	} else {
		err = writeAudit(std.out, l.Place(), found)
	}
	for _, notice := range found.Notices {
		say(std.err, "%s", oneLine(notice))
	}
	if err == nil && len(found.Damages) > 0 {
		return errFindings
	}
	return err
}

func writeAudit(w io.Writer, place string, found *audit.Audit) error {
	for _, d := range found.Damages {
		line := strings.TrimPrefix(d.Path+" "+d.Message, " ") // a commit has no path
		if d.Commit != "" {
			line += " (commit " + d.Commit[:min(len(d.Commit), 12)] + ")"
		}
		if _, err := fmt.Fprintln(w, visibleLines(oneLine(line))); err != nil {
			return err
		}
	}
	said := fmt.Sprintf("%s in %s", plural(found.Records, "record", "records"), place)
	switch n := len(found.Damages); {
	case found.Tip == "":
		said = "there are no records yet in " + place
	case n == 0:
		said += ", all sound"
	default:
		said += ", " + plural(n, "damage", "damages")
	}
	_, err := fmt.Fprintln(w, said)
	return err
}

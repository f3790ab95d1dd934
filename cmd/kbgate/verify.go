package main

import (
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/audit"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/workspace"
)

func newVerify() cli.Command {
	var ref, since string
	return cli.Command{
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
		Run: func(c *cli.Call) error {
			commit, err := workspace.CommitID(c.Ctx, c.Dir, since)
			if err != nil {
				return err
			}
			l, err := c.OwnLedger(ref)
			if err != nil {
				return err
			}
			bar := cli.NewProgress(c, "verifying")
			found, err := audit.Verify(c.Ctx, l, commit, time.Now(), bar.Set)
			bar.Done()
			if err != nil {
				return err
			}
			return tellAudit(c, l, found)
		},
		Options: []cli.Option{
			cli.Flag(&ref, "ref", "judge this `BRANCH` (refs/heads/NAME, or HEAD) instead of store.ref"),
			cli.Flag(&since, "since", "judge the history since this `COMMIT` only; the records are judged all the same"),
		},
		Formats: []string{"text", "json"},
	}
}

func tellAudit(c *cli.Call, l *ledger.Ledger, found *audit.Audit) error {
	err := cli.PrintResult(c, struct {
		Schema string `json:"schema"`
		*audit.Audit
	}{"kbgate.verify/1", found}, auditText(l.Place(), found))
	for _, notice := range found.Notices {
		cli.Say(c, "%s", cli.OneLine(notice))
	}
	if err == nil && len(found.Damages) > 0 {
		return errFindings
	}
	return err
}

func auditText(place string, found *audit.Audit) string {
	var b strings.Builder
	for _, d := range found.Damages {
		line := strings.TrimPrefix(d.Path+" "+d.Message, " ") // a commit has no path
		if d.Commit != "" {
			line += " (commit " + d.Commit[:min(len(d.Commit), 12)] + ")"
		}
		b.WriteString(cli.OneLine(line) + "\n")
	}
	said := text.Count(found.Records, "record", "records") + " in " + place
	switch n := len(found.Damages); {
	case found.Tip == "":
		said = "there are no records yet in " + place
	case n == 0:
		said += ", all sound"
	default:
		said += ", " + text.Count(n, "damage", "damages")
	}
	return b.String() + said + "\n"
}

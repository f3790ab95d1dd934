package main

import (
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/audit"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/workspace"
)

func newVerify() command {
	var ref, since string
	return command{
		use:   "verify",
		short: "Judge the store: every record, and that it has only ever grown",
		long: `Judge every record of the store (schema, name, id, secrets, what amendments refer to) and the whole
history: that no commit changed a record or took one away, and that no commit bears a bad signature;
one that cannot be checked here is only counted. What is wrong is said with the commit that brought
it; of a record that is as it was again, only a remark is made. Hostile files are named and not read
through. Exit status: 0 the store is sound, 1 it is not (docs/store.md tells what to do), 2 wrong use
or configuration, 3 kbgate itself failed.`,
		example: `  kbgate verify
  kbgate verify --ref HEAD --since origin/main    what a pull request brings
  kbgate verify --format json | jq '.damages'`,
		run: func(c *call) error {
			commit, err := workspace.CommitID(c.ctx, c.dir, since)
			if err != nil {
				return err
			}
			l, err := c.ledger(ref)
			if err != nil {
				return err
			}
			bar := newProgress(c, "verifying")
			found, err := audit.Verify(c.ctx, l, commit, time.Now(), bar.set)
			bar.done()
			if err != nil {
				return err
			}
			return tellAudit(c, l, found)
		},
		options: []option{
			{&ref, "ref", "judge this `BRANCH` (refs/heads/NAME, or HEAD) instead of store.ref"},
			{&since, "since", "judge the history since this `COMMIT` only; the records are judged all the same"},
		},
		formats: []string{"text", "json"},
	}
}

func tellAudit(c *call, l *ledger.Ledger, found *audit.Audit) error {
	err := printResult(c, struct {
		Schema string `json:"schema"`
		*audit.Audit
	}{"kbgate.verify/1", found}, auditText(l.Place(), found))
	for _, notice := range found.Notices {
		say(c, "%s", oneLine(notice))
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
		b.WriteString(oneLine(line) + "\n")
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

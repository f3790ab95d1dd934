package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/records"
	"github.com/kbgate/kbgate/internal/store/index"
)

// amendable are the fields that `kbgate amend` corrects, each by a flag of its name.
var amendable = []struct{ field, usage string }{
	{"reason", "the reviewer's `REASON`, word for word"},
	{"agent", "the `AGENT` who made it"},
	{"reviewer", "the `NAME` of the reviewer"},
	{"epic", "the `ID` of the epic; \"\" takes it away"},
	{"task", "the `ID` of the task; \"\" takes it away"},
}

func newAmend(std streams) *cobra.Command {
	values := make([]string, len(amendable))
	var tags []string
	var who sayer
	var keep, format string
	cmd := &cobra.Command{
		Use:   "amend ID",
		Short: "Add a reason to a decision, or correct who made what",
		Long: `Say what a field of a decision should have been: a reason that nobody had given, another agent. It is a
record of its own; the decision stays as it was written, and every view shows it as amended. With a new
reason goes the category that the program had given the old one. ` + "`kbgate categorize`" + ` corrects a category,
` + "`kbgate redact`" + ` hides a text. The ID may be the beginning or the end of one.

Where several records of one id disagree, a reviewer whom rules.reviewers lists says with --keep which of
them is the record. Where rules.reviewer_keys lists keys of theirs, the commit is signed, as git's settings
say, by one of these.`,
		Example: `  kbgate amend 01KAJ7M3W0 --reason "Examples don't work"
  kbgate amend 01KAJ7M3W0 --agent rio --why "the commit had no trailer"
  kbgate amend 01KAJ7M3W0 --keep 3f08a2c1 --why "the other was pushed by a stranger"`,
		Args: takes(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var changes []decide.Change
			for i, a := range amendable {
				if !cmd.Flags().Changed(a.field) {
					continue
				}
				if strings.TrimSpace(values[i]) == "" && (a.field == "reason" || a.field == "agent") {
					return hint.Misuse("`kbgate redact` hides a text; --agent "+decision.Unknown+" says that nobody knows who it was", "--%s is empty", a.field)
				}
				change := decide.Change{Field: a.field}
				if values[i] != "" {
					change.Value = decision.TextValue(values[i])
				}
				changes = append(changes, change)
			}
			if cmd.Flags().Changed("tag") {
				change := decide.Change{Field: "tags"}
				if len(tags) != 1 || tags[0] != "" {
					change.Value = decision.ListValue(tags...)
				}
				changes = append(changes, change)
			}
			if keep != "" && len(changes) > 0 {
				return hint.Misuse("choose the record first, and correct it then", "--keep stands beside a correction")
			}
			if keep != "" {
				return chooseTwin(cmd.Context(), args[0], keep, who, format, std)
			}
			if len(changes) == 0 {
				return hint.Misuse("name it with --reason, --agent, --reviewer, --epic, --task or --tag", "nothing is said that is to be amended")
			}
			return withLedger(cmd.Context(), std, "", func(l *ledger.Ledger) error {
				d, changed, err := decide.Correct(cmd.Context(), l, args[0], changes, who.by, who.why, time.Now())
				if err != nil {
					return err
				}
				if format == "json" {
					return printJSON(machine(std.out), amended{d.ID, append([]decide.Changed{}, changed...)})
				}
				return tellAmended(std.out, d, changed, l.Learned(cmd.Context(), index.Always))
			})
		},
	}
	for i, a := range amendable {
		addTexts(cmd, textFlag{&values[i], a.field, a.usage})
	}
	who.add(cmd, "the `REASON` of the correction")
	addTexts(cmd, textFlag{&keep, "keep", "of several records of the id, the one whose content's id begins with `BLOB` is it"})
	cmd.Flags().StringArrayVar(&tags, "tag", nil, "a `TAG` of your own, in place of those that it has; may be repeated; \"\" takes all away")
	noFiles(cmd, "tag")
	addFormat(cmd, &format, "text", "json")
	return cmd
}

// chooseTwin says which of several records of an id counts.
func chooseTwin(ctx context.Context, id, part string, who sayer, format string, std streams) error {
	return withLedger(ctx, std, "", func(l *ledger.Ledger) error {
		kept, a, err := decide.Choose(ctx, l, id, part, who.by, who.why, time.Now())
		if err != nil {
			return err
		}
		if format == "json" {
			return printJSON(std.out, map[string]string{"id": a.Of, "kept": kept.Blob, "path": kept.Path, "amendment": a.ID})
		}
		_, err = fmt.Fprintln(std.out, visibleLines(fmt.Sprintf("%s: the record is %s, by the amendment %s", a.Of, kept.Path, a.ID)))
		return err
	})
}

// amended is what became of amending a decision.
type amended struct {
	ID      string           `json:"id"`
	Changed []decide.Changed `json:"changed"`
}

// tellAmended prints what was amended, and what is learned now where that may have changed.
func tellAmended(w io.Writer, d *decision.Decision, changed []decide.Changed, g *records.Learning) error {
	var b strings.Builder
	if len(changed) == 0 {
		fmt.Fprintf(&b, "%s: so already, nothing was recorded\n", d.ID)
	}
	for _, c := range changed {
		fmt.Fprintf(&b, "%s: %s is now %s, was %s\n", d.ID, c.Field, valueText(c.Now), valueText(c.Was))
		if c.Field == "reason" && d.Verdict == decision.Rejected {
			fmt.Fprintf(&b, "category: %s\naction: %s\n", g.Assess(d).Category, g.Action(d))
		}
	}
	_, err := io.WriteString(w, visibleLines(b.String()))
	return err
}

// valueText is a value on one line.
func valueText(texts []string) string {
	if len(texts) == 0 {
		return "empty"
	}
	return oneLine(strings.Join(texts, ", "))
}

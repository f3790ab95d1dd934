package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/gate"
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
	{"brief", "the `DIGEST` of the brief that the agent had been given, or none; \"\" takes it away"},
}

func newAmend() cli.Command {
	values := make([]string, len(amendable))
	var tags, issues []string
	var who sayer
	var keep string
	var said decision.Outcome
	options := append([]cli.Option{
		cli.Flag(&keep, "keep", "of several records of the id, the one whose content's id begins with `BLOB` is it"),
		cli.Flag(cli.Choice(&said, decision.Helped, decision.DidNot, unsaid), "success", "whether a refinement of a prompt helped: true or false; "+unsaid+" takes back what was said"),
		cli.Flag(&tags, "tag", "a `TAG` of your own, in place of those that it has; may be repeated; \"\" takes all away"),
		cli.Flag(&issues, "issue", "the `TAG` of a gate that found something, in place of those that it has; may be repeated; \"\" takes all away"),
	}, who.options("the `REASON` of the correction")...)
	for i, a := range amendable {
		options = append(options, cli.Flag(&values[i], a.field, a.usage))
	}
	return cli.Command{
		Use:   "amend ID",
		Short: "Add a reason to a decision, or correct who made what",
		Long: `Say what a field of a decision should have been: give it a reason that nobody had given, or another
agent. The amendment is a record of its own. The decision stays as it was written, and every view shows
it as amended. A new reason also gets a new category, unless a reviewer had set one. The ID may be the
beginning or the end of one. ` + "`kbgate categorize`" + ` corrects a category, ` + "`kbgate redact`" + ` hides a text.

Where several records of one id disagree, --keep chooses the one that counts. Only a reviewer listed under
rules.reviewers may choose. Where rules.reviewer_keys lists keys of that reviewer, git has to be set up to
sign the commit with one of them.`,
		Example: `  kbgate amend 01KAJ7M3W0 --reason "Examples don't work"
  kbgate amend 01KAJ7M3W0 --agent rio --why "the commit had no trailer"
  kbgate amend 01KAJ7M3W0 --issue scope_error
  kbgate amend 01KAJ8A0C2 --success true --why "the next draft was right"
  kbgate amend 01KAJ7M3W0 --keep 3f08a2c1 --why "the other was pushed by a stranger"`,
		Run: func(c *cli.Call) error {
			changes, err := amendments(c, values, tags, issues)
			switch {
			case err != nil:
				return err
			case keep != "" && (len(changes) > 0 || said != ""):
				return hint.Misuse("choose the record first, and correct it then", "--keep stands beside a correction")
			case said != "" && len(changes) > 0:
				return hint.Misuse("a refinement has no other field that is amended", "--success stands beside a correction of a decision")
			case keep == "" && said == "" && len(changes) == 0:
				return hint.Misuse("name it with --reason, --agent, --reviewer, --epic, --task, --brief, --issue, --tag or --success", "nothing is said that is to be amended")
			}
			l, err := c.Ledger("")
			if err != nil {
				return err
			}
			if keep != "" {
				return chooseTwin(c, l, c.Args[0], keep, who)
			}
			if said != "" {
				return sayHelped(c, l, said, who)
			}
			d, changed, err := decide.Correct(c.Ctx, l, c.Args[0], changes, who.by, who.why, time.Now())
			if err != nil {
				return err
			}
			if cli.AsJSON(c) {
				return cli.PrintResult(c, amended{d.ID, append([]decide.AmendedField{}, changed...)}, "")
			}
			return cli.Show(c, "%s", amendedText(d, changed, l.Learned(c.Ctx, index.Always)))
		},
		Options: options,
		Formats: []string{"text", "json"},
	}
}

// unsaid takes back what somebody said of a refinement.
const unsaid = "unknown"

// sayHelped says whether a refinement helped.
func sayHelped(c *cli.Call, l *ledger.Ledger, said decision.Outcome, who sayer) error {
	outcome := said
	if said == unsaid {
		outcome = ""
	}
	a, err := decide.Helped(c.Ctx, l, c.Args[0], outcome, who.by, who.why, time.Now())
	switch {
	case err != nil:
		return err
	case a == nil:
		return cli.PrintResult(c, map[string]string{"id": c.Args[0], "success": string(said)}, c.Args[0]+": so already, nothing was recorded\n")
	}
	return cli.PrintResult(c, map[string]string{"id": a.Of, "success": string(said), "amendment": a.ID}, fmt.Sprintf("%s: success is now %s\n", a.Of, said))
}

// amendments are what the flags say that fields should have been.
func amendments(c *cli.Call, values, tags, issues []string) (changes []decide.FieldValue, err error) {
	for i, a := range amendable {
		if !c.Flags().Changed(a.field) {
			continue
		}
		if strings.TrimSpace(values[i]) == "" && (a.field == "reason" || a.field == "agent") {
			return nil, hint.Misuse("`kbgate redact` hides a text; --agent "+decision.Unknown+" says that nobody knows who it was", "--%s is empty", a.field)
		}
		change := decide.FieldValue{Field: a.field}
		if values[i] != "" {
			change.Value = decision.TextValue(values[i])
		}
		changes = append(changes, change)
	}
	for _, list := range []struct {
		flag, field string
		texts       []string
	}{{"issue", "issues", issues}, {"tag", "tags", tags}} {
		if !c.Flags().Changed(list.flag) {
			continue
		}
		change := decide.FieldValue{Field: list.field}
		if len(list.texts) != 1 || list.texts[0] != "" {
			change.Value = decision.ListValue(list.texts...)
		}
		changes = append(changes, change)
	}
	for _, tag := range issues {
		if _, known := gate.BuiltIn.Find(tag); !known && tag != "" {
			cli.Say(c, "%s", unknownTag(tag, "is recorded"))
		}
	}
	return changes, nil
}

// chooseTwin says which of several records of an id counts.
func chooseTwin(c *cli.Call, l *ledger.Ledger, id, part string, who sayer) error {
	kept, a, err := decide.Choose(c.Ctx, l, id, part, who.by, who.why, time.Now())
	if err != nil {
		return err
	}
	return cli.PrintResult(c, map[string]string{"id": a.Of, "kept": kept.Blob, "path": kept.Path, "amendment": a.ID},
		fmt.Sprintf("%s: the record is %s, by the amendment %s\n", a.Of, kept.Path, a.ID))
}

// amended is what became of amending a decision.
type amended struct {
	ID      string                `json:"id"`
	Changed []decide.AmendedField `json:"changed"`
}

// amendedText says what was amended, and what is learned now where that may have changed.
func amendedText(d *decision.Decision, changed []decide.AmendedField, g *records.Learning) string {
	if len(changed) == 0 {
		return d.ID + ": so already, nothing was recorded\n"
	}
	var b strings.Builder
	for _, c := range changed {
		fmt.Fprintf(&b, "%s: %s is now %s, was %s\n", d.ID, c.Field, valueText(c.Now), valueText(c.Was))
		if (c.Field == "reason" || c.Field == "issues") && d.Verdict == decision.Rejected {
			fmt.Fprintf(&b, "category: %s\naction: %s\n", g.Assess(d).Category, g.Action(d))
		}
	}
	return b.String()
}

// valueText is a value on one line.
func valueText(texts []string) string {
	if len(texts) == 0 {
		return "empty"
	}
	return cli.OneLine(strings.Join(texts, ", "))
}

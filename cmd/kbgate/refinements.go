package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/cli"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/refine"
	"github.com/kbgate/kbgate/internal/refine/effect"
	"github.com/kbgate/kbgate/internal/refine/signal"
	"github.com/kbgate/kbgate/internal/stats"
	"github.com/kbgate/kbgate/internal/text"
)

func newRefinements() cli.Command {
	var f recall.RefinementFilter
	return cli.Command{
		Use:   "refinements",
		Short: "Say which refinements of prompts helped, by the signal and the action",
		Long: `Count the refinements that ` + "`kbgate refine`" + ` recorded: after which signal which action was taken, in how
many sessions, and in how many of those it is known to have helped, with the interval in which the share
lies with 95 % confidence. A session is one run of ` + "`kbgate refine`" + `, and counts once for each of its actions.

Whether a session helped follows from the first later decision on its artifact: approved, or rejected;
` + "`kbgate amend ID --success true`" + ` says it where no decision does. Where an action did clearly better than one
before it, another order is suggested. It counts only where ` + "`kbgate refine --suggested`" + ` asks for it.`,
		Example: `  kbgate refinements --agent rio
  kbgate refinements --since 30d --format json | jq .suggested
  kbgate refinements --format jsonl --artifact claims/foam.md`,
		Run: func(c *cli.Call) error {
			l, err := c.Ledger("")
			if err != nil {
				return err
			}
			found, err := recall.Refinements(c.Ctx, l, f, time.Now())
			if err != nil {
				return err
			}
			all := found.All
			sayRefined(c, found)
			switch c.Format() {
			case "jsonl":
				for _, r := range all {
					if err := cli.PrintJSON(cli.Machine(c.Out), logEntry{r, r.At.UTC().Format("2006-01-02T15:04:05Z07:00"), r.Redacted}); err != nil {
						return err
					}
				}
				return nil
			case "text":
				if len(all) == 0 {
					cli.Say(c, "no refinements fit in %s", l.Place())
				}
			}
			rows := effect.Of(all)
			order := effect.Suggest(rows)
			return cli.PrintResult(c, shownEffects(rows, order), effectsText(rows, order))
		},
		Options: append([]cli.Option{
			cli.Flag(&f.Agent, "agent", "only those of this `AGENT`'s prompts"),
			cli.Flag(&f.Artifact, "artifact", "only those for this artifact: its path or `NAME`"),
			cli.Flag(cli.Choice(&f.Type, decision.FeedbackTypes...), "type", "only those after this `TYPE` of signal: "+strings.Join(cli.Strings(decision.FeedbackTypes), ", ")),
		}, period(&f.Since, &f.Until)...),
		Formats: []string{"text", "json", "jsonl"},
	}
}

// sayRefined says what of the log does not count.
func sayRefined(c *cli.Call, found recall.Refined) {
	if !found.IsAll {
		cli.Say(c, "the store has more refinements than are read; the newest %d count", recall.MostRefinements)
	}
	if found.Damaged > 0 {
		cli.Say(c, "%s for nothing; `kbgate verify` tells more", text.Count(found.Damaged, "file below refinements/ is no sound record and counts", "files below refinements/ are no sound records and count"))
	}
}

// logEntry is a refinement with the names of the user's log (Feedback Detector, Logging).
type logEntry struct {
	*decision.Refinement
	timestamp string
	redacted  []string
}

// MarshalJSON gives the record, whose at is the log's timestamp, and what of it is hidden.
func (e logEntry) MarshalJSON() ([]byte, error) {
	data, err := e.Refinement.MarshalJSON()
	if err != nil {
		return nil, err
	}
	more := fmt.Sprintf(`{"timestamp":%q,`, e.timestamp)
	if len(e.redacted) > 0 {
		more += `"redacted":["` + strings.Join(e.redacted, `","`) + `"],`
	}
	return append([]byte(more), data[1:]...), nil
}

// shownEffect is a row of `kbgate refinements --format json`: kbgate.refinements/1.
type shownEffect struct {
	Type     string         `json:"feedback_type"`
	Action   string         `json:"action"`
	Sessions int            `json:"sessions"`
	Known    int            `json:"known"`
	Helped   int            `json:"helped"`
	Percent  *stats.Percent `json:"pct"` // null where nothing is known
	Low      *stats.Percent `json:"low"`
	High     *stats.Percent `json:"high"`
}

type shownEffectsAll struct {
	Schema    string        `json:"schema"`
	Actions   []shownEffect `json:"actions"`
	Suggested refine.Order  `json:"suggested"` // by type, where another order than the usual one is borne out
}

func shownEffects(rows []effect.Row, order refine.Order) shownEffectsAll {
	shown := shownEffectsAll{"kbgate.refinements/1", []shownEffect{}, order}
	for _, r := range rows {
		one := shownEffect{Type: string(r.Type), Action: r.Action, Sessions: r.Tried, Known: r.Known, Helped: r.Helped}
		if r.Known > 0 {
			one.Percent, one.Low, one.High = &r.Percent, &r.Range.Low, &r.Range.High
		}
		shown.Actions = append(shown.Actions, one)
	}
	return shown
}

func effectsText(rows []effect.Row, order refine.Order) string {
	var b strings.Builder
	for _, r := range rows {
		fmt.Fprintf(&b, "%-21s %-24s %s", r.Type, r.Action, text.Count(r.Tried, "session", "sessions"))
		if r.Known > 0 {
			fmt.Fprintf(&b, ", helped in %d of %d (%s %%, %.0f to %.0f %%)", r.Helped, r.Known, r.Percent, r.Range.Low, r.Range.High)
		} else {
			b.WriteString(", no outcome known")
		}
		b.WriteByte('\n')
	}
	for _, t := range signal.Types {
		if names := order[t]; names != nil {
			fmt.Fprintf(&b, "suggested order for %s: %s (`kbgate refine --suggested` takes it)\n", t, strings.Join(names, ", "))
		}
	}
	return b.String()
}

package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/kbgate/kbgate/internal/cli"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/guard/enrich"
	"github.com/kbgate/kbgate/internal/hint"
)

func newGuardEnrich() cli.Command {
	return cli.Command{
		Use:   "enrich [FILE]",
		Short: "Say what the data of a lead tells of the company and the role",
		Long: `Print the signals in the data of a lead, a JSON object, or a draft that has it as its ` + "`lead`" + `: of the company, of openings, of technologies, of
what somebody read or visited, and of what somebody with that title answers for. Each has a confidence from 0
to 1 and its field; those marked with a + are fit for an opener, and the first of them is recommended.
Without a file, standard input is read.

--format json prints signals, company_specific_count, role_impact_count, overall_confidence (of the first
five, weighted 5 to 1), recommended_opener_signal and sub_agent_trace_ids. Nothing is asked of any store.`,
		Example: `  kbgate guard enrich draft.json
  kbgate guard enrich --format json < lead.json`,
		Run:     runGuardEnrich,
		Formats: []string{"text", "json"},
	}
}

func runGuardEnrich(c *cli.Call) error {
	name := "-"
	if len(c.Args) == 1 {
		name = c.Args[0]
	} else if cli.IsTerminal(c.In) {
		return hint.Misuse("name a file, or pipe a lead or a draft into this", "there is no lead to read")
	}
	in, err := openInput(c, name)
	if err != nil {
		return err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, draft.MaxSize+1))
	if err != nil {
		return fmt.Errorf("reading %s: %w", shownInput(name), err)
	}
	lead, err := draft.ReadLead(data)
	if err != nil {
		return hint.Misuse("give a draft as a JSON object, or the object that is its `lead`", "the lead of %s: %w", shownInput(name), err)
	}
	signals := enrich.Extract(lead)
	return cli.PrintResult(c, signals, enrichText(signals))
}

// enrichText tells people what the data of a lead tells.
func enrichText(c *enrich.Context) string {
	if len(c.Signals) == 0 {
		return "the lead's data tells nothing\n"
	}
	var b strings.Builder
	for _, s := range c.Signals {
		fit := " "
		if s.UsableInOpener {
			fit = "+"
		}
		fmt.Fprintf(&b, "%s %.2f  %-18s  %s (%s)\n", fit, s.Confidence, s.Type, cli.OneLine(s.Value), s.Source)
	}
	fmt.Fprintf(&b, "confidence in all: %.2f\n", c.OverallConfidence)
	if s := c.RecommendedOpenerSignal; s != nil {
		fmt.Fprintf(&b, "to begin with: %s\n", cli.OneLine(s.Value))
	}
	return b.String()
}

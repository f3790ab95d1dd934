package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/hint"
)

func newCategorize() cli.Command {
	var who sayer
	return cli.Command{
		Use:   "categorize ID CATEGORY",
		Short: "Set or correct the category of a rejection",
		Long: `Say what kind of reason a rejection had: examples, specificity, clarity, completeness, relevance, other.
It is a record of its own; the rejection stays as it was written. What you set is learned from: it makes
that category likelier for reasons of the same words in which no keyword stands, and once enough of them
were set alike, they get it without you (docs/learning.md; ` + "`kbgate explain-category`" + ` shows how sure the
program is). To say that a category which the program chose is right teaches, too. The ID may be the
beginning or the end of one.`,
		Example: `  kbgate categorize 01KAJ7M3W0 clarity
  kbgate categorize 01KAJ7M3W0 relevance --why "it answers another question"`,
		Arguments: [][]string{nil, cli.Strings(decision.Categories)},
		Run: func(c *cli.Call) error {
			category := decision.Category(c.Args[1])
			err := cli.OneOf(category, decision.Categories)
			if category == "" {
				err = cli.UnknownValue("", "there are "+strings.Join(cli.Strings(decision.Categories), ", "))
			}
			if err != nil {
				way, _ := hint.Of(err)
				return hint.Misuse(way, "the category %v", err)
			}
			l, err := c.Ledger("")
			if err != nil {
				return err
			}
			done, err := decide.Categorize(c.Ctx, l, c.Args[0], category, who.by, who.why, time.Now())
			if err != nil {
				return err
			}
			return cli.PrintResult(c, done, categorizedText(done))
		},
		Options: who.options("the `REASON` of the correction"),
		Formats: []string{"text", "json"},
	}
}

func categorizedText(done *decide.Categorized) string {
	said := fmt.Sprintf("%s: %s, was %s\n", done.ID, done.Category, done.Was)
	switch {
	case done.Amendment == "":
		said = fmt.Sprintf("%s: %s already, as a reviewer said\n", done.ID, done.Category)
	case done.Was == "":
		said = fmt.Sprintf("%s: %s\n", done.ID, done.Category)
	case done.Was == done.Category:
		said = fmt.Sprintf("%s: %s, confirmed\n", done.ID, done.Category)
	}
	if done.LearnedAction != "" {
		said += "action: " + done.LearnedAction + "\n"
	}
	return said
}

package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/hint"
)

func newCategorize() command {
	var who sayer
	return command{
		use:   "categorize ID CATEGORY",
		short: "Set or correct the category of a rejection",
		long: `Say what kind of reason a rejection had: examples, specificity, clarity, completeness, relevance, other.
It is a record of its own; the rejection stays as it was written. What you set is learned from: it makes
that category likelier for reasons of the same words in which no keyword stands, and once enough of them
were set alike, they get it without you (docs/learning.md; ` + "`kbgate explain-category`" + ` shows how sure the
program is). To say that a category which the program chose is right teaches, too. The ID may be the
beginning or the end of one.`,
		example: `  kbgate categorize 01KAJ7M3W0 clarity
  kbgate categorize 01KAJ7M3W0 relevance --why "it answers another question"`,
		arguments: [][]string{nil, texts(decision.Categories)},
		run: func(c *call) error {
			category := decision.Category(c.args[1])
			err := oneOf(category, decision.Categories)
			if category == "" {
				err = unknown("", "there are "+strings.Join(texts(decision.Categories), ", "))
			}
			if err != nil {
				way, _ := hint.Of(err)
				return hint.Misuse(way, "the category %v", err)
			}
			l, err := c.ledger("")
			if err != nil {
				return err
			}
			done, err := decide.Categorize(c.ctx, l, c.args[0], category, who.by, who.why, time.Now())
			if err != nil {
				return err
			}
			return printResult(c, done, categorizedText(done))
		},
		options: who.options("the `REASON` of the correction"),
		formats: []string{"text", "json"},
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

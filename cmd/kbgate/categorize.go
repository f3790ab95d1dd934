package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/ledger"
)

// categorizeFlags are the flags of `kbgate categorize`.
type categorizeFlags struct {
	sayer
	format string
}

func newCategorize(std streams) *cobra.Command {
	var flags categorizeFlags
	cmd := &cobra.Command{
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
		Args: takes(2, 2),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) != 1 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return texts(decision.Categories), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			category := decision.Category(args[1])
			if category == "" {
				return wrongFlag("the category", "", "there are examples, specificity, clarity, completeness, relevance, other")
			}
			if err := oneOf("the category", category, decision.Categories...); err != nil {
				return err
			}
			return withLedger(cmd.Context(), std, "", func(l *ledger.Ledger) error {
				return runCategorize(cmd.Context(), l, args[0], category, flags, std)
			})
		},
	}
	flags.add(cmd, "the `REASON` of the correction")
	addFormat(cmd, &flags.format, "text", "json")
	return cmd
}

func runCategorize(ctx context.Context, l *ledger.Ledger, id string, category decision.Category, flags categorizeFlags, std streams) error {
	done, err := decide.Categorize(ctx, l, id, category, flags.by, flags.why, time.Now())
	if err != nil {
		return err
	}
	if flags.format == "json" {
		return printJSON(machine(std.out), done)
	}
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
	_, err = fmt.Fprint(std.out, visibleLines(said))
	return err
}

package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/check"
)

// newRoot is the command line as a whole.
func newRoot(io streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "kbgate",
		Short: "The gate and the memory of a knowledge base that lives in git",
		Long: `kbgate judges the claims of a knowledge base (markdown with a YAML header, a title that
asserts something, wiki links) and says what is wrong, where, and how to mend it.`,
		Example: `  kbgate check                  judge the knowledge base around this folder
  kbgate check --fix notes/     judge one folder and mend what can be mended
  kbgate explain scope_error    what a gate looks for, and why`,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return cmd.Help()
		},
	}
	root.SuggestionsMinimumDistance = 2
	root.SetIn(io.in)
	root.SetOut(io.out)
	root.SetErr(io.err)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return &check.UsageError{Err: err, Hint: "`" + cmd.CommandPath() + " -h` lists the flags"}
	})
	root.AddCommand(newBaseline(io), newCache(io), newCheck(io), newExplain(io), newInit(io), newSchema(io), newVersion(io))
	for _, cmd := range root.Commands() {
		cmd.Args = asUsage(cmd.Args)
		for _, sub := range cmd.Commands() {
			sub.Args = asUsage(sub.Args)
		}
	}
	root.Args = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		hint := "`kbgate -h` lists the commands"
		if near := root.SuggestionsFor(args[0]); len(near) > 0 {
			hint = "did you mean `kbgate " + near[0] + "`?"
		}
		return &check.UsageError{Err: fmt.Errorf("unknown command %q", args[0]), Hint: hint}
	}
	return root
}

// asUsage makes a wrong number of arguments a mistake of the caller.
func asUsage(valid cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if valid == nil {
			return nil
		}
		if err := valid(cmd, args); err != nil {
			return &check.UsageError{Err: err, Hint: "`" + cmd.CommandPath() + " -h` shows how it is called"}
		}
		return nil
	}
}

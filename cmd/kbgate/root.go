package main

import (
	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/hint"
)

// newRoot is the command line as a whole.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "kbgate",
		Short: "The gate and the memory of a knowledge base that lives in git",
		Long: `kbgate judges the claims of a knowledge base (markdown with a YAML header, a title that
asserts something, wiki links) and says what is wrong, where, and how to mend it. What reviewers
decide is recorded in git, in a store that only ever grows.`,
		Example: `  kbgate check                  judge the knowledge base around this folder
  kbgate check --fix notes/     judge one folder and mend what can be mended
  kbgate explain scope_error    what a gate looks for, and why
  kbgate reject skills/x.md     record that a reviewer rejected something, and why
  kbgate log --agent rio        what was decided on an agent's work`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SuggestionsMinimumDistance = 2
	root.Version = version()
	root.SetVersionTemplate("kbgate {{.Version}}\n")
	root.SetFlagErrorFunc(wrongFlags)
	root.AddCommand(newAgents(), newAmend(), newApprove(), newBaseline(), newBrief(), newCache(), newCategorize(), newCheck(), newComment(), newExplain(),
		newExplainCategory(), newHook(), newImport(), newInit(), newKey(), newLog(), newPatterns(), newRecord(), newRedact(), newReject(),
		newReport(), newSchema(), newShow(), newSync(), newVerify(), newVersion())
	setArgs(root)
	return root
}

// setArgs completes a command and all below it: what arguments it takes is what the line of its usage names, and a group of commands
// alone prints its help.
func setArgs(cmd *cobra.Command) {
	if !cmd.HasSubCommands() {
		cmd.Args = namedArgs
		if cmd.ValidArgsFunction == nil && !namesFile(cmd.Use) {
			cmd.ValidArgsFunction = cobra.NoFileCompletions
		}
		return
	}
	cmd.Args = unknownCommand
	if cmd.RunE == nil {
		cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	}
	for _, sub := range cmd.Commands() {
		setArgs(sub)
	}
}

// unknownCommand refuses the name of a command that there is not.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	way := "`" + cmd.CommandPath() + " -h` lists the commands"
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		way = "did you mean `" + cmd.CommandPath() + " " + near[0] + "`?"
	}
	return hint.Misuse(way, "unknown command %q", args[0])
}

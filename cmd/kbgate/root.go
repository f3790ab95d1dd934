package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/text"
)

// newRoot is the command line as a whole.
func newRoot(io streams) *cobra.Command {
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
		RunE: func(cmd *cobra.Command, _ []string) error {
			return cmd.Help()
		},
	}
	root.SuggestionsMinimumDistance = 2
	root.SetIn(io.in)
	root.SetOut(io.out)
	root.SetErr(io.err)
	root.Version = version()
	root.SetVersionTemplate("kbgate {{.Version}}\n")
	root.SetFlagErrorFunc(wrongFlags)
	root.AddCommand(newAgents(io), newAmend(io), newApprove(io), newBaseline(io), newBrief(io), newCache(io), newCategorize(io), newCheck(io), newComment(io), newExplain(io),
		newExplainCategory(io), newHook(io), newImport(io), newInit(io), newKey(io), newLog(io), newPatterns(io), newRecord(io), newRedact(io), newReject(io),
		newReport(io), newSchema(io), newShow(io), newSync(io), newVerify(io), newVersion(io))
	setArgs(root)
	return root
}

// setArgs makes wrong arguments mistakes of the caller, in a command and in all below it.
func setArgs(cmd *cobra.Command) {
	if !cmd.HasSubCommands() {
		cmd.Args = asUsage(cmd.Args)
		return
	}
	cmd.Args = unknownCommand
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

// asUsage makes a wrong number of arguments a mistake of the caller.
func asUsage(valid cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if valid == nil {
			return nil
		}
		err := valid(cmd, args)
		if usage := (*check.UsageError)(nil); err == nil || hint.IsUsage(err) || errors.As(err, &usage) {
			return err
		}
		return hint.Misuse(callHint(cmd), "%s not what %s takes", text.Count(len(args), "argument is", "arguments are"), cmd.Name())
	}
}

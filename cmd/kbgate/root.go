package main

import (
	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/cli"
)

// newRoot is the command line as a whole.
func newRoot() *cobra.Command {
	root := cli.Command{
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
		Commands: []cli.Command{newAgents(), newAllow(), newAmend(), newApprove(), newBaseline(), newBrief(), newCache(), newCategorize(), newCheck(), newComment(), newDetect(), newExplain(),
			newExplainCategory(), newGates(), newGuard(), newHook(), newImport(), newInit(), newKey(), newLog(), newMemory(), newPatterns(), newRecord(), newRedact(), newRefine(), newRefinements(), newReject(),
			newReport(), newReview(), newSchema(), newShow(), newSync(), newVerify(), newVersion(), newWithdraw()},
	}.Build()
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SuggestionsMinimumDistance = 2
	root.Version = version()
	root.Flags().BoolP("version", "V", false, "print the version of this program")
	root.SetVersionTemplate("kbgate {{.Version}}\n")
	root.SetFlagErrorFunc(cli.FlagError)
	cli.RefuseUnknownHelp(root)
	return root
}

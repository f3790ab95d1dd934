package main

import "github.com/spf13/cobra"

func newHook() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "hook",
		Short: "Have git and coding agents call kbgate",
		Long: `Have git judge what is committed before it is, and let coding agents know at once what would be
refused. docs/hooks.md tells about each, and about pre-commit, lefthook and husky.`,
		Example: `  kbgate hook install
  kbgate hook status`,
	}
	cmd.AddCommand(newHookInstall(), newHookUninstall(), newHookStatus(), newHookPrePush(), newHookAgent())
	return cmd
}

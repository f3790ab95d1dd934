package main

import "github.com/spf13/cobra"

func newHook(io streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "hook",
		Short: "Have git and coding agents call kbgate",
		Long: `Have git judge what is committed before it is, and let coding agents know at once what would be
refused. docs/hooks.md tells about each, and about pre-commit, lefthook and husky.`,
		Example: `  kbgate hook install
  kbgate hook status`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return cmd.Help()
		},
	}
	cmd.AddCommand(newHookInstall(io), newHookUninstall(io), newHookStatus(io), newHookPrePush(io), newHookAgent(io))
	return cmd
}

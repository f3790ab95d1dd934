package main

import "github.com/kbgate/kbgate/internal/cli"

func newHook() cli.Command {
	return cli.Command{
		Use:   "hook",
		Short: "Have git and coding agents call kbgate",
		Long: `Have git judge what is committed before it is, and let coding agents know at once what would be
refused. docs/hooks.md tells about each, and about pre-commit, lefthook and husky.`,
		Example: `  kbgate hook install
  kbgate hook status`,
		Commands: []cli.Command{newHookInstall(), newHookUninstall(), newHookStatus(), newHookPrePush(), newHookMessage(), newHookAgent()},
	}
}

package main

func newHook() command {
	return command{
		use:   "hook",
		short: "Have git and coding agents call kbgate",
		long: `Have git judge what is committed before it is, and let coding agents know at once what would be
refused. docs/hooks.md tells about each, and about pre-commit, lefthook and husky.`,
		example: `  kbgate hook install
  kbgate hook status`,
		commands: []command{newHookInstall(), newHookUninstall(), newHookStatus(), newHookPrePush(), newHookAgent()},
	}
}

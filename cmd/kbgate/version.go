package main

import (
	"runtime/debug"

	"github.com/kbgate/kbgate/internal/cli"
)

func newVersion() cli.Command {
	return cli.Command{
		Use:      "version",
		Short:    "Print the version of this program",
		Example:  "  kbgate version",
		Anywhere: true,
		Run:      func(c *cli.Call) error { return cli.Show(c, "kbgate %s\n", version()) },
	}
}

// version is what the Go toolchain recorded when it built the program.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(unknown)"
	}
	return info.Main.Version
}

package main

import (
	"runtime/debug"
)

func newVersion() command {
	return command{
		use:      "version",
		short:    "Print the version of this program",
		example:  "  kbgate version",
		anywhere: true,
		run:      func(c *call) error { return show(c, "kbgate %s\n", version()) },
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

package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func newVersion(io streams) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version of this program",
		Example: "  kbgate version",
		Args:    takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(io.out, "kbgate", version())
			return err
		},
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

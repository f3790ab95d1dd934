package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/report"
)

func newExplain() *cobra.Command {
	var all bool
	cmd := &cobra.Command{
		Use:   "explain [GATE]",
		Short: "Say what a gate looks for, why, and how to mend its findings",
		Long:  `Say what a gate looks for, why, what is bad, what is good, how to mend it and how it is set. Without a gate, list all of them.`,
		Example: `  kbgate explain
  kbgate explain confidence_miscalibration
  kbgate explain --all > docs/gates.md`,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return gate.BuiltIn.IDs(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case all:
				return report.WriteReference(cmd.OutOrStdout(), gate.BuiltIn)
			case len(args) == 0:
				return report.WriteGates(cmd.OutOrStdout(), gate.BuiltIn)
			}
			g, ok := gate.BuiltIn.Find(args[0])
			if !ok {
				return unknownGate(args[0])
			}
			return report.WriteGate(cmd.OutOrStdout(), g)
		},
	}
	addFlags(cmd, option{&all, "all", "explain every gate, as a page of markdown"})
	return cmd
}

func unknownGate(id string) error {
	way := "`kbgate explain` lists the gates"
	if near, ok := config.Nearest(id, gate.BuiltIn.IDs()); ok {
		way = fmt.Sprintf("did you mean %s?", near)
	}
	return hint.Misuse(way, "no gate is called %q", id)
}

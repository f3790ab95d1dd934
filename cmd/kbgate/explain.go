package main

import (
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/cli"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/guard"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/report"
)

func newExplain() cli.Command {
	var all bool
	return cli.Command{
		Use:   "explain [GATE]",
		Short: "Say what a gate looks for, why, and how to mend its findings",
		Long: `Say what a gate looks for, why, what is bad, what is good, how to mend it and how it is set. Without a gate, list all of them.
"possible" and "certain", which stand at findings, are explained too, and so are the guards of drafts, GUARD-001 to GUARD-005.`,
		Example: `  kbgate explain
  kbgate explain confidence_miscalibration
  kbgate explain GUARD-003
  kbgate explain --all > docs/gates.md`,
		Arguments: [][]string{explainable()},
		Anywhere:  true,
		Run: func(c *cli.Call) error {
			switch {
			case all:
				return report.WriteReference(c.Out, gate.BuiltIn)
			case len(c.Args) == 0:
				return report.WriteGates(c.Out, gate.BuiltIn)
			}
			name := strings.ToLower(c.Args[0])
			if name == finding.Certain || name == finding.Possible {
				return report.WriteCertainty(c.Out)
			}
			if g, ok := guard.BuiltIn.Find(strings.ToUpper(name)); ok {
				return report.WriteGuard(c.Out, g)
			}
			g, ok := gate.BuiltIn.Find(name)
			if !ok {
				return hint.Misuse(cli.Meant(c.Args[0], explainable(), "`kbgate explain` lists the gates"), "no gate is called %q", c.Args[0])
			}
			return report.WriteGate(c.Out, g)
		},
		Options: []cli.Option{
			cli.Flag(&all, "all", "explain every gate, as a page of markdown"),
		},
	}
}

// explainable are the names that can be explained.
func explainable() []string {
	return slices.Concat(gate.BuiltIn.IDs(), guard.BuiltIn.IDs(), []string{finding.Certain, finding.Possible})
}

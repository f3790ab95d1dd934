package main

import (
	"github.com/kbgate/kbgate/internal/cli"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/report"
)

func newExplain() cli.Command {
	var all bool
	return cli.Command{
		Use:   "explain [GATE]",
		Short: "Say what a gate looks for, why, and how to mend its findings",
		Long: `Say what a gate looks for, why, what is bad, what is good, how to mend it and how it is set. Without a gate, list all of them.
"possible" and "certain", which stand at findings, are explained too.`,
		Example: `  kbgate explain
  kbgate explain confidence_miscalibration
  kbgate explain --all > docs/gates.md`,
		Arguments: [][]string{append(gate.BuiltIn.IDs(), finding.Certain, finding.Possible)},
		Anywhere:  true,
		Run: func(c *cli.Call) error {
			switch {
			case all:
				return report.WriteReference(c.Out, gate.BuiltIn)
			case len(c.Args) == 0:
				return report.WriteGates(c.Out, gate.BuiltIn)
			}
			if c.Args[0] == finding.Certain || c.Args[0] == finding.Possible {
				return report.WriteCertainty(c.Out)
			}
			g, ok := gate.BuiltIn.Find(c.Args[0])
			if !ok {
				return hint.Misuse(cli.Meant(c.Args[0], gate.BuiltIn.IDs(), "`kbgate explain` lists the gates"), "no gate is called %q", c.Args[0])
			}
			return report.WriteGate(c.Out, g)
		},
		Options: []cli.Option{
			cli.Flag(&all, "all", "explain every gate, as a page of markdown"),
		},
	}
}

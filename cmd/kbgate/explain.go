package main

import (
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/report"
)

func newExplain() command {
	var all bool
	return command{
		use:   "explain [GATE]",
		short: "Say what a gate looks for, why, and how to mend its findings",
		long:  `Say what a gate looks for, why, what is bad, what is good, how to mend it and how it is set. Without a gate, list all of them.`,
		example: `  kbgate explain
  kbgate explain confidence_miscalibration
  kbgate explain --all > docs/gates.md`,
		arguments: [][]string{gate.BuiltIn.IDs()},
		anywhere:  true,
		run: func(c *call) error {
			switch {
			case all:
				return report.WriteReference(c.out, gate.BuiltIn)
			case len(c.args) == 0:
				return report.WriteGates(c.out, gate.BuiltIn)
			}
			g, ok := gate.BuiltIn.Find(c.args[0])
			if !ok {
				return hint.Misuse(meant(c.args[0], gate.BuiltIn.IDs(), "`kbgate explain` lists the gates"), "no gate is called %q", c.args[0])
			}
			return report.WriteGate(c.out, g)
		},
		options: []option{
			{&all, "all", "explain every gate, as a page of markdown"},
		},
	}
}

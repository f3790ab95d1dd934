package main

import (
	"github.com/kbgate/kbgate/internal/cli"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/guard"
)

func newSchema() cli.Command {
	return cli.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of .kbgate.yaml, for editors",
		Example: `  kbgate schema > kbgate.schema.json
  (and in .kbgate.yaml: # yaml-language-server: $schema=kbgate.schema.json)
  kbgate schema decision`,
		Anywhere: true,
		Run: func(c *cli.Call) error {
			return writeSchema(c)(config.Schema(gate.BuiltIn.Specs()))
		},
		Commands: []cli.Command{{
			Use:   "decision",
			Short: "Print the JSON Schema of a decision (kbgate.decision/1)",
			Long: `Print the JSON Schema of a decision (kbgate.decision/1), as kbgate record takes it and kbgate log
--format jsonl gives it. docs/records.md tells of its fields, and of those of a decision event.`,
			Example:  `  kbgate schema decision > decision.schema.json`,
			Anywhere: true,
			Run: func(c *cli.Call) error {
				return writeSchema(c)(decision.JSONSchema())
			},
		}, {
			Use:      "allowance",
			Short:    "Print the JSON Schema of an allowance (kbgate.allowance/1)",
			Example:  `  kbgate schema allowance > allowance.schema.json`,
			Anywhere: true,
			Run: func(c *cli.Call) error {
				return writeSchema(c)(decision.AllowanceJSONSchema())
			},
		}, {
			Use:      "refinement",
			Short:    "Print the JSON Schema of a refinement (kbgate.refinement/1)",
			Example:  `  kbgate schema refinement > refinement.schema.json`,
			Anywhere: true,
			Run:      func(c *cli.Call) error { return writeSchema(c)(decision.RefinementJSONSchema()) },
		}, {
			Use:      "draft",
			Short:    "Print the JSON Schema of a draft for kbgate guard",
			Example:  `  kbgate schema draft > draft.schema.json`,
			Anywhere: true,
			Run:      func(c *cli.Call) error { return writeSchema(c)(draft.JSONSchema(), nil) },
		}, {
			Use:      "result",
			Short:    "Print the JSON Schema of a result of kbgate guard",
			Example:  `  kbgate schema result > result.schema.json`,
			Anywhere: true,
			Run:      func(c *cli.Call) error { return writeSchema(c)(guard.JSONSchema(), nil) },
		}},
	}
}

// writeSchema prints a schema, or says why there is none.
func writeSchema(c *cli.Call) func([]byte, error) error {
	return func(schema []byte, err error) error {
		if err == nil {
			_, err = c.Out.Write(schema)
		}
		return err
	}
}

package main

import (
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/gate"
)

func newSchema() command {
	return command{
		use:   "schema",
		short: "Print the JSON Schema of .kbgate.yaml, for editors",
		example: `  kbgate schema > kbgate.schema.json
  (and in .kbgate.yaml: # yaml-language-server: $schema=kbgate.schema.json)
  kbgate schema decision`,
		anywhere: true,
		run: func(c *call) error {
			return writeSchema(c)(config.Schema(gate.BuiltIn.Specs()))
		},
		commands: []command{{
			use:   "decision",
			short: "Print the JSON Schema of a decision (kbgate.decision/1)",
			long: `Print the JSON Schema of a decision (kbgate.decision/1), as kbgate record takes it and kbgate log
--format jsonl gives it. docs/records.md tells of its fields, and of those of a decision event.`,
			example:  `  kbgate schema decision > decision.schema.json`,
			anywhere: true,
			run: func(c *call) error {
				return writeSchema(c)(decision.JSONSchema())
			},
		}},
	}
}

// writeSchema prints a schema, or says why there is none.
func writeSchema(c *call) func([]byte, error) error {
	return func(schema []byte, err error) error {
		if err == nil {
			_, err = c.out.Write(schema)
		}
		return err
	}
}

package main

import (
	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/gate"
)

func newSchema(io streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of .kbgate.yaml, for editors",
		Example: `  kbgate schema > kbgate.schema.json
  (and in .kbgate.yaml: # yaml-language-server: $schema=kbgate.schema.json)
  kbgate schema decision`,
		Args: takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			schema, err := config.Schema(gate.BuiltIn.Specs())
			if err != nil {
				return err
			}
			_, err = io.out.Write(schema)
			return err
		},
	}
	cmd.AddCommand(newSchemaDecision(io))
	return cmd
}

func newSchemaDecision(io streams) *cobra.Command {
	return &cobra.Command{
		Use:   "decision",
		Short: "Print the JSON Schema of a decision (kbgate.decision/1)",
		Long: `Print the JSON Schema of a decision (kbgate.decision/1), as kbgate record takes it and kbgate log
--format jsonl gives it. docs/records.md tells of its fields, and of those of a decision event.`,
		Example: `  kbgate schema decision > decision.schema.json`,
		Args:    takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			schema, err := decision.JSONSchema()
			if err != nil {
				return err
			}
			_, err = io.out.Write(schema)
			return err
		},
	}
}

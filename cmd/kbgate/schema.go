package main

import (
	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/gate"
)

func newSchema() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of .kbgate.yaml, for editors",
		Example: `  kbgate schema > kbgate.schema.json
  (and in .kbgate.yaml: # yaml-language-server: $schema=kbgate.schema.json)
  kbgate schema decision`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return writeSchema(cmd)(config.Schema(gate.BuiltIn.Specs()))
		},
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "decision",
		Short: "Print the JSON Schema of a decision (kbgate.decision/1)",
		Long: `Print the JSON Schema of a decision (kbgate.decision/1), as kbgate record takes it and kbgate log
--format jsonl gives it. docs/records.md tells of its fields, and of those of a decision event.`,
		Example: `  kbgate schema decision > decision.schema.json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return writeSchema(cmd)(decision.JSONSchema())
		},
	})
	return cmd
}

// writeSchema prints a schema, or says why there is none.
func writeSchema(cmd *cobra.Command) func([]byte, error) error {
	return func(schema []byte, err error) error {
		if err == nil {
			_, err = cmd.OutOrStdout().Write(schema)
		}
		return err
	}
}

package main

import (
	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/gate"
)

func newSchema(io streams) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of .kbgate.yaml, for editors",
		Example: `  kbgate schema > kbgate.schema.json
  (and in .kbgate.yaml: # yaml-language-server: $schema=kbgate.schema.json)`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			schema, err := config.Schema(gate.Specs())
			if err != nil {
				return err
			}
			_, err = io.out.Write(schema)
			return err
		},
	}
}

package draft

import _ "embed" // the schema

//go:embed draft.schema.json
var schema []byte

// JSONSchema gives the JSON Schema, draft 2020-12, of a JSON draft. It takes whatever ReadJSON takes, but for the forms of times and
// addresses, and what ReadJSON names beside it.
func JSONSchema() []byte { return schema }

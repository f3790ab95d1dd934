package guard

import _ "embed" // the schema

//go:embed result.schema.json
var schema []byte

// JSONSchema gives the JSON Schema, draft 2020-12, of a result.
func JSONSchema() []byte { return schema }

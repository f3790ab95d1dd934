package decision

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/decision/document"
)

// JSONSchema gives the JSON Schema, draft 2020-12, of a decision that `kbgate record` takes, as it is stored and as it is
// given: the same bytes always. It lets pass fields that nobody knows, for they are kept. The limits of texts are bytes,
// which JSON Schema cannot count; it counts characters.
func JSONSchema() ([]byte, error) {
	n := object("$schema", "https://json-schema.org/draft/2020-12/schema", "title", "Decision of kbgate ("+Schema+")",
		"description", "Fields of no value are left out. Fields that are not named here are kept. Lengths of texts are at most that many bytes of UTF-8.")
	recordSchema(&n, new(Decision), Schema)
	n.Put("dependentRequired", object("source_id", []string{"at"}))
	n.Put("if", object("properties", object("source", object("enum", textsOf([]Source{FromEvent, Import}))), "required", []string{"source"}))
	n.Put("then", object("required", []string{"source_id"}))
	return written(&n)
}

// AllowanceJSONSchema gives that of an allowance, as it is stored.
func AllowanceJSONSchema() ([]byte, error) {
	n := object("$schema", "https://json-schema.org/draft/2020-12/schema", "title", "Allowance of kbgate ("+AllowanceSchema+")",
		"description", "Fields of no value are left out. Fields that are not named here are kept. Lengths of texts are at most that many bytes of UTF-8.")
	recordSchema(&n, new(Allowance), AllowanceSchema)
	return written(&n)
}

// RefinementJSONSchema gives that of a refinement, as it is stored.
func RefinementJSONSchema() ([]byte, error) {
	n := object("$schema", "https://json-schema.org/draft/2020-12/schema", "title", "Refinement of kbgate ("+RefinementSchema+")",
		"description", "Fields of no value are left out. Fields that are not named here are kept. Lengths of texts are at most that many bytes of UTF-8.")
	recordSchema(&n, new(Refinement), RefinementSchema)
	return written(&n)
}

// written gives a schema as it is printed.
func written(n *document.Node) ([]byte, error) {
	var b bytes.Buffer
	if err := json.Indent(&b, document.AppendJSON(nil, n), "", "  "); err != nil {
		return nil, fmt.Errorf("writing the schema of a record: %w", err)
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// recordSchema adds what a record of a schema is made of.
func recordSchema(n *document.Node, r record, schema string) {
	groupSchema(n, r)
	add(n.Get("properties").Get("schema"), "const", schema)
}

// groupSchema adds what a mapping is made of.
func groupSchema(n *document.Node, g group) {
	var properties document.Node
	var needed []string
	for _, f := range g.fields() {
		properties.Put(f.name, f.schema())
		if f.marks&given != 0 {
			needed = append(needed, f.name)
		}
	}
	if n.Get("type") == nil {
		add(n, "type", "object")
	}
	n.Put("properties", properties)
	if len(needed) > 0 {
		add(n, "required", needed)
	}
}

func (f *field) schema() document.Node {
	n := object("description", strings.ReplaceAll(f.about, "`", "")+".")
	switch v := f.value.(type) {
	case *string:
		textSchema(&n, f.takes)
		if f.name == "id" {
			add(&n, "pattern", "^[0-7][0-9A-HJKMNP-TV-Z]{25}$")
		}
	case *int:
		add(&n, "type", "integer", "minimum", 0, "maximum", f.takes.max)
	case **float64:
		add(&n, "type", "number", "minimum", 0, "maximum", f.takes.max)
	case *time.Time:
		add(&n, "type", "string", "format", "date-time")
	case *[]string:
		var item document.Node
		textSchema(&item, f.takes)
		add(&item, "minLength", 1)
		add(&n, "type", "array", "items", item, "maxItems", maxItems)
	case *[]Category:
		var item document.Node
		textSchema(&item, f.takes)
		add(&n, "type", "array", "items", item, "maxItems", len(Categories), "uniqueItems", document.Node{Kind: document.Plain, Value: "true"})
	case *[]Evidence:
		item := object("type", []string{"object", "string"}, "maxLength", MaxReason)
		groupSchema(&item, new(Evidence))
		add(&n, "type", "array", "items", item, "maxItems", maxItems)
	case *[]ChangedFile:
		var item document.Node
		groupSchema(&item, new(ChangedFile))
		add(&n, "type", "array", "items", item, "maxItems", MostChangedFiles)
	case *[]GateCount:
		var item document.Node
		groupSchema(&item, new(GateCount))
		add(&n, "type", "array", "items", item, "maxItems", MostGateCounts)
	case group:
		groupSchema(&n, v)
	}
	return n
}

func textSchema(n *document.Node, r *rule) {
	add(n, "type", "string")
	switch {
	case r == nil:
	case r.enum != nil:
		add(n, "enum", r.enum)
	default:
		add(n, "maxLength", r.bytes)
		if r.form != "" {
			add(n, "pattern", r.form)
		}
	}
}

// add adds keys and values in turn to a mapping: nodes, texts, numbers and lists of texts.
func add(n *document.Node, pairs ...any) {
	for i := 0; i < len(pairs); i += 2 {
		var value document.Node
		switch v := pairs[i+1].(type) {
		case string:
			value = document.OfText(v)
		case int:
			value = document.OfInt(v)
		case []string:
			value = document.OfTexts(v)
		case document.Node:
			value = v
		}
		n.Put(pairs[i].(string), value)
	}
}

// object makes a mapping of such keys and values.
func object(pairs ...any) (n document.Node) {
	add(&n, pairs...)
	return n
}

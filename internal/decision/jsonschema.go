package decision

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// JSONSchema gives the JSON Schema, draft 2020-12, of a decision that `kbgate record` takes, as it is stored and as it is
// given: the same bytes always. It lets pass fields that nobody knows, for they are kept. The limits of texts are bytes,
// which JSON Schema cannot count; it counts characters.
func JSONSchema() ([]byte, error) {
	n := object("$schema", "https://json-schema.org/draft/2020-12/schema", "title", "Decision of kbgate ("+Schema+")",
		"description", "Fields of no value are left out. Fields that are not named here are kept. Lengths of texts are at most that many bytes of UTF-8.")
	groupSchema(&n, new(Decision))
	n.put("dependentRequired", object("source_id", []string{"at"}))
	n.put("if", object("properties", object("source", object("enum", textsOf([]Source{FromEvent, Import}))), "required", []string{"source"}))
	n.put("then", object("required", []string{"source_id"}))
	var b bytes.Buffer
	if err := json.Indent(&b, appendJSON(nil, &n), "", "  "); err != nil {
		return nil, fmt.Errorf("writing the schema of a decision: %w", err)
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// groupSchema adds what a mapping is made of.
func groupSchema(n *node, g group) {
	var properties node
	var needed []string
	for _, f := range g.fields() {
		properties.put(f.name, f.schema())
		if f.marks&given != 0 {
			needed = append(needed, f.name)
		}
	}
	if n.get("type") == nil {
		n.add("type", "object")
	}
	n.put("properties", properties)
	if len(needed) > 0 {
		n.add("required", needed)
	}
}

func (f *field) schema() node {
	n := object("description", strings.ReplaceAll(f.about, "`", "")+".")
	switch v := f.value.(type) {
	case *string:
		textSchema(&n, f.takes)
		switch f.name {
		case "schema":
			n.add("const", Schema)
		case "id":
			n.add("pattern", "^[0-7][0-9A-HJKMNP-TV-Z]{25}$")
		}
	case *int:
		n.add("type", "integer", "minimum", 0, "maximum", f.takes.max)
	case **float64:
		n.add("type", "number", "minimum", 0, "maximum", f.takes.max)
	case *time.Time:
		n.add("type", "string", "format", "date-time")
	case *[]string:
		var item node
		textSchema(&item, f.takes)
		item.add("minLength", 1)
		n.add("type", "array", "items", item, "maxItems", maxItems)
	case *[]Category:
		var item node
		textSchema(&item, f.takes)
		n.add("type", "array", "items", item, "maxItems", len(Categories), "uniqueItems", node{kind: plain, value: "true"})
	case *[]Evidence:
		item := object("type", []string{"object", "string"}, "maxLength", MaxReason)
		groupSchema(&item, new(Evidence))
		n.add("type", "array", "items", item, "maxItems", maxItems)
	case group:
		groupSchema(&n, v)
	}
	return n
}

func textSchema(n *node, r *rule) {
	n.add("type", "string")
	switch {
	case r == nil:
	case r.enum != nil:
		n.add("enum", r.enum)
	default:
		n.add("maxLength", r.bytes)
		if r.form != "" {
			n.add("pattern", r.form)
		}
	}
}

// add adds keys and values in turn to a mapping: nodes, texts, numbers and lists of texts.
func (n *node) add(pairs ...any) {
	for i := 0; i < len(pairs); i += 2 {
		var value node
		switch v := pairs[i+1].(type) {
		case string:
			value = textNode(v)
		case int:
			value = numberNode(v)
		case []string:
			value = textList(v)
		case node:
			value = v
		}
		n.put(pairs[i].(string), value)
	}
}

// object makes a mapping of such keys and values.
func object(pairs ...any) (n node) {
	n.add(pairs...)
	return n
}

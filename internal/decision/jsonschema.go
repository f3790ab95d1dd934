package decision

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// JSONSchema gives the JSON Schema, draft 2020-12, of a decision that `kbgate record` takes, as it is stored and as it is
// given: the same bytes always. It lets pass fields that nobody knows, for they are kept. The limits of texts are bytes,
// which JSON Schema cannot count; it counts characters.
func JSONSchema() ([]byte, error) {
	var n node
	n.put("$schema", textNode("https://json-schema.org/draft/2020-12/schema"))
	n.put("title", textNode("Decision of kbgate ("+Schema+")"))
	n.put("description", textNode("Fields of no value are left out. Fields that are not named here are kept. Lengths of texts are at most that many bytes of UTF-8."))
	groupSchema(&n, new(Decision), "")
	n.put("dependentRequired", object("source_id", textList([]string{"at"})))
	elsewhere := object("properties", object("source", object("enum", textList(textsOf([]Source{FromEvent, Import})))), "required", textList([]string{"source"}))
	n.put("if", elsewhere)
	n.put("then", object("required", textList([]string{"source_id"})))
	var b bytes.Buffer
	if err := json.Indent(&b, appendJSON(nil, &n), "", "  "); err != nil {
		return nil, fmt.Errorf("writing the schema of a decision: %w", err)
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// groupSchema adds what a mapping is made of.
func groupSchema(n *node, g group, at string) {
	properties := node{kind: mapping}
	var needed []string
	for _, f := range g.fields() {
		path := join(at, f.name)
		properties.put(f.name, fieldSchema(&f, path))
		if slices.Contains(required, path) {
			needed = append(needed, f.name)
		}
	}
	if n.get("type") == nil {
		n.put("type", textNode("object"))
	}
	n.put("properties", properties)
	if len(needed) > 0 {
		n.put("required", textList(needed))
	}
}

func fieldSchema(f *field, path string) node {
	n := object("description", textNode(strings.ReplaceAll(about[path], "`", "")+"."))
	switch v := f.value.(type) {
	case *string:
		textSchema(&n, f.check)
		switch path {
		case "schema":
			n.put("const", textNode(Schema))
		case "id":
			n.put("pattern", textNode("^[0-7][0-9A-HJKMNP-TV-Z]{25}$"))
		}
	case *int:
		numberSchema(&n, "integer", f.check)
	case **float64:
		numberSchema(&n, "number", f.check)
	case *time.Time:
		n.put("type", textNode("string"))
		n.put("format", textNode("date-time"))
	case *[]string:
		item := node{kind: mapping}
		textSchema(&item, f.check)
		item.put("minLength", numberNode(1))
		listSchema(&n, item, maxItems)
	case *[]Category:
		item := node{kind: mapping}
		textSchema(&item, f.check)
		listSchema(&n, item, len(Categories))
		n.put("uniqueItems", node{kind: plain, value: "true"})
	case *[]Evidence:
		item := object("type", textList([]string{"object", "string"}), "maxLength", numberNode(MaxReason))
		groupSchema(&item, new(Evidence), path)
		listSchema(&n, item, maxItems)
	case group:
		groupSchema(&n, v, path)
	}
	return n
}

func textSchema(n *node, r *rule) {
	n.put("type", textNode("string"))
	switch {
	case r == nil:
	case r.enum != nil:
		n.put("enum", textList(r.enum))
	default:
		n.put("maxLength", numberNode(r.bytes))
		if r.form != "" {
			n.put("pattern", textNode(r.form))
		}
	}
}

func numberSchema(n *node, kind string, r *rule) {
	n.put("type", textNode(kind))
	n.put("minimum", numberNode(0))
	n.put("maximum", numberNode(r.max))
}

func listSchema(n *node, item node, most int) {
	n.put("type", textNode("array"))
	n.put("items", item)
	n.put("maxItems", numberNode(most))
}

// put adds a field to a mapping.
func (n *node) put(key string, value node) {
	n.kind = mapping
	n.keys, n.items = append(n.keys, key), append(n.items, value)
}

// object makes a mapping of keys and nodes in turn.
func object(pairs ...any) (n node) {
	for i := 0; i < len(pairs); i += 2 {
		n.put(pairs[i].(string), pairs[i+1].(node))
	}
	return n
}

func textNode(s string) node { return node{value: s} }

func numberNode(i int) node { return node{kind: plain, value: strconv.Itoa(i)} }

func textList(all []string) node { return listNode(all, func(s *string) node { return textNode(*s) }) }

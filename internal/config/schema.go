package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
)

// schema is the part of JSON Schema, draft 2020-12, that the file needs. Its fields are written in this order.
type schema struct {
	Dialect       string     `json:"$schema,omitempty"`
	Title         string     `json:"title,omitempty"`
	Description   string     `json:"description,omitempty"`
	Type          any        `json:"type,omitempty"` // a text, or several
	AnyOf         []*schema  `json:"anyOf,omitempty"`
	Const         any        `json:"const,omitempty"`
	Enum          []string   `json:"enum,omitempty"`
	Pattern       string     `json:"pattern,omitempty"`
	MinLength     int        `json:"minLength,omitempty"`
	MaxLength     int        `json:"maxLength,omitempty"`
	Minimum       *int       `json:"minimum,omitempty"`
	Maximum       *int       `json:"maximum,omitempty"`
	Items         *schema    `json:"items,omitempty"`
	MinItems      int        `json:"minItems,omitempty"`
	MaxItems      int        `json:"maxItems,omitempty"`
	UniqueItems   bool       `json:"uniqueItems,omitempty"`
	Properties    properties `json:"properties,omitempty"`
	PropertyNames *schema    `json:"propertyNames,omitempty"`
	Additional    any        `json:"additionalProperties,omitempty"` // false, or what they must be
	Default       any        `json:"default,omitempty"`
}

// properties are those of a mapping, in the order of the file.
type properties []property

type property struct {
	name   string
	schema *schema
}

// MarshalJSON writes the properties as one object in their order.
func (p properties) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, property := range p {
		if i > 0 {
			b.WriteByte(',')
		}
		for j, part := range []any{property.name, property.schema} {
			if j > 0 {
				b.WriteByte(':')
			}
			enc := json.NewEncoder(&b)
			enc.SetEscapeHTML(false)
			if err := enc.Encode(part); err != nil {
				return nil, err
			}
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Schema gives the JSON Schema of the file for editors, the same bytes for the same gates. It refuses what Parse
// refuses, but for what only Parse can tell: a glob pattern that is not valid, and how the YAML is written.
func Schema(gates []GateSpec) ([]byte, error) {
	s := schemaOf(allKeys(gates), Default(gates))
	s.Dialect = "https://json-schema.org/draft/2020-12/schema"
	s.Title = "Configuration of kbgate (" + FileName + ")"
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(s); err != nil {
		return nil, fmt.Errorf("writing the schema of %s: %w", FileName, err)
	}
	return b.Bytes(), nil
}

// schemaOf describes a key; c holds the defaults.
func schemaOf(k *key, c *Config) *schema {
	s := valueSchema(k, c)
	s.Description = sentence(k.doc)
	if k.kind != mapping {
		s.Default = jsonDefault(k.get(c))
	}
	return s
}

func valueSchema(k *key, c *Config) *schema {
	switch k.kind {
	case mapping:
		return mappingSchema(k, c)
	case wholeKind:
		return numberSchema(k)
	case switchKind:
		return &schema{Type: "boolean"}
	case textKind:
		return textSchema(k.rule)
	case listKind:
		return listSchema(k.rule)
	case textsKind:
		item := textSchema(rule{form: k.rule.form})
		item.MinLength = 1
		return namedSchema(k.rule, item)
	default:
		return namedSchema(k.rule, listSchema(rule{form: k.rule.form}))
	}
}

func mappingSchema(k *key, c *Config) *schema {
	s := &schema{Type: objectOrNull, Additional: false}
	for _, sub := range k.keys {
		s.Properties = append(s.Properties, property{sub.name, schemaOf(sub, c)})
	}
	if k.short != nil {
		return &schema{AnyOf: []*schema{textSchema(k.short.rule), s}}
	}
	return s
}

func numberSchema(k *key) *schema {
	s := &schema{Type: "integer", Minimum: &k.rule.min}
	switch k.rule.max {
	case k.rule.min:
		return &schema{Const: k.rule.min}
	case anyNumber:
		return s
	}
	s.Maximum = &k.rule.max
	return s
}

func textSchema(r rule) *schema {
	if r.enum != nil {
		return &schema{Enum: r.enum}
	}
	s := &schema{Type: "string"}
	if r.form != nil {
		s.Pattern = r.form.pattern
	}
	return s
}

// listSchema describes a list, or the text that stands for a list of one.
func listSchema(r rule) *schema {
	item := textSchema(r)
	if r.enum == nil {
		item.MinLength = 1
	}
	list := &schema{Type: "array", Items: item, UniqueItems: r.distinct}
	if r.some {
		list.MinItems = 1
	}
	if r.holdsPatterns() {
		list.MaxItems, item.MaxLength = r.max, longestPattern
	}
	return &schema{AnyOf: []*schema{list, item}}
}

// namedSchema describes a mapping whose names the user chooses, from those that the rule allows if it does.
func namedSchema(r rule, value *schema) *schema {
	if r.keys == nil {
		return &schema{Type: objectOrNull, PropertyNames: &schema{MinLength: 1}, Additional: value}
	}
	s := &schema{Type: objectOrNull, Additional: false}
	for _, name := range r.keys {
		s.Properties = append(s.Properties, property{name, value})
	}
	return s
}

// objectOrNull admits a mapping in which every line is a comment.
var objectOrNull = []string{"object", "null"}

// jsonDefault is a default as JSON; what is empty is shown as such and not as null.
func jsonDefault(value any) any {
	switch v := reflect.ValueOf(value); {
	case v.Kind() == reflect.Slice && v.Len() == 0:
		return []string{}
	case v.Kind() == reflect.Map && v.Len() == 0:
		return map[string]string{}
	}
	return value
}

package config

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"
)

func compiledSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := Schema(testGates)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("config.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("config.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func validate(t *testing.T, s *jsonschema.Schema, file []byte) error {
	t.Helper()
	var value any
	if err := yaml.Unmarshal(file, &value); err != nil {
		t.Fatal(err)
	}
	return s.Validate(value)
}

func TestSchema(t *testing.T) {
	text, err := Schema(testGates)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "schema.json", text)
}

func TestSchemaAcceptsWhatParseAccepts(t *testing.T) {
	s := compiledSchema(t)
	for _, file := range []string{
		"", string(Template(Default(testGates), testGates)), string(Template(changed(), testGates)),
		"guard:\nagents:\n  authors:\ngates:\n  scope_error:\n",
		"claims: {folders: notes}\nagents: {from: branch}\ngates: {scope_error: off, near_duplicate: {threshold: 1}}\n",
		"learn: {keywords: {clarity: [], other: late}}\n",
	} {
		if _, err := Parse([]byte(file), testGates); err != nil {
			t.Errorf("Parse refuses %q: %v", file, err)
		}
		if err := validate(t, s, []byte(file)); err != nil {
			t.Errorf("the schema refuses %q: %v", file, err)
		}
	}
}

func TestSchemaRefusesWhatParseRefuses(t *testing.T) {
	s := compiledSchema(t)
	for _, test := range mistaken {
		if test.parseOnly {
			continue
		}
		if err := validate(t, s, []byte(test.file)); err == nil {
			t.Errorf("%s: the schema accepts %q", test.name, test.file)
		}
	}
}

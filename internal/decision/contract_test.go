package decision

import (
	"bytes"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/kbgate/kbgate/internal/decision/document"
)

// Each field is told of.
func TestContractIsWhole(t *testing.T) {
	for _, r := range []record{new(Decision), new(Amendment)} {
		walk(r, "", func(path string, f *field) {
			if f.about == "" {
				t.Errorf("%s: nothing tells what it is", path)
			}
		})
	}
	for _, f := range eventFields {
		if f.about == "" || f.becomes != "" && !IsField(f.becomes) {
			t.Errorf("%+v", f)
		}
	}
}

// A field of an event becomes what the page says.
func TestEventBecomes(t *testing.T) {
	e, err := decodeEvent([]byte(wholeEvent))
	if err != nil {
		t.Fatal(err)
	}
	d, _ := e.toDecision(EventMap{})
	whole := groupNode(d)
	given, err := document.ReadJSON([]byte(wholeEvent))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range eventFields {
		became, said := &whole, given.Get(c.name)
		for part := range strings.SplitSeq(c.becomes, ".") {
			if c.becomes == "" {
				became = whole.Get(eventKept).Get(c.name)
			} else if became != nil {
				became = became.Get(part)
			}
		}
		if became == nil || said == nil || !sameText(became.Value, said.Value) || len(became.Items) != len(said.Items) {
			t.Errorf("%s: %v became %v", c.name, said, became)
		}
	}
}

func compiled(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := JSONSchema()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("decision.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("decision.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The schema and the reader say the same of what is given, but for what only the reader can tell.
func TestJSONSchema(t *testing.T) {
	s := compiled(t)
	complete := func(d *Decision) { // as the store does
		if d.Source == "" {
			d.Source = Human
		}
		if d.At.IsZero() && d.SourceID == "" {
			d.At = at
		}
		if d.ID == "" && d.SourceID == "" {
			d.ID = NewID(d.At, fixed(1))
		}
		if d.Agent == "" {
			d.Agent = Unknown
		}
		if d.Artifact.Type == "" {
			d.Artifact.Type = OtherType
		}
	}
	for fields, want := range map[string]bool{
		`"verdict":"rejected","artifact":{"name":"a"}`: true,
		`"verdict":"rejected","artifact":{"name":"a","type":"skill","path":"a/b","sha":"sha256:3f"},"agent":"rio","schema":"kbgate.decision/1","own":{"x":[1]}`: true,
		`"verdict":"rejected","artifact":{"name":"a"},"source":"github","source_id":"x","at":"2025-11-21T10:00:00Z","tags":["a"],"also":["clarity"]`:            true,
		`"verdict":"rejected","artifact":{"name":"a"},"quality_score":65.5,"review_seconds":40,"draft":{"title":"a","evidence":["x",{"type":"y"}]}`:             true,
		`"verdict":"rejected","artifact":{"name":"a"},"reason":"` + strings.Repeat("a", MaxReason) + `"`:                                                        true,
		`"verdict":"rejected","artifact":{"name":"a"},"reason":"` + strings.Repeat("a", MaxReason+1) + `"`:                                                      false,
		`"verdict":"rejected"`:                                                                   false,
		`"verdict":"maybe","artifact":{"name":"a"}`:                                              false,
		`"verdict":"rejected","artifact":{"type":"skill"}`:                                       false,
		`"verdict":"rejected","artifact":{"name":"a","type":"song"}`:                             false,
		`"verdict":"rejected","artifact":{"name":"a","sha":"no hash"}`:                           false,
		`"verdict":"rejected","artifact":"a"`:                                                    false,
		`"verdict":"rejected","artifact":{"name":"a"},"source":"event"`:                          false,
		`"verdict":"rejected","artifact":{"name":"a"},"source_id":"x"`:                           false,
		`"verdict":"rejected","artifact":{"name":"a"},"id":"x"`:                                  false,
		`"verdict":"rejected","artifact":{"name":"a"},"quality_score":101`:                       false,
		`"verdict":"rejected","artifact":{"name":"a"},"review_seconds":-1`:                       false,
		`"verdict":"rejected","artifact":{"name":"a"},"review_seconds":0.5`:                      false,
		`"verdict":"rejected","artifact":{"name":"a"},"tags":"a"`:                                false,
		`"verdict":"rejected","artifact":{"name":"a"},"tags":[""]`:                               false,
		`"verdict":"rejected","artifact":{"name":"a"},"also":["clarity","clarity"]`:              false,
		`"verdict":"rejected","artifact":{"name":"a"},"draft":{"evidence":[7]}`:                  false,
		`"verdict":"rejected","artifact":{"name":"a"},"agent":"` + strings.Repeat("a", 65) + `"`: false,
		`"verdict":"rejected","artifact":{"name":"a"},"category":"rude"`:                         false,
		`"verdict":"rejected","artifact":{"name":"a"},"schema":"kbgate.rejection/1"`:             false,
	} {
		text := "{" + fields + "}"
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(value); (err == nil) != want {
			t.Errorf("the schema says of %.200s: %v", text, err)
		}
		for line, err := range ReadAll(strings.NewReader(text), ReadOptions{Now: now, Complete: complete}) {
			if (err == nil) != want {
				t.Errorf("the reader says of %.200s: %v", text, err)
				continue
			}
			if err != nil {
				continue
			}
			stored, _ := line.Decision.MarshalJSON()
			if value, err = jsonschema.UnmarshalJSON(bytes.NewReader(stored)); err != nil || s.Validate(value) != nil {
				t.Errorf("the schema says of the stored %.200s: %v, %v", stored, err, s.Validate(value))
			}
		}
	}
}

// sameText compares what an event says with what a decision says; times have other forms.
func sameText(a, b string) bool {
	at, isTime := ParseTime(a)
	other, _ := ParseTime(b)
	return isTime && at.Equal(other) || strings.EqualFold(a, b)
}

// decodeJSON reads a record that is a JSON object, as ReadAll does.
func decodeJSON(data []byte) (*Decision, error) {
	n, err := document.ReadJSON(data)
	if err != nil {
		return nil, err
	}
	d := &Decision{Schema: Schema}
	if err := take(&n, d, true); err != nil {
		return nil, err
	}
	return d, nil
}

// decodeEvent reads an event that is a JSON object, as ReadAll does.
func decodeEvent(data []byte) (*event, error) {
	n, err := document.ReadJSON(data)
	if err != nil {
		return nil, err
	}
	return eventOf(&n, true)
}

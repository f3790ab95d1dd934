package decision

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"

	"github.com/kbgate/kbgate/internal/decision/document/documenttest"
)

func drawRest(t *rapid.T) (r Rest) {
	for i := range rapid.IntRange(0, 2).Draw(t, "unknown fields") {
		name := documenttest.Key(t, i)
		n := documenttest.Node(t)
		n.Name = name
		r = append(r, n)
	}
	return r
}

// draw fills every field of a group.
func draw(t *rapid.T, g group) {
	for _, f := range g.fields() {
		switch v := f.value.(type) {
		case *string:
			*v = documenttest.Text(t, f.name)
		case *int:
			*v = rapid.IntRange(-5, maxCount).Draw(t, f.name)
		case **float64:
			if rapid.Bool().Draw(t, f.name+" is set") {
				score := rapid.Float64().Draw(t, f.name)
				*v = &score
			}
		case *time.Time:
			*v = time.Unix(rapid.Int64Range(0, 1<<36).Draw(t, f.name), rapid.Int64Range(0, 999_999_999).Draw(t, "ns")).UTC()
		case *[]string:
			for range rapid.IntRange(0, 3).Draw(t, f.name) {
				*v = append(*v, documenttest.Text(t, f.name))
			}
		case *[]Category:
			if rapid.Bool().Draw(t, f.name) {
				*v = []Category{Clarity, "new"}
			}
		case *[]Evidence:
			for range rapid.IntRange(0, 2).Draw(t, f.name) {
				var e Evidence
				draw(t, &e)
				*v = append(*v, e)
			}
		case *Value:
			if rapid.Bool().Draw(t, f.name) {
				*v = Value{documenttest.Node(t), true}
				if v.node.IsNull() {
					*v = Value{}
				}
			}
		case group:
			draw(t, v)
		}
	}
	*g.rest() = drawRest(t)
}

func drawDecision(t *rapid.T) *Decision {
	d := new(Decision)
	draw(t, d)
	d.Schema = Schema
	return d
}

// What is written is read as the same record, and written as the same bytes.
func TestDecodeOfEncode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDecision(t)
		data, err := d.Encode()
		if err != nil {
			t.Fatal(err)
		}
		again, err := Decode(data)
		if err != nil {
			t.Fatalf("%v in\n%s", err, data)
		}
		if !reflect.DeepEqual(again, d) {
			t.Fatalf("read %+v\nfor  %+v\nfrom\n%s", again, d, data)
		}
		twice, err := again.Encode()
		if err != nil || !bytes.Equal(twice, data) {
			t.Fatalf("written again\n%s\nfor\n%s", twice, data)
		}
		var any map[string]any
		if err := yaml.Unmarshal(data, &any); err != nil {
			t.Fatal(err)
		}
	})
}

func TestAmendmentDecodeOfEncode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := new(Amendment)
		draw(t, a)
		a.Schema = AmendmentSchema
		data, err := a.Encode()
		if err != nil {
			t.Fatal(err)
		}
		again, err := DecodeAmendment(data)
		if err != nil || !reflect.DeepEqual(again, a) {
			t.Fatalf("read %+v\nfor  %+v, %v\nfrom\n%s", again, a, err, data)
		}
	})
}

func TestAllowanceDecodeOfEncode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := new(Allowance)
		draw(t, a)
		a.Schema = AllowanceSchema
		data, err := a.Encode()
		if err != nil {
			t.Fatal(err)
		}
		again, err := DecodeAllowance(data)
		if err != nil || !reflect.DeepEqual(again, a) {
			t.Fatalf("read %+v\nfor  %+v, %v\nfrom\n%s", again, a, err, data)
		}
	})
}

// A program that knows fewer fields reads and writes a record, and one that knows them reads all of it again.
func TestOlderViewKeepsWhatItDoesNotKnow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDecision(t)
		data, err := d.Encode()
		if err != nil {
			t.Fatal(err)
		}
		older, err := decode(data, new(older))
		if err != nil {
			t.Fatal(err)
		}
		data, err = encode(older)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Decode(data)
		if err != nil || !reflect.DeepEqual(again, d) {
			t.Fatalf("read %+v\nfor  %+v, %v", again, d, err)
		}
	})
}

// older is a view of a record that knows little of it.
type older struct {
	Schema, Reason string
	PR             olderPR
	Rest           Rest
}

type olderPR struct {
	Number int
	Rest   Rest
}

func (o *older) Head() Head    { return Head{Kind: Decisions, Schema: o.Schema} }
func (o *older) rest() *Rest   { return &o.Rest }
func (o *olderPR) rest() *Rest { return &o.Rest }

func (o *older) fields() []field {
	return []field{{name: "schema", value: &o.Schema}, {name: "reason", value: &o.Reason}, {name: "pr", value: &o.PR}}
}

func (o *olderPR) fields() []field { return []field{{name: "number", value: &o.Number}} }

func TestJSONOfAnyDecision(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDecision(t)
		d.Rest, d.Artifact.Rest = nil, nil // of those, JSON has fewer kinds
		for i := range d.Draft.Evidence {
			d.Draft.Evidence[i].Rest = nil
		}
		d.Draft.Rest, d.PR.Rest = nil, nil
		data, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		again, err := decodeJSON(data)
		if err != nil || !reflect.DeepEqual(again, d) {
			t.Fatalf("read %+v\nfor  %+v, %v", again, d, err)
		}
	})
}

// Whatever is read is never a crash; what is taken can be written, and is then read as the same.
func FuzzDecode(f *testing.F) {
	data, _ := full().Encode()
	for _, seed := range []string{string(data), "schema: kbgate.decision/1\n", "schema: kbgate.decision/9\ntags: {a: b}\n",
		"schema: kbgate.decision/1\na: |\n  b\n\n   c\n", "schema: kbgate.decision/1\na: [b, {c: \"\\u202E\\x07\", d: 1.0}]\n", "schema: kbgate.decision/1\n\"\": ''\n",
		"schema: kbgate.decision/1\na: |-\n  - b\n  # c\nb: >+\n  x\n\n", "schema: kbgate.decision/1\nx: 2001-12-14 21:59:43.10 -5\ny: 1_000\nz: 0o17\n",
		"schema: kbgate.decision/1\nx: -0\ny: 190:20:30\nz: !!str 1\n", "{schema: kbgate.decision/1, at: 2026-11-21}\n", "schema: kbgate.decision/1\na: -a\nb: a:b\n",
		"schema: kbgate.decision/1\na: |\n  b"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Decode(data)
		if err != nil {
			return
		}
		_ = d.Validate(now)
		_ = d.Secrets()
		first, err := d.Encode()
		if err != nil {
			if strings.Contains(err.Error(), "when it is written") {
				return // escaping made it too long
			}
			t.Fatalf("cannot be written again: %v, %q", err, data)
		}
		again, err := Decode(first)
		if err != nil {
			t.Fatalf("%v in\n%s\nfor %q", err, first, data)
		}
		second, err := again.Encode()
		if err != nil || !bytes.Equal(first, second) || !reflect.DeepEqual(again, d) {
			t.Fatalf("%q: written %s, then %s, %v", data, first, second, err)
		}
		if _, err := json.Marshal(d); err != nil {
			t.Fatal(err)
		}
	})
}

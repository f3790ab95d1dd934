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
)

// drawText draws what people and programs type, with what is hard to write in it.
func drawText(t *rapid.T, name string) string {
	if rapid.Bool().Draw(t, name+" is hard") {
		return rapid.StringOf(rapid.SampledFrom([]rune("aZ09 .:-#,[]{}&*!|>'\"%@`\\\n\n\t\r\x00\x07\x7f\u0085\u00a0\u200b\u202e\u2028\ufeff\ufffdé😀~?=<$/_"))).Draw(t, name)
	}
	return rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "yes", "No", "null", "~", "1", "0x1F", "1e3", "2026-11-21", "- a", "a: b",
		"---", "01E5", "a\nb", "a\n\nb\n", "\na", " a\nb", "a \n b", "a\n\n", ".inf", "+1", "y", "<<", "T\n---\n...", "a\r\nb"})).Draw(t, name)
}

func drawNode(t *rapid.T, depth int) node {
	kinds := []kind{text, plain, list, mapping}
	if depth > 3 {
		kinds = kinds[:2]
	}
	n := node{kind: rapid.SampledFrom(kinds).Draw(t, "kind")}
	switch n.kind {
	case text:
		n.value = drawText(t, "text")
	case plain:
		n.value = rapid.SampledFrom([]string{"1", "-1", "0", "1.50", "true", "false", null, "0x1F", "1e3", "2026-11-21", "2026-11-21T10:00:00Z", ".inf",
			"123456789012345678901234567890"}).Draw(t, "plain")
	default:
		for i := range rapid.IntRange(0, 3).Draw(t, "items") {
			name := ""
			if n.kind == mapping {
				name = drawKey(t, i)
			}
			item := drawNode(t, depth+1)
			item.name = name
			n.items = append(n.items, item)
		}
	}
	return n
}

func drawKey(t *rapid.T, i int) string {
	key := drawText(t, "key")
	for len(key) > 100 {
		key = ""
	}
	return "x" + string(rune('0'+i)) + key
}

func drawRest(t *rapid.T) (r Rest) {
	for i := range rapid.IntRange(0, 2).Draw(t, "unknown fields") {
		name := drawKey(t, i)
		n := drawNode(t, 0)
		n.name = name
		r = append(r, n)
	}
	return r
}

// draw fills every field of a group.
func draw(t *rapid.T, g group) {
	for _, f := range g.fields() {
		switch v := f.value.(type) {
		case *string:
			*v = drawText(t, f.name)
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
				*v = append(*v, drawText(t, f.name))
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
				*v = Value{drawNode(t, 0), true}
				if v.node.isNull() {
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

// What is written is read as the same record, by this package's own reader and by yaml.v3 alike, and written as the same
// bytes.
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
		full, err := readYAML(data)
		if err != nil {
			t.Fatalf("yaml.v3: %v in\n%s", err, data)
		}
		if own, ok, _ := readOwn(string(data)); ok && !reflect.DeepEqual(own, full) {
			t.Fatalf("own  %+v\nyaml %+v\nfrom\n%s", own, full, data)
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
		if own, ok, _ := readOwn(string(data)); ok && len(data) <= MaxRecord {
			full, err := readYAML(data)
			if err != nil {
				t.Fatalf("yaml.v3 refuses what the own reader took: %v in %q", err, data)
			}
			if !reflect.DeepEqual(own, full) {
				t.Fatalf("%q\nown  %+v\nyaml %+v", data, own, full)
			}
		}
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

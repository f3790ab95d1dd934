package document_test

import (
	"bytes"
	"reflect"
	"testing"
	"time"

	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"

	"github.com/kbgate/kbgate/internal/decision/document"
	"github.com/kbgate/kbgate/internal/decision/document/documenttest"
)

// drawRecord draws a record of some fields.
func drawRecord(t *rapid.T) (n document.Node) {
	n.Put("schema", document.OfText("kbgate.decision/1"))
	n.Put("at", document.OfTime(time.Unix(rapid.Int64Range(0, 1<<36).Draw(t, "at"), rapid.Int64Range(0, 999_999_999).Draw(t, "ns"))))
	n.Put("review_seconds", document.OfInt(rapid.Int().Draw(t, "seconds")))
	n.Put("quality_score", document.OfFloat(rapid.Float64().Draw(t, "score")))
	n.Put("reason", document.OfText(documenttest.Text(t, "reason")))
	n.Put("tags", document.OfTexts([]string{documenttest.Text(t, "tag")}))
	for i := range rapid.IntRange(0, 6).Draw(t, "fields") {
		n.Put(documenttest.Key(t, i), documenttest.Node(t))
	}
	return n
}

// What is written is read as the same record, by this package's own reader and by yaml.v3 alike, and written as the same
// bytes.
func TestReadOfAppend(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := drawRecord(t)
		data, err := document.Append(nil, &n)
		if err != nil {
			t.Fatal(err)
		}
		again, err := document.Read(data)
		if err != nil {
			t.Fatalf("%v in\n%s", err, data)
		}
		if kept := again.Kept(""); !reflect.DeepEqual(kept, n) {
			t.Fatalf("read %+v\nfor  %+v\nfrom\n%s", kept, n, data)
		}
		twice, err := document.Append(nil, &again)
		if err != nil || !bytes.Equal(twice, data) {
			t.Fatalf("written again\n%s\nfor\n%s", twice, data)
		}
		full, err := document.ReadYAML(data)
		if err != nil {
			t.Fatalf("yaml.v3: %v in\n%s", err, data)
		}
		if own, ok, _ := document.ReadOwn(string(data)); ok && !reflect.DeepEqual(own, full) {
			t.Fatalf("own  %+v\nyaml %+v\nfrom\n%s", own, full, data)
		}
		var any map[string]any
		if err := yaml.Unmarshal(data, &any); err != nil {
			t.Fatal(err)
		}
	})
}

// The own reader takes a whole decision.
func TestReadOwn(t *testing.T) {
	n, own, err := document.ReadOwn(documenttest.Decision)
	if !own || err != nil {
		t.Errorf("the quick reader leaves what Append wrote: %v", err)
	}
	if data, err := document.Append(nil, &n); err != nil || string(data) != documenttest.Decision {
		t.Errorf("%s, %v", data, err)
	}
}

// Whatever the own reader takes, yaml.v3 reads as the same.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{documenttest.Decision, "schema: kbgate.decision/1\n", "schema: kbgate.decision/9\ntags: {a: b}\n",
		"schema: kbgate.decision/1\na: |\n  b\n\n   c\n", "schema: kbgate.decision/1\na: [b, {c: \"\\u202E\\x07\", d: 1.0}]\n", "schema: kbgate.decision/1\n\"\": ''\n",
		"schema: kbgate.decision/1\na: \"\\u202E\\200\"\n",
		"schema: kbgate.decision/1\na: |-\n  - b\n  # c\nb: >+\n  x\n\n", "schema: kbgate.decision/1\nx: 2001-12-14 21:59:43.10 -5\ny: 1_000\nz: 0o17\n",
		"schema: kbgate.decision/1\nx: -0\ny: 190:20:30\nz: !!str 1\n", "{schema: kbgate.decision/1, at: 2026-11-21}\n", "schema: kbgate.decision/1\na: -a\nb: a:b\n",
		"schema: kbgate.decision/1\na: |\n  b"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		const most = 256 << 10
		if own, ok, _ := document.ReadOwn(string(data)); ok && len(data) <= most {
			full, err := document.ReadYAML(data)
			if err != nil {
				t.Fatalf("yaml.v3 refuses what the own reader took: %v in %q", err, data)
			}
			if !reflect.DeepEqual(own, full) {
				t.Fatalf("%q\nown  %+v\nyaml %+v", data, own, full)
			}
		}
	})
}

// What is written as JSON can be read, and is then written as the same bytes.
func TestReadJSONOfAppendJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := drawRecord(t)
		data := document.AppendJSON(nil, &n)
		again, err := document.ReadJSON(data)
		if err != nil {
			t.Fatalf("%v in\n%s", err, data)
		}
		if twice := document.AppendJSON(nil, &again); !bytes.Equal(twice, data) {
			t.Fatalf("written again\n%s\nfor\n%s", twice, data)
		}
	})
}

package finding

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

func TestReadIsTheInverseOfWrite(t *testing.T) {
	doc := &Document{Schema: Schema, Root: "kb", Folder: "notes/kb/", Strict: true, Checked: Checked{Claims: 2, Notes: 3},
		Summary: Summary{Blocking: 1, Warning: 1, Fixable: 1},
		Findings: []Finding{
			{Gate: "one", Severity: Blocking, Path: "a <b>.md", Line: 1, Column: 2, EndLine: 3, EndColumn: 4, Message: "m & n", Fix: "f", Fingerprint: "0a"},
			{Gate: "two", Severity: Warning, AutoFixable: true, Target: "t", Suggestion: "s", Edits: []Edit{{Line: 1, Column: 2, EndLine: 3, EndColumn: 4, NewText: "new"}}},
		},
		Suppressed: []Suppressed{{Gate: "g", Path: "p", Line: 4, Reason: "r"}}, Baseline: []Known{{Gate: "g"}}, Unread: []Unread{{Path: "p"}}}
	var b bytes.Buffer
	if err := Write(&b, doc); err != nil {
		t.Fatal(err)
	}
	got, err := Read(&b)
	if err != nil || !reflect.DeepEqual(got, doc) {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ document, says string }{
		{"", "nothing was written"},
		{"<html>", "not JSON"},
		{`{"schema":"kbgate.findings/2"}`, "this program reads kbgate.findings/1"},
		{`{"schema":"kbgate.findings/1"} {}`, "behind"},
		{`{"schema":"kbgate.findings/1","findings":[{"line":"1"}]}`, "not JSON as"},
		{`{"schema":"kbgate.findings/1","findings":{}}`, "a list is written"},
		{`{"schema":"kbgate.findings/1","unread":[{}` + strings.Repeat(",{}", maxEntries) + `]}`, "which no check writes"},
	} {
		if _, err := Read(strings.NewReader(c.document)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %v", c.document, err)
		}
	}
	lie := `{"schema":"kbgate.findings/1","summary":{"blocking":0},"findings":[{"gate":"g","severity":"blocking"}]}`
	if doc, err := Read(strings.NewReader(lie)); err != nil || doc.Summary.Blocking != 1 {
		t.Errorf("the summary is believed: %+v, %v", doc, err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"schema":"kbgate.findings/1","findings":[{"gate":"g","severity":"blocking","edits":[{"line":1}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, err := Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := Write(&b, doc); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(&b); err != nil {
			t.Fatalf("what was read is not read again: %v", err)
		}
	})
}

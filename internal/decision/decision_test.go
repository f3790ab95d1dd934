package decision

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/decision/document"
	"github.com/kbgate/kbgate/internal/decision/document/documenttest"
)

// now is when the tests run.
var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

var at = time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)

// fixed gives the same bytes whenever an id needs random ones.
type fixed byte

func (f fixed) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(f)
	}
	return len(p), nil
}

// full is a decision in which every field of the contract has a value.
func full() *Decision {
	score := 65.0
	return &Decision{
		Schema: Schema, ID: DerivedID(at, "human", "r-7"), Source: Human, SourceID: "r-7", At: at, Verdict: Rejected,
		ReviewPoint: "pr-review", Reviewer: "reviewer-1", Agent: "rio",
		Artifact: Artifact{Type: Skill, Name: "redis-cache.md", Path: "skills/redis-cache.md", SHA: "3fa0", ApprovedSHA: "77e1"},
		Subject:  "lead-9", Campaign: "spring", Reason: "Examples don't work correctly", Category: Examples, CategoryBy: ByModel, Also: []Category{Clarity},
		LearnedAction: "Validate all code examples in Docker", Issues: []string{"body_too_thin"},
		Correction: "--- a\n+++ b\n@@ -1 +1 @@\n-x\n \n+y\n",
		Draft: Draft{Title: "Hello", Opener: "I noticed \"you\"\nare", Fingerprint: "9a", Sketch: "1f", Template: "t2",
			Evidence: []Evidence{{Type: "company", Value: "Acme hires", Source: "site"}}},
		QualityScore: &score, PreviousAttempts: 2, ReviewSeconds: 40, Brief: "fedcba9876543210", RulesInPrompt: []string{"r-1", "r-2"},
		Epic: "E12", Task: "T4", Tags: []string{"cache", "on"},
		PR: PullRequest{Repo: "acme/kb", Number: 12, HeadSHA: "beef", State: "closed"},
	}
}

func TestEveryFieldOfTheContract(t *testing.T) {
	d := full()
	data, err := d.Encode()
	if err != nil {
		t.Fatal(err)
	}
	want := documenttest.Decision
	if string(data) != want {
		t.Errorf("written\n%s\nwant\n%s", data, want)
	}
	if err := d.Validate(now); err != nil {
		t.Errorf("a whole record is refused: %v", err)
	}
	again, err := Decode(data)
	if err != nil || !reflect.DeepEqual(again, d) {
		t.Errorf("read again %+v, %v", again, err)
	}
	if d.Path() != "decisions/2026/11/21/"+d.ID+".yaml" {
		t.Errorf("path %s", d.Path())
	}
}

func TestEmptyFieldsAreLeftOut(t *testing.T) {
	d := &Decision{Schema: Schema, ID: NewID(at, fixed(1)), Source: Human, At: at, Verdict: Approved, Agent: Unknown,
		Artifact: Artifact{Type: Claim, Name: "a.md"}}
	data, err := d.Encode()
	if want := "schema: kbgate.decision/1\nid: " + d.ID + "\nsource: human\nat: 2026-11-21T10:00:00Z\nverdict: approved\nagent: unknown\nartifact: {type: claim, name: a.md}\n"; err != nil || string(data) != want {
		t.Errorf("%s, %v", data, err)
	}
	whole, err := Decode([]byte(string(data) + "reason: \"\"\nalso: []\ndraft: {title: \"\", evidence: []}\ncategory:\npr: {}\n"))
	if err != nil || !reflect.DeepEqual(whole, d) {
		t.Errorf("%+v, %v", whole, err)
	}
}

func TestUnknownFieldsAreKept(t *testing.T) {
	const foreign = `x_level: {deep: [1, 1.50, "1", ~, yes, 2026-01-01, 0x1F, {a b: [], c: {}}]}
schema: kbgate.decision/1
artifact:
  type: skill
  x_licence: 'MIT'   # a comment
pr: {x_labels: [a, "b c"], number: 3}
draft:
  evidence:
    - {type: company, x_confidence: 0.70}
    - a plain text
"x odd: name": >-
  folded
  text
`
	d, err := Decode([]byte(foreign))
	if err != nil {
		t.Fatal(err)
	}
	data, err := d.Encode()
	const want = `schema: kbgate.decision/1
artifact: {type: skill, x_licence: MIT}
draft: {evidence: [{type: company, x_confidence: 0.70}, {value: "a plain text"}]}
pr: {number: 3, x_labels: [a, "b c"]}
x_level: {deep: [1, 1.50, "1", null, "yes", 2026-01-01, 0x1F, {"a b": [], c: {}}]}
"x odd: name": "folded text"
`
	if err != nil || string(data) != want {
		t.Errorf("%s, %v", data, err)
	}
	again, err := Decode(data)
	if err != nil || !reflect.DeepEqual(again, d) {
		t.Errorf("read again %+v, %v", again, err)
	}
}

// A program of this version must give back what one of the next wrote, also where a field changed its type.
func TestNewerSchema(t *testing.T) {
	const newer = `schema: kbgate.decision/2
id: 01M7YRRT80SMSMX56DTN7T2EBA
at: 2026-11-21T10:00:00Z
verdict: {by: two, was: rejected}
agent: rio
tags: [a, [b]]
artifact: skill
quality_score: good
future: true
`
	d, err := Decode([]byte(newer))
	if err != nil {
		t.Fatal(err)
	}
	if !d.Newer() || d.Agent != "rio" || d.Verdict != "" || d.Tags != nil {
		t.Errorf("%+v", d)
	}
	data, err := d.Encode()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(newer) {
		if !strings.Contains(string(data), line) {
			t.Errorf("lost %q in\n%s", line, data)
		}
	}
	if err := d.Validate(now); err != nil {
		t.Errorf("a newer record is refused: %v", err)
	}
}

func TestDecodeRefuses(t *testing.T) {
	for name, test := range map[string]struct{ file, want string }{
		"nothing":          {"", "empty"},
		"no schema":        {"id: x\n", "schema: is missing"},
		"other schema":     {"schema: kbgate.amendment/1\n", "line 1: schema: "},
		"schema 0":         {"schema: kbgate.decision/0\n", "schema"},
		"schema 01":        {"schema: kbgate.decision/01\n", "schema"},
		"list":             {"- a\n", "no mapping"},
		"text for number":  {"schema: kbgate.decision/1\nreview_seconds: many\n", "line 2: review_seconds: takes a whole number"},
		"half":             {"schema: kbgate.decision/1\nreview_seconds: 1.5\n", "whole number"},
		"list for text":    {"schema: kbgate.decision/1\nreason: [a]\n", "reason: takes a text"},
		"text for list":    {"schema: kbgate.decision/1\ntags: a\n", "tags: takes a list"},
		"text for mapping": {"schema: kbgate.decision/1\nartifact: a\n", "artifact: takes"},
		"inner":            {"schema: kbgate.decision/1\nartifact:\n  type: [a]\n", "line 3: artifact.type"},
		"time":             {"schema: kbgate.decision/1\nat: yesterday\n", "at: takes a time"},
		"no such day":      {"schema: kbgate.decision/1\nat: 2026-02-30T10:00:00Z\n", "at: takes a time"},
		"score":            {"schema: kbgate.decision/1\nquality_score: .nan\n", "takes a number"},
		"all at once":      {"schema: kbgate.decision/1\nat: x\ntags: y\n", "line 2: at: takes a time such as 2026-11-21T10:00:00Z\nline 3: tags"},
		"twice":            {"schema: kbgate.decision/1\nid: a\nid: b\n", `line 3: the field "id" stands here twice`},
		"inner twice":      {"schema: kbgate.decision/1\npr: {repo: a, repo: b}\n", "twice"},
		"anchor":           {"schema: &a kbgate.decision/1\n", "anchors"},
		"bomb":             {"schema: kbgate.decision/1\na: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n", "anchors"},
		"merge":            {"schema: kbgate.decision/1\npr: {<<: {repo: a}}\n", "merge"},
		"tag":              {"schema: !!binary a2JnYXRl\n", "tags"},
		"second document":  {"schema: kbgate.decision/1\n---\na: b\n", "second"},
		"huge":             {"schema: kbgate.decision/1\nreason: " + strings.Repeat("a", MaxRecord) + "\n", "bytes; it may have"},
		"deep":             {"schema: kbgate.decision/1\na: " + strings.Repeat("[", 100000), ""},
		"deep and whole":   {"schema: kbgate.decision/1\na: " + strings.Repeat("[", 40) + strings.Repeat("]", 40) + "\n", "deeper"},
		"NUL":              {"schema: kbgate.decision/1\x00\n", ""},
		"no UTF-8":         {"schema: kbgate.decision/1\nreason: \xff\n", "UTF-8"},
		"list as a key":    {"schema: kbgate.decision/1\n? [a]\n: b\n", "name of a field"},
		"long key":         {"schema: kbgate.decision/1\n" + strings.Repeat("k", 200) + ": b\n", "name of a field"},
	} {
		d, err := Decode([]byte(test.file))
		var fault *document.Fault
		if err == nil || !errors.As(err, &fault) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, %v; want a fault with %q", name, d, err, test.want)
		}
	}
}

func TestEncodeRefuses(t *testing.T) {
	for name, change := range map[string]func(*Decision){
		"no UTF-8":    func(d *Decision) { d.Reason = "\xff" },
		"too large":   func(d *Decision) { d.Correction = strings.Repeat("\x01", MaxCorrection) },
		"field twice": func(d *Decision) { d.Rest = Rest{{Name: "reason", Value: "other"}} },
		"inner UTF-8": func(d *Decision) { d.Draft.Evidence[0].Value = "\xc3" },
		"unknown UTF-8": func(d *Decision) {
			d.Rest = Rest{{Name: "x", Kind: document.List, Items: []document.Node{{Value: "\xff"}}}}
		},
	} {
		d := full()
		if change(d); func() bool { _, err := d.Encode(); return err == nil }() {
			t.Errorf("%s: written", name)
		}
	}
}

func TestMarshalJSON(t *testing.T) {
	data, err := json.Marshal(full())
	if err != nil || !json.Valid(data) {
		t.Fatalf("%s, %v", data, err)
	}
	again, err := decodeJSON(data)
	if err != nil || !reflect.DeepEqual(again, full()) {
		t.Errorf("%+v, %v", again, err)
	}
	if !bytes.HasPrefix(data, []byte(`{"schema":"kbgate.decision/1","id":"01M7`)) {
		t.Errorf("%s", data)
	}
}

func BenchmarkDecode(b *testing.B) {
	data, _ := full().Encode()
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Decode(data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecodeForeign(b *testing.B) {
	data, _ := full().Encode()
	data = append([]byte("# written by hand\n"), data...)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := Decode(data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	d := full()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := d.Encode(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkValidate(b *testing.B) {
	d := full()
	for b.Loop() {
		if err := d.Validate(now); err != nil {
			b.Fatal(err)
		}
	}
}

// A part of an id is found by the bits that it sets.
func TestPartsOfIDs(t *testing.T) {
	ids := []string{"01K8ZDR3800000000000000001", "01K8ZDR380000000000000000Z", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", "00000000000000000000000000"}
	for _, id := range ids {
		for n := range len(id) + 2 {
			for _, other := range append(ids, "0"+id, "8ZZ", "01I", "é", "01k") {
				begin, end := other[:min(n, len(other))], other[len(other)-min(n, len(other)):]
				for _, test := range []struct {
					part string
					tell func(string) (key, mask [16]byte, ok bool)
					is   func(string, string) bool
				}{{begin, BeginsWith, strings.HasPrefix}, {end, EndsWith, strings.HasSuffix}} {
					key, mask, ok := test.tell(test.part)
					have, _ := Key(id)
					agrees := ok
					for i := range mask {
						agrees = agrees && have[i]&mask[i] == key[i]
					}
					if want := test.part != "" && test.is(id, test.part); agrees != want {
						t.Errorf("%s, %q: %t, want %t", id, test.part, agrees, want)
					}
				}
			}
		}
	}
}

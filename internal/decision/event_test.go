package decision

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

const wholeEvent = `{
	"decision_id": "d-1", "gate_id": "HITL-1", "epic_id": "E12", "task_id": "T4", "decision": "APPROVED_WITH_CHANGES",
	"reviewer_id": "reviewer-1", "timestamp": "2026-11-21T10:00:00.25+00:00", "review_duration_seconds": 40,
	"agent_output_sha": "3fa0", "approved_output_sha": "77e1", "correction_diff_path": "diffs/d-1.patch",
	"reviewer_comment": "Better, but \"vague\"", "tags": ["cache", "rio"], "reviewer_association": "MEMBER", "author_association": "OWNER", "run": {"id": 7, "ratio": 1.50}
}`

func TestEventOntoDecision(t *testing.T) {
	e, err := decodeEvent([]byte(wholeEvent))
	if err != nil {
		t.Fatal(err)
	}
	d, notices := e.toDecision(EventMap{Tags: map[string]Origin{"rio": {Agent: "rio"}}, Gates: map[string]Origin{"HITL-1": {Agent: "other", Type: Skill}}})
	data, err := d.Encode()
	want := `schema: kbgate.decision/1
id: ` + DerivedID(time.Date(2026, 11, 21, 10, 0, 0, 250e6, time.UTC), "event", "d-1") + `
source: event
source_id: d-1
at: 2026-11-21T10:00:00.25Z
verdict: approved_with_changes
review_point: HITL-1
reviewer: reviewer-1
agent: rio
artifact: {type: skill, name: unknown, sha: "3fa0", approved_sha: "77e1"}
reason: "Better, but \"vague\""
review_seconds: 40
epic: E12
task: T4
tags: [cache, rio]
event: {correction_diff_path: diffs/d-1.patch, reviewer_association: MEMBER, author_association: OWNER, run: {id: 7, ratio: 1.50}}
`
	if err != nil || string(data) != want {
		t.Errorf("%s, %v; want\n%s", data, err, want)
	}
	if len(notices) != 1 || !strings.Contains(notices[0], "diffs/d-1.patch") {
		t.Errorf("%q", notices)
	}
	if err := d.Validate(now); err != nil {
		t.Error(err)
	}
	again, _ := e.toDecision(EventMap{})
	if again.ID != d.ID || again.Agent != Unknown || again.Artifact.Type != OtherType || again.Artifact.Name != Unknown || again.Validate(now) != nil {
		t.Errorf("%+v", again)
	}
}

func TestEventMap(t *testing.T) {
	m := EventMap{
		Tags:  map[string]Origin{"a": {Agent: "of tag a"}, "b": {Agent: "of tag b", Name: "b.md"}},
		Epics: map[string]Origin{"E1": {Agent: "of epic", Type: Code}},
		Gates: map[string]Origin{"HITL-1": {Agent: "of gate", Type: Skill, Name: "gate.md"}},
	}
	for name, test := range map[string]struct {
		tags       []string
		epic, gate string
		agent      string
		artifact   Artifact
	}{
		"nothing":       {nil, "", "", "unknown", Artifact{Type: OtherType, Name: Unknown}},
		"gate":          {nil, "", "HITL-1", "of gate", Artifact{Type: Skill, Name: "gate.md"}},
		"epic and gate": {nil, "E1", "HITL-1", "of epic", Artifact{Type: Code, Name: "gate.md"}},
		"all":           {[]string{"x", "b", "a"}, "E1", "HITL-1", "of tag b", Artifact{Type: Code, Name: "b.md"}},
		"tag":           {[]string{"a"}, "", "", "of tag a", Artifact{Type: OtherType, Name: Unknown}},
	} {
		d := &Decision{Tags: test.tags, Epic: test.epic, ReviewPoint: test.gate}
		if m.fill(d); d.Agent != test.agent || !reflect.DeepEqual(d.Artifact, test.artifact) {
			t.Errorf("%s: %+v", name, d)
		}
	}
}

func TestEvents(t *testing.T) {
	for text, want := range map[string]string{ // empty: it is taken
		`{"decision_id":"d","decision":"APPROVED","timestamp":"2026-11-21T10:00:00Z"}`:                                              "",
		`{"decision_id":"d","decision":"Rejected","timestamp":"2026-11-21 10:00:00","task_id":null,"tags":null}`:                    "",
		`{"decision_id":"d","decision":"approved_with_changes","timestamp":"2026-11-21T10:00:00.1","review_duration_seconds":40.0}`: "",
		`{"decision_id":"d","decision":"MAYBE","timestamp":"2026-11-21T10:00:00Z"}`:                                                 `decision: "MAYBE" is none of APPROVED`,
		`{"decision":"APPROVED"}`: "decision_id: is missing\ntimestamp: is missing",
		`{"decision_id":7,"decision":"APPROVED","timestamp":"2026-11-21T10:00:00Z"}`:                                  "decision_id: takes a text",
		`{"decision_id":"d","decision":"APPROVED","timestamp":1763719200}`:                                            "timestamp: takes a time",
		`{"decision_id":"d","decision":"APPROVED","timestamp":"soon"}`:                                                "timestamp: takes a time",
		`{"decision_id":"d","decision":"APPROVED","timestamp":"2026-11-21T10:00:00Z","tags":"a"}`:                     "tags: takes a list",
		`{"decision_id":"d","decision":"APPROVED","timestamp":"2026-11-21T10:00:00Z","review_duration_seconds":"40"}`: "takes a whole number",
		`{"decision_id":"d","decision_id":"e","decision":"APPROVED","timestamp":"2026-11-21T10:00:00Z"}`:              "twice",
		`{"decision_id":"d"`:                     "no end",
		`{"decision_id":"d",}`:                   "not valid JSON",
		`[1]`:                                    "no JSON object",
		``:                                       "no end",
		"{\"decision_id\":\"\xff\"}":             "UTF-8",
		`{} {}`:                                  "behind",
		`{"a":` + strings.Repeat("[", 100000):    "deeper",
		`{"` + strings.Repeat("k", 200) + `":1}`: "name of a field",
	} {
		_, err := decodeEvent([]byte(text))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(strings.ReplaceAll(err.Error(), "line 1: ", ""), want) {
			t.Errorf("%.100s: %v; want %q", text, err, want)
		}
	}
}

func FuzzEvent(f *testing.F) {
	f.Add([]byte(wholeEvent))
	f.Add([]byte(`{"decision_id":"d","decision":"approved","timestamp":"2026-11-21","tags":["a",null,1e400,-0]}`))
	f.Add([]byte(`{"a":"\ud800","b":[[{}]],"":{}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := decodeEvent(data)
		if err != nil {
			return
		}
		d, _ := e.toDecision(EventMap{})
		if d.ID != DerivedID(e.decision.At, "event", e.decision.SourceID) {
			t.Fatal(d.ID)
		}
		file, err := d.Encode()
		if err != nil {
			if len(data) < 10000 {
				t.Fatal(err)
			}
			return
		}
		if again, err := Decode(file); err != nil || !reflect.DeepEqual(again, d) {
			t.Fatalf("%+v\n%+v, %v\n%s", again, d, err, file)
		}
	})
}

package decision

import (
	"fmt"
	"strings"
	"testing"
)

// What an event says under other names is read where it can mean one thing only, and kept where not.
func TestStandIns(t *testing.T) {
	m := EventMap{Gates: map[string]Origin{"G": {Agent: "of-gate", Type: Skill, Name: "gate.md"}}}
	const byMap = "of-gate skill gate.md"
	for fields, want := range map[string]string{ // reason|reviewer|agent, type and name|what is kept
		``:                                                         "||" + byMap + "|",
		`"reason":"too long"`:                                      "too long||" + byMap + "|",
		`"comment":"too long"`:                                     "too long||" + byMap + "|",
		`"comments":["too long"]`:                                  "too long||" + byMap + "|",
		`"rationale":"a","reviewer_comment":""`:                    "a||" + byMap + "|",
		`"feedback":"a","reviewer_comment":null`:                   "a||" + byMap + "|",
		`"feedback":"a","reason":"a"`:                              "a||" + byMap + "|",
		`"feedback":"a","reason":"b"`:                              "||" + byMap + "|feedback reason",
		`"feedback":"a","reason":null`:                             "a||" + byMap + "|",
		`"feedback":{"stars":3},"reason":"b"`:                      "b||" + byMap + "|feedback",
		`"comments":["a","b"]`:                                     "||" + byMap + "|comments",
		`"comments":["a\u0000"]`:                                   "||" + byMap + "|comments",
		`"reason":7`:                                               "||" + byMap + "|reason",
		`"reviewer_comment":"a","reason":"b"`:                      "a||" + byMap + "|reason",
		`"reviewer":"eva"`:                                         "|eva|" + byMap + "|",
		`"reviewer":"eva","reviewer_id":"r-1"`:                     "|r-1|" + byMap + "|reviewer",
		`"reviewer":"two\nlines"`:                                  "||" + byMap + "|reviewer",
		`"agent":"Rio Bot"`:                                        "||rio-bot skill gate.md|",
		`"agent":"unknown"`:                                        "||" + byMap + "|agent",
		`"agent":"../../x"`:                                        "||" + byMap + "|agent",
		`"agent":{"name":"rio"}`:                                   "||" + byMap + "|agent",
		`"artifact":"code"`:                                        "||of-gate code gate.md|",
		`"artifact":"code/main.go"`:                                "||of-gate code main.go|",
		`"artifact":"kb/notes/foam.md"`:                            "||of-gate skill foam.md at kb/notes/foam.md|",
		`"artifact":"https://example.org/a"`:                       "||of-gate skill https://example.org/a|",
		`"artifact":{"type":"claim","name":"a"}`:                   "||of-gate claim a|",
		`"artifact":{"type":"no","name":"a"}`:                      "||" + byMap + "|artifact",
		`"artifact":{"type":7}`:                                    "||" + byMap + "|artifact",
		`"artifact":{}`:                                            "||" + byMap + "|",
		`"artifact":["a","b"]`:                                     "||" + byMap + "|artifact",
		`"artifact":{"name":"a","sha":"1"},"agent_output_sha":"2"`: "||" + byMap + "|artifact",
		`"artifact":{"name":"a","sha":"2"},"agent_output_sha":"2"`: "||of-gate skill a|",
		`"rational":"x","empty":"","none":null`:                    "||" + byMap + "|rational",
	} {
		if fields != "" {
			fields = "," + fields
		}
		text := `{"decision_id":"d","gate_id":"G","decision":"REJECTED","timestamp":"2026-11-21T10:00:00Z"` + fields + `}`
		for line, err := range ReadAll(strings.NewReader(text), ReadOptions{Events: m, Now: now}) {
			if err != nil {
				t.Errorf("%s: %v", fields, err)
				continue
			}
			d := line.Decision
			artifact := fmt.Sprintf("%s %s %s", d.Agent, d.Artifact.Type, d.Artifact.Name)
			if d.Artifact.Path != "" {
				artifact += " at " + d.Artifact.Path
			}
			var kept []string
			for _, u := range line.Unknown {
				kept = append(kept, u.Name)
				if !u.Event || d.Rest[0].Get(u.Name) == nil {
					t.Errorf("%s: %v is not kept: %v", fields, u, d.Rest)
				}
			}
			if got := strings.Join([]string{d.Reason, d.Reviewer, artifact, strings.Join(kept, " ")}, "|"); got != want {
				t.Errorf("%s: %q; want %q", fields, got, want)
			}
		}
	}
}

// Fields that nobody knows are named with their place, and those that kbgate or a newer version wrote are not.
func TestUnknown(t *testing.T) {
	const head = `{"verdict":"rejected","at":"2026-11-21T10:00:00Z","source_id":"a","source":"event",`
	for text, want := range map[string]string{
		head + `"agent":"rio","artifact":{"type":"skill","name":"a"}}`:                                                "",
		head + `"agnt":"rio","artifact":{"type":"skill","nmae":"a"},"void":null}`:                                     "agnt artifact.nmae",
		head + `"agent":"rio","draft":{"evidence":[{"typ":"x"},{"typ":"y"},"z"]},"event":{"a":1},"import":{"b":"c"}}`: "draft.evidence.typ",
		head + `"schema":"kbgate.decision/2","agnt":"rio"}`:                                                           "",
	} {
		for line, err := range ReadAll(strings.NewReader(text), ReadOptions{}) {
			if err != nil {
				t.Errorf("%s: %v", text, err)
			}
			var got []string
			for _, u := range line.Unknown {
				got = append(got, u.Name)
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%s: %q; want %q", text, got, want)
			}
		}
	}
	for name, want := range map[string]string{"agnt": "verdict", "artifact.nmae": "name", "draft.evidence.typ": "type", "pr.x": "repo"} {
		if got := (UnknownField{Name: name}).Siblings(); !strings.Contains(" "+strings.Join(got, " ")+" ", " "+want+" ") {
			t.Errorf("%s: %q lack %q", name, got, want)
		}
	}
	if got := (UnknownField{Name: "a.b"}).Siblings(); got != nil {
		t.Errorf("%q", got)
	}
}

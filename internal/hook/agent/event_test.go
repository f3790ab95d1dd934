package agent

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		name, event string
		want        Event
	}{
		{"a file written", `{"hook_event_name":"PostToolUse","cwd":"/kb","tool_name":"Write","tool_input":{"file_path":"/kb/a.md","content":"x"}}`,
			Event{Kind: Edited, Dir: "/kb", File: "/kb/a.md"}},
		{"edited", `{"hook_event_name":"PostToolUse","tool_name":"Edit","tool_input":{"file_path":"a.md"}}`, Event{Kind: Edited, File: "a.md"}},
		{"at several places", `{"hook_event_name":"PostToolUse","tool_name":"MultiEdit","tool_input":{"file_path":"a.md","edits":[]}}`,
			Event{Kind: Edited, File: "a.md"}},
		{"a notebook", `{"hook_event_name":"PostToolUse","tool_name":"NotebookEdit","tool_input":{"notebook_path":"a.ipynb"}}`,
			Event{Kind: Edited, File: "a.ipynb"}},
		{"another tool, whatever it was given", `{"hook_event_name":"PostToolUse","tool_name":"mcp__x","tool_input":[1]}`, Event{}},
		{"a tool without a name", `{"hook_event_name":"PostToolUse"}`, Event{}},
		{"the end", `{"hook_event_name":"Stop","cwd":"/kb","stop_hook_active":false}`, Event{Kind: Ending, Dir: "/kb"}},
		{"the end of a part", `{"hook_event_name":"SubagentStop"}`, Event{Kind: Ending}},
		{"the end once more", `{"hook_event_name":"Stop","stop_hook_active":true}`, Event{Kind: Ending, IsRepeated: true}},
		{"another event, whatever it says", `{"hook_event_name":"Notification","cwd":7,"stop_hook_active":"no"}`, Event{}},
	} {
		if got, err := ClaudeCode.Parse("", []byte(tt.event)); err != nil || got != tt.want {
			t.Errorf("%s: %+v, %v; want %+v", tt.name, got, err, tt.want)
		}
	}
	for name, event := range map[string]string{
		"nothing":             ``,
		"no JSON":             `Stop`,
		"cut off":             `{"hook_event_name":"Stop"`,
		"two":                 `{"hook_event_name":"Stop"}{}`,
		"no object":           `["Stop"]`,
		"null":                `null`,
		"no name":             `{"cwd":"/kb"}`,
		"a name of its own":   `{"hook_event_name":1}`,
		"a folder of numbers": `{"hook_event_name":"Stop","cwd":1}`,
		"no input":            `{"hook_event_name":"PostToolUse","tool_name":"Edit"}`,
		"an input of another": `{"hook_event_name":"PostToolUse","tool_name":"Edit","tool_input":"a.md"}`,
		"no file":             `{"hook_event_name":"PostToolUse","tool_name":"Edit","tool_input":{}}`,
		"no name of a file":   `{"hook_event_name":"PostToolUse","tool_name":"Edit","tool_input":{"file_path":"a\u0000.md"}}`,
		"too large":           `{"hook_event_name":"Stop"}` + strings.Repeat(" ", MaxEvent),
	} {
		if got, err := ClaudeCode.Parse("", []byte(event)); err == nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"hook_event_name":"PostToolUse","cwd":"/kb","tool_name":"Write","tool_input":{"file_path":"/kb/a.md"}}`))
	f.Add([]byte(`{"hook_event_name":"Stop","stop_hook_active":true}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := ClaudeCode.Parse("", data)
		switch {
		case err != nil && e != Event{}:
			t.Errorf("an error, %v, and an event, %+v", err, e)
		case (e.Kind == Edited || e.Kind == Writing) != (e.File != ""):
			t.Errorf("%+v", e)
		case strings.ContainsRune(e.Dir+e.File, 0):
			t.Errorf("%+v has a NUL byte", e)
		}
	})
}

func TestShown(t *testing.T) {
	for _, tt := range []struct{ root, dir, want string }{
		{"/kb", "/kb", "."},
		{"/kb/notes", "/kb", "notes"},
		{"/kb", "/kb/notes", "/kb"},
		{"/kb", "", "/kb"},
	} {
		if got := (Judged{Root: tt.root}).Shown(tt.dir); got != tt.want {
			t.Errorf("%s from %s is shown as %s; want %s", tt.root, tt.dir, got, tt.want)
		}
	}
}

// A line reads only where each of its commands does.
func TestOnlyReads(t *testing.T) {
	for command, want := range map[string]bool{
		"cat app.log": true, "cd x && cat app.log": true, "cd x; FOO=1 grep -n panic app.log | head -3": true, "git -C sub log -3": true, "git status": true,
		"go test ./...": false, "cat a.txt; make test": false, "grep -q x y || go test": false, "sed -i s/a/b/ x.go": false, "find . -name x -exec rm {} +": false,
		"find . | xargs go vet": false, "echo running && go test": false, "git push": false, "": false, "cd x": false, "git": false,
	} {
		if got := onlyReads(command); got != want {
			t.Errorf("%q: %v", command, got)
		}
	}
}

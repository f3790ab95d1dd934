// Package agent reads the events that coding agents give their hooks. It judges the notes that an event is about, so the
// agent hears at once what would be refused later.
package agent

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// MaxEvent is the size in bytes above which an event is not read. It may hold the whole text of an edited file twice.
const MaxEvent = 10 << 20

// Kind says what happened.
type Kind int

// The kinds of events.
const (
	Other  Kind = iota // nothing that concerns notes
	Edited             // the agent wrote a file
	Ending             // the agent is about to end its work
)

// Event is what an agent tells its hook.
type Event struct {
	Kind
	// Dir is the folder in which the agent works, "" where the event does not say.
	Dir string
	// File is what was edited; it may be relative to Dir.
	File string
	// IsRepeated says that the agent was kept from ending before, and had its chance to act on what it was told.
	IsRepeated bool
}

// The shapes of Claude Code's events, as far as they matter here. See https://docs.claude.com/en/docs/claude-code/hooks.
type (
	envelope struct {
		Name string `json:"hook_event_name"`
	}
	toolUse struct {
		Dir   string          `json:"cwd"`
		Tool  string          `json:"tool_name"`
		Input json.RawMessage `json:"tool_input"`
	}
	edit struct {
		File     string `json:"file_path"`
		Notebook string `json:"notebook_path"`
	}
	stop struct {
		Dir        string `json:"cwd"`
		IsRepeated bool   `json:"stop_hook_active"`
	}
)

// editors are the tools that write files.
var editors = []string{"Write", "Edit", "MultiEdit", "NotebookEdit"}

// Parse reads an event. One that is not known is of kind Other, whatever else it says.
func Parse(data []byte) (e Event, err error) {
	if len(data) > MaxEvent {
		return Event{}, fmt.Errorf("the event is too large: at most %d MiB are read", MaxEvent>>20)
	}
	var head envelope
	if err := json.Unmarshal(data, &head); err != nil {
		return Event{}, fmt.Errorf("the event is no JSON that a hook is given: %w", err)
	}
	switch head.Name {
	case "":
		return Event{}, errors.New("the event has no hook_event_name")
	case "PostToolUse":
		use, made := toolUse{Input: []byte("{}")}, edit{}
		if err = json.Unmarshal(data, &use); err == nil && !slices.Contains(editors, use.Tool) {
			return Event{}, nil
		} else if err == nil {
			err = json.Unmarshal(use.Input, &made)
		}
		e = Event{Kind: Edited, Dir: use.Dir, File: cmp.Or(made.File, made.Notebook)}
		if err == nil && e.File == "" {
			err = fmt.Errorf("the tool %s names no file", use.Tool)
		}
	case "Stop", "SubagentStop":
		var s stop
		err = json.Unmarshal(data, &s)
		e = Event{Kind: Ending, Dir: s.Dir, IsRepeated: s.IsRepeated}
	}
	if err != nil {
		return Event{}, fmt.Errorf("reading the event %s: %w", head.Name, err)
	}
	return checked(e)
}

// checked refuses names that no system knows.
func checked(e Event) (Event, error) {
	const longest = 4096 // bytes of a path, as systems have it
	if len(e.Dir) > longest || len(e.File) > longest {
		return Event{}, fmt.Errorf("the event names a path of more than %d bytes", longest)
	}
	if strings.ContainsRune(e.Dir+e.File, 0) {
		return Event{}, errors.New("the event names a file with a NUL byte")
	}
	return e, nil
}

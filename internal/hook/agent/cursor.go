package agent

import (
	"encoding/json"
	"slices"
)

// Cursor is Cursor's agent. A prompt takes no context there: the brief comes at the start of the session alone, and stands in a file of
// rules. See
// https://cursor.com/docs/hooks.
var Cursor = &Program{
	Name: "cursor", Title: "Cursor",
	Setup: Setup{User: ".cursor/hooks.json", Shared: ".cursor/hooks.json", Rules: ".cursor/rules/kbgate.mdc", SharedRules: ".cursor/rules/kbgate.mdc", Form: listed,
		Events: []Hooked{{"sessionStart", "", false}, {"preToolUse", "Write", true}, {"postToolUse", "Write|Shell", false},
			{"stop", "", false}, {"sessionEnd", "", false}}},
	Hears: []Kind{Started, Ran},
	kinds: map[string]Kind{"sessionStart": Started, "preToolUse": Writing, "postToolUse": Edited, "afterFileEdit": Edited, "stop": Ending, "sessionEnd": Closed},
	read: func(kind Kind, name string, data []byte) (Event, error) {
		var said struct {
			Session      string   `json:"session_id"`
			Conversation string   `json:"conversation_id"`
			Roots        []string `json:"workspace_roots"`
			File         string   `json:"file_path"` // of afterFileEdit
			Loops        int      `json:"loop_count"`
		}
		if err := json.Unmarshal(data, &said); err != nil {
			return Event{}, err
		}
		e, err := Event{Kind: kind, Name: name, IsRepeated: kind == Ending && said.Loops > 0}, error(nil)
		switch {
		case name == "afterFileEdit":
			e.File = said.File
		case kind == Writing || kind == Edited:
			e, err = readTyped(kind, name, data)
		}
		if e == (Event{}) || err != nil {
			return e, err
		}
		if e.Session = said.Conversation; e.Session == "" {
			e.Session = said.Session
		}
		if e.Dir == "" && len(said.Roots) > 0 {
			e.Dir = said.Roots[0]
		}
		return e, nil
	},
	answer: func(e Event, a Answer) any {
		switch {
		case a.Denial != "":
			return struct {
				Permission string `json:"permission"`
				User       string `json:"user_message"`
				Agent      string `json:"agent_message"`
			}{"deny", "kbgate gives the agent its brief before it writes", a.Denial}
		case e.Kind == Ending:
			return struct {
				Next string `json:"followup_message"`
			}{a.Found}
		}
		return struct {
			Context string `json:"additional_context"`
		}{joined(a.Context, a.Found)}
	},
}

// joined are the texts that say something, one below the other.
func joined(texts ...string) string {
	var all string
	for _, t := range slices.DeleteFunc(texts, func(t string) bool { return t == "" }) {
		if all != "" {
			all += "\n\n"
		}
		all += t
	}
	return all
}

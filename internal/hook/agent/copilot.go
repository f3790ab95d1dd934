package agent

import "encoding/json"

// Copilot is GitHub's Copilot, on the command line and as the coding agent. Its events do not say their names. The coding agent at GitHub
// takes no context at the start of a session, so there the brief stands in a file of instructions. See
// https://docs.github.com/en/copilot/reference/hooks-configuration.
var Copilot = &Program{
	Name: "copilot", Title: "GitHub Copilot",
	Setup: Setup{User: ".copilot/hooks/kbgate.json", UserVariable: "COPILOT_HOME", Shared: ".github/hooks/kbgate.json", SharedRules: ".github/copilot-instructions.md", Form: shells, NamesEvent: true,
		Events: []Hooked{{"sessionStart", "", false}, {"userPromptSubmitted", "", false}, {"preToolUse", "", true}, {"postToolUse", "", false},
			{"agentStop", "", false}, {"sessionEnd", "", false}}},
	Hears: []Kind{Started, Said},
	kinds: map[string]Kind{"sessionStart": Started, "userPromptSubmitted": Said, "preToolUse": Writing, "postToolUse": Edited, "agentStop": Ending, "sessionEnd": Closed},
	read: func(kind Kind, name string, data []byte) (Event, error) {
		var said struct {
			Session    string          `json:"sessionId"`
			Dir        string          `json:"cwd"`
			Prompt     string          `json:"prompt"`
			Tool       string          `json:"toolName"`
			Args       json.RawMessage `json:"toolArgs"`
			Result     json.RawMessage `json:"toolResult"`
			IsRepeated bool            `json:"stop_hook_active"`
		}
		if err := json.Unmarshal(data, &said); err != nil {
			return Event{}, err
		}
		e := Event{Kind: kind, Dir: said.Dir, Name: name, Session: said.Session}
		switch kind {
		case Said:
			e.Text = bounded(said.Prompt)
		case Ending:
			e.IsRepeated = said.IsRepeated
		case Writing, Edited:
			var text string
			if json.Unmarshal(said.Args, &text) == nil { // the coding agent hands them on as text
				said.Args = json.RawMessage(text)
			}
			use := toolUse{Dir: said.Dir, Session: said.Session, Tool: said.Tool, Input: said.Args, Response: said.Result}
			return use.event(kind, name)
		}
		return e, nil
	},
	answer: func(e Event, a Answer) any {
		switch {
		case a.Denial != "":
			return struct {
				Decision string `json:"permissionDecision"`
				Reason   string `json:"permissionDecisionReason"`
			}{"deny", a.Denial}
		case e.Kind == Ending:
			return struct {
				Decision string `json:"decision"`
				Reason   string `json:"reason"`
			}{"block", a.Found}
		}
		return struct {
			Context string `json:"additionalContext"`
		}{joined(a.Context, a.Found)}
	},
}

package agent

import "encoding/json"

// ClaudeCode is Anthropic's Claude Code. See https://code.claude.com/docs/en/hooks.
var ClaudeCode = &Program{
	Name: "claude-code", Title: "Claude Code",
	Setup: Setup{Local: ".claude/settings.local.json", User: ".claude/settings.json", Shared: ".claude/settings.json", Form: grouped,
		Events: []Hooked{{"SessionStart", "", false}, {"UserPromptSubmit", "", false}, {"PreToolUse", "Write|Edit|MultiEdit|NotebookEdit", true},
			{"PostToolUse", "Write|Edit|MultiEdit|NotebookEdit|Bash", false}, {"PostToolUseFailure", "", false}, {"Stop", "", false}, {"SubagentStop", "", false}, {"SessionEnd", "", false}}},
	Hears: []Kind{Started, Said, Ran},
	kinds: map[string]Kind{"SessionStart": Started, "UserPromptSubmit": Said, "PreToolUse": Writing, "PostToolUse": Edited, "PostToolUseFailure": Ran,
		"Stop": Ending, "SubagentStop": Ending, "SessionEnd": Closed},
	read:   readTyped,
	answer: answerTyped,
	status: true,
}

// readTyped reads the events of Claude Code, whose shapes other agents have taken over.
func readTyped(kind Kind, name string, data []byte) (e Event, err error) {
	switch kind {
	case Writing, Edited, Ran:
		var use toolUse
		if err := json.Unmarshal(data, &use); err != nil {
			return Event{}, err
		}
		return use.event(kind, name)
	case Said:
		var p submission
		err = json.Unmarshal(data, &p)
		e = Event{Kind: Said, Dir: p.Dir, Name: name, Session: p.Session, Text: bounded(p.Prompt)}
	case Started, Closed:
		var s sessionEvent
		err = json.Unmarshal(data, &s)
		e = Event{Kind: kind, Dir: s.Dir, Name: name, Session: s.Session, IsAnew: s.Source == "clear" || s.Source == "compact"}
	case Ending:
		var s stop
		err = json.Unmarshal(data, &s)
		e = Event{Kind: Ending, Dir: s.Dir, IsRepeated: s.IsRepeated}
	}
	return e, err
}

// answerTyped answers as Claude Code takes it.
func answerTyped(e Event, a Answer) any {
	type output struct {
		Event    string `json:"hookEventName"`
		Context  string `json:"additionalContext,omitempty"`
		Decision string `json:"permissionDecision,omitempty"`
		Reason   string `json:"permissionDecisionReason,omitempty"`
	}
	o := output{Event: e.Name, Context: a.Context}
	if a.Denial != "" {
		o = output{Event: e.Name, Decision: "deny", Reason: a.Denial}
	}
	return struct {
		Output output `json:"hookSpecificOutput"`
	}{o}
}

package agent

import "strings"

// Gemini is Google's Gemini CLI. See docs/hooks/reference.md of its source.
var Gemini = &Program{
	Name: "gemini", Title: "Gemini CLI",
	Setup: Setup{User: ".gemini/settings.json", Shared: ".gemini/settings.json", Form: grouped,
		Events: []Hooked{{"SessionStart", "", false}, {"BeforeAgent", "", false}, {"BeforeTool", "write_file|replace", true},
			{"AfterTool", "write_file|replace|run_shell_command", false}, {"AfterAgent", "", false}, {"SessionEnd", "", false}}},
	Hears: []Kind{Started, Said, Ran},
	kinds: map[string]Kind{"SessionStart": Started, "BeforeAgent": Said, "BeforeTool": Writing, "AfterTool": Edited, "AfterAgent": Ending, "SessionEnd": Closed},
	read: func(kind Kind, name string, data []byte) (Event, error) {
		e, err := readTyped(kind, name, data)
		if kind == Said {
			e.Text = withoutOwn(e.Text)
		}
		return e, err
	},
	answer: func(e Event, a Answer) any {
		if a.Denial != "" {
			return struct {
				Decision string `json:"decision"`
				Reason   string `json:"reason"`
			}{"deny", a.Denial}
		}
		return answerTyped(e, a)
	},
	status: true,
}

// withoutOwn takes away what hooks have put before a prompt: Gemini hands that on as if the person had said it.
func withoutOwn(prompt string) string {
	const begin, end = "<hook_context>", "</hook_context>"
	for strings.HasPrefix(prompt, begin) {
		_, rest, ok := strings.Cut(prompt, end)
		if !ok {
			return ""
		}
		prompt = strings.TrimLeft(rest, "\n")
	}
	return prompt
}

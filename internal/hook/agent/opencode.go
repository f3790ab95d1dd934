package agent

// OpenCode has plugins instead of hooks: the file that is set up calls kbgate with events of Claude Code's shapes, and does what the answer
// says. See https://opencode.ai/docs/plugins.
var OpenCode = &Program{
	Name: "opencode", Title: "OpenCode",
	Setup: Setup{User: ".config/opencode/plugins/kbgate.js", Shared: ".opencode/plugins/kbgate.js", Form: plugin},
	Hears: []Kind{Said, Ran},
	kinds: map[string]Kind{"chat.message": Said, "tool.execute.before": Writing, "tool.execute.after": Edited, "session.deleted": Closed},
	read:  readTyped,
	answer: func(_ Event, a Answer) any {
		return struct {
			Context string `json:"context,omitempty"`
			Deny    string `json:"deny,omitempty"`
		}{joined(a.Context, a.Found), a.Denial}
	},
}

package agent

// Codex is OpenAI's Codex CLI. Its hooks have the shapes of Claude Code's. See https://developers.openai.com/codex/hooks and
// codex-rs/hooks/schema of its source.
var Codex = &Program{
	Name: "codex", Title: "Codex CLI",
	Setup: Setup{User: ".codex/hooks.json", UserVariable: "CODEX_HOME", Shared: ".codex/hooks.json", Form: grouped,
		Note: "Codex asks once, in /hooks, whether these hooks may run.",
		Events: []Hooked{{"SessionStart", "", false}, {"UserPromptSubmit", "", false}, {"PreToolUse", "apply_patch|Write|Edit", true},
			{"PostToolUse", "apply_patch|Write|Edit|Bash", false}, {"Stop", "", false}}},
	Hears:  []Kind{Started, Said, Ran},
	kinds:  map[string]Kind{"SessionStart": Started, "UserPromptSubmit": Said, "PreToolUse": Writing, "PostToolUse": Edited, "Stop": Ending, "SubagentStop": Ending},
	read:   readTyped,
	answer: answerTyped,
	status: true,
}

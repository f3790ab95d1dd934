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
	Other   Kind = iota // nothing that concerns notes
	Edited              // the agent wrote a file
	Ending              // the agent is about to end its work
	Said                // a person gave the agent a prompt
	Ran                 // a tool of the agent gave something out, or failed
	Started             // a session began, or began anew
	Writing             // the agent is about to write a file
	Closed              // a session ended
)

// Event is what an agent tells its hook.
type Event struct {
	Kind
	// Dir is the folder in which the agent works, "" where the event does not say.
	Dir string
	// File is what was edited, or is about to be; of several the first. It may be relative to Dir.
	File string
	// Name is that of the event, as the agent calls it.
	Name string
	// Session names the agent's session, where the event does.
	Session string
	// Text is what the person said, or what the tool gave out: of a long text its beginning and its end.
	Text string
	// Agent is whose work it is, "" where nobody says.
	Agent string
	// IsRepeated says that the agent was kept from ending before, and had its chance to act on what it was told.
	IsRepeated bool
	// IsAnew says that the session has lost what it was told before.
	IsAnew bool
}

// The shapes of Claude Code's events, as far as they matter here. See https://docs.claude.com/en/docs/claude-code/hooks.
type (
	toolUse struct {
		Dir      string          `json:"cwd"`
		Session  string          `json:"session_id"`
		Tool     string          `json:"tool_name"`
		Input    json.RawMessage `json:"tool_input"`
		Error    string          `json:"error"`
		Response json.RawMessage `json:"tool_response"`
		Stopped  bool            `json:"is_interrupt"` // by the person, so nothing failed
	}
	edit struct {
		File     string `json:"file_path"`
		Notebook string `json:"notebook_path"`
		Path     string `json:"path"`     // Copilot's
		Camel    string `json:"filePath"` // OpenCode's
		Patch    string `json:"command"`  // Codex's
	}
	sessionEvent struct {
		Dir     string `json:"cwd"`
		Session string `json:"session_id"`
		Source  string `json:"source"` // startup, resume, clear or compact
	}
	submission struct {
		Dir     string `json:"cwd"`
		Session string `json:"session_id"`
		Prompt  string `json:"prompt"`
	}
	stop struct {
		Dir        string `json:"cwd"`
		IsRepeated bool   `json:"stop_hook_active"`
	}
)

// editors are the tools that write files.
var editors = []string{"Write", "Edit", "MultiEdit", "NotebookEdit", "apply_patch", "write_file", "replace", "create", "edit", "write"}

// runners are the tools that run commands, as agents call them. What other tools give out is what they read or asked for, and tells of no
// failure of the agent's work.
var runners = []string{"Bash", "BashOutput", "PowerShell", "Shell", "shell", "run_shell_command", "run_in_terminal", "bash", "powershell", "exec_command"}

// readers are commands that print what stands somewhere: a trace in a log that the agent reads is no failure of what the agent ran.
var readers = []string{"cat", "less", "more", "head", "tail", "grep", "rg", "awk", "sed", "find", "ls", "jq", "echo", "printf", "man", "diff", "wc", "history", "journalctl"}

// readingGit are git's own.
var readingGit = []string{"log", "show", "diff", "grep", "blame", "status", "reflog"}

// onlyReads reports whether a line of commands only reads: each of its parts begins with a command that does. What follows a pipe belongs to
// the command before it.
func onlyReads(line string) bool {
	isRead := false
	for part := range strings.FieldsFuncSeq(strings.NewReplacer("&&", "\n", "||", "\n").Replace(line), func(r rune) bool { return strings.ContainsRune(";&\n", r) }) {
		if words := strings.Fields(part); len(words) > 0 && words[0] != "cd" {
			if isRead = readsOnly(words); !isRead {
				return false
			}
		}
	}
	return isRead
}

// readsOnly reports whether a command only reads.
func readsOnly(words []string) bool {
	for len(words) > 1 && strings.Contains(words[0], "=") { // variables
		words = words[1:]
	}
	runs := slices.ContainsFunc(words, func(w string) bool {
		return w == "xargs" || strings.HasPrefix(w, "-exec") || strings.HasPrefix(w, "-i") && words[0] == "sed"
	})
	if words[0] == "git" {
		i := 1
		for i+2 < len(words) && (words[i] == "-C" || words[i] == "-c") {
			i += 2
		}
		return i < len(words) && slices.Contains(readingGit, words[i])
	}
	return !runs && slices.Contains(readers, words[0])
}

// printers are the fields in which tools say what a command printed.
var printers = []string{"stdout", "stderr", "output", "error", "returnDisplay", "textResultForLlm"}

// event is that of the use of a tool: of one that writes files before and after it did, of one that runs commands after it did.
func (u *toolUse) event(kind Kind, name string) (Event, error) {
	isEditor := slices.Contains(editors, u.Tool)
	switch {
	case isEditor && kind != Ran:
		return u.edited(kind, name)
	case slices.Contains(runners, u.Tool) && kind != Writing:
		return u.ran(name), nil
	}
	return Event{}, nil
}

// edited is the event of a tool that writes a file.
func (u *toolUse) edited(kind Kind, name string) (Event, error) {
	var made edit
	if u.Input != nil {
		if err := json.Unmarshal(u.Input, &made); err != nil {
			return Event{}, err
		}
	}
	e := Event{Kind: kind, Dir: u.Dir, File: cmp.Or(made.File, made.Notebook, made.Path, made.Camel, patched(made.Patch))}
	if kind == Writing {
		e.Name, e.Session = name, u.Session
	}
	if e.File == "" {
		return e, fmt.Errorf("the tool %s names no file", u.Tool)
	}
	return e, nil
}

// patched is the first file that a patch in the form of Codex adds or updates, "" where it does neither.
func patched(patch string) string {
	for line := range strings.Lines(bounded(patch)) {
		for _, mark := range []string{"*** Add File: ", "*** Update File: "} {
			if name, ok := strings.CutPrefix(line, mark); ok {
				return strings.TrimSpace(name)
			}
		}
	}
	return ""
}

// ran is the event of a tool that ran commands: what they printed. It is none where they only read, or printed nothing.
func (u *toolUse) ran(name string) Event {
	var input struct {
		Command string `json:"command"`
	}
	_ = json.Unmarshal(u.Input, &input) // without a command nothing is known to read
	if u.Stopped || onlyReads(input.Command) {
		return Event{}
	}
	said := u.Error
	var fields map[string]json.RawMessage
	if json.Unmarshal(u.Response, &fields) == nil {
		for _, field := range printers {
			var text string
			if json.Unmarshal(fields[field], &text) == nil && text != "" {
				said += "\n" + text
			}
		}
	}
	if said = bounded(strings.TrimSpace(said)); said == "" {
		return Event{}
	}
	return Event{Kind: Ran, Dir: u.Dir, Name: name, Session: u.Session, Text: said}
}

// mostText is how many bytes of a prompt or of what a tool gave out are looked at: a quarter from the beginning, the rest from the end.
const mostText = 256 << 10

// bounded gives the beginning and the end of a long text.
func bounded(s string) string {
	if len(s) <= mostText {
		return s
	}
	return strings.ToValidUTF8(s[:mostText/4], "") + "\n" + strings.ToValidUTF8(s[len(s)-mostText*3/4:], "")
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

package agent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/atomicfile"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/jsontext"
	"github.com/kbgate/kbgate/internal/lazy"
	"github.com/kbgate/kbgate/internal/text"
)

// Setup says which file sets the hooks of a program up. Paths have forward slashes.
type Setup struct {
	Local        string // below the top of the work tree, and not committed; "": there is none
	User         string // below the user's home
	UserVariable string // of the environment, which names the first folder of User where it is set
	Shared       string // below the top of the work tree, for all who work on it
	Note         string // what is to be done besides
	Rules        string // a file of rules below the top of the work tree, in which the brief stands, too; "": its events bring it
	SharedRules  string // the same for all who work on it
	NamesEvent   bool   // the command has to say the event's name, because the event does not
	Form         Form
	Events       []Hooked
}

// Hooked is an event for which the program calls kbgate.
type Hooked struct {
	Name    string
	Matcher string // of tools, "" for all
	Denies  bool   // only where writes are denied once
}

// Form is how a settings file lists hooks.
type Form int

// The forms of settings files.
const (
	grouped Form = iota // hooks.EVENT is a list of matchers, each with a list of commands
	listed              // hooks.EVENT is a list of commands, and there is a version
	shells              // the same, with a command for each shell
	plugin              // the file is a program, and is all ours
)

// Wish is what is to be set up.
type Wish struct {
	Program  string // the path of kbgate
	Agent    string // whose brief it is; "": found at each session
	DenyOnce bool
}

// Target is the file that sets a program up.
type Target struct {
	Program *Program
	Scope   string // local, user or shared
	File    string
	root    string // below which no link is followed
	inside  string // File from there, with forward slashes
}

// Target is the file for everybody who works on the repository, else that of the program's own choice: a local file, or the user's.
func (p *Program) Target(top string, shared bool) (Target, error) {
	t := Target{Program: p, Scope: "shared", root: top, inside: p.Setup.Shared}
	switch {
	case shared:
	case p.Setup.Local != "":
		t.Scope, t.inside = "local", p.Setup.Local
	default:
		home, err := os.UserHomeDir()
		if err != nil {
			return t, hint.Misuse("set HOME", "the settings of %s are below your home: %w", p.Title, err)
		}
		t.Scope, t.root, t.inside = "user", home, p.Setup.User
		if folder := os.Getenv(p.Setup.UserVariable); p.Setup.UserVariable != "" && filepath.IsAbs(folder) {
			_, t.inside, _ = strings.Cut(p.Setup.User, "/")
			t.root = folder
		}
	}
	t.File = filepath.Join(t.root, filepath.FromSlash(t.inside))
	return t, nil
}

// Read gives what the file holds, nil where there is none. One behind a link, or that is none of text, is refused.
func (t Target) Read() ([]byte, error) {
	at := t.root
	parts := strings.Split(t.inside, "/")
	for i, part := range parts {
		at = filepath.Join(at, part)
		info, err := os.Lstat(at)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, nil
		case err != nil:
			return nil, err
		case info.Mode()&fs.ModeSymlink != 0:
			return nil, hint.Misuse("set it up by hand, where the link leads", "%s is a symbolic link, and kbgate writes through none", at)
		case i+1 < len(parts) && !info.IsDir(), i+1 == len(parts) && !info.Mode().IsRegular():
			return nil, hint.Misuse("move it away", "%s stands in the way of the settings of %s", at, t.Program.Title)
		case info.Size() > jsontext.MaxText && i+1 == len(parts):
			return nil, hint.Misuse("set it up by hand", "%s is larger than %d KiB", at, jsontext.MaxText>>10)
		}
	}
	file, err := os.Open(t.File)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, jsontext.MaxText+1))
}

// Write puts a text into the file, or takes the file away where the text is nil: a local one with the folder that it leaves empty. excluded is the
// file in which git was told to pass it over, "" where it was not.
func (t Target) Write(ctx context.Context, repo git.Folder, text []byte) (excluded string, err error) {
	if text == nil {
		if err := os.Remove(t.File); err != nil {
			return "", err
		}
		if t.Scope != "local" {
			return "", nil
		}
		if folder := filepath.Dir(t.File); folder != filepath.Clean(t.root) {
			_ = os.Remove(folder) // it fails where the folder holds something
		}
		return "", letIn(repo, t.inside)
	}
	if t.Scope == "local" {
		if excluded, err = keepOut(ctx, repo, t.inside); err != nil {
			return "", err
		}
	}
	if err := os.MkdirAll(filepath.Dir(t.File), 0o777); err != nil {
		return "", err
	}
	return excluded, rewrite(t.File, text)
}

// rewrite replaces a file, whose mode stays.
func rewrite(name string, text []byte) error {
	return atomicfile.Write(name, text, 0o666, func(f *os.File) error {
		info, err := os.Lstat(name)
		if err != nil || runtime.GOOS == "windows" {
			return nil
		}
		return f.Chmod(info.Mode().Perm())
	})
}

// RulesFile is the file of rules in which the brief stands, below the top of the work tree; "" where the program's events bring it.
func (p *Program) RulesFile(shared bool) string {
	if shared {
		return p.Setup.SharedRules
	}
	return p.Setup.Rules
}

// outLines are the lines that tell git to pass a file over.
func outLines(name string) string {
	return "# kbgate wrote the next line, and takes it away with the file\n/" + name + "\n"
}

func excludeFile(repo git.Folder) string { return filepath.Join(repo.Common, "info", "exclude") }

// letIn takes away what keepOut wrote.
func letIn(repo git.Folder, name string) error {
	file := excludeFile(repo)
	if info, err := os.Lstat(file); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	text, err := os.ReadFile(file)
	if rest := strings.Replace(string(text), outLines(name), "", 1); err == nil && rest != string(text) {
		return rewrite(file, []byte(rest))
	}
	return err
}

// keepOut sees to it that git does not take a file for one to be committed, and gives the file in which it wrote that: of one that is tracked
// it says so.
func keepOut(ctx context.Context, repo git.Folder, name string) (excluded string, err error) {
	tracked, err := git.IsTracked(ctx, repo, name)
	if err != nil {
		return "", err
	}
	if tracked {
		return "", hint.Misuse("--shared means it all the same", "git tracks %s, so the change would be committed with the next `git commit -a`", name)
	}
	if ignored, err := git.IsIgnored(ctx, repo, name); ignored || err != nil {
		return "", err
	}
	file := excludeFile(repo)
	text, err := os.ReadFile(file)
	if info, missing := os.Lstat(file); missing == nil && (!info.Mode().IsRegular() || err != nil) {
		return "", hint.Misuse("add the line /"+name+" to a .gitignore", "%s is no file that kbgate may write", file)
	}
	if len(text) > 0 && text[len(text)-1] != '\n' {
		text = append(text, '\n')
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return "", err
	}
	return file, rewrite(file, append(text, outLines(name)...))
}

// Installed is the text of the file with our entries as they are wished, and without those that were there before.
func (t Target) Installed(text []byte, w Wish) ([]byte, error) {
	s := t.Program.Setup
	if s.Form == plugin {
		if len(text) > 0 && !isOurPlugin(text) {
			return nil, hint.Misuse("move it away", "%s is not kbgate's", t.File)
		}
		return pluginText(t.command(w, "")), nil
	}
	text, _, err := t.stripped(text)
	if err != nil {
		return nil, err
	}
	if s.Form != grouped {
		if text, err = jsontext.Set(text, "version", 1); err != nil {
			return nil, t.unchangeable(err)
		}
	}
	for _, h := range s.Events {
		if h.Denies && !w.DenyOnce {
			continue
		}
		if text, err = jsontext.Add(text, t.entry(h, w), "hooks", h.Name); err != nil {
			return nil, t.unchangeable(err)
		}
	}
	return text, nil
}

// Removed is the text of the file without our entries, nil where nothing is left, and how many there were.
func (t Target) Removed(text []byte) ([]byte, int, error) {
	if t.Program.Setup.Form == plugin {
		if !isOurPlugin(text) {
			return text, 0, nil
		}
		return nil, 1, nil
	}
	rest, n, err := t.stripped(text)
	if err != nil || n == 0 {
		return text, 0, err
	}
	if v, err := jsontext.Parse(rest); err == nil && v.IsObject() && (len(v.Members) == 0 || len(v.Members) == 1 && v.Members[0].Name == "version" && t.Program.Setup.Form != grouped) {
		return nil, n, nil
	}
	return rest, n, nil
}

// Lines are what may be pasted where the file cannot be changed.
func (t Target) Lines(w Wish) string {
	text, err := Target{Program: t.Program}.Installed(nil, w)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func (t Target) unchangeable(err error) error {
	return hint.Misuse("paste the lines that `kbgate hook install --agent "+t.Program.Name+" --print` prints", "%s stays as it is: it %w", t.File, err)
}

// command is the line that an entry runs.
func (t Target) command(w Wish, event string) string {
	line := text.ShellWord(w.Program) + " hook agent"
	if t.Program != ClaudeCode {
		line += " --program " + t.Program.Name
	}
	if t.Program.Setup.NamesEvent {
		line += " --event " + event
	}
	if w.Agent != "" {
		line += " --agent " + w.Agent
	}
	if w.DenyOnce {
		line += " --deny-once"
	}
	return line
}

// entry is what a file holds for an event.
func (t Target) entry(h Hooked, w Wish) any {
	command := t.command(w, h.Name)
	type run struct {
		Type    string `json:"type,omitempty"`
		Command string `json:"command,omitempty"`
		Bash    string `json:"bash,omitempty"`
		Shell   string `json:"powershell,omitempty"`
		Matcher string `json:"matcher,omitempty"`
	}
	switch t.Program.Setup.Form {
	case listed:
		return run{Command: command, Matcher: h.Matcher}
	case shells:
		return run{Type: "command", Bash: command, Shell: "& " + command}
	}
	return struct {
		Matcher string `json:"matcher,omitempty"`
		Hooks   []run  `json:"hooks"`
	}{h.Matcher, []run{{Type: "command", Command: command}}}
}

// mostEntries is how many entries of a file are looked at.
const mostEntries = 10_000

// stripped takes our entries away, and what they leave empty.
func (t Target) stripped(text []byte) (rest []byte, n int, err error) {
	if len(strings.TrimSpace(string(text))) == 0 {
		return text, 0, nil
	}
	for {
		v, err := jsontext.Parse(text)
		if err != nil {
			return nil, 0, t.unchangeable(err)
		}
		next, found := t.withoutOne(v)
		if !found {
			return text, n, nil
		}
		if n++; n > mostEntries {
			return nil, 0, hint.Misuse("take them away by hand", "%s holds more than %d entries of kbgate's", t.File, mostEntries)
		}
		text = next
	}
}

// withoutOne is the text without the first of our entries.
func (t Target) withoutOne(v *jsontext.Value) (rest []byte, found bool) {
	hooks := v.Member("hooks")
	if hooks == nil {
		return nil, false
	}
	for _, event := range hooks.Members {
		for i, item := range event.Value.Items {
			inner := item.Member("hooks")
			at := -1
			if inner != nil {
				at = slices.IndexFunc(inner.Items, isOurs)
			}
			switch {
			case at >= 0 && len(inner.Items) > 1:
				return inner.Without(at), true
			case at < 0 && !isOurs(item):
				continue
			case len(event.Value.Items) > 1:
				return event.Value.Without(i), true
			case len(hooks.Members) > 1:
				return hooks.Without(slices.IndexFunc(hooks.Members, func(m jsontext.Member) bool { return m.Value == event.Value })), true
			}
			return v.Without(slices.IndexFunc(v.Members, func(m jsontext.Member) bool { return m.Value == hooks })), true
		}
	}
	return nil, false
}

// isOurs reports whether an entry runs kbgate's hook.
func isOurs(entry *jsontext.Value) bool {
	for _, name := range []string{"command", "bash"} {
		if v := entry.Member(name); v != nil && isOurCommand(v.String()) {
			return true
		}
	}
	return false
}

// ourCommand is a line as Target.command writes it, and no more: one word that names a program, and the flags that an entry has.
var ourCommand = lazy.Regexp(`^('[^']+'|"[^"$` + "`" + `]+"|[^\s'"$` + "`" + `;|&<>()]+) hook agent(?: --program [a-z-]+)?(?: --event [A-Za-z]+)?(?: --agent [a-z0-9._-]+)?(?: --deny-once)?$`)

// isOurCommand reports whether a line runs a program of kbgate's name with `hook agent`, and nothing else.
func isOurCommand(line string) bool {
	m := ourCommand().FindStringSubmatch(line)
	if m == nil {
		return false
	}
	return strings.TrimSuffix(path.Base(filepath.ToSlash(strings.Trim(m[1], `'"`))), ".exe") == "kbgate"
}

// ourAgent is whom a line as Target.command writes it names.
var ourAgent = lazy.Regexp(` hook agent(?: --program [a-z-]+)?(?: --event [A-Za-z]+)? --agent ([a-z0-9._-]+)`)

// Whose is the agent whose brief our entries of a text ask for, "" where they name none.
func (t Target) Whose(text []byte) string {
	if found := ourAgent().FindSubmatch(text); found != nil {
		return string(found[1])
	}
	return ""
}

// Count is how many entries of ours a text holds.
func (t Target) Count(text []byte) (int, error) {
	_, n, err := t.Removed(text)
	return n, err
}

// OutsideOf fails if the program lies in a work tree, where a change may put another one in its place.
func OutsideOf(top, program string) error {
	real, err := filepath.EvalSymlinks(program)
	if err != nil {
		return fmt.Errorf("looking at the program that the hooks are to call: %w", err)
	}
	for _, name := range []string{real, program} {
		if inside, err := filepath.Rel(top, filepath.FromSlash(name)); err == nil && filepath.IsLocal(inside) {
			return hint.Misuse("install kbgate elsewhere, and run that", "%s is in the work tree, where any change may put another program in its place", name)
		}
	}
	return nil
}

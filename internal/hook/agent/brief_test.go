package agent

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/git"
)

func TestNamed(t *testing.T) {
	for prompt, want := range map[string][]string{
		"":                     nil,
		"Now add a login page": nil,
		"Please mend claims/tea.md, then `maps/all.md`.": {"claims/tea.md", "maps/all.md"},
		"see @notes/a.md and (./b.md) and b.md":          {"notes/a.md", "b.md"},
		"https://example.org/a.md and and/or ... / ../":  {"and/or"},
		strings.Repeat("x", 300) + ".md":                 nil,
		"“skills/redis.md”: again":                       {"skills/redis.md"},
	} {
		if got := Named(prompt); !reflect.DeepEqual(got, want) {
			t.Errorf("%.60q: %q, want %q", prompt, got, want)
		}
	}
	var many strings.Builder
	for i := range 100 {
		fmt.Fprintf(&many, "a%d.md ", i)
	}
	if got := Named(many.String()); len(got) != mostLookedUp {
		t.Errorf("%d are looked up", len(got))
	}
}

// What is remembered is bounded, and damage makes a new session.
func TestSessions(t *testing.T) {
	repo := git.Folder{GitDir: t.TempDir()}
	now := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	const one, other = "0123456789abcdef", "fedcba9876543210"
	open := func(id, brief string, at time.Time) *Session {
		t.Helper()
		s := OpenSession(repo, ClaudeCode, id, at)
		s.Brief, s.Agent = brief, "rio"
		if err := s.Save(); err != nil {
			t.Fatal(err)
		}
		return s
	}
	openBriefs := func(maker string) []string {
		t.Helper()
		briefs, err := BriefsFor(OpenSessions(repo, now), func(string) (string, error) { return maker, nil })
		if err != nil {
			t.Fatal(err)
		}
		return briefs
	}
	if got := openBriefs("rio"); got != nil {
		t.Errorf("without a session: %q", got)
	}
	open("none", "", now)
	if _, err := os.Lstat(sessions(repo)); err == nil {
		t.Error("a session that was told nothing leaves a file")
	}
	open("bad", "x\nAgent: clay", now)
	open("old", other, now.Add(-openFor-time.Second))
	s := open("a", one, now)
	open("b", one, now)
	if got := openBriefs("rio"); !reflect.DeepEqual(got, []string{one}) {
		t.Errorf("%q", got)
	}
	open("c", other, now)
	if got := openBriefs("rio"); !reflect.DeepEqual(got, []string{one, other}) {
		t.Errorf("two that differ: %q", got)
	}
	for _, maker := range []string{"", "ana"} { // nobody knows who, and another
		if got := openBriefs(maker); len(got) != 0 {
			t.Errorf("a commit of %q: %q", maker, got)
		}
	}
	if !s.IsNew("x") || s.IsNew("x") || !s.MayDeny("x") || s.MayDeny("x") {
		t.Error("something is told twice, or never")
	}
	if err := s.Save(); err != nil {
		t.Fatal(err)
	}
	s = OpenSession(repo, ClaudeCode, "a", now)
	if s.IsNew("x") || s.Brief != one {
		t.Errorf("forgotten: %+v", s)
	}
	if s.Forget(); !s.IsNew("x") {
		t.Error("not forgotten")
	}
	if !OpenSession(repo, Codex, "a", now).IsNew("x") {
		t.Error("two programs share a session")
	}
	for i := range 1000 {
		s.IsNew(fmt.Sprint(i))
	}
	if len(s.Told) != mostTold {
		t.Errorf("%d texts are remembered", len(s.Told))
	}
	for i := range 2 * mostSessions {
		open(fmt.Sprint(i), one, now.Add(time.Duration(i)*time.Second))
	}
	files, err := os.ReadDir(sessions(repo))
	if err != nil || len(files) > mostSessions+1 {
		t.Errorf("%d files, %v", len(files), err)
	}
	for _, damage := range []string{"", "{", `{"told": 1}`, `[]`, strings.Repeat(" ", maxSession+1)} {
		s := open("damaged", one, now)
		if err := os.WriteFile(s.file, []byte(damage), 0o600); err != nil {
			t.Fatal(err)
		}
		if s = OpenSession(repo, ClaudeCode, "damaged", now); s.Brief != "" || len(s.Told) > 0 {
			t.Errorf("%.20q: %+v", damage, s)
		}
	}
	// Where sessions lay once, kbgate takes its own files away, and no others.
	former := filepath.Join(repo.GitDir, "kbgate-sessions")
	stays := filepath.Join(former, "package.json")
	if err := os.Mkdir(former, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{filepath.Join(former, filepath.Base(s.file)), stays} {
		if err := os.WriteFile(name, []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	open("a", one, now)
	if left, err := os.ReadDir(former); err != nil || len(left) != 1 || left[0].Name() != "package.json" {
		t.Errorf("%v is left, %v", left, err)
	}
	if err := os.Remove(stays); err != nil {
		t.Fatal(err)
	}
	open("a", one, now)
	if _, err := os.Lstat(former); err == nil {
		t.Error("the former folder stays, and it is empty")
	}
	victim := filepath.Join(t.TempDir(), "victim")
	if err := os.WriteFile(victim, []byte(`{"brief":"`+other+`"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	s = open("a", one, now)
	if err := os.Remove(s.file); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(victim, s.file); err != nil {
		t.Skip(err)
	}
	if s = OpenSession(repo, ClaudeCode, "a", now); s.Brief != "" {
		t.Error("a link was followed")
	}
	for _, name := range []string{"kbgate", "kbgate/sessions", "kbgate-sessions"} {
		elsewhere := t.TempDir()
		kept := filepath.Join(elsewhere, filepath.Base(s.file))
		if err := os.WriteFile(kept, []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
		repo := git.Folder{GitDir: t.TempDir()}
		link := filepath.Join(repo.GitDir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(link), 0o700), os.Symlink(elsewhere, link)); err != nil {
			t.Fatal(err)
		}
		s := OpenSession(repo, ClaudeCode, "b", now)
		s.Brief = one
		if err := s.Save(); (err == nil) != (name == "kbgate-sessions") {
			t.Errorf("behind a link at %s: %v", name, err)
		}
		if files, err := os.ReadDir(elsewhere); err != nil || len(files) != 1 {
			t.Errorf("behind a link at %s: %v, %v", name, files, err)
		}
	}
}

func TestWithBrief(t *testing.T) {
	block := func(text string) string { return rulesBegin + "\n" + text + "\n" + rulesEnd }
	for _, c := range []struct{ says, old, text, want string }{
		{"nothing of nothing", "", "", ""},
		{"a new file", "", "x", block("x") + "\n"},
		{"one that is there", "# Mine\n", "x", "# Mine\n\n" + block("x") + "\n"},
		{"no line end", "# Mine", "x", "# Mine\n" + block("x") + "\n"},
		{"anew", "a\n" + block("old\nwords") + "\nb", "x", "a\n" + block("x") + "\nb"},
		{"away", "# Mine\n\n" + block("x") + "\n", "", "# Mine\n"},
		{"away from a file without a line end", "# Mine\n" + block("x") + "\n", "", "# Mine"},
		{"away from the middle", "a\n\n" + block("x") + "\nb", "", "a\nb"},
		{"lines of Windows", "a\r\n", "x\ny", "a\r\n\r\n" + strings.ReplaceAll(block("x\ny"), "\n", "\r\n") + "\r\n"},
	} {
		got, err := withBrief([]byte(c.old), c.text, false)
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %v\n%q\nwant\n%q", c.says, err, got, c.want)
		}
	}
	for _, old := range []string{rulesBegin, rulesEnd, rulesEnd + rulesBegin, block("x") + block("y")} {
		if got, err := withBrief([]byte(old), "x", false); err == nil {
			t.Errorf("%q became %q", old, got)
		}
	}
	made, err := withBrief(nil, "x", true)
	if err != nil || !strings.HasPrefix(string(made), "---\n") {
		t.Errorf("%q, %v", made, err)
	}
	if gone, err := withBrief(made, "", true); err != nil || len(gone) != 0 {
		t.Errorf("%q, %v", gone, err)
	}
}

// The marks cannot stand in a brief.
func FuzzWithBrief(f *testing.F) {
	f.Add("# Mine\n", "x")
	f.Add("a\r\nb", "x\ny")
	f.Fuzz(func(t *testing.T, old, text string) {
		if text = strings.TrimSpace(text); text == "" || strings.Contains(text, "<!--") || strings.Contains(old, "<!-- kbgate") {
			return
		}
		with, err := withBrief([]byte(old), text, false)
		if err != nil {
			t.Fatal(err)
		}
		if without, err := withBrief(with, "", false); err != nil || string(without) != old {
			t.Errorf("%q became %q, and then %q (%v)", old, with, without, err)
		}
	})
}

func TestIsOurCommand(t *testing.T) {
	for line, want := range map[string]bool{
		"kbgate hook agent": true, "/usr/bin/kbgate hook agent --agent rio": true, `'/home/a b/kbgate' hook agent`: true, `C:/tools/kbgate.exe hook agent`: true,
		"": false, "kbgate check": false, "other hook agent": false, "log; kbgate hook agent": false, "kbgate-other hook agent": false, "a && kbgate hook agent": false,
		"sudo kbgate hook agent": false, "sudo /usr/bin/kbgate hook agent": false, "kbgate hook agent && ./mylint.sh": false, "kbgate hook agent --agent rio; x": false, "$(x)/kbgate hook agent": false,
		`"/home/a b/kbgate" hook agent --program codex --event SessionStart --agent rio --deny-once`: true,
	} {
		if got := isOurCommand(line); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}

// Each program is set up for events that it reads, and only for these; it hears the brief somewhere.
func TestPrograms(t *testing.T) {
	for _, p := range Programs {
		if p.Name == "" || p.Title == "" || p.Setup.User == "" && p.Setup.Local == "" || p.Setup.Shared == "" || p.answer == nil || p.read == nil {
			t.Errorf("%s lacks something", p.Name)
		}
		for _, h := range p.Setup.Events {
			if kind, ok := p.kinds[h.Name]; !ok || h.Denies != (kind == Writing) {
				t.Errorf("%s is set up for %s", p.Name, h.Name)
			}
		}
		if !p.HearsAt(Started) && !p.HearsAt(Said) {
			t.Errorf("%s never hears the brief", p.Name)
		}
		text, err := Target{Program: p}.Installed(nil, Wish{Program: "/bin/kbgate", Agent: "rio", DenyOnce: true})
		if err != nil {
			t.Fatal(err)
		}
		if rest, n, err := (Target{Program: p}).Removed(text); err != nil || rest != nil || n == 0 {
			t.Errorf("%s: %d entries are taken away, %q is left, %v", p.Name, n, rest, err)
		}
	}
	if _, err := Find("emacs"); err == nil {
		t.Error("emacs is a coding agent")
	}
}

// Whatever an event holds, no program of ours makes of it what cannot be.
func FuzzPrograms(f *testing.F) {
	for _, s := range []string{`{"hook_event_name":"SessionStart","session_id":"a","cwd":"/"}`, `{"toolName":"edit","toolArgs":"{\"path\":\"a\"}","cwd":"/"}`,
		`{"hook_event_name":"BeforeAgent","prompt":"<hook_context>x</hook_context>\n\ny"}`, `{"hook_event_name":"PreToolUse","tool_name":"apply_patch","tool_input":{"command":"*** Add File: a.md"}}`,
		`{"hook_event_name":"preToolUse","workspace_roots":["/a"],"tool_name":"Write","tool_input":{"file_path":"b"}}`} {
		for i := range Programs {
			f.Add(i, "postToolUse", []byte(s))
			f.Add(i, "", []byte(s))
		}
	}
	f.Fuzz(func(t *testing.T, which int, named string, data []byte) {
		e, err := Programs[uint(which)%uint(len(Programs))].Parse(named, data)
		switch {
		case err != nil && e != Event{}:
			t.Errorf("an error, %v, and an event, %+v", err, e)
		case (e.Kind == Edited || e.Kind == Writing) != (e.File != ""):
			t.Errorf("%+v", e)
		case strings.ContainsRune(e.Dir+e.File, 0), strings.HasPrefix(e.Text, "<hook_context>") && e.Name == "BeforeAgent":
			t.Errorf("%+v", e)
		}
	})
}

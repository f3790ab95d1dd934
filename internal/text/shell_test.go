package text

import "testing"

func TestShellWord(t *testing.T) {
	for word, want := range map[string]string{
		"notes/tea.md": "notes/tea.md", "kb of tea/a.md": "'kb of tea/a.md'", "it's.md": `'it'\''s.md'`, "$(rm).md": "'$(rm).md'",
		"-rf.md": "./-rf.md", "chá.md": "'chá.md'", "": "''", "C:/kbgate.exe": "C:/kbgate.exe",
	} {
		if got := ShellWord(word); got != want {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
	}
}

package hook

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestSealIsKnownAgain(t *testing.T) {
	text := script{Name: "pre-commit", Program: "/bin/kbgate"}.text()
	for _, tt := range []struct {
		name         string
		text         string
		ours, intact bool
	}{
		{"as it was written", string(text), true, true},
		{"a line more", string(text) + "make lint\n", true, false},
		{"another shell", strings.Replace(string(text), "/bin/sh", "/bin/bash", 1), true, false},
		{"a line before", strings.Replace(string(text), "\n", "\nset -e\n", 1), true, false},
		{"another seal", strings.Replace(string(text), marker, marker+"0", 1), true, false},
		{"no marker", strings.Replace(string(text), marker, "# ", 1), false, false},
		{"the marker within a line", "#!/bin/sh\necho '" + marker + "'\n", false, false},
		{"nothing", "", false, false},
	} {
		if ours, intact := inspect([]byte(tt.text)); ours != tt.ours || intact != tt.intact {
			t.Errorf("%s: ours %v, intact %v", tt.name, ours, intact)
		}
	}
}

// A shell is the judge of whether scripts can be read, and of names that need quoting.
func TestScriptsInAShell(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	for _, base := range []string{"", "kb", "a base", "it's $(touch hit) `touch hit` \"quoted\" \\", "-n", "line\nend"} {
		dir := t.TempDir()
		program := filepath.Join(dir, "the 'program'")
		if err := os.WriteFile(program, []byte("#!/bin/sh\nprintf '<%s>' \"$@\"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Join(dir, "work", base), 0o700); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, "pre-commit")
		if err := os.WriteFile(file, script{Name: "pre-commit", Base: base, Program: program}.text(), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(shell, file)
		cmd.Dir = filepath.Join(dir, "work")
		cmd.Env = []string{"PATH="}
		out, err := cmd.CombinedOutput()
		want := "<check><--staged>"
		if base != "" {
			want += "<--><" + base + ">"
		}
		if err != nil || string(out) != want {
			t.Errorf("%q: %v, %q; want %q", base, err, out, want)
		}
		if _, err := os.Stat(filepath.Join(cmd.Dir, "hit")); err == nil {
			t.Errorf("%q was run", base)
		}
	}
}

func FuzzInspect(f *testing.F) {
	f.Add([]byte("#!/bin/sh\necho\n"))
	f.Add([]byte(marker))
	f.Fuzz(func(t *testing.T, text []byte) {
		if ours, intact := inspect(text); intact && !ours {
			t.Error("intact, but not ours")
		}
		sealed := seal(text)
		if ours, intact := inspect(sealed); !ours || !intact {
			t.Errorf("%q is not known again", sealed)
		}
	})
}

package git

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What a path is called says nothing of commits and changes, whatever it is called.
func TestLossesOfHostileNames(t *testing.T) {
	one := strings.Repeat("1", 40)
	for _, name := range []string{
		"README\x01", "README\x01" + one + " p q", one + " " + one, "\n" + one, ":100644 000000 " + one + " " + one + " D", "\n", "\x01\x01", "ü\xff",
	} {
		dir, do := repository(t)
		if err := os.Mkdir(filepath.Join(dir, "kept"), 0o777); err != nil {
			t.Fatal(err)
		}
		for _, file := range []string{"a" + name, "record", "z" + name, name} {
			file = filepath.Join("kept", file)
			if err := os.WriteFile(filepath.Join(dir, file), []byte("x"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		do("add", ".")
		do("commit", "-qm", "all")
		do("rm", "-q", "-r", ".")
		do("commit", "-qm", "none")
		do("config", "log.diffMerges", "first-parent")
		lost, err := Losses(context.Background(), Find(context.Background(), dir), "", "HEAD", "kept")
		if err != nil || len(lost) != 4 {
			t.Errorf("%q: %+v, %v", name, lost, err)
			continue
		}
		var paths []string
		for _, l := range lost {
			paths = append(paths, l.Path)
			if l.Commit != lost[0].Commit || len(l.Parents) != 1 || l.New.Mode != "" {
				t.Errorf("%q: %+v", name, l)
			}
		}
		if all := strings.Join(paths, "\x00"); !strings.Contains(all, "record") || !strings.Contains(all, "z"+name) {
			t.Errorf("%q: %q", name, paths)
		}
	}
}

func FuzzLosses(f *testing.F) {
	f.Add("README\x01", "record")
	f.Add("\n:", ":100644 000000")
	id := strings.Repeat("a", 40)
	f.Add(id, "\x01"+id+" "+id)
	line := ":100644 000000 " + id + " " + strings.Repeat("0", 40) + " D\x00"
	f.Fuzz(func(t *testing.T, a, b string) {
		_, _ = readTraces([]byte(a + "\x00" + b)) // it may be anything, and breaks nothing
		if strings.Contains(a+b, "\x00") || a == "" || b == "" {
			return
		}
		var out bytes.Buffer
		for range 2 {
			out.WriteString(id + " " + id + " " + id + "\x00\n" + line + a + "\x00" + line + b + "\x00\x00")
		}
		lost, err := readTraces(out.Bytes())
		if err != nil || len(lost) != 4 || lost[0].Path != a || lost[3].Path != b || lost[3].Commit != id || len(lost[3].Parents) != 2 {
			t.Fatalf("%q, %q: %+v, %v", a, b, lost, err)
		}
	})
}

// Without git nothing is in a repository, and the way out is not to make one.
func TestNoGit(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	err := Find(context.Background(), t.TempDir()).Err()
	if !errors.Is(err, ErrNoGit) || !errors.Is(err, ErrNoRepository) || err.Error() != "git is not installed" {
		t.Error(err)
	}
}

package git

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What a path is called says nothing of commits and changes, whatever it is called.
func TestLossesOfHostileNames(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: runs many programs")
	}
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
		lost, _, err := Losses(context.Background(), Find(context.Background(), dir), "", "HEAD", "kept")
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

// The bytes of a folder may be anything.
func FuzzTree(f *testing.F) {
	id := strings.Repeat("i", 20)
	f.Add([]byte("100644 a\x00"+id+"40000 b\x00"+id), []byte("40000 a\x00"+id))
	f.Add([]byte("100644 ../a\x00"+id), []byte("160000 \x00"+id))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		n, m := countNames(a, 20), countNames(b, 20)
		if n < 0 || m < 0 {
			return
		}
		left, right := newCursor(a, 20), newCursor(b, 20)
		for left.ok || right.ok {
			one, other := both(&left, &right)
			for c, left := range map[*cursor]*int{&one: &n, &other: &m} {
				if c.ok {
					*left--
				}
				if strings.Contains(string(c.name), "/") || c.ok && len(c.name) == 0 {
					t.Fatalf("%q", c.name)
				}
			}
		}
		if n != 0 || m != 0 {
			t.Fatalf("%q and %q: %d and %d names are left", a, b, n, m)
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

package atomicfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/kbgate/kbgate/internal/atomicfile"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	for _, want := range []string{"first", "second"} {
		if err := atomicfile.Write(name, []byte(want), 0o600, func(f *os.File) error { return f.Chmod(0o640) }); err != nil {
			t.Fatal(err)
		}
		holds(t, dir, map[string]string{"a": want})
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the mode is %v (%v)", info.Mode(), err)
	}
}

func TestWhatFailsLeavesTheFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	failed := errors.New("failed")
	if err := atomicfile.Write(name, []byte("new"), 0o600, func(*os.File) error { return failed }); !errors.Is(err, failed) {
		t.Errorf("the error is %v", err)
	}
	holds(t, dir, map[string]string{"a": "old"})
	if err := os.Mkdir(filepath.Join(dir, "b"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.Write(filepath.Join(dir, "b"), nil, 0o600); err == nil {
		t.Error("a folder was replaced")
	}
	if err := os.Remove(filepath.Join(dir, "b")); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, map[string]string{"a": "old"})
}

func TestALinkIsReplaced(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "target"), []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("target", filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	if err := atomicfile.Write(filepath.Join(dir, "link"), []byte("new"), 0o600); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, map[string]string{"target": "old", "link": "new"})
}

// holds checks that a folder holds those files and nothing beside them.
func holds(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != len(want) {
		t.Errorf("the folder holds %v (%v)", entries, err)
	}
	for name, text := range want {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != text {
			t.Errorf("%s holds %q (%v), want %q", name, got, err, text)
		}
	}
}

//go:build unix

package fix

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/source"
)

// write makes a file and its folders, and gives its name.
func write(t *testing.T, name, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// aBase is a knowledge base of two notes, each with a link that --fix mends.
func aBase(t *testing.T) (root, a, b string) {
	t.Helper()
	root = t.TempDir()
	write(t, filepath.Join(root, ".kbgate.yaml"), "claims: {folders: [claims]}\n")
	write(t, filepath.Join(root, "water.md"), "# Water\n")
	return root, write(t, filepath.Join(root, "notes/a.md"), "See [[wather]].\n"), write(t, filepath.Join(root, "notes/b.md"), "See [[wather]].\n")
}

// A note that changes after it was judged keeps the change, and the others are mended all the same.
func TestFixLeavesChangedNotes(t *testing.T) {
	root, a, b := aBase(t)
	req := check.Request{Dir: root, Now: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)}

	f, err := Work(context.Background(), req, false)
	if err != nil {
		t.Fatal(err)
	}
	write(t, a, "Mine.\n")
	written, err := f.Write()
	if written != 1 || err == nil || !strings.Contains(err.Error(), "notes/a.md: the note changed while it was being fixed") {
		t.Errorf("%d written, %v", written, err)
	}
	if read(t, a) != "Mine.\n" || read(t, b) != "See [[water]].\n" {
		t.Errorf("%q, %q", read(t, a), read(t, b))
	}

	fixing := &fixing{root: root, left: map[string]bool{}}
	if fixing.edit("notes/a.md", nil, source.StampOf([]byte("other"))) || !fixing.left["notes/a.md"] {
		t.Error("edits of another text are applied")
	}
}

func TestWriteKeepsModeAndReadOnlyNotes(t *testing.T) {
	root, a, b := aBase(t)
	for name, mode := range map[string]os.FileMode{a: 0o444, b: 0o640} {
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
	}
	asRoot := os.Geteuid() == 0
	if asRoot {
		if err := os.Chown(b, 12, 34); err != nil {
			t.Skip(err)
		}
	}
	f, err := Work(context.Background(), check.Request{Dir: root, Now: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)}, false)
	if err != nil {
		t.Fatal(err)
	}
	if written, err := f.Write(); written != 1 || err == nil || !strings.Contains(err.Error(), "notes/a.md") {
		t.Errorf("%d written, %v", written, err)
	}
	info, err := os.Stat(b)
	if err != nil || info.Mode().Perm() != 0o640 || read(t, b) != "See [[water]].\n" || read(t, a) != "See [[wather]].\n" {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if stat := info.Sys().(*syscall.Stat_t); asRoot && (stat.Uid != 12 || stat.Gid != 34) {
		t.Errorf("owned by %d:%d", stat.Uid, stat.Gid)
	}
}

// A note behind a link is not written.
func TestWriteStaysBelowItsRoot(t *testing.T) {
	dir := t.TempDir()
	secret := write(t, filepath.Join(dir, "out/deep/a.md"), "secret")
	root := filepath.Join(dir, "root")
	write(t, filepath.Join(root, "claims/a.md"), "text")
	if err := os.Symlink("../../out", filepath.Join(root, "claims/coffee")); err != nil {
		t.Fatal(err)
	}
	c := Rewrite{Path: "claims/coffee/deep/a.md", Before: []byte("secret"), After: []byte("spoilt")}
	if err := c.write(root); err == nil || read(t, secret) != "secret" {
		t.Errorf("written through a link: %v", err)
	}
}

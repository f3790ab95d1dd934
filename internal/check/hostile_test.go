//go:build unix

package check

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
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

func TestReaderStaysBelowItsRoot(t *testing.T) {
	dir := t.TempDir()
	secret := write(t, filepath.Join(dir, "out/deep/a.md"), "secret")
	root := filepath.Join(dir, "root")
	write(t, filepath.Join(root, "claims/a.md"), "text")
	for link, target := range map[string]string{"claims/coffee": "../../out", "inner": "claims"} {
		if err := os.Symlink(target, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	files := newReader(root)
	defer files.close()
	for _, test := range []struct{ name, want, why string }{
		{"claims/a.md", "text", ""},
		{"claims/coffee/deep/a.md", "", `lies behind a symbolic link, "claims/coffee"`},
		{"claims/coffee/deep/b.md", "", `lies behind a symbolic link, "claims/coffee"`},
		{"inner/a.md", "", `lies behind a symbolic link, "inner"`},
		{"claims/a\xff.md", "", "its name is no valid UTF-8"},
	} {
		source, why, err := files.read(test.name)
		if string(source) != test.want || !strings.Contains(why, test.why) || test.why == "" && why != "" || err != nil {
			t.Errorf("%s: %q, %q, %v", test.name, source, why, err)
		}
	}
	if err := writeNote(files, Change{Path: "claims/coffee/deep/a.md", Before: []byte("secret"), After: []byte("spoilt")}); err == nil || read(t, secret) != "secret" {
		t.Errorf("written through a link: %v", err)
	}
}

// A folder that becomes a link while notes are being read leads nowhere else.
func TestReaderHoldsItsFolder(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "out/a.md"), "secret")
	root := filepath.Join(dir, "root")
	write(t, filepath.Join(root, "claims/deep/a.md"), "text")
	files := newReader(root)
	defer files.close()
	if source, _, _ := files.read("claims/deep/a.md"); string(source) != "text" {
		t.Fatalf("%q", source)
	}
	deep := filepath.Join(root, "claims/deep")
	if err := errors.Join(os.Rename(deep, deep+".old"), os.Symlink("../../out", deep)); err != nil {
		t.Fatal(err)
	}
	if source, _, _ := files.read("claims/deep/a.md"); string(source) != "text" {
		t.Errorf("read %q", source)
	}
	if _, why, _ := files.read("claims/a.md"); why != "" {
		t.Errorf("%q", why)
	}
	if _, why, _ := files.read("claims/deep/a.md"); !strings.Contains(why, "symbolic link") {
		t.Errorf("%q", why)
	}
}

// A note that changes after it was judged keeps the change, and the others are mended all the same.
func TestFixLeavesChangedNotes(t *testing.T) {
	root, a, b := aBase(t)
	req := Request{Dir: root, Now: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)}

	f, err := Fix(context.Background(), req, false)
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

	s, err := newInquiry(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	fixing := &fixing{inquiry: s, left: map[string]bool{}}
	if fixing.edit("notes/a.md", nil, stampOf([]byte("other"))) || !fixing.left["notes/a.md"] {
		t.Error("edits of another text are applied")
	}
}

// A note that is longer in the first round than in the second must neither be judged nor bring the program down.
func TestSecondRoundOfChangedNote(t *testing.T) {
	root, a, _ := aBase(t)
	var once sync.Once
	req := Request{Dir: root, Now: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)}
	req.Progress = func(done, of int) { // the first round is over when all notes are read, for there is one stride of them
		once.Do(func() { write(t, a, "S\n") })
	}
	result, err := Run(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range result.Document.Findings {
		if f.Path == "notes/a.md" {
			t.Errorf("%s: %s", f.Gate, f.Message)
		}
	}
	if !slices.ContainsFunc(result.Notices, func(n string) bool { return strings.HasPrefix(n, "notes/a.md changed while") }) {
		t.Errorf("notices: %q", result.Notices)
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
	f, err := Fix(context.Background(), Request{Dir: root, Now: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)}, false)
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

func TestShownPath(t *testing.T) {
	for name, want := range map[string]string{"é.md": "é.md", "a\xff.md": `a\xFF.md`, "a\xfe.md": `a\xFE.md`, "a\\xFF\xff": `a\x5CxFF\xFF`} {
		if got := shownPath(name); got != want {
			t.Errorf("%q: %q", name, got)
		}
	}
}

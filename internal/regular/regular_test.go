//go:build unix

package regular

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// What is no regular file of the folder is told, and neither followed nor waited for; what is one comes with its bytes, whichever
// file was read before it.
func TestRead(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(out, "secret.md"), "secret")
	write(filepath.Join(dir, "small.md"), "small")
	write(filepath.Join(dir, "empty.md"), "")
	write(filepath.Join(dir, "full.md"), strings.Repeat("x", 1000))
	write(filepath.Join(dir, "large.md"), strings.Repeat("x", 1001))
	write(filepath.Join(dir, "a", "b", "c.md"), "deep")
	if err := errors.Join(os.Symlink(filepath.Join(out, "secret.md"), filepath.Join(dir, "link.md")), os.Symlink("nowhere", filepath.Join(dir, "broken.md")),
		os.Symlink(out, filepath.Join(dir, "folder")), os.Symlink("a", filepath.Join(dir, "inner")),
		syscall.Mkfifo(filepath.Join(dir, "pipe.md"), 0o600), os.Mkdir(filepath.Join(dir, "d.md"), 0o700)); err != nil {
		t.Fatal(err)
	}
	files := New(dir, "a note", 1000)
	defer files.Close()
	for range 2 {
		for _, tt := range []struct {
			name, text, why string
			gone            bool
		}{
			{name: "full.md", text: strings.Repeat("x", 1000)},
			{name: "small.md", text: "small"},
			{name: "empty.md"},
			{name: "large.md", why: "is too large for a note: it has 0 MiB, at most 0 MiB are read"},
			{name: "a/b/c.md", text: "deep"},
			{name: "a/b/none.md", gone: true},
			{name: "a/none/c.md", gone: true},
			{name: "small.md/c.md", gone: true},
			{name: "none.md", gone: true},
			{name: "link.md", why: `is a symbolic link to "` + filepath.Join(out, "secret.md") + `", which is not followed`},
			{name: "broken.md", why: `is a symbolic link to "nowhere", which is not followed`},
			{name: "folder/secret.md", why: `lies behind a symbolic link, "folder", which is not followed`},
			{name: "inner/b/c.md", why: `lies behind a symbolic link, "inner", which is not followed`},
			{name: "pipe.md", why: "is no regular file"},
			{name: "d.md", why: "is a folder"},
		} {
			text, why, err := files.Read(tt.name)
			if string(text) != tt.text || why != tt.why || errors.Is(err, ErrGone) != tt.gone || err != nil && !tt.gone {
				t.Errorf("%s: %q, %q, %v", tt.name, text, why, err)
			}
			if read := why == "" && err == nil; read != (files.LastStat() != Stat{}) || read && files.LastStat().Size != int64(len(text)) {
				t.Errorf("%s: the system says %+v", tt.name, files.LastStat())
			}
			if stat, err := files.Stat(tt.name); err == nil && files.LastStat() != (Stat{}) && stat != files.LastStat() {
				t.Errorf("%s: %+v, and as it was read %+v", tt.name, stat, files.LastStat())
			}
			file, whyNot, err := files.Open(tt.name)
			if isLarge := tt.name == "large.md"; whyNot != tt.why && !isLarge || errors.Is(err, ErrGone) != tt.gone || (file == nil) != (!isLarge && (why != "" || tt.gone)) {
				t.Errorf("%s is opened: %v, %q, %v", tt.name, file, whyNot, err)
			}
			if file != nil {
				file.Close()
			}
		}
	}
}

//go:build unix

package check

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestReadNote(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	long := strings.Repeat("0123456789", 20_000)
	plain, large := file("plain.md", "text"), file("large.md", long)
	locked := file("locked.md", "text")
	link, folder, pipe := filepath.Join(dir, "link.md"), filepath.Join(dir, "folder.md"), filepath.Join(dir, "pipe.md")
	for _, err := range []error{os.Symlink(plain, link), os.Mkdir(folder, 0o700), os.Chmod(locked, 0), syscall.Mkfifo(pipe, 0o600)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct{ name, want, why string }{
		{plain, "text", ""},
		{large, long, ""},
		{link, "", "is a symbolic link"},
		{folder, "", "is a folder"},
		{pipe, "", "is no regular file"}, // it must not wait for a writer
		{"/dev/zero", "", "is no regular file"},
		{locked, "", "permission denied"},
	} {
		t.Run(filepath.Base(test.name), func(t *testing.T) {
			if test.name == locked && os.Geteuid() == 0 {
				t.Skip("the superuser may read every file")
			}
			files := newReader(filepath.Dir(test.name))
			defer files.close()
			source, why, err := files.read(filepath.Base(test.name))
			if err != nil || string(source) != test.want || !strings.Contains(why, test.why) || test.why == "" && why != "" {
				t.Errorf("%d bytes, %q, %v", len(source), why, err)
			}
		})
	}
	files := newReader(dir)
	defer files.close()
	for _, name := range []string{"none.md", "none/a.md", "plain.md/a.md"} {
		if _, _, err := files.read(name); !errors.Is(err, errGone) {
			t.Errorf("%s, which is missing, gave %v", name, err)
		}
	}
}

func TestInspect(t *testing.T) {
	for _, test := range []struct {
		text, why string
		at        int
	}{
		{"plain é", "", 0},
		{"a\x00b", "NUL", 1},
		{"\xff\xfea\x00", "UTF-16", 3},
		{"caf\xe9", "0xE9", 3},
		{"ok \xc3", "0xC3", 3},
	} {
		got := inspect([]byte(test.text))
		if test.why == "" {
			if got != nil {
				t.Errorf("%q: %+v", test.text, got)
			}
			continue
		}
		if got == nil || !strings.Contains(got.why, test.why) || got.at != test.at {
			t.Errorf("%q: %+v", test.text, got)
		}
	}
}

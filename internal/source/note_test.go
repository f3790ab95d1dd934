//go:build unix

package source

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
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

func TestReaderStaysBelowItsRoot(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "out/deep/a.md"), "secret")
	root := filepath.Join(dir, "root")
	write(t, filepath.Join(root, "claims/a.md"), "text")
	for link, target := range map[string]string{"claims/coffee": "../../out", "inner": "claims"} {
		if err := os.Symlink(target, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	files := WorkTree(root)
	defer files.Close()
	for _, test := range []struct{ name, want, why string }{
		{"claims/a.md", "text", ""},
		{"claims/coffee/deep/a.md", "", `lies behind a symbolic link, "claims/coffee"`},
		{"claims/coffee/deep/b.md", "", `lies behind a symbolic link, "claims/coffee"`},
		{"inner/a.md", "", `lies behind a symbolic link, "inner"`},
		{"claims/a\xff.md", "", "its name is no valid UTF-8"},
	} {
		source, trouble, err := Read(files, test.name)
		why := ""
		if trouble != nil {
			why = trouble.Why
		}
		if string(source) != test.want || !strings.Contains(why, test.why) || test.why == "" && why != "" || err != nil {
			t.Errorf("%s: %q, %q, %v", test.name, source, why, err)
		}
	}
}

// A folder that becomes a link while notes are being read leads nowhere else.
func TestReaderHoldsItsFolder(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "out/a.md"), "secret")
	root := filepath.Join(dir, "root")
	write(t, filepath.Join(root, "claims/deep/a.md"), "text")
	files := WorkTree(root)
	defer files.Close()
	if source, _, _ := files.Read("claims/deep/a.md"); string(source) != "text" {
		t.Fatalf("%q", source)
	}
	deep := filepath.Join(root, "claims/deep")
	if err := errors.Join(os.Rename(deep, deep+".old"), os.Symlink("../../out", deep)); err != nil {
		t.Fatal(err)
	}
	if source, _, _ := files.Read("claims/deep/a.md"); string(source) != "text" {
		t.Errorf("read %q", source)
	}
	if _, why, _ := files.Read("claims/a.md"); why != "" {
		t.Errorf("%q", why)
	}
	if _, why, _ := files.Read("claims/deep/a.md"); !strings.Contains(why, "symbolic link") {
		t.Errorf("%q", why)
	}
}

func TestShownPath(t *testing.T) {
	for name, want := range map[string]string{"é.md": "é.md", "a\xff.md": `a\xFF.md`, "a\xfe.md": `a\xFE.md`, "a\\xFF\xff": `a\x5CxFF\xFF`} {
		if got := ShownPath(name); got != want {
			t.Errorf("%q: %q", name, got)
		}
	}
}

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
			files := WorkTree(filepath.Dir(test.name))
			defer files.Close()
			source, why, err := files.Read(filepath.Base(test.name))
			if err != nil || string(source) != test.want || !strings.Contains(why, test.why) || test.why == "" && why != "" {
				t.Errorf("%d bytes, %q, %v", len(source), why, err)
			}
		})
	}
	files := WorkTree(dir)
	defer files.Close()
	for _, name := range []string{"none.md", "none/a.md", "plain.md/a.md"} {
		if _, _, err := files.Read(name); !errors.Is(err, ErrGone) {
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
		if got == nil || !strings.Contains(got.Why, test.why) || got.At != test.at {
			t.Errorf("%q: %+v", test.text, got)
		}
	}
}

package hook

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
)

// place is a folder of hooks without a repository around it.
func place(t *testing.T, folder string) *Place {
	t.Helper()
	p := &Place{Folder: git.HookFolder{Path: folder}}
	for _, name := range names {
		h, err := look(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		p.Hooks = append(p.Hooks, h)
	}
	return p
}

func TestNowhereToWrite(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write anywhere")
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "pre-commit"), []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(folder, 0o500); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(folder, 0o700) })
	err := place(t, folder).Install(Options{Chain: true, Program: "kbgate"})
	if way, _ := hint.Of(err); !hint.IsUsage(err) || way == "" {
		t.Errorf("installing gave %v", err)
	}
	if got := place(t, folder).Hooks[0].State; got != Foreign {
		t.Errorf("the hook is in state %d afterwards", got)
	}
}

// What is installed over an interrupted installation, or over another one, is what is installed at once.
func TestInstallHeals(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "hooks")
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	install := func(opts Options) {
		t.Helper()
		opts.Program = "/bin/kbgate"
		if err := place(t, folder).Install(opts); err != nil {
			t.Fatal(err)
		}
	}
	install(Options{})
	plain := read("pre-commit")
	const foreign = "#!/bin/sh\necho foreign\n"
	if err := os.WriteFile(filepath.Join(folder, "pre-commit"), []byte(foreign), 0o700); err != nil {
		t.Fatal(err)
	}
	install(Options{Chain: true})
	chained := read("pre-commit")
	if chained == plain || read("pre-commit"+keptSuffix) != foreign {
		t.Errorf("not chained: %s", chained)
	}
	for name, meddle := range map[string]func() error{
		"nothing":             func() error { return nil },
		"ours is gone":        func() error { return os.Remove(filepath.Join(folder, "pre-commit")) },
		"ours is of no chain": func() error { return os.WriteFile(filepath.Join(folder, "pre-commit"), []byte(plain), 0o700) },
		"the other is gone":   func() error { return os.Remove(filepath.Join(folder, "pre-merge-commit")) },
	} {
		if err := meddle(); err != nil {
			t.Fatal(err)
		}
		install(Options{})
		if read("pre-commit") != chained || place(t, folder).Hooks[1].State != Installed {
			t.Errorf("%s: installed is %s", name, read("pre-commit"))
		}
	}
	if err := place(t, folder).Uninstall(false); err != nil || read("pre-commit") != foreign {
		t.Errorf("put back is %s, %v", read("pre-commit"), err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 {
		t.Errorf("%v is left, %v", entries, err)
	}
}

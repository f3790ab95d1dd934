package git

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/hint"
	"time"
)

// repository makes an empty repository, and gives it and a function that runs git there.
func repository(t *testing.T) (dir string, do func(args ...string)) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir = t.TempDir()
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(dir, ".none"))
	do = func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=Test", "-c", "user.email=test@example.org"}, args...)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	do("init", "-q")
	return dir, do
}

func TestFirstDays(t *testing.T) {
	dir, do := repository(t)
	ctx := context.Background()
	if days, err := FirstDays(ctx, Find(ctx, dir), "", "", ""); err != nil || len(days) != 0 {
		t.Fatalf("before the first commit: %v, %v", days, err)
	}
	commits := []struct {
		day   string
		names []string
	}{
		{"2025-05-04", []string{"a.md", "sub/b.md"}},
		{"2025-06-05", []string{"\x012025-01-01", "\n2025-01-02", "2025-01-03", " c.md"}},
		{"2025-07-06", []string{"d.md"}},
	}
	if runtime.GOOS == "windows" {
		commits[1].names = []string{"2025-01-03"}
	}
	do("config", "log.showRoot", "false")
	for _, c := range commits {
		for _, name := range c.names {
			name = filepath.Join(dir, filepath.FromSlash(name))
			if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(name), 0o600)); err != nil {
				t.Fatal(err)
			}
		}
		do("add", ".")
		do("commit", "-qm", "x", "--date", c.day+"T12:00:00Z")
	}
	days, err := FirstDays(ctx, Find(ctx, dir), "", "HEAD", "")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range commits {
		for _, name := range c.names {
			n++
			if got := days[name].Format(time.DateOnly); got != c.day {
				t.Errorf("%q: %s, want %s", name, got, c.day)
			}
		}
	}
	if len(days) != n {
		t.Errorf("%d files: %v", len(days), days)
	}
	if days, err := FirstDays(ctx, Find(ctx, dir), "HEAD~1", "HEAD", ""); err != nil || len(days) != 1 || days["d.md"].Format(time.DateOnly) != "2025-07-06" {
		t.Errorf("since the commit before: %v, %v", days, err)
	}

	clone := filepath.Join(t.TempDir(), "clone")
	do("clone", "-q", "--depth", "1", "file://"+filepath.ToSlash(dir), clone)
	if days, err := FirstDays(ctx, Find(ctx, clone), "", "HEAD", ""); !errors.Is(err, ErrShallow) {
		t.Errorf("a shallow clone: %v, %v", days, err)
	}
}

func TestNoWorkTree(t *testing.T) {
	dir, do := repository(t)
	ctx := context.Background()
	t.Setenv("LC_ALL", "de_DE.UTF-8")
	if _, err := Find(ctx, filepath.Join(dir, ".git")).Toplevel(); !errors.Is(err, ErrNoWorkTree) {
		t.Errorf(".git: %v", err)
	}
	if _, err := Find(ctx, t.TempDir()).Toplevel(); !errors.Is(err, ErrNoRepository) {
		t.Errorf("no repository: %v", err)
	}
	bare := filepath.Join(t.TempDir(), "bare.git")
	do("init", "-q", "--bare", bare)
	if err := Find(ctx, filepath.Join(bare, "refs")).Err(); !hint.IsUsage(err) || !strings.Contains(err.Error(), "only looks like") || !errors.Is(err, ErrNoWorkTree) {
		t.Errorf("a repository that nothing names: %v", err)
	}
	t.Setenv("GIT_DIR", bare)
	if f := Find(ctx, bare); !f.IsBare() || f.Err() != nil {
		t.Errorf("one that GIT_DIR names: %+v", f)
	}
}

// A monitor is a program that a repository could name in its settings; no question may run it.
func TestNoMonitorRuns(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the monitor is a shell script")
	}
	dir, do := repository(t)
	ran := filepath.Join(t.TempDir(), "ran")
	do("config", "core.fsmonitor", "touch "+ran+" #")
	if _, err := Files(context.Background(), Find(context.Background(), dir)); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("the monitor of the repository ran")
	}
}

func TestIgnoredFolders(t *testing.T) {
	dir, _ := repository(t)
	ctx := context.Background()
	for name, text := range map[string]string{".gitignore": "out\n*.log\n", "out/deep/a.md": "", "notes/a.log": "", "notes/b.md": "", "notes/out/c.md": ""} {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for folder, want := range map[string][]string{"": {"notes/out", "out"}, "notes": {"out"}, "out": nil} {
		if got, err := IgnoredFolders(ctx, Find(ctx, filepath.Join(dir, folder))); err != nil || !slices.Equal(got, want) {
			t.Errorf("in %q: %q, %v; want %q", folder, got, err, want)
		}
	}
}

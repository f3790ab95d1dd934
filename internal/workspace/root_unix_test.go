//go:build unix

package workspace

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/kbgate/kbgate/internal/config"
)

// A configuration above a repository counts where it is the user's own, and not where another user may have left it.
func TestConfigurationOfOthers(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	ctx, above := context.Background(), filepath.Join(dir, config.FileName)
	for _, repo := range []string{"kb", "outer", "outer/inner"} {
		if out, err := exec.Command("git", "init", "-q", filepath.Join(dir, repo)).CombinedOutput(); err != nil {
			t.Fatal(err, string(out))
		}
	}
	for _, name := range []string{above, filepath.Join(dir, "outer", config.FileName)} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(start, want string) {
		t.Helper()
		if got, _, err := Root(ctx, filepath.Join(dir, start)); err != nil || got != filepath.Join(dir, want) {
			t.Errorf("%s: %s, %v; want %s", start, got, err, want)
		}
	}
	expect("kb", "")
	if err := os.Chown(above, 12345, -1); err != nil {
		t.Skip(err) // only the superuser gives files away
	}
	expect("kb", "kb")
	expect("outer/inner", "outer")
	expect("", "")
}

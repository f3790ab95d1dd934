package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The pre-commit framework is driven as it is installed, with hooks of the local repository: those of others it would build
// with the help of the network.
func TestPreCommitFramework(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: runs the pre-commit framework")
	}
	runScripts(t, "testdata/framework", "git", "pre-commit")
}

// The framework can read the manifest of our hooks. Versions before 3.2.0 know the stages by other names, and are told so
// by the manifest; the rest of it they can read.
func TestPreCommitManifest(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: runs the pre-commit framework")
	}
	needs(t, "pre-commit")
	manifest, err := os.ReadFile(filepath.Join("..", "..", ".pre-commit-hooks.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	version, err := exec.Command("pre-commit", "--version").Output()
	if err != nil {
		t.Fatal(err)
	}
	var major, minor int
	if _, err := fmt.Sscanf(string(version), "pre-commit %d.%d", &major, &minor); err != nil {
		t.Fatalf("reading the version %q: %v", version, err)
	}
	text := string(manifest)
	if major < 3 || major == 3 && minor < 2 {
		text = strings.NewReplacer("[pre-commit, pre-merge-commit]", "[commit, merge-commit]", "[pre-push]", "[push]",
			"3.2.0", fmt.Sprintf("%d.%d.0", major, minor)).Replace(text)
	}
	file := filepath.Join(t.TempDir(), "hooks.yaml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("pre-commit", "validate-manifest", file).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

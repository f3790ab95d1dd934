//go:build unix

package check

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
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

// aBase is a knowledge base of two notes, each with a link that --fix mends.
func aBase(t *testing.T) (root, a, b string) {
	t.Helper()
	root = t.TempDir()
	write(t, filepath.Join(root, ".kbgate.yaml"), "claims: {folders: [claims]}\n")
	write(t, filepath.Join(root, "water.md"), "# Water\n")
	return root, write(t, filepath.Join(root, "notes/a.md"), "See [[wather]].\n"), write(t, filepath.Join(root, "notes/b.md"), "See [[wather]].\n")
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

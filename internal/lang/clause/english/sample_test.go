package english

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	statement = regexp.MustCompile(`(?m)^type: *(claim|framework|analysis|insight|pattern|tension)\s*$`)
	heading   = regexp.MustCompile(`(?m)^# (.+)$`)
)

// TestSample measures the package on a real knowledge base: the names and
// headings of its notes that state something, and those of its other notes.
func TestSample(t *testing.T) {
	root := os.Getenv("KBGATE_SAMPLE")
	if root == "" {
		t.Skip("KBGATE_SAMPLE is not set")
	}
	var propositions, labels []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".md" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name := strings.TrimSuffix(filepath.Base(path), ".md")
		if !statement.Match(text[:min(len(text), 600)]) || strings.Contains(path, "schemas") {
			labels = append(labels, name)
			return nil
		}
		propositions = append(propositions, name)
		if m := heading.FindSubmatch(text); m != nil && string(m[1]) != name {
			propositions = append(propositions, string(m[1]))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	measure(t, "sample", propositions, labels, .98, .97)
}

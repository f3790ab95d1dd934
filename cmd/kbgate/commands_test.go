package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The page on commands tells of each.
func TestCommandsAreListed(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "commands.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range newRoot().Commands() {
		if command.Hidden || command.Name() == "help" {
			continue
		}
		if !strings.Contains(string(page), "kbgate "+command.Name()) {
			t.Errorf("docs/commands.md does not tell of kbgate %s", command.Name())
		}
	}
}

package main

import (
	"bytes"
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

// Wrong use is said before the ledger is opened: here is no repository that could hold one.
func TestWrongUseComesFirst(t *testing.T) {
	t.Chdir(t.TempDir())
	for call, want := range map[string]string{
		"agents --agent=":            "--agent names nobody",
		"amend 01":                   "nothing is said that is to be amended",
		"amend 01 --reason=":         "--reason is empty",
		"amend 01 --keep a --epic b": "--keep stands beside a correction",
		"brief --agent=":             "--agent is empty",
		"categorize 01 nice":         `the category "nice" is not known`,
		"guard template":             "--subject is missing",
		"guard template --subject a": "--templates is missing",
		"log --limit -1":             "--limit is below zero",
		"redact 01 --field=,":        "--field names nothing",
		"report --since=":            `--since "" is not known`,
	} {
		var said bytes.Buffer
		root := newRoot()
		root.SetErr(&said)
		if status := run(t.Context(), root, strings.Fields(call)); status != exitUsage || !strings.Contains(said.String(), want) {
			t.Errorf("%s: status %d, saying %s; want %q", call, status, said.String(), want)
		}
	}
}

package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/guard"
	"github.com/kbgate/kbgate/internal/report"
)

//go:generate go test . -run TestDocsAreCurrent -update

// The pages that are made from the registry, the configuration and the kinds of records are what the program would print today.
// `go generate ./cmd/kbgate` writes them anew.
func TestDocsAreCurrent(t *testing.T) {
	var gates bytes.Buffer
	if err := report.WriteReference(&gates, gate.BuiltIn); err != nil {
		t.Fatal(err)
	}
	schema, err := config.Schema(gate.BuiltIn.Specs())
	if err != nil {
		t.Fatal(err)
	}
	guards, err := withGuards(filepath.Join("..", "..", "docs", "guard.md"))
	if err != nil {
		t.Fatal(err)
	}
	decisions, err := decision.JSONSchema()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]byte{
		"gates.md":             gates.Bytes(),
		"guard.md":             guards,
		"kbgate.schema.json":   schema,
		"decision.schema.json": decisions,
		"draft.schema.json":    draft.JSONSchema(),
		"result.schema.json":   guard.JSONSchema(),
	} {
		file := filepath.Join("..", "..", "docs", name)
		if *update {
			if err := os.WriteFile(file, want, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
			t.Errorf("docs/%s is stale; `go generate ./...` writes it", name)
		}
	}
}

// withGuards gives a page with the reference of the guards between its two marks.
func withGuards(file string) ([]byte, error) {
	page, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	const begin, end = "<!-- The guards: made by go generate. -->\n", "<!-- The end of the guards. -->\n"
	before, rest, ok := bytes.Cut(page, []byte(begin))
	_, after, ended := bytes.Cut(rest, []byte(end))
	if !ok || !ended {
		return nil, errors.New(file + " has no place for the guards")
	}
	var guards bytes.Buffer
	if err := report.WriteGuards(&guards, guard.BuiltIn); err != nil {
		return nil, err
	}
	return slices.Concat(before, []byte(begin+"\n"), bytes.TrimRight(guards.Bytes(), "\n"), []byte("\n\n"+end), after), nil
}

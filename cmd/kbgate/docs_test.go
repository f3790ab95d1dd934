package main

import (
	"bytes"
	"os"
	"path/filepath"
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
	decisions, err := decision.JSONSchema()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]byte{
		"gates.md":             gates.Bytes(),
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

package config_test

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/gate"
)

//go:generate go test . -run TestDocsAreCurrent -update

// The page of all keys is what the configuration says today. `go test ./internal/config -run Docs -update` writes it anew.
func TestDocsAreCurrent(t *testing.T) {
	const file = "../../docs/configuration.md"
	want := config.Reference(gate.BuiltIn.Specs())
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(file, want, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
		t.Errorf("docs/configuration.md is stale; `go generate ./...` writes it")
	}
}

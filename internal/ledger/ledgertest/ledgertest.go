// Package ledgertest gives tests ledgers of new repositories, and records to put there.
package ledgertest

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/store"
)

// Now is when the tests take place.
var Now = time.Date(2025, 11, 21, 12, 0, 0, 0, time.UTC)

// Encoded is the file of a record.
func Encoded(t *testing.T, path string, record interface{ Encode() ([]byte, error) }) store.File {
	t.Helper()
	data, err := record.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return store.File{Path: path, Data: data}
}

// New opens the ledger of a new repository.
func New(t testing.TB) *ledger.Ledger {
	t.Helper()
	return Of(t, config.Default(gate.BuiltIn.Specs()))
}

// Of opens the ledger of a new repository with a configuration.
func Of(t testing.TB, cfg *config.Config) *ledger.Ledger {
	t.Helper()
	dir := t.TempDir()
	for _, args := range [][]string{{"init", "-q"}, {"config", "user.name", "Test"}, {"config", "user.email", "test@example.org"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Skipf("git %v: %v\n%s", args, err, out)
		}
	}
	l, err := ledger.Open(context.Background(), ledger.Options{Root: dir, Config: cfg})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// Lines are so many events.
func Lines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"decision_id":"d-%d","gate_id":"HITL-1","decision":"REJECTED","reviewer_id":"r","timestamp":"2025-10-%02dT10:00:00Z","reviewer_comment":"wrong"}`+"\n", i, 1+i%28)
	}
	return b.String()
}

// Git runs git in a folder.
func Git(t testing.TB, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", args, err, out)
	}
	return string(out)
}

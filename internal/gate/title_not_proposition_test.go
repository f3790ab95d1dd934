package gate_test

import (
	"testing"

	"github.com/kbgate/kbgate/internal/gate"
)

// A file name is judged with its hyphens: without them a date in front would be numbers.
func TestTitleNotPropositionReadsFileNames(t *testing.T) {
	for name, want := range map[string]bool{
		"2026-02-03-glacier-survey-results.md":            true,
		"glaciers-feed-rivers-that-the-monsoon-misses.md": false,
		"the storage of green tea.md":                     true,
	} {
		note := "---\ntype: claim\n---\n\nSome text.\n"
		if got := judge(t, gate.TitleNotProposition, name, []byte(note), nil); got != want {
			t.Errorf("%s: fires %v, want %v", name, got, want)
		}
	}
}

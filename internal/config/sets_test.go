package config

import (
	"strings"
	"testing"
)

func TestSets(t *testing.T) {
	const file = "gates:\n  a: {list: []}\n  b: off\nclaims:\n"
	for path, want := range map[string]bool{
		"gates": true, "gates a": true, "gates a list": true, "gates a other": false, "gates b": true, "gates b list": false,
		"gates c": false, "claims": true, "claims domains": false, "links": false,
	} {
		if got := Sets([]byte(file), strings.Fields(path)...); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
	for _, broken := range []string{"", "- a", "gates: [", "\x00"} {
		if Sets([]byte(broken), "gates") {
			t.Errorf("%q sets something", broken)
		}
	}
}

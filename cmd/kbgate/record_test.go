package main

import (
	"slices"
	"testing"

	"github.com/spf13/pflag"
)

// Each flag of `kbgate record` says what is recorded, or with what it goes; and the table names no others.
func TestFlagsOfRecord(t *testing.T) {
	root := newRoot()
	cmd, _, err := root.Find([]string{"record"})
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		known[f.Name] = true
		if slices.Contains([]string{"format", "help"}, f.Name) {
			return
		}
		if (goesWith[f.Name] == nil) != slices.Contains(recordWays, f.Name) {
			t.Errorf("--%s", f.Name)
		}
	})
	for name, with := range goesWith {
		for _, name := range append(with, name) {
			if !known[name] {
				t.Errorf("there is no --%s", name)
			}
		}
	}
}

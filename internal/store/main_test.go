package store

import (
	"flag"
	"os"
	"testing"
)

// Each step of the contract runs git and waits for the disk, so a few runs have to do unless more are asked for.
func TestMain(m *testing.M) {
	flag.Parse()
	asked := false
	flag.Visit(func(f *flag.Flag) { asked = asked || f.Name == "rapid.checks" })
	if !asked {
		_ = flag.Set("rapid.checks", "4") // it is there
	}
	os.Exit(m.Run())
}

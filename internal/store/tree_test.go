package store

import (
	"bytes"
	"slices"
	"testing"
)

func FuzzParseTree(f *testing.F) {
	f.Add([]byte("100644 a.yaml\x00" + "01234567890123456789"))
	f.Add([]byte("40000 a\x00" + "01234567890123456789" + "100644 a.b\x00" + "01234567890123456789"))
	f.Fuzz(func(t *testing.T, data []byte) {
		entries, err := parseTree(data, 20)
		if err != nil {
			return
		}
		again, err := appendTree(nil, entries)
		if err != nil || !bytes.Equal(again, data) {
			t.Errorf("%q, %v", again, err)
		}
	})
}

// A folder stands where it would if its name ended with a slash.
func TestOrder(t *testing.T) {
	entries := []entry{{mode: modeFolder, name: "a"}, {mode: modeFile, name: "a.b"}, {mode: modeFile, name: "a-b"}, {mode: modeFile, name: "a0"}}
	slices.SortFunc(entries, entry.order)
	var names []string
	for _, e := range entries {
		names = append(names, e.name)
	}
	if want := []string{"a-b", "a.b", "a", "a0"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}

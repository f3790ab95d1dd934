package store

import (
	"bytes"
	"slices"
	"testing"

	"github.com/kbgate/kbgate/internal/git"
)

// What git writes comes back to the byte. Of what it only reads, entries come in order, each name once, and they can be written.
func FuzzParseTree(f *testing.F) {
	id, other := "01234567890123456789", "98765432109876543210"
	f.Add([]byte("100644 a.yaml\x00" + id))
	f.Add([]byte("40000 a\x00" + id + "100644 a.b\x00" + id))
	f.Add([]byte("00100664 a.yaml\x00" + id + "040000 b\x00" + id))
	f.Add([]byte("100644 a.yaml\x00" + id + "100644 a.yaml\x00" + other))
	f.Add([]byte("100644 a\x00" + id + "100644 a.b\x00" + id + "40000 a\x00" + other + "100644 a/b\x00" + id + "100644 ..\x00" + id))
	f.Fuzz(func(t *testing.T, data []byte) {
		entries, err := parseTree(data, 20)
		if err != nil {
			return
		}
		again, err := appendTree(nil, entries)
		if err != nil {
			t.Fatal(err)
		}
		var stands []entry
		git.EachMember(data, 20, func(mode, name, id string) { stands = append(stands, entry{mode, name, id}) })
		if whole, _ := appendTree(nil, stands); slices.Equal(stands, entries) && bytes.Equal(whole, data) && !bytes.Equal(again, data) {
			t.Errorf("%q", again)
		}
		if twice, err := parseTree(again, 20); err != nil || !slices.Equal(twice, entries) {
			t.Errorf("%v, %v: %v", entries, twice, err)
		}
		names := map[string]bool{}
		for i, e := range entries {
			if names[e.name] || !isName(e.name) || i > 0 && entries[i-1].order(e) >= 0 {
				t.Errorf("%v", entries)
			}
			names[e.name] = true
		}
	})
}

// A folder is read as git reads it, whatever it would write: of two entries of a name the other one stands beside.
func TestParseTreeAsGit(t *testing.T) {
	one, two := "01234567890123456789", "98765432109876543210"
	a, b := "3031323334353637383930313233343536373839", "3938373635343332313039383736353433323130"
	for _, c := range []struct {
		data string
		want []entry
	}{
		{"00100664 r.yaml\x00" + one, []entry{{"100644", "r.yaml", a}}},
		{"040000 d\x00" + one + "300644 r\x00" + two, []entry{{"40000", "d", a}, {"100644", "r", b}}},
		{"100700 r\x00" + one, []entry{{"100755", "r", a}}},
		{"100644 r.yaml\x00" + two + "100644 r.yaml\x00" + one, []entry{{"100644", "r-39383736.yaml", b}, {"100644", "r.yaml", a}}},
		{"100644 r.yaml\x00" + one + "100644 r.yaml\x00" + one, []entry{{"100644", "r.yaml", a}}},
		{"100644 d\x00" + one + "100644 d.x\x00" + one + "40000 d\x00" + two, []entry{{"100644", "d-30313233", a}, {"100644", "d.x", a}, {"40000", "d", b}}},
		{"100644 z\x00" + one + "100644 a\x00" + two, []entry{{"100644", "a", b}, {"100644", "z", a}}},
		{"100644 d/z\x00" + one + "100644 ..\x00" + two, nil},
	} {
		if got, err := parseTree([]byte(c.data), 20); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, %v, want %v", c.data, got, err, c.want)
		}
	}
	for _, data := range []string{"100644 a", "x a\x00" + one, "100644 \x00" + one, " a\x00" + one, "100648 a\x00" + one} {
		if got, err := parseTree([]byte(data), 20); err == nil {
			t.Errorf("%q: %v", data, got)
		}
	}
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

package tree

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
		entries, err := Parse(data, 20)
		if err != nil {
			return
		}
		again, err := Encode(entries)
		if err != nil {
			t.Fatal(err)
		}
		var stands []Entry
		git.EachMember(data, 20, func(mode, name, id string) { stands = append(stands, Entry{mode, name, id}) })
		if whole, _ := Encode(stands); slices.Equal(stands, entries) && bytes.Equal(whole, data) && !bytes.Equal(again, data) {
			t.Errorf("%q", again)
		}
		if twice, err := Parse(again, 20); err != nil || !slices.Equal(twice, entries) {
			t.Errorf("%v, %v: %v", entries, twice, err)
		}
		names := map[string]bool{}
		for i, e := range entries {
			if names[e.Name] || !isName(e.Name) || i > 0 && entries[i-1].Order(e) >= 0 {
				t.Errorf("%v", entries)
			}
			names[e.Name] = true
		}
	})
}

// A folder is read as git reads it, whatever it would write: of two entries of a name the other one stands beside.
func TestParseTreeAsGit(t *testing.T) {
	one, two := "01234567890123456789", "98765432109876543210"
	a, b := "3031323334353637383930313233343536373839", "3938373635343332313039383736353433323130"
	for _, c := range []struct {
		data string
		want []Entry
	}{
		{"00100664 r.yaml\x00" + one, []Entry{{"100644", "r.yaml", a}}},
		{"040000 d\x00" + one + "300644 r\x00" + two, []Entry{{"40000", "d", a}, {"100644", "r", b}}},
		{"100700 r\x00" + one, []Entry{{"100755", "r", a}}},
		{"100644 r.yaml\x00" + two + "100644 r.yaml\x00" + one, []Entry{{"100644", "r-39383736.yaml", b}, {"100644", "r.yaml", a}}},
		{"100644 r.yaml\x00" + one + "100644 r.yaml\x00" + one, []Entry{{"100644", "r.yaml", a}}},
		{"100644 d\x00" + one + "100644 d.x\x00" + one + "40000 d\x00" + two, []Entry{{"100644", "d-30313233", a}, {"100644", "d.x", a}, {"40000", "d", b}}},
		{"100644 z\x00" + one + "100644 a\x00" + two, []Entry{{"100644", "a", b}, {"100644", "z", a}}},
		{"100644 d/z\x00" + one + "100644 ..\x00" + two, nil},
	} {
		if got, err := Parse([]byte(c.data), 20); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, %v, want %v", c.data, got, err, c.want)
		}
	}
	for _, data := range []string{"100644 a", "x a\x00" + one, "100644 \x00" + one, " a\x00" + one, "100648 a\x00" + one} {
		if got, err := Parse([]byte(data), 20); err == nil {
			t.Errorf("%q: %v", data, got)
		}
	}
}

// A folder stands where it would if its name ended with a slash.
func TestOrder(t *testing.T) {
	entries := []Entry{{Mode: Folder, Name: "a"}, {Mode: File, Name: "a.b"}, {Mode: File, Name: "a-b"}, {Mode: File, Name: "a0"}}
	slices.SortFunc(entries, Entry.Order)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name)
	}
	if want := []string{"a-b", "a.b", "a", "a0"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}

package kb

import (
	"slices"
	"testing"
)

// baseOf makes a base of the given files; aliases are by path.
func baseOf(t *testing.T, files []string, aliases map[string][]string) *Overlay {
	t.Helper()
	slices.Sort(files)
	b := NewOverlay(files)
	for id := range b.Len() {
		note := b.Path(ID(id))
		b.put(ID(id), facts{Aliases: aliases[note]})
	}
	return b
}

func TestResolve(t *testing.T) {
	b := baseOf(t, []string{
		"a.md", "dir/b.md", "dir/deep/b.md", "other/b.md", "other/deep/c.md", "x/deep/c.md", "dir/here.md", "dir/Größe.md",
		"dir/cafe\u0301.md", "img/pic.png", "dir/a.md.md", "dir/v1.2.md", "core/m/_map.md", "dir/A b.markdown", "z/only.md",
	}, map[string][]string{"z/only.md": {"The Only", "b"}, "a.md": {"twin"}, "dir/b.md": {"twin"}})
	const none = ""
	for _, test := range []struct {
		name, from, target string
		embed              bool
		want               string
	}{
		{"exact path", "z/only.md", "dir/b", false, "dir/b.md"},
		{"exact path with ending", "z/only.md", "dir/b.md", false, "dir/b.md"},
		{"exact path at the root", "z/only.md", "a", false, "a.md"},
		{"path ending, fewest parts", "z/only.md", "deep/c", false, "other/deep/c.md"},
		{"path ending, own folder", "x/deep/c.md", "deep/c", false, "x/deep/c.md"},
		{"a path does not fall back to its last part", "z/only.md", "core/_map", false, none},
		{"a path ending stops at a part", "z/only.md", "eep/c", false, none},
		{"name, own folder", "other/deep/c.md", "b", false, "dir/b.md"},
		{"name, own folder again", "other/b.md", "b", false, "other/b.md"},
		{"name before alias", "a.md", "b", false, "dir/b.md"},
		{"alias", "a.md", "the only", false, "z/only.md"},
		{"alias of several, fewest parts", "z/only.md", "twin", false, "a.md"},
		{"alias of several, own folder", "dir/here.md", "twin", false, "dir/b.md"},
		{"case", "a.md", "HERE", false, "dir/here.md"},
		{"full case folding", "a.md", "GRÖSSE", false, "dir/Größe.md"},
		{"normal form", "a.md", "caf\u00e9", false, "dir/cafe\u0301.md"},
		{"a point in the name", "a.md", "v1.2", false, "dir/v1.2.md"},
		{"the other ending", "a.md", "a B", false, "dir/A b.markdown"},
		{"upward", "dir/deep/b.md", "../here", false, "dir/here.md"},
		{"here", "dir/deep/b.md", "./b", false, "dir/deep/b.md"},
		{"here is not elsewhere", "dir/deep/b.md", "./here", false, none},
		{"above the root", "a.md", "../a", false, none},
		{"from the root", "dir/deep/b.md", "/a", false, "a.md"},
		{"punctuation is not folded", "a.md", "he-re", false, none},
		{"embed of a file by name", "a.md", "pic.png", true, "file"},
		{"embed of a file by path", "a.md", "img/pic.png", true, "file"},
		{"embed of a file by relative path", "dir/b.md", "../img/pic.png", true, "file"},
		{"embed from here", "dir/b.md", "./pic.png", true, none},
		{"a link to a file with its ending", "a.md", "pic.png", false, "file"},
		{"by path", "dir/b.md", "../img/pic.png", false, "file"},
		{"without its ending", "a.md", "pic", false, none},
		{"of an embed, too", "a.md", "pic", true, none},
		{"nothing", "a.md", "nothing", false, none},
	} {
		t.Run(test.name, func(t *testing.T) {
			from, ok := b.Find(test.from)
			if !ok {
				t.Fatalf("%s is not there", test.from)
			}
			got := none
			if id, ok := b.Resolve(from, test.target, test.embed); ok {
				got = "file"
				if id != None {
					got = b.Note(id).Path
				}
			}
			if got != test.want {
				t.Errorf("%q from %s means %q, want %q", test.target, test.from, got, test.want)
			}
		})
	}
}

func TestNearest(t *testing.T) {
	b := baseOf(t, []string{
		"green tea keeps its aroma in the dark.md", "black-tea-loses-its-aroma-in-light.md", "Minskys hypothesis of instability.md", "water.md", "x/twin.md", "y/twin.md",
		"report for the year 2024.md", "report for the year 2025.md", "tea is safe for children.md", "milk foams best when it is cold because its fat is solid.md",
		"milk foams best when it is warm.md", "unsafe.md",
	}, map[string][]string{"water.md": {"H2O and its uses in the kitchen"}})
	for _, test := range []struct{ name, target, want string }{
		{"slug of a spelled out name", "green-tea-keeps-its-aroma-in-the-dark", "green tea keeps its aroma in the dark"},
		{"spelled out name of a slug", "Black tea loses its aroma in light", "black-tea-loses-its-aroma-in-light"},
		{"apostrophe", "Minsky's hypothesis of instability", "Minskys hypothesis of instability"},
		{"typing error in a word", "green tea keeps its armoa in the dark", "green tea keeps its aroma in the dark"},
		{"short name", "watr", "water"},
		{"words run together", "wa ter", "water"},
		{"beginning", "milk foams best when it is cold", "milk foams best when it is cold because its fat is solid"},
		{"beginning of two", "milk foams best when it is", ""},
		{"another year", "report for the year 2023", ""},
		{"a word more", "tea is not safe for children", ""},
		{"another short word", "tea was safe for children", ""},
		{"the opposite", "safe", ""},
		{"name of two", "tw-in", ""},
		{"folder and slug", "claims/green-tea-keeps-its-aroma-in-the-dark.md", "green tea keeps its aroma in the dark"},
		{"alias", "h2o-and-its-uses-in-the-kitchen", "H2O and its uses in the kitchen"},
		{"nothing like it", "coffee", ""},
		{"punctuation alone", "!!", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := ""
			if _, name, ok := b.Nearest(test.target); ok {
				got = name
			}
			if got != test.want {
				t.Errorf("nearest to %q is %q, want %q", test.target, got, test.want)
			}
		})
	}
}

func TestNamesakes(t *testing.T) {
	b := baseOf(t, []string{"b/x.md", "a/X.md", "a/y.md"}, nil)
	id, _ := b.Find("b/x.md")
	other, _ := b.Find("a/y.md")
	if got := slices.Collect(b.Namesakes(id)); len(got) != 2 || b.Note(got[0]).Path != "a/X.md" {
		t.Errorf("namesakes %v", got)
	}
	if !b.HasNamesakes(id) || b.HasNamesakes(other) {
		t.Error("HasNamesakes is wrong")
	}
}

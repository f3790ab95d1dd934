package identity

import (
	"path"
	"strings"
	"testing"
)

func TestName(t *testing.T) {
	for given, want := range map[string]string{
		"rio":                          "rio",
		" Rio ":                        "rio",
		"Rio <rio@example.org>":        "rio",
		"Rio Writer":                   "rio-writer",
		"José":                         "jose",
		"agent_7.b":                    "agent_7.b",
		strings.Repeat("a", 64):        strings.Repeat("a", 64),
		"":                             "",
		"   ":                          "",
		"../../x":                      "",
		"..":                           "",
		".rio":                         "",
		"rio.":                         "",
		"a..b":                         "",
		"-rf":                          "",
		"rio/x":                        "",
		`rio\x`:                        "",
		"rio\nAgent: clay":             "",
		"rio\x1b[31m":                  "",
		"r\u200bio":                    "",
		"r\u0456o":                     "", // a Cyrillic letter that looks like an i
		"\u3164":                       "",
		"@everyone":                    "",
		"$(id)":                        "",
		"<rio>":                        "",
		strings.Repeat("a", 65):        "",
		strings.Repeat("a\u0301", 200): "",
		"\xff":                         "",
		// one name, however it is written
		"\u212aim":           "kim", // the Kelvin sign
		"KIM":                "kim",
		"\u212bsa":           "asa", // the sign of Angstrom
		"rio\u00a0writer":    "",
		"\uff32\uff49\uff4f": "", // full-width
		"\u017fam":           "", // a long s
		"\u0130lk":           "ilk",
		"rio..":              "",
		// names that a system keeps for itself
		"con": "", "CON": "", "Nul": "", "aux.x": "", "prn": "", "com1": "", "lpt9.b": "", "c\u00f3n": "",
		"x.lock": "", "X.LOCK": "", "a.lock.b": "a.lock.b", "lock": "lock",
		"conrad": "conrad", "com": "com", "com10": "com10", "console.x": "console.x", "lpta": "lpta",
	} {
		if got, ok := Name(given); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %v; want %q", given, got, ok, want)
		}
	}
}

func TestOf(t *testing.T) {
	all := []string{Trailer, Branch, Author}
	authors := map[string]string{"Rio@Example.org": "Rio", "clay@example.org": "clay", "bad@example.org": "../x"}
	agents := func(names ...string) (commits []Commit) {
		for _, name := range names {
			commits = append(commits, Commit{Agents: []string{name}})
		}
		return commits
	}
	for _, c := range []struct {
		says   string
		change Change
		from   []string
		want   string
	}{
		{"nothing says", Change{Commits: []Commit{{Author: "who@example.org"}}, Branch: "main"}, all, ""},
		{"a trailer", Change{Commits: agents("Rio")}, all, "rio"},
		{"a trailer before branch and author", Change{Commits: []Commit{{Author: "rio@example.org", Agents: []string{"nova"}}}, Branch: "clay/x"}, all, "nova"},
		{"the order of the configuration", Change{Commits: agents("nova"), Branch: "clay/x"}, []string{Branch, Trailer}, "clay"},
		{"a source that is not asked", Change{Commits: agents("nova")}, []string{Author}, ""},
		{"no source at all", Change{Commits: agents("nova"), Branch: "clay/x"}, nil, ""},
		{"the branch before the author", Change{Commits: []Commit{{Author: "rio@example.org"}}, Branch: "clay/some-topic"}, all, "clay"},
		{"the full name of a branch", Change{Branch: "refs/heads/clay/some/topic"}, all, "clay"},
		{"a branch that says what, not whose", Change{Branch: "feature/rio"}, all, ""},
		{"a branch without a prefix", Change{Branch: "rio"}, all, ""},
		{"a branch that climbs", Change{Branch: "../x"}, all, ""},
		{"the author, whatever the case of the address", Change{Commits: []Commit{{Author: "RIO@example.org"}}}, all, "rio"},
		{"a name of the configuration that is unsafe", Change{Commits: []Commit{{Author: "bad@example.org"}}}, all, ""},
		{"a mapped co-author", Change{Commits: []Commit{{Author: "p@example.org", CoAuthors: []string{"Anyone <x@example.org>", "C <clay@Example.org>"}}}}, all, "clay"},
		{"a trailer before a co-author", Change{Commits: []Commit{{CoAuthors: []string{"C <clay@example.org>"}}, {Agents: []string{"nova"}}}}, all, "nova"},
		{"an unsafe trailer is passed over", Change{Commits: []Commit{{Agents: []string{"rio", "../../x"}}}}, all, "rio"},
		{"the last trailer of a commit", Change{Commits: []Commit{{Agents: []string{"rio", "clay"}}}}, all, "clay"},
		{"most commits", Change{Commits: agents("clay", "rio", "RIO")}, all, "rio"},
		{"the last of equals", Change{Commits: agents("clay", "rio", "rio", "clay")}, all, "clay"},
	} {
		if got := Of(c.change, c.from, authors); got != c.want {
			t.Errorf("%s: %q, want %q", c.says, got, c.want)
		}
	}
}

// Whatever is typed, a name is one element of a path and stays itself when it is cleaned again.
func FuzzName(f *testing.F) {
	for _, s := range []string{"rio", "Rio <r@x>", "../..", "a b", "é", "a.."} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		name, ok := Name(s)
		if !ok {
			return
		}
		if again, _ := Name(name); again != name || path.Clean("/memory/"+name+".md") != "/memory/"+name+".md" || strings.ContainsAny(name, "/\\ \n") || len(name) > 64 || isReserved(name) {
			t.Errorf("%q becomes %q", s, name)
		}
	})
}

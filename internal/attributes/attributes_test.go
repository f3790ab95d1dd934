package attributes

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// of gives what a stack of files sets on a path, as texts.
func of(t *testing.T, name string, files map[string]string) (all []string) {
	t.Helper()
	var stack Stack
	for _, folder := range []string{"", "a/", "a/b/"} {
		if text, ok := files[folder]; ok && strings.HasPrefix(name, folder) {
			f, err := Parse(folder, []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			stack = append(stack, f)
		}
	}
	steps := 1 << 20
	for _, s := range stack.Of(name, &steps) {
		all = append(all, fmt.Sprintf("%s %s%s:%d", s.Attribute, s.Rule.File.Folder, FileName, s.Rule.Line))
	}
	slices.Sort(all)
	return all
}

func TestWhatHasAnEffect(t *testing.T) {
	long := strings.Repeat(" x", 1200)
	for _, test := range []struct{ text, want string }{
		{"*.md filter=x", "filter=x .gitattributes:1"},
		{"# *.md filter=x\n\n  * filter=x  \r\n", "filter=x .gitattributes:3"},
		{"*.md working-tree-encoding=UTF-16", "working-tree-encoding=UTF-16 .gitattributes:1"},
		{"*.md working-tree-encoding", "working-tree-encoding .gitattributes:1"},
		{"*.md -working-tree-encoding", "-working-tree-encoding .gitattributes:1"},
		{"*.md working-tree-encoding=utf-8", ""},
		{"*.md !working-tree-encoding", ""},
		{"*.md ident", "ident .gitattributes:1"},
		{"*.md ident=x", ""},
		{"*.md export-subst", "export-subst .gitattributes:1"},
		{"*.md export-subst=x", ""},
		{"*.md filter", ""},
		{"*.md filter=", ""},
		{"*.md text eol=crlf -text whitespace=x merge=union diff=markdown", ""},
		{"*.png filter=lfs diff=lfs merge=lfs -text", ""},
		{"*.md -diff", "-diff .gitattributes:1"},
		{"*.md binary", "-diff .gitattributes:1"},
		{"*.md linguist-generated=true", "linguist-generated=true .gitattributes:1"},
		{"*.md linguist-generated=false", ""},
		{"* filter=x\n*.md -filter", ""},
		{"*.md -filter\n* filter=x", "filter=x .gitattributes:2"},
		{"*.md filter=x -filter", ""},
		{"[attr]m filter=x ident\n*.md m", "filter=x .gitattributes:2, ident .gitattributes:2"},
		{"[attr]m n\n[attr]n ident\n*.md m", "ident .gitattributes:3"},
		{"[attr]m filter=x\n*.md m\n*.md -m", ""},
		{"[attr]m filter=x\n[attr]m -filter\n*.md m", ""},
		{"[attr]binary\n*.md binary", ""},
		{`"*.m\144" filter=x`, "filter=x .gitattributes:1"},
		{`"*.md"filter=x`, "filter=x .gitattributes:1"},
		{"!*.md filter=x", ""},
		{"a/ filter=x", ""},
		{"a/** filter=x", "filter=x .gitattributes:1"},
		{"a/* filter=x", ""},
		{"*.md filter=x b@d", ""},
		// what versions of git and systems read differently
		{"*.MD filter=x", "filter=x .gitattributes:1"},
		{"*.md filter=x\n*.MD -filter", "filter=x .gitattributes:1"},
		{"*.md filter=x\n*.md -filter" + long, "filter=x .gitattributes:1"},
		{"*.md filter=x" + long, "filter=x .gitattributes:1"},
		{"*.md filter=x\n*.md -filter builtin_x", "filter=x .gitattributes:1"},
		{"\ufeff*.md filter=x", "filter=x .gitattributes:1"},
		{"[attr]m filter=x\n[attr]m -filter" + long + "\n*.md m", "filter=x .gitattributes:3"},
	} {
		if got := strings.Join(of(t, "a/b/c.md", map[string]string{"": test.text}), ", "); got != test.want {
			t.Errorf("%.60q sets %q, want %q", test.text, got, test.want)
		}
	}
}

func TestDeeperFilesComeFirst(t *testing.T) {
	for _, test := range []struct {
		files map[string]string
		want  string
	}{
		{map[string]string{"": "* filter=x", "a/": "* -filter"}, ""},
		{map[string]string{"": "* -filter", "a/b/": "/c.md filter=y"}, "filter=y a/b/.gitattributes:1"},
		{map[string]string{"": "* -filter", "a/": "[attr]m filter=x\n* m"}, ""}, // macros stand at the top alone
		{map[string]string{"a/": "b/c.md ident"}, "ident a/.gitattributes:1"},
		{map[string]string{"a/": "a/b/c.md ident"}, ""},
	} {
		if got := strings.Join(of(t, "a/b/c.md", test.files), ", "); got != test.want {
			t.Errorf("%q set %q, want %q", test.files, got, test.want)
		}
	}
}

func TestBounds(t *testing.T) {
	if _, err := Parse("", make([]byte, MaxSize+1)); err != ErrTooLarge {
		t.Error(err)
	}
	if _, err := Parse("", []byte("*.md text\n\x00")); err != ErrNUL {
		t.Error(err)
	}
	f, err := Parse("", []byte("*a*b*c*d*e*f*g*h*.md filter=x"))
	if err != nil {
		t.Fatal(err)
	}
	steps := 100
	for range 10 {
		Stack{f}.Of(strings.Repeat("abcdefgh", 30)+".mx", &steps)
		Stack{f}.Of(strings.Repeat("abcdefg", 30)+".md", &steps)
	}
	if steps > 0 || steps < -20_000 {
		t.Errorf("%d steps are left", steps)
	}
}

// What a file says of a path is what git says.
func TestAsGitDoes(t *testing.T) {
	dir := t.TempDir()
	if out, err := exec.Command("git", "-C", dir, "init", "-q").CombinedOutput(); err != nil {
		t.Skipf("no git: %v: %s", err, out)
	}
	names := []string{"a.md", "a/a.md", "a/b/a.md", "a/b/c/ab.md", "ab/b.md", "a/b.md/c", "a/-].md", "a/b/[a].md", "a/é.md", "a/b/a1 .md", "b/*.md", "a/\\.md"}
	part := rapid.SampledFrom([]string{"a", "b", "/", "/", "*", "*", "**", "**/", "/**", "?", ".md", "*.md", "[ab]", "[!a]", "[^b]", "[a-c]", "[]a]", "[a-]", "[[:alpha:]]", "[[:al",
		"[[:x:]]", "[[:digit:]_]", "[", "]", `\`, `\*`, `\/`, "!", "-", "é", "[\\]]", "[a\\-c]", "[--0]", "[!]a]", "[[]", "[[:punct:]]", "[[a]"})
	pattern := rapid.Custom(func(t *rapid.T) string {
		p := strings.Join(rapid.SliceOfN(part, 1, 6).Draw(t, "parts"), "")
		switch rapid.IntRange(0, 9).Draw(t, "form") {
		case 0:
			return `"` + strings.ReplaceAll(p, `\`, `\\`) + `"`
		case 1:
			return rapid.SampledFrom([]string{"[attr]m", "[attr]n", "[attr]binary", "[attr]", `"a`, `"\141*"`, `"\9"`}).Draw(t, "odd")
		}
		return p
	})
	word := rapid.SampledFrom([]string{"filter=x", "filter=y", "-filter", "!filter", "filter", "filter=", "ident", "-ident", "ident=x", "m", "-m", "!m", "n", "binary", "diff", "-diff", "!diff",
		"working-tree-encoding=UTF-16", "working-tree-encoding", "linguist-generated", "-linguist-generated", "linguist-generated=true", "text", "b@d", "--x", "=", "x=a=b"})
	text := rapid.Custom(func(t *rapid.T) string {
		var lines []string
		for range rapid.IntRange(0, 5).Draw(t, "lines") {
			lines = append(lines, rapid.SampledFrom([]string{"", "", " ", "\t", "#"}).Draw(t, "before")+pattern.Draw(t, "pattern")+" "+strings.Join(rapid.SliceOfN(word, 0, 3).Draw(t, "words"), "  "))
		}
		return strings.Join(lines, rapid.SampledFrom([]string{"\n", "\n", "\r\n"}).Draw(t, "end"))
	})
	rapid.Check(t, func(rt *rapid.T) {
		files := map[string]string{}
		for _, folder := range []string{"", "a/", "a/b/"} {
			files[folder] = text.Draw(rt, "file in "+folder)
			name := filepath.Join(dir, folder, FileName)
			if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(files[folder]), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want := asGit(t, dir, names)
		for _, name := range names {
			got := map[string]bool{}
			for _, s := range of(t, name, files) {
				attribute, _, _ := strings.Cut(s, " ")
				got[attribute] = true
			}
			if fmt.Sprint(got) != fmt.Sprint(want[name]) {
				rt.Fatalf("%q: %v, git says %v", name, got, want[name])
			}
		}
	})
}

// asGit asks git what has an effect on files.
func asGit(t *testing.T, dir string, names []string) map[string]map[string]bool {
	t.Helper()
	asked := []string{"filter", "ident", "working-tree-encoding", "diff", "linguist-generated"}
	cmd := exec.Command("git", append([]string{"-C", dir, "check-attr", "-z", "--stdin"}, asked...)...)
	cmd.Env = append(os.Environ(), "GIT_ATTR_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null")
	cmd.Stdin = strings.NewReader(strings.Join(names, "\x00") + "\x00")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	effects := map[string]map[string]bool{}
	fields := strings.Split(string(out), "\x00")
	for i := 0; i+2 < len(fields); i += 3 {
		name, s := fields[i], state{name: fields[i+1]}
		if effects[name] == nil {
			effects[name] = map[string]bool{}
		}
		switch value := fields[i+2]; value {
		case "set":
			s.set, s.text = true, s.name
		case "unset":
			s.text = "-" + s.name
		case "unspecified":
			s.text = "!" + s.name
		default:
			s.value, s.text = value, s.name+"="+value
		}
		if s.effect() != 0 {
			effects[name][s.text] = true
		}
	}
	return effects
}

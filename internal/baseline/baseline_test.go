package baseline

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/finding"
	"pgregory.net/rapid"
)

func entry(path, gate, fingerprint, message string) Entry {
	return Entry{ID: finding.ID{Path: path, Gate: gate, Fingerprint: fingerprint}, Message: message}
}

func TestFileHasALineForEachFinding(t *testing.T) {
	b := New([]Entry{
		entry("b.md", "scope_error", "0000000000000001", "“always” without a scope"),
		entry("a.md", "scope_error", "12e4567890123456", `say "it"`),
		entry("a.md", "date_errors", "ffffffffffffffff", "a\nb"),
		entry("b.md", "scope_error", "0000000000000001", "again"),
	})
	want := preamble + `schema: kbgate.baseline/1
findings:
  - {path: "a.md", gate: "date_errors", fingerprint: "ffffffffffffffff", message: "a b"}
  - {path: "a.md", gate: "scope_error", fingerprint: "12e4567890123456", message: "say \"it\""}
  - {path: "b.md", gate: "scope_error", fingerprint: "0000000000000001", message: "“always” without a scope"}
`
	if got := string(b.Bytes()); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if b.Paths() != 2 {
		t.Errorf("%d paths", b.Paths())
	}
	if got := string(Baseline(nil).Bytes()); !strings.HasSuffix(got, "\nfindings: []\n") {
		t.Errorf("the empty baseline is\n%s", got)
	}
}

func TestHasAndWithout(t *testing.T) {
	b := New([]Entry{entry("a.md", "g", "1", ""), entry("a.md", "h", "1", ""), entry("b.md", "g", "2", "")})
	for _, test := range []struct {
		id   finding.ID
		want bool
	}{
		{entry("a.md", "g", "1", "").ID, true}, {entry("a.md", "h", "1", "").ID, true}, {entry("b.md", "g", "2", "").ID, true},
		{entry("b.md", "g", "1", "").ID, false}, {entry("a.md", "i", "1", "").ID, false}, {finding.ID{}, false},
	} {
		if got := b.Has(test.id); got != test.want {
			t.Errorf("Has(%v) = %v", test.id, got)
		}
	}
	for id, want := range map[finding.ID]int{{Path: "a.md", Gate: "g"}: 1, {Path: "a.md", Gate: "h"}: 1, {Path: "b.md", Gate: "h"}: 0, {Path: "c.md"}: 0} {
		if got := b.Of(id.Path, id.Gate); len(got) != want {
			t.Errorf("Of(%v) = %v", id, got)
		}
	}
	less := b.Without([]Entry{b[0], b[2]})
	if len(less) != 1 || less[0].ID != entry("a.md", "h", "1", "").ID || len(b) != 3 {
		t.Errorf("without two: %v, of %v", less, b)
	}
}

func TestMessagesAreCut(t *testing.T) {
	for _, test := range []struct{ message, want string }{
		{strings.Repeat("é", 200), strings.Repeat("é", 79) + "…"},
		{strings.Repeat("é", 80), strings.Repeat("é", 80)},
		{strings.Repeat("ab ", 30), strings.Repeat("ab ", 26) + "a…"},
		{"two\nlines", "two lines"},
		{"", ""},
	} {
		got, err := Parse(New([]Entry{entry("a.md", "g", "1", test.message)}).Bytes())
		if err != nil || got[0].Message != test.want {
			t.Errorf("%v: %q, want %q", err, got[0].Message, test.want)
		}
	}
}

// What is written is read back, whatever names and messages hold.
func TestRoundTrip(t *testing.T) {
	text := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.RuneFrom([]rune("ab/\"'\\#:,{}[]&*!|>%@` \t\n\r\x00\x1b\x7f\u0085\u200b\u2028\u202e\ufeff\ufffd\uffff\U0001f600é"))))
	path := rapid.OneOf(text, rapid.Just(strings.Repeat("long/", 800)+"a.md"))
	rapid.Check(t, func(t *rapid.T) {
		var entries []Entry
		for range rapid.IntRange(0, 5).Draw(t, "entries") {
			entries = append(entries, entry(path.Draw(t, "path"), text.Draw(t, "gate"), text.Draw(t, "fingerprint"), text.Draw(t, "message")))
		}
		want := New(entries)
		data := want.Bytes()
		for i := range want {
			want[i].Message = shorten(want[i].Message)
		}
		if _, ok := plain(string(data)); !ok && len(want) > 0 {
			t.Fatalf("what is written has not the plain form:\n%s", data)
		}
		for name, parse := range map[string]func([]byte) (Baseline, error){"Parse": Parse, "parseYAML": parseYAML} {
			if got, err := parse(data); err != nil || !slices.Equal(got, want) {
				t.Fatalf("%s: %v\n%q, want\n%q\n%s", name, err, got, want, data)
			}
		}
	})
}

func TestMistakesNameTheirLine(t *testing.T) {
	head := "schema: kbgate.baseline/1\nfindings:\n"
	for _, test := range []struct{ name, file, want string }{
		{"empty", "", "line 1: the file is empty; it begins with `schema: kbgate.baseline/1`"},
		{"comments alone", "# nothing\n", "line 1: the file is empty; it begins with `schema: kbgate.baseline/1`"},
		{"no mapping", "- a\n", "line 1: here has to be a mapping with the keys schema, findings"},
		{"no schema", "findings: []\n", "line 1: `schema` is missing; the file begins with `schema: kbgate.baseline/1`"},
		{"another schema", "schema: kbgate.baseline/2\n", `line 1: the schema is "kbgate.baseline/2"; this kbgate reads "kbgate.baseline/1"`},
		{"unknown key", "schema: kbgate.baseline/1\nfinding: []\n", "line 2: unknown key `finding`; there are schema, findings"},
		{"no list", "schema: kbgate.baseline/1\nfindings: {}\n", "line 2: `findings` is no list"},
		{"no entry", head + "  - a\n", "line 3: here has to be a mapping with the keys path, gate, fingerprint, message"},
		{"no fingerprint", head + "  - {path: a.md, gate: g}\n", "line 3: the entry has no `fingerprint`"},
		{"a list for a path", head + "  - {path: [a.md], gate: g, fingerprint: x}\n", "line 3: `path` is no text"},
		{"an alias", head + "  - {path: &a a.md, gate: *a, fingerprint: x}\n", "line 3: `gate` is no text"},
		{"unknown key of an entry", head + "  - {path: a.md, gate: g, fingerprint: x, line: 3}\n", "line 3: unknown key `line`; there are path, gate, fingerprint, message"},
		{"a key twice", head + "  - {path: a.md, path: b.md, gate: g, fingerprint: x}\n", "line 3: the key `path` stands here twice"},
		{"no YAML", head + "  - {path: \"a.md\n", "line 3: the file is not valid YAML"},
		{"no UTF-8", head + "  - {path: \"caf\xe9.md\"}\n", "line 3: the file is not UTF-8 text"},
		{"two documents", head + "  []\n---\n{}\n", "line 4: a second YAML document begins here"},
		{"a conflict", head + "<<<<<<< HEAD\n=======\n>>>>>>> other\n", "line 3: a merge conflict begins here; keep the lines of both sides"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := Parse([]byte(test.file))
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("%v (%v), want %s", err, got, test.want)
			}
		})
	}
}

// People may write the file by hand, and merges leave entries twice and in any order.
func TestOtherFormsAreRead(t *testing.T) {
	got, err := Parse([]byte(`schema: "kbgate.baseline/1"
findings:
  - path: b.md
    gate: g
    fingerprint: 1234567890123456
  - {fingerprint: 0x12, gate: g, path: a.md, message: m} # a comment
  - {path: "a.md", gate: "g", fingerprint: "0x12", message: "other words"}
`))
	want := Baseline{entry("a.md", "g", "0x12", "m"), entry("b.md", "g", "1234567890123456", "")}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
}

func TestWriteIsWholeAndFollowsNoLink(t *testing.T) {
	dir := t.TempDir()
	name, elsewhere := filepath.Join(dir, FileName), filepath.Join(dir, "elsewhere")
	if err := os.WriteFile(elsewhere, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, name); err != nil {
		t.Skip(err)
	}
	want := New([]Entry{entry("a.md", "g", "1", "m")})
	for range 2 {
		if err := want.Write(name); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(name)
	if got, parseErr := Parse(data); err != nil || parseErr != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v, %v", got, err, parseErr)
	}
	if left, _ := os.ReadFile(elsewhere); string(left) != "mine" {
		t.Errorf("the link was followed: %q", left)
	}
	if files, _ := os.ReadDir(dir); len(files) != 2 {
		t.Errorf("files are left: %v", files)
	}
	if err := want.Write(filepath.Join(dir, "nowhere", FileName)); err == nil {
		t.Error("no error for a folder that is not there")
	}
}

// The short reader of the plain form says the same as YAML, or nothing.
func FuzzPlainReadsAsYAML(f *testing.F) {
	f.Add(New([]Entry{entry("a.md", "g", "1", "m\x7f\u200b\"é")}).Bytes())
	for _, line := range []string{
		`  - {path: "\101", gate: "\x80", fingerprint: "\u0041", message: "\0"}`,
		"  - {path: \"a\r\", gate: \"\u0085\", fingerprint: \"\", message: \"\u2028\"}",
		`  - {path: "a", gate: "b", fingerprint: "c", message: "d"} # e`,
	} {
		f.Add([]byte("# comment\n" + opening + "\n" + line + "\n"))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		entries, ok := plain(string(data))
		if !ok {
			_, _ = Parse(data) // whatever the bytes are, it ends
			return
		}
		if want, err := parseYAML(data); err != nil || !slices.Equal(New(entries), want) {
			t.Errorf("%q, want\n%q (%v)", entries, want, err)
		}
	})
}

func large() []byte {
	var entries []Entry
	for i := range 13_000 {
		entries = append(entries, entry(fmt.Sprintf("claims/of some length/claim-%d.md", i/3), "title_not_proposition", fmt.Sprintf("%016x", i*7919),
			"the title has no finite verb, so it reads as a label and not as a proposition"))
	}
	return New(entries).Bytes()
}

func BenchmarkParse(b *testing.B) {
	data := large()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := Parse(data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParseYAML(b *testing.B) {
	data := large()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := parseYAML(data); err != nil {
			b.Fatal(err)
		}
	}
}

// A file that is not as kbgate writes it takes much memory for each byte, so that little of it is read; one that is may be large,
// whichever way its lines end.
func TestOtherFormsAreBounded(t *testing.T) {
	entry := Entry{ID: finding.ID{Path: strings.Repeat("a", 4000), Gate: "g", Fingerprint: "f"}}
	var all []Entry
	for i := range 600 {
		e := entry
		e.Fingerprint = strconv.Itoa(i)
		all = append(all, e)
	}
	written := New(all).Bytes()
	for name, data := range map[string][]byte{"as written": written, "lines of Windows": bytes.ReplaceAll(written, []byte("\n"), []byte("\r\n"))} {
		if b, err := Parse(data); err != nil || len(b) != len(all) {
			t.Errorf("%s: %d entries, %v", name, len(b), err)
		}
	}
	for name, data := range map[string][]byte{
		"entries without anything": []byte("schema: " + Schema + "\nfindings: [" + strings.Repeat("{},", 400_000) + "]\n"),
		"a comment at the end":     append(slices.Clone(written), "# mine\n"...),
	} {
		if _, err := Parse(data); err == nil || !strings.Contains(err.Error(), "is not as kbgate writes it, and of such a file at most 1 MiB") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

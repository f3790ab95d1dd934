package memory

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

var row = Row{"2026-02-03", "skill", "redis-cache", "Exemplos incorretos", "examples", "Testar comandos"}

const line = `| 2026-02-03 | skill | redis-cache | "Exemplos incorretos" | examples | Testar comandos |` + "\n"

const made = "## Log de Rejeicoes\n\n" + header + "\n" + rule + "\n" + line

func TestAppend(t *testing.T) {
	for name, test := range map[string]struct{ file, want string }{
		"no file":          {"", "# Memory of rio\n\n" + made},
		"no section":       {"# Rio\n\nLikes tea.\n", "# Rio\n\nLikes tea.\n\n" + made},
		"no line end":      {"# Rio", "# Rio\n\n" + made},
		"no table":         {"## Log de Rejeicoes\n\nBelow.\n\n## Other\n", "## Log de Rejeicoes\n\nBelow.\n\n" + header + "\n" + rule + "\n" + line + "\n## Other\n"},
		"nothing in it":    {"## Log de Rejeicoes\n## Other\n", made + "\n## Other\n"},
		"accents":          {"## Log de Rejeições\n|a|b|c|d|e|f|\n|-|-|-|-|-|-|\n## Other\n", "## Log de Rejeições\n|a|b|c|d|e|f|\n|-|-|-|-|-|-|\n" + line + "## Other\n"},
		"a row unfinished": {made + "| x", made + "| x\n" + line},
		"another table":    {"## Log de Rejeicoes\n| a |\n|---|\n\n" + header + "\n" + rule + "\n\n## Other\n", "## Log de Rejeicoes\n| a |\n|---|\n\n" + header + "\n" + rule + "\n" + line + "\n## Other\n"},
		"a deeper heading": {"## Log de Rejeicoes\n### Notes\n| 1 | 2 | 3 | 4 | 5 | 6 |\n", made + "\n### Notes\n| 1 | 2 | 3 | 4 | 5 | 6 |\n"},
		"an example":       {"```\n## Log de Rejeicoes\n" + line + "```\n", "```\n## Log de Rejeicoes\n" + line + "```\n\n" + made},
		"an open example":  {"~~~~ md\n~~~\n## Log de Rejeicoes\n", "~~~~ md\n~~~\n## Log de Rejeicoes\n~~~~\n\n" + made},
		"open in it":       {"## Log de Rejeicoes\n```\nx\n", made + "\n```\nx\n"},
		"an open é":        {"```\né\n\x94\n", "```\né\n\x94\n```\n\n" + made},
		"no code":          {"```a``` is code\n" + made, "```a``` is code\n" + made + line},
		"CRLF":             {"# Rio\r\n", "# Rio\r\n\r\n" + strings.ReplaceAll(made, "\n", "\r\n")},
		"CRLF in it":       {"# Rio\n## Log de Rejeicoes\r\n", "# Rio\n" + strings.ReplaceAll(made, "\n", "\r\n")},
		"a mark":           {"\ufeff" + made, "\ufeff" + made + line},
		"twice":            {made + "\n## X\n\n" + made, made + line + "\n## X\n\n" + made},
	} {
		if got := string(Append([]byte(test.file), "Memory of rio", row)); got != test.want {
			t.Errorf("%s:\n%s\nwant:\n%s", name, got, test.want)
		}
	}
	if got := Append([]byte("x"), "x"); string(got) != "x" {
		t.Errorf("no row: %q", got)
	}
}

// What somebody typed stays, whatever is laid.
func TestLay(t *testing.T) {
	typed := `| 2026-01-01 | skill | old | "a \| b" | taste | x |` + "\n"
	own := func(r Row) bool { return r.Item == "redis-cache" }
	other := row
	other.Reason = "(redacted)"
	file := []byte(strings.Replace(made, line, line+typed+line, 1) + "\n### Notes\n\n" + line + "\nText.\n")
	want := strings.Replace(made, line, typed+`| 2026-02-03 | skill | redis-cache | "(redacted)" | examples | Testar comandos |`+"\n", 1) + "\n### Notes\n\n\nText.\n"
	got := Lay(file, "", []Row{other}, own)
	if string(got) != want {
		t.Errorf("%s\nwant:\n%s", got, want)
	}
	if again := Lay(got, "", []Row{other}, own); !bytes.Equal(again, got) {
		t.Errorf("once more:\n%s", again)
	}
	if got := Strip(file, func(Row) bool { return false }); !bytes.Equal(got, file) {
		t.Errorf("nothing to take out:\n%s", got)
	}
}

// hostile are texts that would break a table, a page, or a terminal.
var hostile = []string{
	"", " ", `"`, `""`, `\`, `\"`, `a\`, `a\|b`, `\\|`, `|`, `| |`, ` | `, "a\nb", "a\r\nb\n", "`a|b`", "``` ```", "<!-- x", "--><script>alert(1)</script>",
	"<br>", "&lt;br&gt;", "&amp;lt;", "&#124;", "&", "&&#x3c;", "AT&T; R&D", `C:\dir\new`, `\\server\x`, "\x1b[2J\a\x7f", "\u202eabc\u2066", "\u200b\ufeff\u2028\u0085",
	"שלום | עולם", "👩‍💻 naïve", "[[note]] ![x](http://y)", "| --- |", "---", "# Heading", "data", "“x”", "\u3164\u115f", "\t x \t", "\u00a0",
	strings.Repeat(`a|"<`+"\n\x1b\u202e", 10_000), strings.Repeat("|", 100<<10), strings.Repeat("&", 100<<10), strings.Repeat("&a", 50<<10), "\U0010fffd\U000e0001",
}

func TestHostileTexts(t *testing.T) {
	var rows []Row
	file := []byte("# Rio\n\n[x]: y\n")
	for _, s := range hostile {
		r := Row{"2026-02-03", "skill", s, s, "other", s}
		rows = append(rows, r)
		file = Append(file, "", r)
	}
	if !slices.Equal(Read(file), rows) {
		for i, r := range Read(file) {
			if i < len(rows) && r != rows[i] {
				t.Errorf("%.80q became %.80q", rows[i], r)
			}
		}
	}
	if n := strings.Count(string(file), "\n"); n != 3+5+len(rows) {
		t.Errorf("%d lines for %d rows", n, len(rows))
	}
	if i := strings.IndexFunc(string(file), func(r rune) bool { return r != '\n' && r != ' ' && isUnseen(r) }); i >= 0 {
		t.Errorf("something unseen: %q", file[max(0, i-40):i+40])
	}
	if bytes.Contains(file, []byte("<!--")) || bytes.Contains(file, []byte("<script")) || bytes.Contains(file, []byte("[[")) && !bytes.Contains(file, []byte(`\[`)) {
		t.Error("something is markup")
	}
}

// What others typed is read as it always was.
func TestParse(t *testing.T) {
	for line, want := range map[string]Row{
		`| 2026-02-03 | skill | redis-cache   | "Exemplos incorretos"   | examples | Testar |`: {"2026-02-03", "skill", "redis-cache", "Exemplos incorretos", "examples", "Testar"},
		`| d | t | i | "a \| b is \"wrong\", c:\.dir" | c | |`:                                 {"d", "t", "i", `a | b is "wrong", c:\.dir`, "c", ""},
		`|d|t|i|“q” |c|&lt;|`:                 {"d", "t", "i", "q", "c", "&lt;"},
		`| d | t | i | no | c | a`:            {"d", "t", "i", "no", "c", "a"},
		`| d | t | i | "a<br>b" | c | &lt; |`: {"d", "t", "i", "a\nb", "c", "<"},
	} {
		if got, ok := Parse(line); !ok || got != want {
			t.Errorf("%s: %q", line, got)
		}
	}
	if _, ok := Parse("| a | b |"); ok {
		t.Error("two cells are a row")
	}
}

func FuzzAppend(f *testing.F) {
	f.Add([]byte(made), "x", "a|b\n", "y")
	f.Add([]byte("```\n## Log de Rejeições\r\n|\n~~~\n"), "\\", "\"", "&#10;")
	f.Add([]byte("```\n\u061b\x94\xc4fp\n"), "0", "0", "0")
	f.Add([]byte("## Log de Rejeicoes\n| a |\n|-|\n\n"+header+"\n"+rule+"\n"+line), "\x13", "b\n", "y")
	f.Add([]byte("## Log de Rejeicoes\n### x\n| a |\n|-|\n````"), " ", "", "<")
	f.Fuzz(func(t *testing.T, file []byte, item, reason, action string) {
		if !utf8.ValidString(item) || !utf8.ValidString(reason) || !utf8.ValidString(action) {
			return
		}
		added := []Row{{"2026-02-03", "skill", item, reason, "other", action}, row}
		before := Read(file)
		got := Append(file, "Memory", added...)
		if want := sorted(append(before, added...)); !slices.Equal(sorted(Read(got)), want) {
			t.Fatalf("%q has the rows %q, want %q", got, Read(got), want)
		}
		if !holds(got, file) {
			t.Fatalf("%q became %q", file, got)
		}
		if again := Append(file, "Memory", added...); !bytes.Equal(again, got) {
			t.Fatal("not the same twice")
		}
		own := func(r Row) bool { return slices.Contains(added, r) }
		laid := Lay(got, "Memory", added, own)
		if !bytes.Equal(Lay(laid, "Memory", added, own), laid) || !slices.Equal(sorted(Read(Strip(laid, own))), sorted(Read(Strip(file, own)))) {
			t.Fatalf("%q was laid as %q", got, laid)
		}
	})
}

// holds reports whether a file has all of another around one place.
func holds(file, other []byte) bool {
	n := 0
	for n < len(other) && file[n] == other[n] {
		n++
	}
	return len(file) >= len(other) && bytes.HasSuffix(file, other[n:])
}

func sorted(rows []Row) []Row {
	slices.SortFunc(rows, func(a, b Row) int {
		return slices.Compare([]string{a.Day, a.Type, a.Item, a.Reason, a.Category, a.Action}, []string{b.Day, b.Type, b.Item, b.Reason, b.Category, b.Action})
	})
	return rows
}

func BenchmarkAppend(b *testing.B) {
	var rows []Row
	for range 10_000 {
		rows = append(rows, row)
	}
	file := Append(nil, "Memory of rio", rows...)
	b.SetBytes(int64(len(file)))
	for b.Loop() {
		Append(file, "", row)
	}
}

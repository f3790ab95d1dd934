package evolution

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/learn/evolution"
	"github.com/kbgate/kbgate/internal/stats"
)

var update = flag.Bool("update", false, "write the expected output anew")

var end = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

var forms = map[string]func(io.Writer, *evolution.Evolution) error{"md": Markdown, "html": HTML, "json": JSON}

func written(t testing.TB, form string, e *evolution.Evolution) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := forms[form](&b, e); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func month(rows ...decision.Summary) *evolution.Evolution {
	e := evolution.Of(rows, evolution.Request{
		Window: evolution.Window{Since: end.AddDate(0, 0, -30), Until: end}, Place: "feedback on refs/heads/feedback", Threshold: learn.DefaultThreshold,
		Gate: func(tag string) (string, string) {
			if tag == "broken_wiki_links" {
				return "Wiki link validity", "Link only to notes that exist, or write `[[x|y]]`."
			}
			return "", ""
		},
		Unread: []time.Time{end.AddDate(0, 0, -1), end.AddDate(0, 0, -40)},
	})
	return e
}

// small is a store of two months: rio gets better, tea stays as it is, kite has decided little.
func small() *evolution.Evolution {
	var rows []decision.Summary
	add := func(agent string, day, n int, approved bool) {
		r := decision.Summary{Key: key(fmt.Sprintf("%s-%02d-%d", agent, day, n)), At: end.AddDate(0, 0, day-60).Add(time.Duration(n-5) * time.Hour), Verdict: decision.Approved, Agent: agent,
			Type: decision.Skill, Name: fmt.Sprintf("%s-%d.md", agent, (day+n)%17), Score: float64(60 + (7*day+3*n)%40), Seconds: 60 + 5*((day+n)%20)}
		if !approved {
			r.Verdict, r.Category = decision.Rejected, decision.Categories[(day*n)%3]
			r.Issues = []string{"broken_wiki_links", "of_another_program"}[:1+day%2]
		} else if day%5 == 0 {
			r.Verdict = decision.ApprovedWithChanges
		}
		rows = append(rows, r)
	}
	for day := range 60 {
		for n := range 3 {
			add("rio", day, n, (day+n)%2 == 0 || day >= 30 && (day+n)%10 != 1)
		}
		if day%2 == 0 {
			add("tea", day, 4, day%8 != 0)
		}
		if day%20 == 19 {
			add("kite", day, 5, false)
		}
	}
	e := month(rows...)
	for i := range e.Artifacts {
		e.Artifacts[i].Tell("Examples don't work", "Validate all code examples")
	}
	return e
}

// hostile has what people should not type wherever they may type something.
func hostile() *evolution.Evolution {
	var rows []decision.Summary
	for i, s := range hostileTexts {
		for n := range 12 {
			rows = append(rows, decision.Summary{Key: key(fmt.Sprint(i, "-", n)), At: end.Add(-time.Duration(n*40+i) * time.Hour), Verdict: decision.Rejected, Agent: s, Type: decision.ArtifactType(s),
				Name: s, Category: decision.Category(s), Issues: []string{s, s + "x"}, Score: 3, Seconds: 1 << 40})
		}
	}
	e := month(rows...)
	for i := range e.Artifacts {
		e.Artifacts[i].Tell(hostileTexts[i%len(hostileTexts)], hostileTexts[(i+3)%len(hostileTexts)])
	}
	e.Place = evolution.Shown(hostileTexts[0], 80)
	return e
}

var hostileTexts = []string{
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, "</style></svg><b>x", "]]>", "&lt;&#60;", `'";--`, "a|b\\|c\\", "`` ` ```", "](https://example.org)", "![x](//example.org/y.png)",
	"<!-- REJECTION: {} -->", "@everyone #1 !2 https://example.org www.example.org a@example.org", "\u202egnp.exe\u2066", "\x1b[2J\x07\x00\x9b31m", "line\nbreak\r\n# heading\n| a | b |",
	"مرحبا بالعالم", "e\u0301\u200b\ufeff", "{{.Place}}", "${{ secrets.X }}", strings.Repeat("long 日本 <x> ", 9000), "\xff\xfe", "*a* _b_ ~~c~~ ==d==", "    code", "javascript:alert(1)", "\u2028",
}

// `go test ./internal/report/evolution -run Golden -update` writes the expected output anew.
func TestGolden(t *testing.T) {
	for name, e := range map[string]*evolution.Evolution{"small": small(), "empty": month(), "one": month(decision.Summary{Key: key("1"), At: end.Add(-time.Hour), Verdict: decision.Rejected,
		Agent: "rio", Type: decision.Skill, Name: "x.md", Category: decision.Examples, Score: -1})} {
		for form := range forms {
			file := filepath.Join("testdata", name+"."+form)
			got := written(t, form, e)
			if *update {
				if err := os.WriteFile(file, got, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if want, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s: %v, got\n%.3000s", file, err, got)
			}
		}
	}
}

// elements reads a page as XML, which it is as well as HTML, and tells of each element with the text right in it.
func elements(t testing.TB, page []byte, tell func(name string, attributes map[string]string, text string)) {
	t.Helper()
	dec := xml.NewDecoder(bytes.NewReader(page))
	type element struct {
		name       string
		attributes map[string]string
		text       strings.Builder
	}
	var open []*element
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{name: token.Name.Local, attributes: map[string]string{}}
			for _, a := range token.Attr {
				e.attributes[a.Name.Local] = a.Value
			}
			open = append(open, e)
		case xml.CharData:
			if len(open) > 0 {
				open[len(open)-1].text.Write(token)
			}
		case xml.EndElement:
			e := open[len(open)-1]
			open = open[:len(open)-1]
			tell(e.name, e.attributes, e.text.String())
		}
	}
}

// known are the elements of the page: nothing in it runs, loads or leads anywhere.
const known = " html head meta title style body main header section footer div p h1 h2 ul li b small span code bdi details summary table caption thead tbody tr th td svg desc line rect circle text path "

// The page is well-formed, loads nothing, runs nothing, and has each id once, whatever people typed.
func TestPageStandsAlone(t *testing.T) {
	for name, e := range map[string]*evolution.Evolution{"small": small(), "empty": month(), "hostile": hostile()} {
		page := written(t, "html", e)
		ids, pointed, css, policy := map[string]bool{}, []string{}, "", ""
		elements(t, page, func(element string, attributes map[string]string, text string) {
			if !strings.Contains(known, " "+element+" ") {
				t.Errorf("%s: <%s> in the page", name, element)
			}
			for key, value := range attributes {
				if strings.HasPrefix(key, "on") || key == "style" || key == "href" || key == "src" || key == "class" && strings.ContainsAny(value, `<>"`) {
					t.Errorf("%s: %s=%q", name, key, value)
				}
			}
			if id := attributes["id"]; id != "" {
				if ids[id] {
					t.Errorf("%s: two elements are %s", name, id)
				}
				ids[id] = true
			}
			pointed = append(pointed, strings.Fields(attributes["aria-labelledby"])...)
			switch {
			case element == "style":
				css = text
			case attributes["http-equiv"] != "":
				policy = attributes["content"]
			}
		})
		for _, id := range pointed {
			if !ids[id] {
				t.Errorf("%s: no element is %s", name, id)
			}
		}
		hash := sha256.Sum256([]byte(css))
		if want := "'sha256-" + base64.StdEncoding.EncodeToString(hash[:]) + "'"; !strings.Contains(policy, want) || !strings.HasPrefix(policy, "default-src 'none'; ") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: %s; the style is %s", name, policy, want)
		}
		if outside := regexp.MustCompile(`(?i)url\(|@import|https?://[^"< ]*`).FindAllString(css, -1); len(outside) > 0 {
			t.Errorf("%s: the style has %q", name, outside)
		}
		if len(page) > 400_000 {
			t.Errorf("%s: %d bytes", name, len(page))
		}
	}
}

// Nothing that people typed acts in markdown, breaks out of its cell, or drives a terminal.
func TestMarkdownIsInert(t *testing.T) {
	for name, e := range map[string]*evolution.Evolution{"small": small(), "hostile": hostile()} {
		t.Run(name, func(t *testing.T) { markdownIsInert(t, written(t, "md", e)) })
	}
}

func markdownIsInert(t *testing.T, source []byte) {
	if len(source) > 200_000 {
		t.Errorf("%d bytes", len(source))
	}
	doc := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(source))
	err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.RawHTML, *ast.HTMLBlock, *ast.Link, *ast.Image, *ast.AutoLink, *ast.CodeBlock, *ast.FencedCodeBlock, *ast.Blockquote, *tables.Strikethrough:
			t.Errorf("a %s acts", n.Kind())
		case *ast.Heading:
			if s := string(n.Lines().Value(source)); !regexp.MustCompile(`^[A-Z][A-Za-z :0-9]+$`).MatchString(s) {
				t.Errorf("heading %q", s)
			}
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		t.Error(err)
	}
	// The parser drops cells that are too many, so bars are counted as they stand (GFM 4.10); a backslash takes the next with it.
	head := 0
	for line := range strings.Lines(string(source)) {
		bars := len(regexp.MustCompile(`(?:\\[^\n]|[^|\n\\])*\|`).FindAllString(line, -1))
		switch {
		case !strings.HasPrefix(line, "|"):
			head = 0
		case head == 0:
			head = bars
		case bars != head:
			t.Errorf("%d cells, not %d: %s", bars-1, head-1, line)
		}
	}
}

func TestNothingDrivesATerminal(t *testing.T) {
	for form := range forms {
		for _, r := range string(written(t, form, hostile())) {
			if r < ' ' && r != '\n' || 0x7f <= r && r < 0xa0 || 0x202a <= r && r <= 0x202e || 0x2066 <= r && r <= 0x2069 || r == 0x200b || r == 0xfeff || r == 0x2028 {
				t.Errorf("%s holds U+%04X", form, r)
			}
		}
	}
}

// The JSON of hostile text is JSON, and has nothing in it that HTML would act on.
func TestJSONIsInert(t *testing.T) {
	data := written(t, "json", hostile())
	if !json.Valid(data) || bytes.ContainsAny(data, "<>&") || len(data) > 400_000 {
		t.Errorf("%d bytes, %.2000s", len(data), data)
	}
}

// docs/report.md names each key of the document.
func TestKeysAreDocumented(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "report.md"))
	if err != nil {
		t.Fatal(err)
	}
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for key, inner := range v {
				if !bytes.Contains(page, []byte("`"+key+"`")) {
					t.Errorf("docs/report.md does not name `%s`", key)
				}
				walk(inner)
			}
		case []any:
			for _, inner := range v {
				walk(inner)
			}
		}
	}
	var doc any
	if err := json.Unmarshal(written(t, "json", small()), &doc); err != nil {
		t.Fatal(err)
	}
	walk(doc)
}

func TestWriteErrorsAreReported(t *testing.T) {
	for form, write := range forms {
		if err := write(failing{}, small()); err == nil {
			t.Errorf("%s: a full disk goes unnoticed", form)
		}
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestCode(t *testing.T) {
	for s, want := range map[string]string{"": "", "a": "`a`", "a`b": "``a`b``", "`": "`` ` ``", "a|b": "`a\\|b`", `a\|b`: "`a\\ \\|b`", `a\`: "`a\\ `", "``` x": "```` ``` x ````"} {
		if got := code(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	at := func(s string) time.Time {
		at, err := time.Parse(time.RFC3339, s)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	for _, c := range []struct{ since, until, want string }{
		{"2026-10-22T00:00:00Z", "2026-11-21T12:00:00Z", "22 October to 21 November 2026"}, {"2025-11-21T00:00:00Z", "2026-11-21T00:00:00Z", "21 November 2025 to 20 November 2026"},
		{"2026-11-01T00:00:00Z", "2026-11-08T00:00:00Z", "1 to 7 November 2026"}, {"2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z", "1 November 2026"},
	} {
		if got := dates(evolution.Window{Since: at(c.since), Until: at(c.until)}); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	for seconds, want := range map[int]string{0: "0 s", 89: "89 s", 90: "1.5 min", 600: "10 min", 5400: "1.5 h", 7200: "2 h", 172800: "2 days"} {
		if got := duration(seconds); got != want {
			t.Errorf("%d: %s, want %s", seconds, got, want)
		}
	}
	for p, want := range map[stats.Percent]string{0: "0%", 0.4: "<1%", 12.5: "13%", 99.9: ">99%", 100: "100%"} {
		if got := rounded(p); got != want {
			t.Errorf("%v: %s, want %s", float64(p), got, want)
		}
	}
	for n, want := range map[int]string{7: "7", 9999: "9999", 12345: "12\u202f345", 1234567: "1\u202f234\u202f567"} {
		if got := grouped(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

// key is that of the id of a test's decision.
func key(id string) (key [16]byte) {
	copy(key[:], id)
	return key
}

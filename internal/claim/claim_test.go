package claim

import (
	"strings"
	"testing"
)

func TestTitleComesFromHeaderThenHeadingThenFileName(t *testing.T) {
	for _, test := range []struct {
		name, path, source, want string
		origin                   TitleOrigin
	}{
		{"header", "x.md", "---\ntitle: \"bread rises\"\n---\n# other\n", "bread rises", FromHeader},
		{"empty header title", "x.md", "---\ntitle:\n---\n# other\n", "other", FromHeading},
		{"heading", "x.md", "---\ntype: claim\n---\n\n## sub\n\n# bread rises #\n", "bread rises", FromHeading},
		{"no heading in code", "bread-rises.md", "```\n# no\n```\n", "bread rises", FromFileName},
		{"kebab", "a/b/bread-rises_slowly.md", "text\n", "bread rises slowly", FromFileName},
		{"hyphens in a spelled out name", "well-kept bread rises.md", "text\n", "well-kept bread rises", FromFileName},
		{"underlined heading", "x.md", "bread rises\n===\n", "bread rises", FromHeading},
		{"byte order mark", "x.md", "\ufeff---\ntitle: t\n---\n", "t", FromHeader},
		{"carriage returns", "x.md", "---\r\ntype: claim\r\n---\r\n# bread rises\r\n", "bread rises", FromHeading},
		{"heading in a list is none", "file name.md", "- # item\n", "file name", FromFileName},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := Parse(test.path, []byte(test.source))
			if c.Title.Text != test.want || c.Title.Origin != test.origin {
				t.Errorf("title %q from %d, want %q from %d", c.Title.Text, c.Title.Origin, test.want, test.origin)
			}
		})
	}
}

func TestLinks(t *testing.T) {
	for _, test := range []struct{ name, source, want string }{
		{"plain", "see [[a b]] and [[c|label]]", "a b, c"},
		{"anchor and block", "[[a#heading]] [[b#^block]] [[#own]]", "a, b"},
		{"path and ending", "[[dir/t]] [[t.md]]", "dir/t, t.md"},
		{"embed", "![[a.png]]", "!a.png"},
		{"escaped bar in a table", "| [[t\\|label]] |", "t"},
		{"backslash", `\[[a]] \\[[b]] [\[c]]`, "b"},
		{"fence", "```\n[[a]]\n```\n[[b]]", "b"},
		{"tilde fence with info", "~~~ [[i]]\n[[a]]\n~~~\n[[b]]", "b"},
		{"unclosed fence", "[[b]]\n\n```\n[[a]]", "b"},
		{"inline code", "`[[a]]` [[b]] ``[[c]] ` ``", "b"},
		{"indented code", "text\n\n    [[a]]\n\n[[b]]", "b"},
		{"indented continuation is text", "text\n    [[a]]", "a"},
		{"code in a list", "- item\n\n      [[a]]\n- [[b]]", "b"},
		{"comment", "<!-- [[a]] --> [[b]]", "b"},
		{"comment over lines", "<!--\n[[a]]\n\n[[c]]\n-->\n[[b]]", "b"},
		{"comment within a line", "text <!-- [[a]] --> [[b]]", "b"},
		{"unclosed comment block", "[[b]]\n\n<!-- [[a]]\n\n[[c]]", "b"},
		{"less than is no comment", "5 < 6 [[a]]", "a"},
		{"html is no code", "<div>[[a]]</div>\n\n<b>[[b]]</b>", "a, b"},
		{"no line end within", "[[a\nb]]", ""},
		{"empty", "[[]] [[ ]] [[|x]]", ""},
		{"three brackets", "[[[a]]]", "a"},
		{"the inner one of two", "[[a [[b]]", "b"},
		{"single brackets inside", "[[E[W] of x]]", "E[W] of x"},
		{"unclosed code is text", "` [[a]]", "a"},
		{"header, quoted", "---\nd:\n  - \"[[a]]\"\n  - '[[it''s]]'\n---\n[[b]]", "a, it's, b"},
		{"header, unquoted", "---\nrelated: [[a]]\n---\n", "a"},
		{"header, in a comment", "---\n# [[a]]\nx: y\n---\n", ""},
		{"carriage returns", "[[a]]\r\n`[[c]]`\r\n[[b]]", "a, b"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			c := Parse("x.md", []byte(test.source))
			for _, l := range c.Links {
				mark := ""
				if l.Embed {
					mark = "!"
				}
				got = append(got, mark+l.Target)
				if !strings.HasSuffix(c.Slice(l.Span), "]]") || !strings.Contains(c.Slice(l.Span), c.Slice(l.TargetSpan)) {
					t.Errorf("link %q spans %q", l.Target, c.Slice(l.Span))
				}
			}
			if joined := strings.Join(got, ", "); joined != test.want {
				t.Errorf("links %q, want %q", joined, test.want)
			}
		})
	}
}

func TestPositionCountsCodePoints(t *testing.T) {
	source := []byte("\ufeffé日x\r\nab\n")
	for _, test := range []struct {
		offset int
		want   Position
	}{
		{3, Position{1, 1, 1}}, {5, Position{1, 2, 3}}, {8, Position{1, 3, 6}}, {11, Position{2, 1, 1}}, {12, Position{2, 2, 2}}, {100, Position{3, 1, 1}},
	} {
		if got := NewLocator(source).Position(test.offset); got != test.want {
			t.Errorf("offset %d is %v, want %v", test.offset, got, test.want)
		}
	}
}

func TestHeaderProblems(t *testing.T) {
	deep := strings.Repeat("[", 300)
	for _, test := range []struct {
		name, header string
		want         ProblemKind
	}{
		{"not yaml", "a: [b", NotYAML},
		{"colon in plain text", "a: b: c", NotYAML},
		{"deep", "a: " + deep, NotYAML},
		{"a list", "- a\n- b", NotMapping},
		{"anchor", "a: &x b", RefusedSyntax},
		{"alias", "a: &x b\nc: *x", RefusedSyntax},
		{"merge key", "a:\n  <<: {b: c}", RefusedSyntax},
		{"tag", "a: !!str b", RefusedSyntax},
		{"custom tag", "a: !secret b", RefusedSyntax},
		{"further document", "a: b\n...\nc: d", RefusedSyntax},
		{"duplicate key", "a: b\na: c", DuplicateKey},
		{"duplicate key in quotes", "a: b\n\"a\": c", DuplicateKey},
		{"too large", "a: " + strings.Repeat("x", MaxHeader), TooLarge},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := &Parse("x.md", []byte("---\n"+test.header+"\n---\n")).Header
			for _, p := range h.Problems {
				if p.Kind == test.want && p.Message != "" {
					return
				}
			}
			t.Errorf("problems %v, want one of kind %d", h.Problems, test.want)
		})
	}
}

func TestHeaderStates(t *testing.T) {
	for _, test := range []struct {
		name, source string
		state        HeaderState
		kind         string
		body         string
	}{
		{"none", "text", Absent, "", "text"},
		{"empty file", "", Absent, "", ""},
		{"only a header", "---\ntype: claim\n---", Closed, "claim", ""},
		{"empty header", "---\n---\nbody", Closed, "", "body"},
		{"unclosed", "---\ntype: claim\n\n# t\n", Unclosed, "claim", "\n# t\n"},
		{"unclosed at a heading", "---\ntype: claim\n# t\n", Unclosed, "claim", "# t\n"},
		{"raw type of broken yaml", "---\nx: [\ntype: \"claim\"\n---\n", Closed, "claim", ""},
		{"four hyphens are no header", "----\ntype: claim\n----\n", Absent, "", "----\ntype: claim\n----\n"},
		{"trailing spaces", "--- \ntype: claim\n---\t\nb", Closed, "claim", "b"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := Parse("x.md", []byte(test.source))
			if c.Header.State != test.state || c.Header.Type() != test.kind || string(c.BodyText()) != test.body {
				t.Errorf("state %d, type %q, body %q", c.Header.State, c.Header.Type(), c.BodyText())
			}
		})
	}
}

func TestFieldPlaces(t *testing.T) {
	source := "---\ntype: claim\ntitle: 'it''s \"so\"'\nnote: \"a\\\"b\"  # why\nlist: [a, \"b, c\"]\nitems:\n  - x y\n  - \"z\"\nfolded: >\n  one\n  two\nempty:\nlast: no\n---\n"
	c := Parse("x.md", []byte(source))
	want := map[string]struct{ kind, text, value string }{
		"type":   {"text", "claim", "claim"},
		"title":  {"text", "it's \"so\"", "'it''s \"so\"'"},
		"note":   {"text", "a\"b", "\"a\\\"b\""},
		"list":   {"a list", "", "[a, \"b, c\"]"},
		"items":  {"a list", "", "- x y\n  - \"z\""},
		"folded": {"text", "one two\n", ">\n  one\n  two"},
		"empty":  {"empty", "", ""},
		"last":   {"text", "no", "no"},
	}
	if len(c.Header.Fields) != len(want) {
		t.Fatalf("%d fields: %+v", len(c.Header.Fields), c.Header.Fields)
	}
	for _, f := range c.Header.Fields {
		w := want[f.Key]
		if c.Slice(f.KeySpan) != f.Key || f.Kind.String() != w.kind || f.Text != w.text || c.Slice(f.Span) != w.value {
			t.Errorf("%s: %s %q at %q, want %+v", f.Key, f.Kind, f.Text, c.Slice(f.Span), w)
		}
	}
	if items := c.Header.Fields[3].Items; len(items) != 2 || items[1].Text != "b, c" {
		t.Errorf("items %+v", items)
	}
}

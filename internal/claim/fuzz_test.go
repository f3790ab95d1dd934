package claim

import (
	"bytes"
	"reflect"
	"testing"
)

// Where the plain reader answers at all, it must answer as yaml.v3 does, places included.
func FuzzPlainHeaderEqualsYAML(f *testing.F) {
	for _, seed := range []string{
		"type: claim\ndomain: tea\n", "a: \"b c\"\nd: 'e'\n", "a:\n  - b\n  - \"c\"\n", "a: [b, c d]\n", "a: []\nb: null\n", "a:\n\nb: (x) $5 50%\n",
		"a: b # c\n", "a: http://x.y/z\n", "a: 2026-02-30\n", "a: no\n", "a:\n- b\n- c\n", "a: é – “x”\r\nb: c\r\n", "a: b\n  c\n", "a: x:\n",
		"a: \"b\" \n", "a: [b,, c]\n", "a: [ ]\n", "a: ~\n", "a: - b\n", "a:   b   \n", "a: 'b' c\n", "a: b's\n", "a: [null, b]\n", "a:\n  - null\n", "a: ...\n", "null: x\n",
		"!!str a: b # c\n", "&a b: c\n", "a: &b c\n", "a: >-\n  b\n# c\n", "a: b\n  c\n# d\n", "a:\nb: # c\n", "a:\n  - b\n\nc: NULL\n",
		"a: b\n---\n", "a: [a b c]\n- d\n", "a: \"\"\n", "a: ''\n", "a: /x/y\n", "a: 1_0\nb: 0x1f\n", "a: (b) #c\n", "a: b\u00a0c\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, header []byte) {
		inner := Span{0, len(header)}
		plain, ok := readPlain(nil, header, inner)
		if !ok || len(header) > MaxHeader {
			return
		}
		full := Header{source: header, Inner: inner}
		full.readYAML()
		if len(full.Problems) > 0 {
			t.Fatalf("yaml.v3 refuses what the plain reader took: %v in %q", full.Problems, header)
		}
		if !reflect.DeepEqual(plain, full.Fields) {
			t.Fatalf("%q\nplain %+v\nyaml  %+v", header, plain, full.Fields)
		}
	})
}

// Where the quick scan answers at all, goldmark must find the same headings, and nothing hidden.
func FuzzQuickScanEqualsGoldmark(f *testing.F) {
	for _, seed := range []string{
		"# a\n\ntext\n\n## b ##\n- c\n- d\n", "text\n---\n", "text\n\n---\n# x #y\n", "#\n# \n#a\n####### b\n", "> q\n# h\n", "- a\n# h\n", "1. a\n   b\n# h #\n",
		"a < b [[c]]\n", "# a\\#\n", "[a]: b\n# c\n", "a\n=\n", "* * *\n# a\n", "# a\r\nb\r\n", "-\n# x\n", "a\n - -\n", "#  a  #  \n",
		"> a\n    b\n", "-     code\n", "\\\n# x", "# a\x00b", "- [ ] x\n\n\n# y",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		span := Span{0, len(body)}
		quick, ok := plainHeadings(nil, body, span)
		if !ok {
			return
		}
		full, hidden := readMarkdown(body, span)
		if len(hidden) > 0 {
			t.Fatalf("goldmark hides %q in %q", body[hidden[0].Start:hidden[0].End], body)
		}
		if len(quick)+len(full) > 0 && !reflect.DeepEqual(quick, full) {
			t.Fatalf("%q\nquick    %+v\ngoldmark %+v", body, quick, full)
		}
	})
}

// No bytes make Parse panic, and all places lie within the source, in order.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"---\ntype: claim\n---\n# t\n[[a]] `[[b]]` <!-- [[c]] -->\n", "---\n- a\n---\n", "---\na: &x [*x]\n---\n", "\ufeff---\r\na: \"[[b]]\"\r\n---\r\n", "[[", "![[a]]\\", "---\n", "<!--", "```",
		"---\n!!str a: &x >-\n  # [[b]]\n# [[c]]\n? *x\n: !t [a, 'b', {c: \"d\"}] # [[e]]\n---\n", "---\n\"type\" : claim # x\n[\n---\n", "---\n<<: &a {type: [*a]}\ntype: *a\n---\n",
		"---\na: é\n\n  b\n# c\nd: |2\n   e\n...\nf: g\n---\n", "<!--> [[a]] <!---> x `", ">>>>- - 1. `[a](<b\n[a]: b '\n\t* c\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		c := Parse("a.md", source)
		inside := func(what string, s Span) {
			if s.Start < 0 || s.End < s.Start || s.End > len(source) {
				t.Fatalf("%s at %v of %d bytes: %q", what, s, len(source), source)
			}
		}
		inside("title", c.Title.Span)
		inside("body", c.Body)
		for _, field := range c.Header.Fields {
			inside("key "+field.Key, field.KeySpan)
			inside("value of "+field.Key, field.Span)
			if field.Exact && bytes.ContainsAny(source[field.Span.Start:field.Span.End], "\r\n") {
				t.Fatalf("the exact value of %q is on several lines: %q", field.Key, source)
			}
			for _, item := range field.Items {
				inside("item of "+field.Key, item.Span)
			}
		}
		c.Header.Types()
		c.Header.Type()
		for _, p := range c.Header.Problems {
			inside(p.Message, p.Span)
		}
		end := 0
		for _, l := range c.Links {
			inside("link", l.Span)
			inside("target", l.TargetSpan)
			if l.Span.Start < end {
				t.Fatalf("links overlap: %q", source)
			}
			end = l.Span.End
		}
		for _, h := range c.Hidden {
			inside("hidden", h.Span)
		}
	})
}

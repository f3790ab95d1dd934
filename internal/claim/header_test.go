package claim

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestSpansHoldNothingButTheValue(t *testing.T) {
	for _, test := range []struct {
		name, header, key, keyText, value string
		exact                             bool
	}{
		{"plain", "a: b c\nz: y\n", "a", "a", "b c", true},
		{"plain, comment", "a: b c  # d\nz: y\n", "a", "a", "b c", true},
		{"quoted", "a: \"b\\\"c\" # d\n", "a", "a", "\"b\\\"c\"", true},
		{"key in quotes", "\"a\" : b # c\n", "a", "\"a\"", "b", true},
		{"nothing", "a:\nz: y\n", "a", "a", "", true},
		{"null", "a: ~ # c\n", "a", "a", "~", true},
		{"on the next line", "a: # c\n  b\n", "a", "a", "b", true},
		{"tag on the key", "!!str a: x # c\nz: y\n", "a", "a", "x", false},
		{"tag on the value", "a: !!str b # c\nz: y\n", "a", "a", "b", false},
		{"anchor on the key", "&k a: x\nz: y\n", "a", "a", "x", false},
		{"anchor and tag on the value", "a: &v !!str b # c\nz: y\n", "a", "a", "b", false},
		{"anchor alone", "a: &v\nz: y\n", "a", "a", "", false},
		{"value below its anchor", "a: &v # c\n  b\nz: y\n", "a", "a", "", false},
		{"folded, comment behind", "a: >- # c\n  b\n  d\n# e\nz: y\n", "a", "a", ">- # c\n  b\n  d", false},
		{"literal with a number sign", "a: |\n  # b\n   c\n\n# e\nz: y\n", "a", "a", "|\n  # b\n   c", false},
		{"block without text", "a: |\n# e\nz: y\n", "a", "a", "|", false},
		{"plain on two lines, comment behind", "a: b\n  c\n# e\nz: y\n", "a", "a", "b\n  c", false},
		{"quoted on two lines", "a: \"b\n  c\" # e\nz: y\n", "a", "a", "\"b\n  c\"", false},
		{"alias", "y: &v b\na: *v # c\nz: y\n", "a", "a", "*v", false},
		{"mapping, comment behind", "a:\n  b: c # d\n# e\nz: y\n", "a", "a", "b: c", false},
		{"list, comment behind", "a:\n  - b # d\n# e\nz: y\n", "a", "a", "- b", false},
		{"flow list", "a: [b, 'c', # d]\n  ] # e\nz: y\n", "a", "a", "[b, 'c', # d]\n  ]", false},
		{"asked key", "? a\n: b\n", "a", "a", "b", false},
		{"behind a lone carriage return", "y: b\ra: b\nz: y\n", "a", "a", "b", true},
		{"behind a next line", "y: \"c\u0085  d\"\na: b\nz: y\n", "a", "a", "b", true},
		{"behind a line separator in a comment", "y: c # d\u2028a: b\nz: y\n", "a", "a", "b", true},
		{"in braces", "{a: b, z: y}\n", "a", "a", "b", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := Parse("x.md", []byte("---\n"+test.header+"---\n"))
			f, ok := c.Header.Field(test.key)
			if !ok {
				t.Fatalf("no field: %+v", c.Header.Problems)
			}
			if key, value := c.Slice(f.KeySpan), c.Slice(f.Span); key != test.keyText || value != test.value || f.Exact != test.exact {
				t.Errorf("%q: %q, exact %t; want %q: %q, %t", key, value, f.Exact, test.keyText, test.value, test.exact)
			}
		})
	}
}

func TestItemsAreExactWhereTheFieldIsBare(t *testing.T) {
	for header, want := range map[string]string{
		"a:\n  - b\n  - \"c\"\n":       "b:true \"c\":true",
		"a: [b, \"c, d\"] # e\n":       "b:true \"c, d\":true",
		"a:\n  - !!str b\n  - c # d\n": "b:false c:true",
		"a: &x\n  - b\n":               "b:false",
		"a:\n  - >\n    b\n  # c\n":    ">\n    b:false",
	} {
		c := Parse("x.md", []byte("---\n"+header+"---\n"))
		var got []string
		for _, item := range c.Header.Fields[0].Items {
			exact := "false"
			if item.Exact {
				exact = "true"
			}
			got = append(got, c.Slice(item.Span)+":"+exact)
		}
		if joined := strings.Join(got, " "); joined != want {
			t.Errorf("%q: %q, want %q", header, joined, want)
		}
	}
}

func TestTypes(t *testing.T) {
	for _, test := range []struct{ name, header, kind, types string }{
		{"plain", "type: claim\n", "claim", "claim"},
		{"none", "a: b\n", "", ""},
		{"other case", "Type: claim\n", "", "claim"},
		{"twice", "type: note\ntype: claim\n", "note", "note, claim"},
		{"list", "type: [claim, note]\n", "", "claim, note"},
		{"alias", "a: &t claim\ntype: *t\n", "", "claim"},
		{"aliased key", "&k type: note\n*k : claim\n", "note", "note, claim"},
		{"merged", "<<: {type: claim}\n", "", "claim"},
		{"a loop", "a: &x [*x]\ntype: *x\n", "", ""},
		{"further document", "a: b\n...\ntype: claim\n", "", "claim"},
		{"deeper", "a:\n  type: claim\n", "", ""},
		{"broken", "x: [\ntype: claim # why\n", "claim", "claim"},
		{"broken, space before the colon", "x: [\ntype : claim\n", "claim", "claim"},
		{"broken, quoted key", "x: [\n\"type\": 'claim'\n", "claim", "claim"},
		{"broken, indented", "x: [\n type: claim\n", "claim", "claim"},
		{"broken, the outer one", "x: [\n  type: paper\ntype: claim\n", "claim", "paper, claim"},
		{"broken, other case", "x: [\nTYPE: claim\n", "", "claim"},
		{"broken, list", "x: ]\ntype: [claim, note]\n", "claim", "claim"},
		{"broken, list below", "x: ]\ntype:\n  - claim\n", "claim", "claim"},
		{"broken, tag", "x: ]\ntype: !!str claim\n", "claim", "claim"},
		{"broken, longer word", "x: ]\ntypes: claim\n", "", ""},
		{"no mapping", "- type: claim\n", "claim", "claim"},
		{"too large", "x: " + strings.Repeat("y", MaxHeader) + "\ntype: claim\n", "claim", "claim"},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := &Parse("x.md", []byte("---\n"+test.header+"---\n")).Header
			if got := strings.Join(h.Types(), ", "); h.Type() != test.kind || got != test.types {
				t.Errorf("type %q, types %q; want %q, %q", h.Type(), got, test.kind, test.types)
			}
		})
	}
}

func TestLinksInHeaderComments(t *testing.T) {
	for _, test := range []struct{ name, header, want string }{
		{"in a block scalar", "d: >\n  # [[a]]\n  b # [[c]]\n# [[no]]\ne: f\n", "a c"},
		{"behind a value", "s: x # [[no]]\nt: \"y # [[a]]\"\n", "a"},
		{"behind the block's indicator", "s: > # [[no]]\n  [[a]]\n", "a"},
		{"between items", "s:\n  - '[[a]]' # [[no]]\n  # [[no]]\n  - \"[[b]]\"\n", "a b"},
		{"in a deeper mapping", "s:\n  t: \"x # [[a]]\" # [[no]]\n", "a"},
		{"without quotes", "s: [[a]] # [[no]]\n", "a"},
		{"only comments", "# [[no]]\n", ""},
		{"broken", "s: [\n# [[no]]\nt: x # [[a]]\n", "a"},
		{"too large", "s: " + strings.Repeat("y", MaxHeader) + "\nt: \"[[no]]\"\n", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, l := range Parse("x.md", []byte("---\n"+test.header+"---\n")).Links {
				got = append(got, l.Target)
			}
			if joined := strings.Join(got, " "); joined != test.want {
				t.Errorf("links %q, want %q", joined, test.want)
			}
		})
	}
}

func TestHeadersInTheMiddleOfANote(t *testing.T) {
	const text = "A paragraph of a note, and: more.\n\n"
	for _, test := range []struct {
		name, body string
		says       bool
	}{
		{"a claim", "---\ntype: claim\n---\n", true},
		{"quoted", "---\n\"Type\" : 'Claim'\n---\n", true},
		{"ended by dots", "---\na: b\ntype: claim\n...\n", true},
		{"in another form", "---\n{a = 1, type = \"claim\"}\n---\n", true},
		{"behind a key without a value", "---\na: type: claim\n---\n", true},
		{"with lone carriage returns", "---\rtype: claim\r---\r", true},
		{"behind much text", strings.Repeat(text, 2*MaxHeader/len(text)) + "---\ntype: claim\n---\n", true},
		{"longer than a header may be", "---\na: " + strings.Repeat("b", MaxHeader) + "\ntype: claim\n---\n", true},
		{"another type", "---\ntype: source\nabout: claim\n---\n", false},
		{"a key that ends so", "---\nsubtype: claim\n---\n", false},
		{"a longer value", "---\ntype: claims\n---\n", false},
		{"without an end", "---\ntype: claim\n", false},
		{"a table", "| type | claim |\n|---|---|\n| type: claim | b |\n", false},
		{"in a fence", "```\n---\ntype: claim\n---\n```\n", false},
		{"no blank line before", "heading\n---\ntype: claim\n---\n", false},
	} {
		c := Parse("notes/n.md", []byte("---\ntype: source\n---\n\n"+text+test.body))
		if says := slices.ContainsFunc(c.Header.Problems, func(p Problem) bool { return p.Kind == SecondHeader }); says != test.says {
			t.Errorf("%s: says claim: %t, want %t", test.name, says, test.says)
		}
	}
}

// Lines that hold no rule are passed by as a reader of every line would pass them.
func TestLineBefore(t *testing.T) {
	parts := []string{"\n", "\r", "\r\n", "a", "é"}
	random := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		var b strings.Builder
		for range 1 + random.IntN(9) {
			b.WriteString(parts[random.IntN(len(parts))])
		}
		source := []byte(b.String())
		before := -1
		for at := 0; at < len(source); {
			_, next := headerLine(source, at)
			if before >= 0 && lineBefore(source, 0, at) != before {
				t.Fatalf("the line before %d of %q begins at %d, not at %d", at, source, before, lineBefore(source, 0, at))
			}
			if next < len(source) && lineStart(source, 0, next) != next {
				t.Fatalf("no line begins at %d of %q", next, source)
			}
			before, at = at, next
		}
	}
}

package substance

import (
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/text"
)

const cableTitle = "cable cars pay for themselves in steep towns because buses have to go round the hill"

func count(title, body string) Count {
	source := []byte(body)
	return Of(Passage{Source: source, End: len(source), Words: text.AppendWords(nil, source), Title: title}, 1000)
}

func TestOf(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       int
	}{
		{"nothing", "", 0},
		{"a placeholder", "TODO: find the study\n\n> [to be written]\n", 0},
		{"only links", "Related:\n- see the notes on hills and valleys in every town of the region, and those on the buses\n", 0},
		{"the title again", "Cable cars pay for themselves in steep towns because buses have to go round the hill. See below.\n", 2},
		{"the title in a quotation", "> cable cars pay for themselves in steep towns because buses have to go round the hill", 0},
		{"the title within a sentence", "That cable cars pay for themselves in steep towns because buses have to go round the hill is known.\n", 19},
		{"the title's words in another order", "In steep towns cable cars pay for themselves.\n", 8},
		{"a quotation", "> The operator's ledger says why.\n", 5},
		{"a table", "| line | minutes |\n|---|---|\n| K | 14 |\n", 4},
		{"addresses", "See https://example.org/2001/a?b=1 and [the count](https://example.org/long/path-of-words), says Rye.\n", 6},
		{"a numbered list", "1. The hill is steep.\n2) The bus is slow.\n", 8},
		{"Chinese", "缆\u8f66\u5728\u5c71\u57ce\u5f88\u6709\u7528", 4},
		{"Portuguese", "O teleférico paga-se a si próprio na cidade íngreme.\n", 9},
	} {
		if got := count(cableTitle, c.body); got.Words != c.want {
			t.Errorf("%s: %d words, want %d", c.name, got.Words, c.want)
		}
	}
}

func TestFirstLine(t *testing.T) {
	body := "# Heading\n\nTopics:\n- [[a]]\n\nThe first line. It has two sentences.\nAnother.\n"
	c := count("", body)
	if got := body[c.Start:c.End]; got != "The first line. It has two sentences." {
		t.Errorf("first line is %q", got)
	}
}

func TestLinks(t *testing.T) {
	source := []byte("since [[long walls weaken the will to ride out]] and [[walls]], cavalry idles")
	words := text.AppendWords(nil, source)
	for i := range words {
		if i >= 1 && i <= 8 || i == 10 {
			words[i].Traits |= text.Custom
		}
	}
	if c := Of(Passage{Source: source, End: len(source), Words: words}, 1000); c.Words != 4 {
		t.Errorf("%d words, want since, and, cavalry, idles", c.Words)
	}
}

func TestArgues(t *testing.T) {
	for _, c := range []struct {
		text string
		want string // one letter a line: y where the words count
	}{
		{"# Title\nprose\n## Related\nmore prose\n## Evidence\nprose", "nynnny"},
		{"prose\n\nRelevant Notes:\n- a -- why\n- b\n\nTopics:\n- c", "ynnnnnnn"},
		{"**See also**\n* one\nprose goes on after the list", "nny"},
		{"Topics: a, b\n\n- not in a list of links", "nnn"},
		{"**Overview**\n\nprose\n---\n***\n===", "nnynnn"},
		{"Source: a book\n- Status: draft\n- Result: 14 of 20", "nny"},
		{"TODO: quote\n- tbd\n[Placeholder]\nStubborn facts\nTODO quote the study\ntodo: quote it\nem breve...", "nnnynnn"},
		{"Todo contrato registra a data\nEm breve, o contrato será digital\nInsert the needle first\nData: 40 of 61 agree", "yyyy"},
		{"prosa\n\nNotas relacionadas:\n- a\n\n## Referências\nlivro\n## Argumento\nprosa\nFonte: um livro\n**Ver também**\n- b", "ynnnnnnnynnn"},
		{"#draft tag\n| a | b |\n1. first", "yyy"},
		{"## Topics\n- a\n- b: c\nprose", "nnnn"},
		{"A claim: it holds for long lines, with a colon in the middle of things", "y"},
	} {
		var o outline
		var got strings.Builder
		for line := range strings.SplitSeq(c.text, "\n") {
			if o.argues([]byte(line)) {
				got.WriteByte('y')
			} else {
				got.WriteByte('n')
			}
		}
		if got.String() != c.want {
			t.Errorf("%q: %s, want %s", c.text, got.String(), c.want)
		}
	}
}

// Entries are lower case, and each stands once.
func TestBoilerplate(t *testing.T) {
	for kind, entries := range boilerplate() {
		seen := map[string]bool{}
		for _, entry := range entries {
			if seen[entry] || entry != strings.ToLower(strings.TrimSpace(entry)) || entry == "" || len(entry) > maxLabel {
				t.Errorf("%s: %q", kind, entry)
			}
			seen[entry] = true
		}
	}
	for _, kind := range []string{asides, properties, placeholders} {
		if len(boilerplate()[kind]) == 0 {
			t.Errorf("no %s", kind)
		}
	}
}

func FuzzOf(f *testing.F) {
	f.Add("title", "# title\n\nProse with 3 \"quoted words stand here\" and [x](https://a.b/c).\n\nTopics:\n- [[a]]\n")
	f.Add("\xff", "“\n:\n**\n#\n|\n[^")
	f.Fuzz(func(t *testing.T, title, body string) {
		if c := count(title, body); c.Words < 0 || c.Words > len(body) || c.Start > c.End || c.End > len(body) {
			t.Errorf("%+v", c)
		}
	})
}

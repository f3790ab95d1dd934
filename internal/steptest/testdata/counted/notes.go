package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/check"
)

// fragments are what a hostile note may repeat: marks of markdown, YAML and HTML, and words on which the gates' rules turn.
var fragments = []string{
	"(", ")", "[", "]", "[[", "]]", "](", "[a](", "![", "[[a]] ", "[[a|", "[^1]", "[a]: b\n", "{", "}", "<", ">", "<!--", "-->", "<a ", "<b>", "</b>",
	"\"", "'", "“", "”", "«", "`", "``", "`a` ", "```\n", "~~~\n", "*", "_", "*_", "**a** ", "a*b_", "~~", "\\", "&amp;", "&#", "&", "> ", "- ", "1. ",
	"* ", "| ", "| a ", "|-", "# ", "#", "---\n", "===\n", "a\n", "\n", " ", "\t", "a ", "a", ". ", ": ", "; ", ", ", "a, ", "A. ", "e.g. ", "et al. ",
	"$", "$5 ", "12 \"+", "12 ", "1.5% ", "1,000 ", "5 million ", "one ", "twenty ", "per cent ", "between 1 and ", "more than ", "cap of 6 ", "equity ",
	"said ", "said every ", "\"said ", "if always ", "always ", "never ", "every ", "all of ", "no one ", "only ", "because ", "that ", "which ", "and ",
	"not ", "of the ", "is ", "to be ", "nunca ", "todos os ", "todas as ", "sempre ", "ninguém ", "que ", "não ", "proves ", "(2020) ", "Smith (2020) ",
	"Smith, J. ", "https://a.b/ ", "doi:10.1/a ", "Acme ", "Acme $5 ", "é", "日", "a-", "a'", "a/", "--", "— ", "!", "? ", "<!-- kbgate-ignore ",
	"<!-- kbgate-ignore scope_error: x --> ", "\u200b", "\u200d", "\u200e", "\u00ad", "\U0001f3f4\U000e0067", "\u2800", "ａ", "х", "aх ",
}

// places are where a note repeats them. A claim holds the text behind the words `tea` and a space, on one line where the place
// is one.
var places = []struct {
	name, note string
	unit       string // of the repetition, around the fragment
}{
	{"title", "---\n" + sweptHeader + "title: '%s'\n---\n\n" + sweptBody, "%s"},
	{"heading", "---\n" + sweptHeader + "---\n\n# tea %s\n\n" + sweptBody, "%s"},
	{"description", "---\n" + sweptHeader + "description: '%s'\n---\n" + sweptBody, "%s"},
	{"source", "---\ntype: claim\nsource: '%s'\n---\n" + sweptBody, "%s"},
	{"sources", "---\ntype: claim\nsource: [%s]\n---\n" + sweptBody, "'%s', "},
	{"broken header", "---\ntype: claim\nx: [\n%s\n---\n" + sweptBody, "%s"},
	{"title and body", "---\n" + sweptHeader + "---\n\n# tea %s\n\n%[1]s\n", "%s"},
	{"body", "---\n" + sweptHeader + "---\n\n" + sweptBody + "%s\n", "%s"},
	{"lines", "---\n" + sweptHeader + "---\n\n" + sweptBody + "%s\n", "%s\n"},
	{"paragraphs", "---\n" + sweptHeader + "---\n\n" + sweptBody + "%s\n", "tea %s\n\n"},
	{"list", "---\n" + sweptHeader + "---\n\n" + sweptBody + "%s\n", "- %s\n"},
	{"table", "---\n" + sweptHeader + "---\n\n" + sweptBody + "| a |\n| - |\n%s\n", "| %s |\n"},
	{"code", "---\n" + sweptHeader + "---\n\n" + sweptBody + "```\n%s\n", "%s"},
	{"links", "---\n" + sweptHeader + "---\n\n" + sweptBody + "%s\n", "[[%s]] [a](%[1]s) "},
	{"note", "`x`\n\n%s\n", "%s"},
	{"lines of a note", "---\ntype: source\n---\n`x`\n\n%s\n", "%s\n"},
}

const (
	sweptHeader = "type: claim\ndomain: tea\nconfidence: likely\nsource: \"Harler (1966); Ukers (1935)\"\ncreated: 2026-03-02\n"
	sweptBody   = "Tea was kept in 12 tins by Acme Robotics. \"It keeps\", said Harler.\n"
)

// oneLine are the places whose text is on one line, between single quotation marks where it is in a header.
const oneLine = "title heading description source sources title and body"

func note(place int, fragment string, size int) string {
	p := places[place]
	if strings.Contains(oneLine, p.name) {
		fragment = strings.ReplaceAll(strings.ReplaceAll(fragment, "\n", " "), "'", "''")
	}
	unit := fmt.Sprintf(p.unit, fragment)
	return fmt.Sprintf(p.note, strings.Repeat(unit, size/len(unit)+1))
}

// notes are judged as `kbgate check` does, each fragment in each place.
func notes() (all []work) {
	for place := range places {
		for _, fragment := range fragments {
			name := fmt.Sprintf("%s %q", places[place].name, fragment)
			all = append(all, onText(name, func(size int) string { return note(place, fragment, size) }, judge))
		}
	}
	return all
}

func judge(note string) error {
	files := map[string][]byte{"a.md": []byte(note), ".kbgate.yaml": []byte("gates:\n  opsec_internal_deal_terms: {organisations: [Acme Robotics]}\n")}
	_, err := check.Run(context.Background(), check.Request{Files: files, Now: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)})
	return err
}

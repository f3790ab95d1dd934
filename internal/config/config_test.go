package config

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// testGates have settings of every kind.
var testGates = []GateSpec{
	{ID: "broken_wiki_links", Doc: "A link leads to no note", Severity: "blocking"},
	{ID: "scope_error", Doc: "The claim says more than what it stands on", Severity: "warning"},
	{ID: "title_too_few_words", Doc: "The title has too few words to be a claim", Severity: "blocking", Settings: []Setting{
		{Name: "min_words", Doc: "a title has at least this many words", Default: 4},
	}},
	{ID: "near_duplicate", Doc: "Another claim says nearly the same", Severity: "warning", Settings: []Setting{
		{Name: "threshold", Doc: "share of the words that two claims have in common, in percent, above which they are reported", Default: 80, Max: 100},
		{Name: "across_domains", Doc: "claims of other domains count, too", Default: true},
		{Name: "scope", Doc: "what is compared", Default: "title"},
		{Name: "ignore_words", Doc: "words that are not compared", Default: []string{"the", "of"}},
	}},
	{ID: "opsec_internal_deal_terms", Doc: "The claim tells terms of a deal that is not public", Severity: "blocking", Settings: []Setting{
		{Name: "organisations", Doc: "names of the organisations whose deals are not public; empty: the gate is idle", Default: []string{}},
	}},
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	name = filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is stale; look at the difference after go test -update. Got:\n%s", name, got)
	}
}

func TestEveryKeyIsDescribed(t *testing.T) {
	var visit func(*key)
	visit = func(k *key) {
		if k.path != "" && (k.name == "" || k.doc == "") {
			t.Errorf("%q has no name or no doc tag", k.path)
		}
		for _, sub := range k.keys {
			visit(sub)
		}
	}
	visit(allKeys(testGates))
}

func TestReference(t *testing.T) {
	golden(t, "reference.md", Reference(testGates))
}

func TestNearest(t *testing.T) {
	gates := []string{"scope_error", "broken_wiki_links", "title_too_few_words", "title_overclaims", "near_duplicate", "duplicate_note_name"}
	words := []string{"blocking", "warning", "off", "threshold", "path", "paths"}
	for _, test := range []struct {
		word  string
		among []string
		want  string
	}{
		{"treshold", words, "threshold"},
		{"Threshold", words, "threshold"},
		{"of", words, "off"},
		{"warn", words, "warning"},
		{"block", words, "blocking"},
		{"blokcing", words, "blocking"},
		{"pathes", words, "paths"},
		{"pats", words, "path"},
		{"error", words, ""},
		{"x", words, ""},
		{"", words, ""},
		{"--", words, ""},
		{"scope-error", gates, "scope_error"},
		{"SCOPE", gates, "scope_error"},
		{"broken_links", gates, "broken_wiki_links"},
		{"wiki_broken", gates, ""},
		{"title_words", gates, "title_too_few_words"},
		{"title", gates, ""},
		{"duplicate", gates, ""},
		{"scope_eror", gates, "scope_error"},
		{"naer_duplicat", gates, "near_duplicate"},
		{"scope", nil, ""},
	} {
		got, ok := Nearest(test.word, test.among)
		if got != test.want || ok != (test.want != "") {
			t.Errorf("Nearest(%q) = %q, %v, want %q", test.word, got, ok, test.want)
		}
	}
}

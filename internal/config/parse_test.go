package config

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// mistaken are files with what Parse says of them, one mistake a line. Those that are none to a schema are judged by
// Parse alone.
var mistaken = []struct {
	name, file, want string
	parseOnly        bool
}{
	{name: "unknown key with a near one", file: "version: 1\nclaim:\n  paths: []\n",
		want: "line 2: unknown key `claim`; did you mean `claims`?"},
	{name: "unknown key of a gate", file: "gates:\n  near_duplicate:\n    treshold: 0.5\n",
		want: "line 3: unknown key `treshold`; did you mean `threshold`?"},
	{name: "unknown key that stands elsewhere", file: "folders: [notes]\n",
		want: "line 1: unknown key `folders`; did you mean `claims.folders`?"},
	{name: "unknown key that stands at the top", file: "gates: {scope_error: {possible: blocking}}\n",
		want: "line 1: unknown key `possible` in `gates.scope_error`; `possible` stands at the top of the file and holds for all of it"},
	{name: "gate outside gates", file: "scope_error: off\n",
		want: "line 1: unknown key `scope_error`; did you mean `gates.scope_error`?"},
	{name: "unknown key without a near one", file: "links: {colour: red}\n",
		want: "line 1: unknown key `colour` in `links`; known are `check`, `dialect`, `ignore` and `shared_names`"},
	{name: "unknown gate with a near one", file: "gates:\n  broken_links: off\n",
		want: "line 2: unknown gate `broken_links`; did you mean `broken_wiki_links`?"},
	{name: "unknown gate without a near one", file: "gates:\n  spelling: off\n",
		want: "line 2: unknown gate `spelling` in `gates`; known are `broken_wiki_links`, `scope_error`, `title_too_few_words`, `near_duplicate` and `opsec_internal_deal_terms`"},
	{name: "unknown category", file: "learn: {keywords: {clearity: [vague]}}\n",
		want: "line 1: unknown key `clearity`; did you mean `clarity`?"},

	{name: "number for a list", file: "version: 1\nclaims:\n  folders: 3\n",
		want: "line 3: `claims.folders` must be a list of text, not a number"},
	{name: "number in a list", file: "claims:\n  folders:\n    - notes\n    - 2024\n",
		want: "line 4: `claims.folders` must be a list of text, and `2024` is a number; put it in quotes if it is meant as text"},
	{name: "list in a list", file: "claims: {folders: [[a]]}\n",
		want: "line 1: `claims.folders` must be a list of text, and one item is a list"},
	{name: "empty item", file: "claims:\n  domains:\n    - \"\"\n    - \n",
		want: "line 3: `claims.domains` holds an empty item\nline 4: `claims.domains` holds an empty item"},
	{name: "text for a mapping", file: "claims: all\n", want: "line 1: `claims` must be a mapping, not text"},
	{name: "list for the file", file: "- version: 1\n", want: "line 1: the file must be a mapping (lines of `key: value`), not a list"},
	{name: "text for the file", file: "hello\n", want: "line 1: the file must be a mapping (lines of `key: value`), not text"},
	{name: "list for a gate", file: "gates: {scope_error: [off]}\n", want: "line 1: `gates.scope_error` must be a mapping, not a list"},
	{name: "text for a whole number", file: "learn: {pattern_percent: 30%}\n",
		want: "line 1: `learn.pattern_percent` must be a whole number, not text"},
	{name: "fraction for a whole number", file: "learn: {pattern_percent: 30.5}\n",
		want: "line 1: `learn.pattern_percent` must be a whole number of few digits, not `30.5`"},
	{name: "octal number", file: "guard: {ttl_days: 010}\n", parseOnly: true,
		want: "line 1: `guard.ttl_days` must be a whole number of few digits, not `010`"},
	{name: "huge number", file: "guard: {max_rejections: 99999999999999999999}\n", parseOnly: true,
		want: "line 1: `guard.max_rejections` must be a whole number of few digits, not `99999999999999999999`"},
	{name: "infinite number", file: "gates: {near_duplicate: {threshold: .inf}}\n", parseOnly: true,
		want: "line 1: `gates.near_duplicate.threshold` must be a whole number of few digits, not `.inf`"},
	{name: "text for a number", file: "gates: {near_duplicate: {threshold: high}}\n",
		want: "line 1: `gates.near_duplicate.threshold` must be a whole number, not text"},
	{name: "text for a switch", file: "gates: {near_duplicate: {across_domains: yes}}\n",
		want: "line 1: `gates.near_duplicate.across_domains` must be true or false, not text"},
	{name: "switch for text", file: "gates: {near_duplicate: {scope: true}}\n",
		want: "line 1: `gates.near_duplicate.scope` must be text, not `true`"},
	{name: "number for text", file: "store: {dir: 7}\n", want: "line 1: `store.dir` must be text, not a number"},
	{name: "nothing for a list", file: "claims:\n  required:\n  exclude: []\n",
		want: "line 2: `claims.required` has no value; leave the key out for its default"},
	{name: "list for a mapping to text", file: "agents: {authors: [a]}\n",
		want: "line 1: `agents.authors` must be a mapping to text, not a list"},
	{name: "number in a mapping to text", file: "agents:\n  authors:\n    bot@example.org: 3\n    other@example.org: \"\"\n    third@example.org:\n",
		want: "line 3: `agents.authors.bot@example.org` must be text, not a number\nline 4: `agents.authors.other@example.org` has no value; leave the key out\nline 5: `agents.authors.third@example.org` has no value; leave the key out"},

	{name: "other word than those allowed", file: "links: {check: claim}\n",
		want: "line 1: `links.check` must be `all`, `claims` or `off`, not `claim`; did you mean `claims`?"},
	{name: "switch for one of several words", file: "gates:\n  scope_error: false\n",
		want: "line 2: `gates.scope_error` must be `blocking`, `warning` or `off`, not `false`"},
	{name: "misspelled severity", file: "gates: {scope_error: {severity: warn}}\n",
		want: "line 1: `gates.scope_error.severity` must be `blocking`, `warning` or `off`, not `warn`; did you mean `warning`?"},
	{name: "other word in a list", file: "agents: {from: [trailers]}\n",
		want: "line 1: `agents.from` may hold `trailer`, `branch` or `author`, not `trailers`; did you mean `trailer`?"},
	{name: "number too small", file: "guard: {ttl_days: -3}\n", want: "line 1: `guard.ttl_days` must be from 1 to 36500, not -3"},
	{name: "negative number", file: "guard: {suppress_days: -1}\n", want: "line 1: `guard.suppress_days` must be from 0 to 36500, not -1"},
	{name: "a key whose command is to come", file: "rules: {approvals: 2, reviewers: [eva]}\n",
		want: "line 1: `rules.approvals` is no key of this file: no command of this version reads it, so it would change nothing; leave it out"},
	{name: "a section whose command is to come", file: "version: 1\nsimilarity: {engine: lexical}\n",
		want: "line 2: `similarity` is no key of this file: no command of this version reads it, so it would change nothing; leave it out"},
	{name: "number too great", file: "learn: {pattern_percent: 101}\n", want: "line 1: `learn.pattern_percent` must be from 0 to 100, not 101"},
	{name: "negative setting", file: "gates: {title_too_few_words: {min_words: -1}}\n",
		want: "line 1: `gates.title_too_few_words.min_words` must be at least 0, not -1"},
	{name: "setting too great", file: "gates: {near_duplicate: {threshold: 101}}\n",
		want: "line 1: `gates.near_duplicate.threshold` must be from 0 to 100, not 101"},
	{name: "no level of confidence", file: "claims: {confidence: []}\n", want: "line 1: `claims.confidence` must not be empty"},
	{name: "a level of confidence twice", file: "claims: {confidence: [likely, proven, likely]}\n",
		want: "line 1: `claims.confidence` holds `likely` twice"},
	{name: "bad glob", file: "claims:\n  paths: [\"claims/[a-\"]\n  exclude: \"{a\"\n", parseOnly: true,
		want: "line 2: `claims.paths`: `claims/[a-` is not a valid glob pattern\nline 3: `claims.exclude`: `{a` is not a valid glob pattern"},
	{name: "folder outside", file: "store: {dir: ../feedback}\n",
		want: "line 1: `store.dir`: `../feedback` is not a folder inside the repository, such as `feedback`"},
	{name: "short name of a branch", file: "store: {ref: feedback}\n",
		want: "line 1: `store.ref`: `feedback` is not `HEAD` or the full name of a branch, such as `refs/heads/feedback`"},

	{name: "address of a server", file: "guard:\n  shared: redis://cache.example:6379\n",
		want: "line 2: `guard.shared` is no key of this file: an address never stands in a file of the repository; name the Redis server in the variable KBGATE_REDIS_URL, or with `git config --global kbgate.redisUrl`"},
	{name: "prefix of several lines", file: "guard: {prefix: \"a\\nb\"}\n",
		want: "line 1: `guard.prefix`: `a b` is not the beginning of a key in Redis, such as `kbgate`"},
	{name: "other scope of rotation", file: "guard: {rotation: tiers}\n", want: "line 1: `guard.rotation` must be `template` or `tier`, not `tiers`; did you mean `tier`?"},
	{name: "number for the id of a template", file: "guard: {templates: {a: [7]}}\n",
		want: "line 1: `guard.templates.a` must be a list of text, and `7` is a number; put it in quotes if it is meant as text"},
	{name: "other way out", file: "guard: {on_block: retry}\n", want: "line 1: `guard.on_block` must be `skip` or `enrich`, not `retry`"},

	{name: "version before the first", file: "version: 0\n", want: "line 1: `version` must be 1, not 0"},
	{name: "version as text", file: "version: \"1\"\n", want: "line 1: `version` must be a whole number, not text"},
	{name: "newer version", file: "clams: {}\nversion: 2\n",
		want: "line 2: `version` is 2: the file was written for a newer kbgate; this one reads version 1"},

	{name: "key twice", file: "links: {}\nversion: 1\nlinks: {}\n", parseOnly: true,
		want: "line 3: the key `links` stands twice; it is already in line 1"},
	{name: "gate twice", file: "gates:\n  scope_error: off\n  scope_error: warning\n", parseOnly: true,
		want: "line 3: the gate `scope_error` stands twice; it is already in line 2"},
	{name: "name twice", file: "agents: {authors: {a: b, a: c}}\n", parseOnly: true,
		want: "line 1: the key `a` stands twice; it is already in line 1"},
	{name: "list as key", file: "? [a, b]\n: 1\n", parseOnly: true, want: "line 1: a list stands where a key is wanted"},
	{name: "empty key", file: "agents:\n  authors: {\"\": bot}\n", want: "line 2: a key in `agents.authors` has no name"},
	{name: "anchor and alias", file: "claims:\n  paths: &p [a]\n  exclude: *p\n", parseOnly: true,
		want: "line 2: anchors (`&p`) are not read here; write the value out\nline 3: aliases (`*p`) are not read here; write the value out"},
	{name: "merge key", file: "links: &l {check: all}\nguard: {<<: *l}\n", parseOnly: true,
		want: "line 1: anchors (`&l`) are not read here; write the value out\nline 2: merge keys (`<<`) are not read here; write the keys out\nline 2: aliases (`*l`) are not read here; write the value out"},
	{name: "tag", file: "version: !!int \"1\"\n", parseOnly: true, want: "line 1: tags (`!!int`) are not read here; leave them out"},
	{name: "two documents", file: "version: 1\n---\nversion: 1\n", parseOnly: true,
		want: "line 2: a second YAML document begins here; the file holds one"},
	{name: "no YAML", file: "version: 1\nclaims: [a\nlinks: {}\n", parseOnly: true,
		want: "line 2: the file is not valid YAML: did not find expected ',' or ']'"},
	{name: "no YAML in a block", file: "version: 1\nclaims:\n  paths: a\n exclude: b\n", parseOnly: true,
		want: "line 4: the file is not valid YAML: did not find expected key"},
	{name: "no YAML to the scanner", file: "version: 1\nclaims: a: b\n", parseOnly: true,
		want: "line 2: the file is not valid YAML: mapping values are not allowed in this context"},
	{name: "no end", file: "version: 1\nclaims: {paths: [a\n", parseOnly: true,
		want: "line 2: the file is not valid YAML: did not find expected ',' or ']'"},
	{name: "tab", file: "version: 1\nclaims:\n\tpaths: a\n", parseOnly: true,
		want: "line 3: the file is not valid YAML: found character that cannot start any token"},
	{name: "no UTF-8", file: "version: 1\nstore: {dir: \"\xff\"}\n", parseOnly: true,
		want: "line 2: the file is not UTF-8 text; save it in that encoding"},

	{name: "all at once, by line", file: "guard:\n  mode: harsh\n  ttl_days: many\nclaim: {}\ngates:\n  scope_eror: off\nversion: 0\n",
		want: "line 2: `guard.mode` must be `hard`, `soft` or `off`, not `harsh`\n" +
			"line 3: `guard.ttl_days` must be a whole number, not text\n" +
			"line 4: unknown key `claim`; did you mean `claims`?\n" +
			"line 6: unknown gate `scope_eror`; did you mean `scope_error`?\n" +
			"line 7: `version` must be 1, not 0"},
}

func TestParseMistakes(t *testing.T) {
	for _, test := range mistaken {
		t.Run(test.name, func(t *testing.T) {
			c, err := Parse([]byte(test.file), testGates)
			if err == nil {
				t.Fatalf("no error; want\n%s", test.want)
			}
			if err.Error() != test.want || c != nil {
				t.Errorf("got\n%v\nwant\n%s", err, test.want)
			}
			if mistakes := (Errors)(nil); !errors.As(err, &mistakes) || len(mistakes) != 1+strings.Count(test.want, "\n") {
				t.Errorf("got %d mistakes", len(mistakes))
			}
		})
	}
}

func TestParseManyMistakes(t *testing.T) {
	var file strings.Builder
	for i := range 100 {
		fmt.Fprintf(&file, "wrong_%d: x\n", i)
	}
	_, err := Parse([]byte(file.String()), testGates)
	if lines := strings.Split(err.Error(), "\n"); len(lines) != shownMistakes+1 || lines[shownMistakes] != "and 80 more mistakes" {
		t.Errorf("got %d lines, the last %q", len(lines), lines[len(lines)-1])
	}
}

func TestParseTooLarge(t *testing.T) {
	file := "# " + strings.Repeat("x", maxSize)
	if _, err := Parse([]byte(file), testGates); err == nil || !strings.HasPrefix(err.Error(), "the file holds 1048578 bytes") {
		t.Errorf("got %v", err)
	}
}

func TestParse(t *testing.T) {
	for _, test := range []struct {
		name, file string
		want       func(*Config)
	}{
		{"empty", "", func(*Config) {}},
		{"only comments", "# nothing\n", func(*Config) {}},
		{"only a mark", "---\n", func(*Config) {}},
		{"byte order mark", "\ufeffversion: 1\n", func(*Config) {}},
		{"Windows line ends", "version: 1\r\nlinks:\r\n  check: off\r\n", func(c *Config) { c.Links.Check = "off" }},
		{"sections of comments", "guard:\n  # mode: soft\nagents:\n  authors:\ngates:\n  scope_error:\n", func(*Config) {}},
		{"one text for a list", "claims:\n  folders: notes\n", func(c *Config) { c.Claims.Folders = []string{"notes"} }},
		{"a day is text", "claims: {folders: [2024-05-01]}\n", func(c *Config) { c.Claims.Folders = []string{"2024-05-01"} }},
		{"no is text", "claims: {domains: [no]}\n", func(c *Config) { c.Claims.Domains = []string{"no"} }},
		{"empty lists", "claims: {required: []}\nlearn: {keywords: {clarity: []}}\n", func(c *Config) {
			c.Claims.Required, c.Learn.Keywords = nil, map[string][]string{"clarity": nil}
		}},
		{"mappings", "agents: {authors: {a@example.org: tea}}\nlearn: {keywords: {clarity: [vague, dim], other: late}}\n", func(c *Config) {
			c.Agents.Authors = map[string]string{"a@example.org": "tea"}
			c.Learn.Keywords = map[string][]string{"clarity": {"vague", "dim"}, "other": {"late"}}
		}},
		{"severities", "gates:\n  scope_error: off\n  near_duplicate: {severity: blocking}\n", func(c *Config) {
			c.Gates["scope_error"] = GateSettings{"off", map[string]any{}}
			near := c.Gates["near_duplicate"]
			near.Severity = "blocking"
			c.Gates["near_duplicate"] = near
		}},
		{"settings", "gates:\n  title_too_few_words: {min_words: 6.0}\n  near_duplicate: {threshold: 1, across_domains: false, scope: body, ignore_words: a}\n", func(c *Config) {
			c.Gates["title_too_few_words"].Values["min_words"] = 6
			c.Gates["near_duplicate"] = GateSettings{"warning", map[string]any{
				"threshold": 1, "across_domains": false, "scope": "body", "ignore_words": []string{"a"},
			}}
		}},
		{"branch", "store: {ref: HEAD, dir: .kb/feedback/}\n", func(c *Config) { c.Store.Dir, c.Store.Ref = ".kb/feedback/", "HEAD" }},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := Parse([]byte(test.file), testGates)
			if err != nil {
				t.Fatal(err)
			}
			want := Default(testGates)
			test.want(want)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got %+v\nwant %+v", got, want)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, test := range mistaken {
		f.Add([]byte(test.file))
	}
	f.Add(Template(Default(testGates), testGates))
	f.Fuzz(func(t *testing.T, file []byte) {
		c, err := Parse(file, testGates)
		if err != nil {
			if mistakes := (Errors)(nil); c != nil || !errors.As(err, &mistakes) || len(mistakes) == 0 {
				t.Fatalf("an error that is not the mistakes of the file: %v", err)
			}
			return
		}
		again, err := Parse(Template(c, testGates), testGates)
		if err != nil {
			t.Fatalf("what Parse accepted is not valid when written again: %v", err)
		}
		if !reflect.DeepEqual(c, again) {
			t.Fatalf("written and read again %+v is %+v", c, again)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	file := Template(Default(testGates), testGates)
	for b.Loop() {
		if _, err := Parse(file, testGates); err != nil {
			b.Fatal(err)
		}
	}
}

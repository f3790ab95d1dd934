package decision

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the reference page anew")

const referenceHead = "# Records\n\n" +
	"What `kbgate record` takes: decision events of a review service, and decisions, told apart by their fields. Both come as JSON Lines,\n" +
	"JSON objects or YAML documents. This page is made from the program's own tables.\n\n" +
	"## A decision event\n\n" +
	"    {\"decision_id\": \"d-1\", \"gate_id\": \"HITL-1\", \"epic_id\": \"EPIC-7\", \"task_id\": null, \"decision\": \"REJECTED\",\n" +
	"     \"reviewer_id\": \"reviewer-1\", \"timestamp\": \"2025-02-03T16:45:00Z\", \"review_duration_seconds\": 40,\n" +
	"     \"agent_output_sha\": \"3f2a\", \"approved_output_sha\": null, \"correction_diff_path\": null,\n" +
	"     \"reviewer_comment\": \"Examples don't work correctly\", \"tags\": [\"cache\"]}\n\n" +
	"(on one line). A record with `decision_id` is an event, and one with `decision` and without `verdict`. What is not required may be left\n" +
	"out or null.\n\n"

const referenceNames = "\nWhat is wrong with a value that a decision would not take either, as a `gate_id` of two lines, is said with the name of the\n" +
	"decision's field.\n\n" +
	"### Other names\n\n" +
	"Where the field itself is left out, null or empty, these are read instead:\n\n"

const referenceRest = "\n`reason: [\"too long\"]`, a list of one text, is that text. Where two of these fields say different things none is read. An artifact is a\n" +
	"type (`skill`), a type and a name (`skill/redis-cache.md`), a path (`kb/notes/foam.md`), a name, or a mapping as in a decision. What\n" +
	"the event itself says of agent and artifact counts before what the configuration says.\n\n" +
	"All else, and what was not read, is kept in the decision below `event` as it stands, and told once for each name with how many lines\n" +
	"have it.\n\n"

const referenceDecision = "## A decision\n\n" +
	"    {\"verdict\": \"rejected\", \"agent\": \"rio\", \"artifact\": {\"type\": \"skill\", \"name\": \"redis-cache.md\"},\n" +
	"     \"reason\": \"Examples don't work correctly\", \"at\": \"2025-02-03T16:45:00Z\"}\n\n" +
	"`kbgate schema decision` prints its JSON Schema. A field of no value is left out. Sizes of texts are those of their UTF-8 in bytes; a\n" +
	"list has at most %d items, a record %d KiB.\n\n"

const referenceEnd = "\nFields that stand nowhere here are kept, and told once for each name, with the known one that is probably meant. kbgate itself keeps\n" +
	"below `event` and `import` what an event or a row of a log said beyond these.\n\n" +
	"## An amendment\n\n" +
	"A record never changes. What is found out later, or has to be hidden, is an amendment: a record of its own, which `kbgate amend`,\n" +
	"`kbgate categorize`, `kbgate redact` and `kbgate withdraw` write. Every view of the record shows what its amendments make of it.\n\n"

const referenceAllowance = "\n## An allowance\n\n" +
	"`kbgate allow` and comments on a pull request [let a finding through](contracts.md#allowances). `kbgate schema allowance` prints the\n" +
	"JSON Schema.\n\n"

const referenceRefinement = "\n## A refinement\n\n" +
	"`kbgate refine` records [each iteration](refine.md#the-log). `kbgate schema refinement` prints the JSON Schema.\n\n"

//go:generate go test . -run TestDocsAreCurrent -update

// docs/records.md describes events, decisions, amendments and allowances as the tables do. `go test ./internal/decision -run Reference -update`
// writes it anew.
func TestDocsAreCurrent(t *testing.T) {
	file, want := filepath.Join("..", "..", "docs", "records.md"), reference()
	if *update {
		if err := os.WriteFile(file, want, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is stale; `go generate ./...` writes it", file)
	}
}

// The pages on the store name the folder of every kind of record.
func TestEveryFolderIsDocumented(t *testing.T) {
	for _, page := range []string{"store.md", "contracts.md"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "docs", page))
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range Kinds {
			if !bytes.Contains(text, []byte("\n    "+k.Folder+"/2026/11/21/")) {
				t.Errorf("docs/%s does not say what lies in %s/", page, k.Folder)
			}
		}
	}
}

// reference describes events and decisions in Markdown.
func reference() []byte {
	var b bytes.Buffer
	b.WriteString(referenceHead)
	b.WriteString("| field | type | required | becomes | what it is |\n|---|---|---|---|---|\n")
	for _, f := range eventFields {
		kind, becomes := "text", ""
		if own := find(new(Decision), f.becomes); own != nil {
			kind, becomes = own.typeName(), "`"+f.becomes+"`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", f.name, kind, yes(f.required), becomes, f.about)
	}
	b.WriteString(referenceNames)
	b.WriteString("| instead of | is read |\n|---|---|\n")
	fmt.Fprintf(&b, "| `reviewer_comment` | %s |\n", codes(commentNames))
	fmt.Fprintf(&b, "| `reviewer_id` | %s |\n", codes(reviewerNames))
	fmt.Fprintf(&b, "| the agent by the configuration | `%s` |\n| the artifact by the configuration | `%s` |\n", agentName, artifactName)
	b.WriteString(referenceRest)
	fmt.Fprintf(&b, referenceDecision, maxItems, MaxRecord>>10)
	b.WriteString("| field | type | required | takes | what it is |\n|---|---|---|---|---|\n")
	walk(new(Decision), "", func(path string, f *field) {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", path, f.typeName(), yes(f.marks&given != 0), f.values(), f.about)
	})
	b.WriteString(referenceEnd)
	b.WriteString("| field | type | takes | what it is |\n|---|---|---|---|\n")
	walk(new(Amendment), "", func(path string, f *field) {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", path, f.typeName(), f.values(), f.about)
	})
	b.WriteString(referenceAllowance)
	b.WriteString("| field | type | required | takes | what it is |\n|---|---|---|---|---|\n")
	walk(new(Allowance), "", func(path string, f *field) {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", path, f.typeName(), yes(f.marks&given != 0), f.values(), f.about)
	})
	b.WriteString(referenceRefinement)
	b.WriteString("| field | type | takes | what it is |\n|---|---|---|---|\n")
	walk(new(Refinement), "", func(path string, f *field) {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", path, f.typeName(), f.values(), f.about)
	})
	return b.Bytes()
}

// typeName is the type of a field in words.
func (f *field) typeName() string {
	switch f.value.(type) {
	case *string:
		return "text"
	case *int:
		return "whole number"
	case **float64:
		return "number"
	case *time.Time:
		return "time"
	case *[]string, *[]Category:
		return "list of texts"
	case *[]Evidence:
		return "list of mappings"
	case *Value:
		return "any"
	}
	return "mapping"
}

// values says which values a field takes.
func (f *field) values() string {
	r := f.takes
	switch {
	case f.typeName() == "time":
		return "RFC 3339; without a zone it is UTC"
	case r == nil:
		return ""
	}
	var parts []string
	switch {
	case r.enum != nil:
		parts = append(parts, codes(r.enum))
	case r.bytes > 0:
		parts = append(parts, "to "+size(r.bytes))
	case r.max > 0:
		parts = append(parts, fmt.Sprintf("0 to %d", r.max))
	}
	if r.words != "" {
		parts = append(parts, r.words)
	}
	return strings.Join(parts, "; ")
}

func size(n int) string {
	if n >= 1<<10 && n%(1<<10) == 0 {
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return ""
}

func codes(all []string) string { return "`" + strings.Join(all, "`, `") + "`" }

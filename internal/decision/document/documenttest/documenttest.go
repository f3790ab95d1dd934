// Package documenttest draws documents for tests, with what is hard to read and to write in them.
package documenttest

import (
	"pgregory.net/rapid"

	"github.com/kbgate/kbgate/internal/decision/document"
)

// Decision is a decision in which every field of the contract has a value, as Append writes it.
const Decision = `schema: kbgate.decision/1
id: 01M7YRRT80SMSMX56DTN7T2EBA
source: human
source_id: r-7
at: 2026-11-21T10:00:00Z
verdict: rejected
review_point: pr-review
reviewer: reviewer-1
agent: rio
artifact: {type: skill, name: redis-cache.md, path: skills/redis-cache.md, sha: "3fa0", approved_sha: "77e1"}
subject: lead-9
campaign: spring
reason: "Examples don't work correctly"
category: examples
category_by: learned
also: [clarity]
learned_action: "Validate all code examples in Docker"
issues: [body_too_thin]
correction: |
  --- a
  +++ b
  @@ -1 +1 @@
  -x
   
  +y
draft: {title: Hello, opener: "I noticed \"you\"\nare", fingerprint: "9a", sketch: "1f", template: t2, evidence: [{type: company, value: "Acme hires", source: site}]}
quality_score: 65.0
previous_attempts: 2
review_seconds: 40
brief: fedcba9876543210
rules_in_prompt: [r-1, r-2]
epic: E12
task: T4
tags: [cache, "on"]
pr: {repo: acme/kb, number: 12, head_sha: beef, state: closed}
`

// Text draws what people and programs type, with what is hard to write in it.
func Text(t *rapid.T, name string) string {
	if rapid.Bool().Draw(t, name+" is hard") {
		return rapid.StringOf(rapid.SampledFrom([]rune("aZ09 .:-#,[]{}&*!|>'\"%@`\\\n\n\t\r\x00\x07\x7f\u0085\u00a0\u200b\u202e\u2028\ufeff\ufffdé😀~?=<$/_"))).Draw(t, name)
	}
	return rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "yes", "No", "null", "~", "1", "0x1F", "1e3", "2026-11-21", "- a", "a: b",
		"---", "01E5", "a\nb", "a\n\nb\n", "\na", " a\nb", "a \n b", "a\n\n", ".inf", "+1", "y", "<<", "T\n---\n...", "a\r\nb"})).Draw(t, name)
}

// Node draws a value of any kind.
func Node(t *rapid.T) document.Node { return nodeAt(t, 0) }

func nodeAt(t *rapid.T, depth int) document.Node {
	kinds := []document.Kind{document.Text, document.Plain, document.List, document.Mapping}
	if depth > 3 {
		kinds = kinds[:2]
	}
	n := document.Node{Kind: rapid.SampledFrom(kinds).Draw(t, "kind")}
	switch n.Kind {
	case document.Text:
		n.Value = Text(t, "text")
	case document.Plain:
		n.Value = rapid.SampledFrom([]string{"1", "-1", "0", "1.50", "true", "false", "null", "0x1F", "1e3", "2026-11-21", "2026-11-21T10:00:00Z", ".inf",
			"123456789012345678901234567890"}).Draw(t, "plain")
	default:
		for i := range rapid.IntRange(0, 3).Draw(t, "items") {
			name := ""
			if n.Kind == document.Mapping {
				name = Key(t, i)
			}
			item := nodeAt(t, depth+1)
			item.Name = name
			n.Items = append(n.Items, item)
		}
	}
	return n
}

// Key draws the name of the field i of a mapping; no two of different i are the same.
func Key(t *rapid.T, i int) string {
	key := Text(t, "key")
	for len(key) > 100 {
		key = ""
	}
	return "x" + string(rune('0'+i)) + key
}

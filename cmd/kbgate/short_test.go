package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// shortScripts are the scripts that `go test -short` runs: each command once, and each main way through the program. The full lane
// runs all of them.
var shortScripts = map[string]string{
	"check_text":                "findings for people",
	"check_json":                "findings for programs",
	"stdin":                     "a note that an editor has open",
	"staged":                    "a check of the index",
	"diff":                      "a check of a pull request",
	"fix":                       "findings that are mended",
	"baseline":                  "findings that were there before",
	"allow":                     "a finding that a reviewer lets through",
	"suppress":                  "findings that a comment silences",
	"review":                    "a reader of meaning",
	"cache":                     "a second check",
	"watch":                     "checks while notes are edited",
	"init":                      "a first configuration",
	"explain":                   "gates, schemas and version",
	"hook_commit":               "git's hooks",
	"hook_agent":                "the hook of coding agents",
	"comment":                   "a comment, rendered and parsed",
	"decide":                    "rejecting and approving",
	"decide_category":           "categories, given and amended",
	"log":                       "records, listed and shown",
	"record":                    "events of other programs",
	"import":                    "a log from before",
	"redact":                    "texts that are hidden",
	"verify":                    "a store that is sound",
	"sync":                      "two clones",
	"store_head":                "records on the branch of the work",
	"guard":                     "drafts, judged by what was rejected",
	"guard_template":            "a template that was not rejected",
	"memory":                    "what is remembered of somebody",
	"detect":                    "signs of failure in feedback",
	"refine":                    "a prompt that feedback improves",
	"refinements":               "which refinements helped",
	"brief_hostile":             "what an agent is told",
	"agent_statistics":          "an agent's decisions, counted",
	"learn_outside":             "patterns without a knowledge base",
	"report":                    "the report over months",
	"gates":                     "what gates are worth",
	"attack_secrets":            "secrets that nobody records; keys",
	"attack_headers_unreadable": "an attack on the gate",
	"attack_verdict":            "an attack on the store",
	"attack_baseline_bomb":      "an attack on time and memory",
	"hook_agent_failure":        "a program that fails",
	"staged_unreadable":         "a note that cannot be read",
	"comment_hostile":           "an attack on readers of comments",
}

// The short lane has a script of each command.
func TestShortScripts(t *testing.T) {
	var all []byte
	for name := range shortScripts {
		text, err := os.ReadFile(filepath.Join("testdata", "script", name+".txtar"))
		if err != nil {
			t.Error(err)
		}
		all = append(all, text...)
	}
	for _, cmd := range newRoot().Commands() {
		if elsewhere := []string{"help", "completion"}; cmd.Hidden || slices.Contains(elsewhere, cmd.Name()) {
			continue
		}
		if !regexp.MustCompile(`(?m)^.*\bkbgate ` + cmd.Name() + `\b`).Match(all) {
			t.Errorf("no script of the short lane runs `kbgate %s`", cmd.Name())
		}
	}
}

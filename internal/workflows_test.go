package internal_test

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// mayWrite are the rights to write that a workflow's jobs may have, by its file; all others may read and no more.
var mayWrite = map[string][]string{
	"examples/github/kbgate-simple.yml":        {"pull-requests"},
	"examples/github/kbgate-comment.yml":       {"pull-requests", "contents"},
	"examples/github/kbgate-record.yml":        {"contents", "pull-requests"},
	"examples/github/kbgate-record-forks.yml":  {"contents", "pull-requests"},
	"examples/gitea/kbgate.yml":                {"pull-requests"},
	"examples/gitea/kbgate-record.yml":         {"contents", "pull-requests"},
	"examples/gitea/kbgate-record-forgejo.yml": {"contents", "pull-requests"},
}

// Workflows run with tokens, for people who may have no rights: those of the project, those that it hands out, and its
// actions keep the rules that make this safe.
func TestWorkflowsAreSafe(t *testing.T) {
	var files []string
	for _, pattern := range []string{"../.github/workflows/*", "../examples/github/*", "../examples/gitea/*", "../.github/actions/*/action.yml"} {
		found, err := filepath.Glob(filepath.FromSlash(pattern))
		if err != nil || len(found) == 0 {
			t.Fatalf("nothing fits %s: %v", pattern, err)
		}
		files = append(files, found...)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(filepath.ToSlash(file), "../")
		for _, fault := range faultsOf(text, mayWrite[name]) {
			t.Errorf("%s: %s", name, fault)
		}
	}
}

// Gitea and Forgejo take the workflow's file of a pull request's head for its events, reviews among them: what such a file may do, its author
// may. So none of these writes the store or has a secret of the repository's.
func TestGiteaRecordsFromTheDefaultBranch(t *testing.T) {
	files, err := filepath.Glob(filepath.FromSlash("../examples/gitea/*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no examples: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var document struct {
			On map[string]any `yaml:"on"`
		}
		if err := yaml.Unmarshal(text, &document); err != nil || len(document.On) == 0 {
			t.Fatalf("%s: %v", file, err)
		}
		for name := range document.On {
			secrets := strings.Count(string(text), "secrets.") - strings.Count(string(text), "secrets.GITHUB_TOKEN")
			if strings.HasPrefix(name, "pull_request") && (secrets > 0 || strings.Contains(string(text), "contents: write")) {
				t.Errorf("%s: %s may write, or has %d secrets", file, name, secrets)
			}
		}
	}
}

// The rules find what they are for.
func TestUnsafeWorkflowsAreFound(t *testing.T) {
	const sound = `
on: pull_request
permissions: {contents: read}
jobs:
  a:
    steps:
      - uses: actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2
        with: {persist-credentials: false}
      - env: {TITLE: "${{ github.event.pull_request.title }}"}
        run: echo "$TITLE"
`
	if faults := faultsOf([]byte(sound), nil); len(faults) > 0 {
		t.Errorf("a sound workflow has %q", faults)
	}
	for _, tt := range []struct{ old, new, want string }{
		{"on: pull_request", "on: pull_request_target", "pull_request_target"},
		{"on: pull_request", "on: [push, pull_request_target]", "pull_request_target"},
		{"on: pull_request", "on: {pull_request_target: {types: [opened]}}", "pull_request_target"},
		{"permissions: {contents: read}", "", "no permissions"},
		{"permissions: {contents: read}", "permissions: write-all", "write-all"},
		{"permissions: {contents: read}", "permissions: {contents: write}", "contents: write"},
		{"    steps:", "    permissions: {issues: write}\n    steps:", "issues: write"},
		{"    steps:", "    uses: a/b/.github/workflows/c.yml@v1\n    steps:", "is not pinned"},
		{"@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2", "@v6", "is not pinned"},
		{"@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2", "@de0fac2 # v6.0.2", "is not pinned"},
		{" # v6.0.2", "", "does not say which version"},
		{"persist-credentials: false", "fetch-depth: 0", "leaves its token"},
		{"persist-credentials: false", "persist-credentials: false, ref: \"${{ github.head_ref }}\"", "checks out"},
		{`echo "$TITLE"`, `echo "${{ github.event.pull_request.title }}"`, "holds an expression"},
		{`echo "$TITLE"`, `echo "${{github.head_ref}}"`, "holds an expression"},
		{`run: echo "$TITLE"`, "uses: actions/github-script@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v8\n        with: {script: \"x('${{ github.head_ref }}')\"}",
			"holds an expression"},
		{"jobs:\n", "concurrency: {group: x, cancel-in-progress: false}\njobs:\n  b:\n    permissions: {contents: write}\n", "cancels"},
		{"jobs:\n", "concurrency: one\njobs:\n  b:\n    permissions: {contents: write}\n", "cancels"},
		{"jobs:\n", "jobs:\n  b:\n    concurrency: {group: \"${{ github.ref }}\"}\n    permissions: {contents: write}\n", "cancels"},
		{"on: pull_request", "on: [pull_request_review]\nenv: {A: b}", "a may be started by anybody"},
		{"run: echo", "run: kbgate check && echo \"${T}\"", "judges with a secret"},
		{"on: pull_request", "on: [issue_comment]", "a may be started by anybody's comment"},
		{"on: pull_request", "on: {workflow_run: {workflows: [x]}}", "workflow_run must not use actions/checkout"},
	} {
		bad := strings.Replace(sound, tt.old, tt.new, 1)
		switch tt.want {
		case "a may be started by anybody", "a may be started by anybody's comment":
			bad = strings.Replace(bad, "    steps:", "    permissions: {contents: write}\n    steps:", 1)
		case "judges with a secret":
			bad = strings.Replace(bad, "env: {", "env: {T: \"${{ secrets.T }}\", ", 1)
		}
		if bad == sound {
			t.Fatalf("nothing is replaced by %q", tt.new)
		}
		faults := faultsOf([]byte(bad), nil)
		if !slices.ContainsFunc(faults, func(f string) bool { return strings.Contains(f, tt.want) }) {
			t.Errorf("%q: %q; want %q", tt.new, faults, tt.want)
		}
	}
}

// faultsOf says what is unsafe in a workflow, or in an action.
func faultsOf(text []byte, mayWrite []string) []string {
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil || len(document.Content) == 0 {
		return []string{errors.Join(err, errors.New("it is no YAML")).Error()}
	}
	w := &workflow{root: document.Content[0], mayWrite: mayWrite}
	w.triggers()
	if value(w.root, "runs") == nil { // an action has the rights of the job that uses it
		w.permissions()
	}
	w.recordings()
	w.secrets()
	w.steps(w.root)
	return w.faults
}

type workflow struct {
	root     *yaml.Node
	mayWrite []string
	reviewed bool // anybody may start it, by a review
	// commented reports that anybody may start it, by a comment.
	commented bool
	// privileged reports that it runs with the rights of the repository after somebody else's job.
	privileged bool
	faults     []string
}

func (w *workflow) fault(format string, a ...any) {
	w.faults = append(w.faults, fmt.Sprintf(format, a...))
}

func (w *workflow) triggers() {
	var events []string
	if on := value(w.root, "on"); on != nil {
		events = append(events, on.Value)
		for i, n := range on.Content {
			if on.Kind != yaml.MappingNode || i%2 == 0 {
				events = append(events, n.Value)
			}
		}
	}
	if slices.Contains(events, "pull_request_target") {
		w.fault("pull_request_target lends a stranger's change the rights of the repository")
	}
	w.reviewed = slices.Contains(events, "pull_request_review")
	w.commented = slices.Contains(events, "issue_comment")
	w.privileged = slices.Contains(events, "workflow_run")
}

// startedBy says what of anybody starts it; "" for nothing.
func (w *workflow) startedBy() string {
	switch {
	case w.reviewed:
		return "anybody"
	case w.commented:
		return "anybody's comment"
	}
	return ""
}

func (w *workflow) permissions() {
	if value(w.root, "permissions") == nil {
		w.fault("there are no permissions at its top, so it has those that the repository happens to give")
	}
	w.rights(value(w.root, "permissions"))
	if jobs := value(w.root, "jobs"); jobs != nil {
		for i := 1; i < len(jobs.Content); i += 2 {
			w.rights(value(jobs.Content[i], "permissions"))
		}
	}
}

func (w *workflow) rights(permissions *yaml.Node) {
	if permissions == nil {
		return
	}
	if permissions.Kind == yaml.ScalarNode {
		w.fault("permissions: %s is not the least", permissions.Value)
		return
	}
	for i := 0; i+1 < len(permissions.Content); i += 2 {
		scope, right := permissions.Content[i].Value, permissions.Content[i+1].Value
		if right != "read" && right != "none" && !slices.Contains(w.mayWrite, scope) {
			w.fault("%s: %s is not the least", scope, right)
		}
	}
}

// recordings looks at jobs that may write into the repository, where decisions are recorded. A run that waits in a concurrency
// group is cancelled by the next, also with cancel-in-progress: false, and its decision would be lost
// (https://docs.github.com/en/actions/using-jobs/using-concurrency). Where anybody may start it by a review or a comment, another job
// without that right has to find out first whether he decides anything.
func (w *workflow) recordings() {
	jobs := value(w.root, "jobs")
	if jobs == nil {
		return
	}
	for i := 0; i+1 < len(jobs.Content); i += 2 {
		name, job := jobs.Content[i].Value, jobs.Content[i+1]
		if right := value(value(job, "permissions"), "contents"); right == nil || right.Value != "write" {
			continue
		}
		for _, group := range []*yaml.Node{value(w.root, "concurrency"), value(job, "concurrency")} {
			if name := value(group, "group"); group != nil && !strings.Contains(cmp.Or(name, group).Value, "github.run_id") {
				w.fault("line %d: a concurrency group cancels runs that record", group.Line)
			}
		}
		if startedBy := w.startedBy(); startedBy != "" && (value(job, "needs") == nil || value(job, "if") == nil) {
			w.fault("%s may be started by %s, and may write at once", name, startedBy)
		}
	}
}

// secrets looks at who gets tokens and keys: of an action the last step, and one that fetches and has no kbgate to run; of a
// workflow no step that judges.
func (w *workflow) secrets() {
	steps := value(value(w.root, "runs"), "steps")
	if steps != nil {
		for i, step := range steps.Content {
			held := holds(value(step, "env"), "inputs.token", "inputs.key")
			fetches := value(value(step, "env"), "KBGATE") == nil && !holds(value(step, "env"), "inputs.key")
			if held && i != len(steps.Content)-1 && !fetches {
				w.fault("line %d: a step that is not the last has a secret", step.Line)
			}
		}
	}
	jobs := value(w.root, "jobs")
	for i := 1; jobs != nil && i < len(jobs.Content); i += 2 {
		for _, step := range items(value(jobs.Content[i], "steps")) {
			run := value(step, "run")
			judges := run != nil && (strings.Contains(run.Value, "kbgate check") || strings.Contains(run.Value, "kbgate comment render"))
			if judges && holds(value(step, "env"), "secrets.", "github.token") {
				w.fault("line %d: it judges with a secret in its environment", step.Line)
			}
		}
		if holds(value(jobs.Content[i], "env"), "secrets.", "github.token") {
			w.fault("line %d: all steps have a secret", jobs.Content[i].Line)
		}
	}
	if holds(value(w.root, "env"), "secrets.", "github.token") {
		w.fault("all jobs have a secret")
	}
}

func items(list *yaml.Node) []*yaml.Node {
	if list == nil {
		return nil
	}
	return list.Content
}

// holds reports whether a value of a mapping speaks of one of the words.
func holds(env *yaml.Node, words ...string) bool {
	for _, n := range items(env) {
		if slices.ContainsFunc(words, func(word string) bool { return strings.Contains(n.Value, word) }) {
			return true
		}
	}
	return false
}

var (
	pinned  = regexp.MustCompile(`^[\w.-]+/[\w./-]+@[0-9a-f]{40}$`)
	version = regexp.MustCompile(`^# v\d+(\.\d+)*$`)
	// runs are the keys whose text is a program.
	runs = []string{"run", "script", "args", "entrypoint", "shell", "command"}
	// carriers are actions that bring what another job, or the change, has made.
	carriers = []string{"actions/checkout@", "actions/cache", "actions/download-artifact@"}
)

// steps walks over the whole of it, wherever steps may stand.
func (w *workflow) steps(n *yaml.Node) {
	if n.Kind != yaml.MappingNode {
		for _, inner := range n.Content {
			w.steps(inner)
		}
		return
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, of := n.Content[i], n.Content[i+1]
		switch {
		case key.Value == "uses" && of.Kind == yaml.ScalarNode:
			w.uses(n, of)
		case slices.Contains(runs, key.Value) && strings.Contains(of.Value, "${{"):
			w.fault("line %d: %s holds an expression; let it come in by env", of.Line, key.Value)
		}
		w.steps(of)
	}
}

func (w *workflow) uses(step, action *yaml.Node) {
	name := action.Value
	switch {
	case !pinned.MatchString(name):
		w.fault("%s is not pinned to a commit", name)
	case !version.MatchString(action.LineComment) && !strings.HasPrefix(name, "kbgate/kbgate/"):
		w.fault("%s does not say which version it is", name)
	}
	for _, carrier := range carriers {
		if w.privileged && strings.HasPrefix(name, carrier) {
			w.fault("a workflow for workflow_run must not use %s", strings.TrimSuffix(carrier, "@"))
		}
	}
	if !strings.HasPrefix(name, "actions/checkout@") {
		return
	}
	with := value(step, "with")
	if keep := value(with, "persist-credentials"); (keep == nil || keep.Value != "false") && !slices.Contains(w.mayWrite, "contents") {
		w.fault("line %d: the checkout leaves its token in the repository: persist-credentials: false", action.Line)
	}
	if ref := value(with, "ref"); ref != nil && strings.Contains(ref.Value, "head") {
		w.fault("line %d: it checks out %s", action.Line, ref.Value)
	}
}

// value is what a mapping has for a key, or nil.
func value(mapping *yaml.Node, key string) *yaml.Node {
	if mapping == nil || mapping.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value == key {
			return mapping.Content[i+1]
		}
	}
	return nil
}

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Claims of the knowledge base in these tests. What blocks has two faults: one that --fix mends, and one with a suggestion.
const (
	soundClaim = `---
type: claim
domain: tea
description: "what green tea loses in an open tin within a month, by weight of its volatile compounds"
confidence: experimental
source: "Harler, Tea Growing (1966)"
created: %s
---
# green tea keeps its aroma in closed tins because oxygen takes its volatile compounds away

Harler weighed the volatile compounds of green tea after 30 days: in an open tin 41 percent were gone, in a closed
one 6 percent. The rest of the leaf had hardly changed, so it is the air that takes the aroma and not time alone.

See [[%s]].
`
	baseConfig = `gates:
  broken_wiki_links: {severity: blocking}
`
	laxConfig = `gates:
  broken_wiki_links: off
  date_errors: off
  body_too_thin: off
`
)

// needsActions skips a test where a program that the actions call is not there.
func needsActions(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("not in the short lane: runs the actions' scripts")
	}
	needs(t, "git", "bash", "curl", "jq", "unzip")
	isolateGit(t)
}

func isolateGit(t *testing.T) {
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(t.TempDir(), "none"))
	for _, name := range os.Environ() {
		if name, _, _ = strings.Cut(name, "="); strings.HasPrefix(name, "GITHUB_") || strings.HasPrefix(name, "KBGATE_") {
			t.Setenv(name, "")
		}
	}
}

// kbgatePath is the program under test.
func kbgatePath(t *testing.T) string {
	t.Helper()
	file, err := exec.LookPath("kbgate")
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// world is a knowledge base on a forge, with a clone in which somebody works.
type world struct {
	t      *testing.T
	forge  *fakeForge
	server string // the folder in which the forge has its repositories
	clone  gitRepository
	base   string // the tip of main
}

func newWorld(t *testing.T) *world {
	w := &world{t: t, forge: newFakeForge(t), server: t.TempDir()}
	w.clone = gitRepository{t, t.TempDir()}
	w.clone.git("init", "-q", "-b", "main")
	w.clone.write(map[string]string{
		".kbgate.yaml":      baseConfig,
		"claims/tins.md":    fmt.Sprintf(soundClaim, "2026-03-02", "Harler 1966"),
		"sources/harler.md": "---\ntype: source\naliases: [Harler 1966]\n---\n# Harler, Tea Growing\n",
	})
	w.base = w.clone.commit("base")
	if err := os.MkdirAll(filepath.Join(w.server, "tea"), 0o700); err != nil {
		t.Fatal(err)
	}
	w.clone.git("clone", "-q", "--bare", ".", w.at("tea/kb"))
	w.clone.git("remote", "add", "origin", w.at("tea/kb"))
	return w
}

// at is where a repository of the forge lies.
func (w *world) at(repo string) string { return filepath.Join(w.server, filepath.FromSlash(repo)) }

// propose pushes what is checked out as the head of a pull request, as the forge keeps it beside the merge with main.
func (w *world) propose(number int) (head string) {
	w.t.Helper()
	head = w.clone.git("rev-parse", "HEAD")
	w.clone.git("push", "-q", "-f", "origin", fmt.Sprintf("HEAD:refs/pull/%d/head", number))
	tree := w.clone.git("rev-parse", "HEAD^{tree}")
	merge := w.clone.git("commit-tree", "-m", "merge", "-p", w.base, "-p", head, tree)
	w.clone.git("push", "-q", "-f", "origin", fmt.Sprintf("%s:refs/pull/%d/merge", merge, number))
	return head
}

// checkedOut is a job for the event pull_request, with a folder as actions/checkout leaves it.
func (w *world) checkedOut(number int, headRepo, head string) *job {
	w.t.Helper()
	at := gitRepository{w.t, w.t.TempDir()}
	at.git("init", "-q")
	at.git("fetch", "-q", w.at("tea/kb"), "+refs/heads/*:refs/remotes/origin/*",
		fmt.Sprintf("+refs/pull/%d/merge:refs/remotes/pull/%d/merge", number, number))
	at.git("checkout", "-q", "--detach", fmt.Sprintf("refs/remotes/pull/%d/merge", number))
	j := w.job("pull_request", map[string]any{"number": number, "repository": map[string]any{"default_branch": "main"},
		"pull_request": map[string]any{"number": number, "title": "$(touch ran)`touch ran`",
			"base": map[string]any{"sha": w.base, "ref": "main"},
			"head": map[string]any{"sha": head, "ref": "$(touch${IFS}ran)", "repo": map[string]any{"full_name": headRepo}}}})
	j.workspace = at.dir
	j.env["GITHUB_BASE_REF"], j.env["GITHUB_REF"] = "main", fmt.Sprintf("refs/pull/%d/merge", number)
	return j
}

// job is a job for an event, with an empty folder.
func (w *world) job(name string, event map[string]any) *job {
	w.t.Helper()
	file := filepath.Join(w.t.TempDir(), "event.json")
	text, err := json.Marshal(event)
	if err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(file, text, 0o600); err != nil {
		w.t.Fatal(err)
	}
	return &job{t: w.t, workspace: w.t.TempDir(), event: event, env: map[string]string{
		"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": name, "GITHUB_EVENT_PATH": file, "GITHUB_REPOSITORY": "tea/kb",
		"GITHUB_API_URL": w.forge.url, "GITHUB_SERVER_URL": "file://" + filepath.ToSlash(w.server), "GITHUB_ACTOR": "rio",
	}}
}

// workflowRun is a job for the event workflow_run, after a job for a pull request.
func (w *world) workflowRun(headRepo, branch, head string) *job {
	return w.job("workflow_run", map[string]any{"workflow_run": map[string]any{"id": 99, "event": "pull_request", "head_sha": head,
		"head_branch": branch, "head_repository": map[string]any{"full_name": headRepo}, "pull_requests": []any{}}})
}

// rejection is what an agent that knows no more than the contract reads in a comment.
type rejection struct {
	Issues   []string `json:"issues"`
	Source   string   `json:"source"`
	TS       string   `json:"ts"`
	Verdict  string   `json:"verdict"`
	HeadSHA  string   `json:"head_sha"`
	Agent    string   `json:"agent"`
	Findings []struct {
		Gate        string `json:"gate"`
		Path        string `json:"path"`
		AutoFixable bool   `json:"auto_fixable"`
		Target      string `json:"target"`
		Suggestion  string `json:"suggestion"`
	} `json:"findings"`
}

func readRejection(t *testing.T, body string) rejection {
	t.Helper()
	block := regexp.MustCompile(`<!-- REJECTION: (.+?) -->`).FindStringSubmatch(body)
	if block == nil {
		t.Fatalf("no block is in the comment:\n%s", body)
	}
	var r rejection
	if err := json.Unmarshal([]byte(block[1]), &r); err != nil {
		t.Fatalf("%v in %s", err, block[1])
	}
	return r
}

// heed does what the comment says, with nothing but what it says and `kbgate check --fix`.
func (w *world) heed(r rejection) {
	w.t.Helper()
	for _, f := range r.Findings {
		file := filepath.Join(w.clone.dir, filepath.FromSlash(f.Path))
		text, err := os.ReadFile(file)
		if err != nil {
			w.t.Fatal(err)
		}
		switch {
		case f.Target != "" && f.Suggestion != "":
			w.clone.write(map[string]string{f.Path: strings.Replace(string(text), "[["+f.Target+"]]", "[["+f.Suggestion+"]]", 1)})
		case f.AutoFixable:
			cmd := exec.Command(kbgatePath(w.t), "check", "--fix", f.Path)
			cmd.Dir = w.clone.dir
			_ = cmd.Run() // other findings may be left
		default:
			w.t.Errorf("the comment does not help with %+v", f)
		}
	}
}

// The whole way: a pull request with a bad claim, the action, the comment, an agent that heeds it, and the comment brought
// up to date in its place.
func TestActionOnPullRequest(t *testing.T) {
	needsActions(t)
	w := newWorld(t)
	w.clone.git("checkout", "-q", "-b", "rio/tins")
	bad := fmt.Sprintf(soundClaim, "2 March 2026", "harler-1966")
	// The claim comes with a configuration that would let it in.
	w.clone.write(map[string]string{"claims/tins.md": bad, ".kbgate.yaml": laxConfig})
	w.clone.commit("a worse claim\n\nAgent: rio")
	head := w.propose(7)
	inputs := map[string]string{"binary": kbgatePath(t), "post": "true", "token": forgeToken, "output": "sarif=report.sarif\n"}

	j := w.checkedOut(7, "tea/kb", head)
	got := j.run("check", inputs)
	if got.status != 1 || got.outputs["verdict"] != "rejected" || got.outputs["blocking"] != "2" || got.outputs["warnings"] != "0" {
		t.Fatalf("status %d, outputs %v:\n%s", got.status, got.outputs, got.log)
	}
	for _, want := range []string{"::error file=claims/tins.md,line=7", "::stop-commands::"} {
		if !strings.Contains(got.log, want) {
			t.Errorf("the log has no %s:\n%s", want, got.log)
		}
	}
	if strings.Contains(got.log, forgeToken) || strings.Contains(got.summary, forgeToken) {
		t.Error("the token is shown")
	}
	if !strings.Contains(got.summary, "Rejected") || len(got.summary) > 900_000 {
		t.Errorf("the summary is %q", got.summary)
	}
	for _, name := range []string{got.outputs["findings"], filepath.Join(j.workspace, "report.sarif")} {
		if info, err := os.Stat(name); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := os.Stat(filepath.Join(j.workspace, "ran")); err == nil {
		t.Error("a text of the event was run")
	}
	bodies := w.forge.bodies(7)
	if len(bodies) != 1 {
		t.Fatalf("%d comments: %q\n%s", len(bodies), bodies, got.log)
	}
	block := readRejection(t, bodies[0])
	if strings.Join(block.Issues, " ") != "broken_wiki_links date_errors" || block.Source != "validator" || block.Verdict != "rejected" || block.HeadSHA != head || block.Agent != "rio" {
		t.Errorf("%+v", block)
	}

	w.clone.write(map[string]string{".kbgate.yaml": baseConfig})
	w.heed(block)
	w.clone.commit("mended\n\nAgent: rio")
	head = w.propose(7)
	got = w.checkedOut(7, "tea/kb", head).run("check", inputs)
	if got.status != 0 || got.outputs["verdict"] != "passed" || got.outputs["blocking"] != "0" {
		t.Fatalf("status %d, outputs %v:\n%s", got.status, got.outputs, got.log)
	}
	bodies = w.forge.bodies(7)
	if len(bodies) != 1 {
		t.Fatalf("%d comments: %q", len(bodies), bodies)
	}
	if block = readRejection(t, bodies[0]); block.Verdict != "passed" || block.HeadSHA != head || len(block.Findings) != 0 {
		t.Errorf("%+v", block)
	}
	if again := w.checkedOut(7, "tea/kb", head).run("check", inputs); again.status != 0 || len(w.forge.bodies(7)) != 1 {
		t.Errorf("again: %d, %q", again.status, w.forge.bodies(7))
	}
}

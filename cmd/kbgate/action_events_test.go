package main

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// standIn is a program in place of kbgate: it notes how it is called, and does as its variables say.
const standIn = `#!/usr/bin/env bash
printf '%s\n' "$*" >>"$CALLS"
env | grep -E '^(KBGATE_TOKEN|KBGATE_SIGNING_KEY|INPUT_TOKEN|INPUT_KEY)=' | sed "s/^/$1 $2: /" >>"$CALLS.secrets"
case "$1 $2" in
  check*)
    while [ $# -gt 0 ]; do
      case $1 in
        json=*) printf '{\n  "summary": {\n    "blocking": %s,\n    "warning": %s,\n    "fixable": 0\n  }\n}\n' "$BLOCKING" "$WARNING" >"${1#json=}" ;;
        github=*) echo '::error file=a.md,line=1::an annotation' >"${1#github=}" ;;
      esac
      shift
    done
    echo '::error::a note of that name'
    echo 'kbgate: error: it is 100% broken' >&2
    exit "$STATUS" ;;
  "comment render") cat >/dev/null; echo "a comment"; exit "$RENDER" ;;
  "comment post") exit "$POST" ;;
esac
`

// stood is a job with a stand-in, and the file in which that notes its calls.
func stood(t *testing.T, event string, about map[string]any) (*job, map[string]string, string) {
	needs(t, "git", "bash")
	isolateGit(t)
	dir := t.TempDir()
	program, calls := filepath.Join(dir, "kbgate"), filepath.Join(dir, "calls")
	if err := os.WriteFile(program, []byte(standIn), 0o700); err != nil {
		t.Fatal(err)
	}
	j := &job{t: t, workspace: t.TempDir(), event: about, env: map[string]string{"GITHUB_EVENT_NAME": event, "GITHUB_REPOSITORY": "tea/kb",
		"CALLS": calls, "STATUS": "0", "BLOCKING": "0", "WARNING": "0", "RENDER": "0", "POST": "0"}}
	return j, map[string]string{"binary": program}, calls
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(text)
}

// What is judged follows from the event.
func TestActionJudgesEvents(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: runs the actions' scripts")
	}
	needs(t, "git")
	w := gitRepository{t, t.TempDir()}
	isolateGit(t)
	w.git("init", "-q", "-b", "main")
	w.write(map[string]string{"a.md": "one"})
	one := w.commit("one")
	w.write(map[string]string{"a.md": "two"})
	two := w.commit("two")
	w.git("checkout", "-q", "-b", "feature")
	w.write(map[string]string{"a.md": "three"})
	three := w.commit("three")
	w.git("update-ref", "refs/remotes/origin/main", two)
	none, gone := strings.Repeat("0", 40), strings.Repeat("1", 40)
	push := func(before, after string) map[string]any {
		return map[string]any{"before": before, "after": after, "repository": map[string]any{"default_branch": "main"}}
	}
	pull := map[string]any{"pull_request": map[string]any{"number": 1, "base": map[string]any{"sha": one}, "head": map[string]any{"sha": three}}}
	for _, tt := range []struct {
		event string
		about map[string]any
		ref   string
		base  string
		want  string
	}{
		{"pull_request", pull, "", "", two + "..." + three}, // the tip of its base as fetched, not as the event remembers it
		{"pull_request", pull, "", one, one + "..." + three},
		{"push", push(two, three), "refs/heads/feature", "", two + "..." + three},
		{"push", push(none, three), "refs/heads/feature", "", two + "..." + three},
		{"push", push(gone, three), "refs/heads/feature", "", two + "..." + three},
		{"push", push(none, two), "refs/heads/main", "", none + ".." + two},
		{"push", push(one, two), "refs/heads/main", "", one + "..." + two},
		{"push", push(three, none), "refs/heads/feature", "", "nothing"},
		{"merge_group", map[string]any{"merge_group": map[string]any{"base_sha": two, "head_sha": three}}, "", "", two + "..." + three},
		{"workflow_dispatch", map[string]any{}, "", "", ""},
		{"workflow_dispatch", map[string]any{}, "", "origin/main", "origin/main...HEAD"},
		{"schedule", map[string]any{}, "", "", ""},
	} {
		j, inputs, calls := stood(t, tt.event, tt.about)
		j.workspace, inputs["base"] = w.dir, tt.base
		j.env["GITHUB_REF"], j.env["GITHUB_BASE_REF"] = tt.ref, "main"
		got := j.run("check", inputs)
		called := read(t, calls)
		want := " --diff " + tt.want + "\n"
		switch tt.want {
		case "nothing":
			if called != "" || got.status != 0 {
				t.Errorf("%s: status %d, called %q", tt.event, got.status, called)
			}
			continue
		case "":
			want = "annotations\n" // its last argument
		}
		if first, _, _ := strings.Cut(called, "\n"); got.status != 0 || !strings.HasSuffix(first+"\n", want) {
			t.Errorf("%s %v: status %d, called %q; want %q\n%s", tt.event, tt.about, got.status, called, want, got.log)
		}
	}
}

// The status of the check comes last, and what is broken is never a rejection.
func TestActionStatus(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: runs the actions' scripts")
	}
	pull := map[string]any{"pull_request": map[string]any{"number": 1, "base": map[string]any{"sha": strings.Repeat("a", 40)},
		"head": map[string]any{"sha": strings.Repeat("b", 40), "repo": map[string]any{"full_name": "tea/kb"}}}}
	for _, tt := range []struct {
		env     string
		status  int
		verdict string
		calls   int
		log     string
	}{
		{"", 0, "passed", 4, ""},
		{"WARNING=3", 0, "warnings", 4, ""},
		{"WARNING=3 STATUS=1", 1, "warnings", 4, ""},
		{"BLOCKING=2 STATUS=1", 1, "rejected", 4, "::error file=a.md,line=1::an annotation"},
		{"STATUS=2", 2, "error", 1, "::error title=kbgate::could not judge: kbgate: error: it is 100%25 broken"},
		{"STATUS=3", 3, "error", 1, "::error title=kbgate::could not judge"},
		{"STATUS=127", 127, "error", 1, "could not judge"},
		{"RENDER=3", 3, "passed", 3, "::error title=kbgate::could not write the summary"},
		{"POST=3", 3, "passed", 4, "::error title=kbgate::could not post the comment"},
		{"POST=1", 3, "passed", 4, "::error title=kbgate::could not post the comment"},
		{"POST=3 BLOCKING=1 STATUS=1", 1, "rejected", 4, "::error title=kbgate::could not post the comment"},
	} {
		j, inputs, calls := stood(t, "pull_request", pull)
		inputs["post"], inputs["token"], inputs["key"], inputs["strict"] = "true", "a token", "a key", "true"
		inputs["output"] = "sarif=a b.sarif\n\njunit=$(touch ran).xml"
		for _, pair := range strings.Fields(tt.env) {
			key, value, _ := strings.Cut(pair, "=")
			j.env[key] = value
		}
		got := j.run("check", inputs)
		called := read(t, calls)
		if got.status != tt.status || got.outputs["verdict"] != tt.verdict || strings.Count(called, "\n") != tt.calls || !strings.Contains(got.log, tt.log) {
			t.Errorf("%s: status %d, verdict %q, called\n%s\n%s", tt.env, got.status, got.outputs["verdict"], called, got.log)
		}
		if !strings.Contains(called, "--strict --output sarif=a b.sarif --output junit=$(touch ran).xml --diff") {
			t.Errorf("called %q", called)
		}
		// Each secret goes to the program that needs it, and to no other.
		for line := range strings.Lines(read(t, calls+".secrets")) {
			if line != "comment post: KBGATE_SIGNING_KEY=a key\n" && line != "comment post: KBGATE_TOKEN=a token\n" {
				t.Errorf("%s: a secret is where it is not needed: %s", tt.env, line)
			}
		}
		// Between the two words nothing is a workflow command.
		before, _, _ := strings.Cut(got.log, "::error::a note of that name")
		if !strings.Contains(before, "::stop-commands::") {
			t.Errorf("%s: a claim's text is a command:\n%s", tt.env, got.log)
		}
	}
}

// What cannot be judged is said, and calls nothing.
func TestActionRefuses(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: runs the actions' scripts")
	}
	for _, tt := range []struct {
		event  string
		about  map[string]any
		folder string
		want   string
	}{
		{"pull_request_target", map[string]any{}, ".", "pull_request_target lends"},
		{"pull_request", map[string]any{}, ".", "the event names no commits"},
		{"push", map[string]any{"before": "x; touch ran", "after": strings.Repeat("b", 40)}, ".", "the event names no commits"},
		{"schedule", map[string]any{}, "-nowhere", "there is no folder -nowhere"},
	} {
		j, inputs, calls := stood(t, tt.event, tt.about)
		inputs["working-directory"] = tt.folder
		got := j.run("check", inputs)
		if got.status != 2 || got.outputs["verdict"] != "error" || !strings.Contains(got.log, "::error title=kbgate::could not judge: "+tt.want) || read(t, calls) != "" {
			t.Errorf("%s: status %d, verdict %q:\n%s", tt.event, got.status, got.outputs["verdict"], got.log)
		}
	}
}

// The program is the one that was asked for, to the byte.
func TestActionProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: runs the actions' scripts")
	}
	j, inputs, calls := stood(t, "schedule", map[string]any{})
	needs(t, "curl", "sha256sum")
	text := []byte(standIn)
	hash := sha256.Sum256(text)
	sum := hex.EncodeToString(hash[:])
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/v1.0.0/kbgate-") {
			_, _ = w.Write(text)
		} else {
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	defer server.Close()
	path := inputs["binary"]
	other := strings.Repeat("0", 64)
	for _, tt := range []struct {
		inputs map[string]string
		want   string // "": it runs
	}{
		{map[string]string{"binary": path}, ""},
		{map[string]string{"binary": path, "sha256": sum}, ""},
		{map[string]string{"binary": path, "sha256": other}, "does not have the SHA-256"},
		{map[string]string{"binary": path, "version": "v1.0.0", "sha256": sum}, "exclude each other"},
		{map[string]string{"binary": path + ".gone"}, "is no program"},
		{map[string]string{"binary": filepath.Dir(path)}, "is no program"},
		{map[string]string{"version": "v1.0.0", "sha256": sum}, ""},
		{map[string]string{"version": "v1.0.0", "sha256": other}, "does not have the SHA-256"},
		{map[string]string{"version": "v1.0.0"}, "needs the sha256"},
		{map[string]string{"version": "v1.0.0", "sha256": "abc"}, "64 hexadecimal digits"},
		{map[string]string{"version": "v1.0.0/../x", "sha256": sum}, "is written v1.2.3"},
		{map[string]string{"version": "v2.0.0", "sha256": sum}, "could not download"},
	} {
		tt.inputs["releases"] = server.URL
		_ = os.Remove(calls)
		got := j.run("check", tt.inputs)
		if tt.want == "" && (got.status != 0 || read(t, calls) == "") || tt.want != "" && (got.status != 2 || !strings.Contains(got.log, tt.want) || read(t, calls) != "") {
			t.Errorf("%v: status %d\n%s", tt.inputs, got.status, got.log)
		}
	}
}

// Without any of these it is built from the source in which the action stands.
func TestActionBuilds(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: builds a program")
	}
	needs(t, "bash", "go")
	file := filepath.Join(t.TempDir(), "output")
	cmd := exec.Command("bash", filepath.Join("..", "..", ".github", "actions", "program.sh"))
	cmd.Env = append(os.Environ(), "RUNNER_TEMP="+t.TempDir(), "GITHUB_OUTPUT="+file)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	path, _ := readOutputs(t, file)["path"].(string)
	if out, err := exec.Command(path, "version").CombinedOutput(); err != nil || !strings.Contains(string(out), "kbgate") {
		t.Errorf("%v\n%s", err, out)
	}
}

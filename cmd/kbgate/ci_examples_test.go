package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"gopkg.in/yaml.v3"
)

// proposed is a folder in which a CI has checked out the head of a pull request with a bad claim.
func (w *world) proposed(number int) (at gitRepository, head string) {
	w.clone.git("checkout", "-q", "-b", "rio/tins")
	w.clone.write(map[string]string{"claims/tins.md": fmt.Sprintf(soundClaim, "2 March 2026", "Harler 1966")})
	w.clone.commit("a worse claim")
	head = w.propose(number)
	at = gitRepository{w.t, w.t.TempDir()}
	at.git("clone", "-q", w.at("tea/kb"), ".")
	at.git("fetch", "-q", "origin", fmt.Sprintf("refs/pull/%d/head", number))
	at.git("checkout", "-q", "--detach", head)
	return at, head
}

// shell runs a script as a CI does.
func shell(t *testing.T, dir, script string, env map[string]string) (string, int) {
	t.Helper()
	cmd := exec.Command("bash", "-eo", "pipefail", "-c", script)
	cmd.Dir, cmd.Env = dir, os.Environ()
	for key, value := range env {
		cmd.Env = append(cmd.Env, key+"="+value)
	}
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

func readExample(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "examples", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

// What the example for GitLab runs, on a merge request.
func TestGitLabExample(t *testing.T) {
	needsActions(t)
	var example struct {
		Kbgate struct {
			Script    []string `yaml:"script"`
			Artifacts struct {
				Reports map[string]string `yaml:"reports"`
			} `yaml:"artifacts"`
		} `yaml:"kbgate"`
	}
	readExample(t, "gitlab/kbgate.gitlab-ci.yml", &example)
	w := newWorld(t)
	at, head := w.proposed(7)
	var mu sync.Mutex
	notes := []map[string]any{}
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		switch call := r.Method + " " + r.URL.EscapedPath(); {
		case r.Header.Get("PRIVATE-TOKEN") != forgeToken && r.Header.Get("Authorization") != "Bearer "+forgeToken:
			answer(rw, http.StatusUnauthorized, nil)
		case call == "GET /api/v4/user":
			answer(rw, http.StatusOK, map[string]any{"id": 1, "username": "kbgate"})
		case call == "GET /api/v4/projects/tea%2Fkb/merge_requests/7/notes":
			answer(rw, http.StatusOK, notes)
		case call == "POST /api/v4/projects/tea%2Fkb/merge_requests/7/notes":
			note := map[string]any{}
			if json.NewDecoder(r.Body).Decode(&note) != nil || note["body"] == nil {
				answer(rw, http.StatusBadRequest, nil)
				return
			}
			note["id"], note["author"] = len(notes)+1, map[string]any{"username": "kbgate"}
			notes = append(notes, note)
			answer(rw, http.StatusCreated, note)
		default:
			answer(rw, http.StatusNotFound, nil)
		}
	}))
	defer server.Close()
	log, status := shell(t, at.dir, strings.Join(example.Kbgate.Script, "\n"), map[string]string{
		"GITLAB_CI": "true", "GITLAB_TOKEN": forgeToken, "CI_API_V4_URL": server.URL + "/api/v4", "CI_COMMIT_SHA": head,
		"CI_MERGE_REQUEST_IID": "7", "CI_MERGE_REQUEST_PROJECT_PATH": "tea/kb", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main"})
	mu.Lock()
	defer mu.Unlock()
	if status != 1 || len(notes) != 1 {
		t.Fatalf("status %d, %d notes:\n%s", status, len(notes), log)
	}
	if block := readRejection(t, fmt.Sprint(notes[0]["body"])); block.Verdict != "rejected" || block.HeadSHA != head {
		t.Errorf("%+v", block)
	}
	if read(t, filepath.Join(at.dir, example.Kbgate.Artifacts.Reports["codequality"])) == "" {
		t.Error("there is no report of code quality")
	}
}

// What the example for Gitea and Forgejo runs, on a pull request.
func TestGiteaExample(t *testing.T) {
	needsActions(t)
	var example struct {
		Jobs map[string]struct {
			Steps []struct {
				Run string            `yaml:"run"`
				Env map[string]string `yaml:"env"`
			} `yaml:"steps"`
		} `yaml:"jobs"`
	}
	readExample(t, "gitea/kbgate.yml", &example)
	for _, forge := range []string{"GITEA_ACTIONS", "FORGEJO_ACTIONS"} {
		w := newWorld(t)
		w.forge.account = strings.ToLower(strings.TrimSuffix(forge, "_ACTIONS")) + "-actions"
		at, head := w.proposed(7)
		about := map[string]any{"secrets": map[string]any{"GITHUB_TOKEN": forgeToken}, "github": map[string]any{"event": map[string]any{
			"pull_request": map[string]any{"base": map[string]any{"sha": w.base}, "head": map[string]any{"sha": head}}}}}
		temp := t.TempDir()
		var statuses []int
		var log string
		for _, step := range example.Jobs["check"].Steps {
			if !regexp.MustCompile(`(?m)^kbgate `).MatchString(step.Run) {
				continue
			}
			env := map[string]string{forge: "true", "GITHUB_ACTIONS": "true", "GITHUB_API_URL": w.forge.url + "/api/v1",
				"GITHUB_REPOSITORY": "tea/kb", "GITHUB_REF": "refs/pull/7/head", "GITHUB_SERVER_URL": w.forge.url,
				"RUNNER_TEMP": temp, "GITHUB_OUTPUT": filepath.Join(temp, "output")}
			for key, value := range step.Env {
				env[key] = evaluate(t, value, about)
			}
			out, status := shell(t, at.dir, step.Run, env)
			log, statuses = log+out, append(statuses, status)
		}
		bodies := w.forge.bodies(7)
		if fmt.Sprint(statuses) != "[1 0]" || len(bodies) != 1 {
			t.Fatalf("statuses %v, %q:\n%s", statuses, bodies, log)
		}
		if block := readRejection(t, bodies[0]); block.Verdict != "rejected" || block.HeadSHA != head {
			t.Errorf("%+v", block)
		}
	}
}

// Findings that a change has committed itself are not posted, where kbgate cannot judge.
func TestExamplesPostNothingCommitted(t *testing.T) {
	needsActions(t)
	for _, example := range []string{"gitea/kbgate.yml", "gitlab/kbgate.gitlab-ci.yml"} {
		text := read(t, filepath.Join("..", "..", "examples", filepath.FromSlash(example)))
		for line := range strings.Lines(text) {
			if strings.Contains(line, "comment render") && !strings.Contains(line, `"$work/kbgate.json"`) && !strings.Contains(line, `"$RUNNER_TEMP/kbgate.json"`) {
				t.Errorf("%s renders what may be the change's own: %s", example, line)
			}
		}
	}
	var example struct {
		Kbgate struct {
			Script []string `yaml:"script"`
		} `yaml:"kbgate"`
	}
	readExample(t, "gitlab/kbgate.gitlab-ci.yml", &example)
	w := newWorld(t)
	at, head := w.proposed(7)
	at.write(map[string]string{"kbgate.json": `{"schema":"kbgate.findings/1"}`})
	log, status := shell(t, at.dir, strings.Replace(strings.Join(example.Kbgate.Script, "\n"), "check --diff", "check --nonsense --diff", 1), map[string]string{
		"GITLAB_CI": "true", "GITLAB_TOKEN": forgeToken, "CI_API_V4_URL": "http://127.0.0.1:1/api/v4", "CI_COMMIT_SHA": head,
		"CI_MERGE_REQUEST_IID": "7", "CI_MERGE_REQUEST_PROJECT_PATH": "tea/kb", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main"})
	if status != 2 || strings.Contains(log, "127.0.0.1") {
		t.Errorf("status %d:\n%s", status, log)
	}
}

// What the example that records runs: a stranger's review starts nothing that may write, and a member's is recorded.
func TestRecordExample(t *testing.T) {
	needsActions(t)
	var example struct {
		Jobs map[string]struct {
			If    string `yaml:"if"`
			Needs string `yaml:"needs"`
			Steps []struct {
				Env map[string]string `yaml:"env"`
				Run string            `yaml:"run"`
			} `yaml:"steps"`
		} `yaml:"jobs"`
	}
	readExample(t, "github/kbgate-record.yml", &example)
	if job := example.Jobs["record"]; job.Needs != "judge" || job.If != "needs.judge.outputs.decisions == '1'" {
		t.Errorf("%+v", job)
	}
	w := newWorld(t)
	w.clone.write(map[string]string{".kbgate.yaml": baseConfig + "\nrules: {reviewers: [eva]}\n"})
	w.clone.commit("a reviewer, who lets a finding through that nobody can find here")
	w.clone.git("push", "-q", "origin", "HEAD:main")
	bare := gitRepository{t, w.at("tea/kb")}
	bare.git("branch", "-m", "main", "trunk") // which no program takes for the default branch by itself
	for association, decisions := range map[string]string{"NONE": "0", "CONTRIBUTOR": "0", "MEMBER": "1"} {
		temp := t.TempDir()
		env := map[string]string{"RUNNER_TEMP": temp, "GITHUB_OUTPUT": filepath.Join(temp, "output"), "GITHUB_EVENT_PATH": filepath.Join(temp, "event.json")}
		event := fmt.Sprintf(`{"action":"submitted","review":{"id":1,"state":"approved","body":"kbgate allow 0123456789abcdef fine","author_association":%q,"submitted_at":"2025-01-01T00:00:00Z","user":{"login":"eva"}},
			"pull_request":{"number":1,"user":{"login":"rio"}},"repository":{"full_name":"tea/kb"}}`, association)
		if err := os.WriteFile(env["GITHUB_EVENT_PATH"], []byte(event), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"judge", "record"} {
			at := gitRepository{t, t.TempDir()} // as actions/checkout leaves it
			at.git("init", "-q", "-b", "main")
			at.git("remote", "add", "origin", w.at("tea/kb"))
			at.git("fetch", "-q", "origin", "+refs/heads/trunk:refs/remotes/origin/trunk")
			at.git("checkout", "-q", "-B", "trunk", "refs/remotes/origin/trunk")
			step := example.Jobs[name].Steps[len(example.Jobs[name].Steps)-1]
			for key, value := range step.Env {
				env[key] = strings.ReplaceAll(value, "${{ github.event.repository.default_branch }}", "trunk")
			}
			want := 0
			if name == "record" && decisions == "1" {
				want = 1 // what lets nothing through is told, and keeps no decision out
			}
			if log, status := shell(t, at.dir, step.Run, env); status != want {
				t.Fatalf("%s, %s: status %d:\n%s", association, name, status, log)
			}
		}
		if got := readOutputs(t, env["GITHUB_OUTPUT"])["decisions"]; got != decisions {
			t.Errorf("%s: %v decisions", association, got)
		}
	}
	if files := bare.git("ls-tree", "-r", "--name-only", "refs/heads/feedback"); strings.Count(files, "/decisions/") != 1 {
		t.Errorf("the store has\n%s", files)
	}
}

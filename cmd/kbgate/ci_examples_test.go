package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/kbgate/kbgate/internal/finding"
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

// recordExample is the workflow that records, and where it runs.
type recordExample struct {
	*world
	jobs map[string]struct {
		If    string `yaml:"if"`
		Needs string `yaml:"needs"`
		Steps []struct {
			If  string            `yaml:"if"`
			Env map[string]string `yaml:"env"`
			Run string            `yaml:"run"`
		} `yaml:"steps"`
	}
	secrets map[string]any
	branch  string                                         // the default branch
	alter   func(run string, env map[string]string) string // what becomes of the script of a step; nil: it runs as it is
}

func newRecordExample(t *testing.T) *recordExample {
	var example struct {
		Jobs yaml.Node `yaml:"jobs"`
	}
	readExample(t, "github/kbgate-record.yml", &example)
	r := &recordExample{secrets: map[string]any{}, branch: "trunk"}
	if err := example.Jobs.Decode(&r.jobs); err != nil {
		t.Fatal(err)
	}
	for name, condition := range map[string]string{"record": "needs.judge.outputs.decisions == '1' || needs.judge.outputs.answers == '1'",
		"ask": "needs.judge.outputs.decisions == '1' && github.event.review.state == 'changes_requested' && " +
			`contains(fromJSON('["", ".", "..", "...", "-", "?", "!"]'), github.event.review.body || '')`,
		"allow": "needs.judge.outputs.asked != '0'"} {
		if job := r.jobs[name]; job.Needs != "judge" || job.If != condition {
			t.Errorf("%s: %+v", name, job)
		}
	}
	r.world = newWorld(t)
	return r
}

// hear runs the jobs for an event, as GitHub does. It gives what the first one found, and the status and log of each that ran.
func (r *recordExample) hear(event string) (outputs map[string]any, statuses map[string]int, logs map[string]string) {
	r.t.Helper()
	var read map[string]any
	if err := json.Unmarshal([]byte(event), &read); err != nil {
		r.t.Fatal(err)
	}
	read["repository"] = map[string]any{"full_name": "tea/kb", "default_branch": r.branch}
	file, err := json.Marshal(read)
	if err != nil {
		r.t.Fatal(err)
	}
	about := map[string]any{"github": map[string]any{"event": read, "token": forgeToken}, "secrets": r.secrets}
	statuses, logs = map[string]int{}, map[string]string{}
	review, _ := read["review"].(map[string]any)
	body, _ := review["body"].(string)
	isSilent := review["state"] == "changes_requested" && slices.Contains([]string{"", ".", "..", "...", "-", "?", "!"}, body)
	for _, name := range []string{"judge", "record", "ask", "allow"} {
		runs := map[string]bool{"judge": true, "record": outputs["decisions"] == "1" || outputs["answers"] == "1",
			"ask": outputs["decisions"] == "1" && isSilent, "allow": outputs["asked"] != "0"}
		if !runs[name] {
			continue
		}
		at, temp := gitRepository{r.t, r.t.TempDir()}, r.t.TempDir() // as actions/checkout leaves it
		at.git("init", "-q", "-b", "main")
		at.git("remote", "add", "origin", r.at("tea/kb"))
		at.git("fetch", "-q", "origin", "+refs/heads/*:refs/remotes/origin/*")
		at.git("checkout", "-q", "-B", r.branch, "refs/remotes/origin/"+r.branch)
		env := map[string]string{"RUNNER_TEMP": temp, "GITHUB_OUTPUT": filepath.Join(temp, "output"), "GITHUB_EVENT_PATH": filepath.Join(temp, "event.json"),
			"GITHUB_ACTIONS": "true", "GITHUB_API_URL": r.forge.url, "GITHUB_REPOSITORY": "tea/kb"}
		if err := os.WriteFile(env["GITHUB_EVENT_PATH"], file, 0o600); err != nil {
			r.t.Fatal(err)
		}
		for _, step := range r.jobs[name].Steps {
			if step.Run == "" || strings.HasPrefix(step.Run, "go install") || statuses[name] != 0 && !strings.Contains(step.If, "!cancelled()") {
				continue
			}
			with := maps.Clone(env)
			for key, value := range step.Env {
				with[key] = evaluate(r.t, value, about)
			}
			run := step.Run
			if r.alter != nil {
				run = r.alter(run, with)
			}
			log, status := shell(r.t, at.dir, run, with)
			logs[name] += log
			statuses[name] = max(statuses[name], status)
		}
		if name == "judge" {
			outputs = readOutputs(r.t, env["GITHUB_OUTPUT"])
		}
	}
	return outputs, statuses, logs
}

// What the example that records runs: a stranger's review starts nothing that may write, and a member's is recorded.
func TestRecordExample(t *testing.T) {
	needsActions(t)
	r := newRecordExample(t)
	r.clone.write(map[string]string{".kbgate.yaml": baseConfig + "\nrules: {reviewers: [eva]}\n"})
	r.clone.commit("a reviewer, who lets a finding through that nobody can find here")
	r.clone.git("push", "-q", "origin", "HEAD:main")
	bare := gitRepository{t, r.at("tea/kb")}
	bare.git("branch", "-m", "main", "trunk") // which no program takes for the default branch by itself
	for association, decisions := range map[string]string{"NONE": "0", "CONTRIBUTOR": "0", "MEMBER": "1"} {
		event := fmt.Sprintf(`{"action":"submitted","review":{"id":1,"state":"approved","body":"kbgate allow 0123456789abcdef fine","author_association":%q,"submitted_at":"2025-01-01T00:00:00Z","user":{"login":"eva"}},
			"pull_request":{"number":1,"user":{"login":"rio"}}}`, association)
		outputs, statuses, logs := r.hear(event)
		want := "map[judge:0]"
		if decisions == "1" {
			want = "map[allow:128 judge:0 record:0]" // nothing proves who was to be let through, and the pull request is gone: that keeps no decision out
		}
		if fmt.Sprint(statuses) != want || outputs["decisions"] != decisions || outputs["asked"] != decisions {
			t.Errorf("%s: %v, %v:\n%s", association, outputs, statuses, logs)
		}
	}
	if files := bare.git("ls-tree", "-r", "--name-only", "refs/heads/feedback"); strings.Count(files, "/decisions/") != 1 {
		t.Errorf("the store has\n%s", files)
	}
}

// A reviewer lets a finding through by a line of a review that approves, of one that only comments, or of a comment, and takes that back;
// the decision is recorded beside it, or without it.
func TestRecordExampleLetsThrough(t *testing.T) {
	needsActions(t)
	r := newRecordExample(t)
	key := filepath.Join(t.TempDir(), "key")
	public, status := shell(t, r.clone.dir, "kbgate key new "+key, nil)
	if status != 0 {
		t.Fatal(public)
	}
	line := regexp.MustCompile(`ed25519:\S+`).FindString(public)
	r.clone.write(map[string]string{".kbgate.yaml": baseConfig + fmt.Sprintf("  title_not_proposition: off\n  near_duplicate: off\nrules: {reviewers: [eva, leo]}\nstore: {accounts: [leo]}\ncomment: {public_keys: [%q]}\n", line)})
	r.clone.commit("reviewers")
	r.clone.git("push", "-q", "origin", "HEAD:main")
	r.clone.git("checkout", "-q", "-b", "rio/tins")
	r.clone.write(map[string]string{"claims/jars.md": strings.Replace(fmt.Sprintf(soundClaim, "2026-03-02", "Harler 1966"), "# ", "# Jars\n\n## ", 1)})
	r.clone.commit("a title of one word")
	head := r.propose(7)
	bare := gitRepository{t, r.at("tea/kb")}
	bare.git("branch", "-m", "main", "trunk")
	bare.git("symbolic-ref", "HEAD", "refs/heads/trunk")
	check := func() (string, int) {
		at := gitRepository{t, t.TempDir()}
		at.git("init", "-q", "--bare", "kb.git")
		at.git("-C", "kb.git", "fetch", "-q", r.at("tea/kb"), "+refs/heads/trunk:refs/kbgate/base", "+refs/pull/7/head:refs/kbgate/head")
		if strings.Contains(bare.git("for-each-ref"), "refs/heads/feedback") {
			at.git("-C", "kb.git", "fetch", "-q", r.at("tea/kb"), "+refs/heads/feedback:refs/heads/feedback")
		}
		return shell(t, at.dir, "cd kb.git; kbgate check --diff refs/kbgate/base...refs/kbgate/head --format json", map[string]string{"GIT_DIR": filepath.Join(at.dir, "kb.git")})
	}
	found, status := check()
	print := regexp.MustCompile(`"fingerprint": "([0-9a-f]{16})"`).FindAllStringSubmatch(found, -1)
	if status != 1 || len(print) != 1 {
		t.Fatalf("status %d:\n%s", status, found)
	}
	fingerprint := print[0][1]
	review := func(id int, state, login, body string) string {
		return fmt.Sprintf(`{"action":"submitted","review":{"id":%d,"state":%q,"body":%q,"commit_id":%q,"author_association":"MEMBER","submitted_at":"2025-01-%02dT00:00:00Z","user":{"login":%q}},
			"pull_request":{"number":7,"user":{"login":"rio"},"head":{"ref":"rio/tins","sha":%q},"base":{"ref":"trunk","sha":%q}}}`, id, state, body, head, id, login, head, r.base)
	}
	comment := func(id int, association, login, body string) string {
		return fmt.Sprintf(`{"action":"created","issue":{"number":7,"user":{"login":"rio"},"pull_request":{"url":"x"}},
			"comment":{"id":%d,"body":%q,"author_association":%q,"created_at":"2025-01-%02dT00:00:00Z","user":{"login":%q}}}`, id, body, association, id, login)
	}
	allow, withdraw := "Fine.\r\nkbgate allow "+fingerprint+" one word is enough", "kbgate withdraw "+fingerprint+" it is not"
	for _, tt := range []struct {
		what, event, statuses string
		status                int // of the check
	}{
		{"a review that approves, without the key", review(1, "approved", "eva", allow), "map[allow:1 judge:0 record:0]", 1},
		{"a review that approves", review(2, "approved", "eva", allow), "map[allow:0 judge:0 record:0]", 0},
		{"a comment that takes it back", comment(3, "MEMBER", "eva", withdraw), "map[allow:0 judge:0]", 1},
		{"a review that comments", review(4, "commented", "eva", allow), "map[allow:0 judge:0]", 0},
		{"a review that takes it back and rejects", review(5, "changes_requested", "eva", withdraw), "map[allow:0 judge:0 record:0]", 1},
		{"a comment by a stranger", comment(6, "NONE", "eva", allow), "map[judge:0]", 1},
		{"a comment by an account that the base lists", comment(7, "NONE", "leo", allow), "map[allow:0 judge:0]", 0},
	} {
		outputs, statuses, logs := r.hear(tt.event)
		log, status := check()
		if fmt.Sprint(statuses) != tt.statuses || status != tt.status {
			t.Errorf("%s: %v, %v, the check ends with %d:\n%s\n%s", tt.what, outputs, statuses, status, logs, log)
		}
		r.secrets["KBGATE_SIGNING_KEY"] = strings.TrimSpace(read(t, key))
	}
	withdrawn := bare.git("grep", "-l", "^field: withdrawn", "refs/heads/feedback", "--", "feedback/amendments")
	if files := bare.git("ls-tree", "-r", "--name-only", "refs/heads/feedback"); strings.Count(files, "/decisions/") != 3 || strings.Count(files, "/allowances/") != 3 || strings.Count(withdrawn+"\n", "\n") != 2 {
		t.Errorf("the store has\n%s\nof which are withdrawals\n%s", files, withdrawn)
	}
}

// A note of a pull request that was rejected comes back unchanged in the next one: what the example recorded of the review is enough. Of a
// pull request of two notes, one alone is no certain repeat. What was mended passes.
func TestRecordExampleKnowsRejectedNotes(t *testing.T) {
	needsActions(t)
	r := newRecordExample(t)
	bare := gitRepository{t, r.at("tea/kb")}
	bare.git("branch", "-m", "main", "trunk")
	bare.git("symbolic-ref", "HEAD", "refs/heads/trunk")
	propose := func(number int, notes map[string]string) (head string) {
		r.clone.git("checkout", "-q", "-B", fmt.Sprintf("rio/%d", number), "main")
		r.clone.write(notes)
		r.clone.commit("notes")
		return r.propose(number)
	}
	reject := func(number int, head string) {
		t.Helper()
		_, statuses, logs := r.hear(fmt.Sprintf(`{"action":"submitted","review":{"id":%d,"state":"changes_requested","body":"The source is missing","commit_id":%q,"author_association":"MEMBER","submitted_at":%q,"user":{"login":"eva"}},
			"pull_request":{"number":%d,"user":{"login":"rio"},"head":{"ref":"rio/x","sha":%q},"base":{"ref":"trunk","sha":%q}}}`, number, head, time.Now().UTC().Format(time.RFC3339), number, head, r.base))
		if fmt.Sprint(statuses) != "map[judge:0 record:0]" {
			t.Fatalf("%v\n%s", statuses, logs)
		}
	}
	repeats := func(number int) (all []string) {
		t.Helper()
		at := gitRepository{t, t.TempDir()}
		at.git("init", "-q", "--bare", "kb.git")
		at.git("-C", "kb.git", "fetch", "-q", r.at("tea/kb"), "+refs/heads/trunk:refs/kbgate/base", fmt.Sprintf("+refs/pull/%d/head:refs/kbgate/head", number), "+refs/heads/feedback:refs/remotes/origin/feedback")
		found, _ := shell(t, at.dir, "cd kb.git; kbgate check --diff refs/kbgate/base...refs/kbgate/head --format json 2>/dev/null", map[string]string{"GIT_DIR": filepath.Join(at.dir, "kb.git")})
		var doc finding.Document
		if err := json.Unmarshal([]byte(found), &doc); err != nil {
			t.Fatalf("%v\n%s", err, found)
		}
		for _, f := range doc.Findings {
			if f.Gate == "repeat_draft" {
				all = append(all, f.Path+" "+f.Severity)
			}
		}
		return all
	}
	jars, tins := fmt.Sprintf(soundClaim, "2026-03-02", "Harler 1966"), fmt.Sprintf(soundClaim, "2026-03-03", "Ukers 1935")
	mended := strings.NewReplacer("Harler, Tea Growing (1966)", "Harler, Tea Growing (1966); Weiss, Jars (2019)", "See [[", "Weiss found 9 percent gone from 41 jars in Kyoto in 2019, closed all month.\n\nSee [[").Replace(jars)
	reject(7, propose(7, map[string]string{"claims/jars.md": jars}))
	reject(8, propose(8, map[string]string{"claims/tins.md": tins, "maps/tins.md": "# Tins\n\nOf tins.\n"}))
	for number, one := range []struct {
		notes map[string]string
		want  string
	}{
		{map[string]string{"claims/jars.md": jars}, "[claims/jars.md blocking]"},
		{map[string]string{"claims/pots.md": jars}, "[claims/pots.md blocking]"},
		{map[string]string{"claims/jars.md": mended}, "[]"},
		{map[string]string{"claims/tins.md": tins}, "[claims/tins.md warning]"},
		{map[string]string{"claims/tins.md": tins, "maps/tins.md": "# Tins\n\nOf tins of tea.\n"}, "[claims/tins.md warning]"},
		{map[string]string{"claims/tins.md": tins, "maps/tins.md": "# Tins\n\nOf tins.\n"}, "[claims/tins.md blocking maps/tins.md blocking]"},
	} {
		propose(20+number, one.notes)
		if got := fmt.Sprint(repeats(20 + number)); got != one.want {
			t.Errorf("%d: %s, want %s", number, got, one.want)
		}
	}
}

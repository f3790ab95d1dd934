package main

import (
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/forge/forgetest"
)

// happened is what a forge tells of one pull request of a fork: eva asked for changes, approved, and merged it. Today is the day.
func happened(kind, today string) map[string][]string {
	at := func(hour int) string { return fmt.Sprintf("%sT%02d:00:00Z", today, hour) }
	head := strings.Repeat("1", 40)
	eva := `{"id":4,"login":"eva","username":"eva"}`
	if kind == "gitlab" {
		request := fmt.Sprintf(`{"iid":7,"title":"Jars","state":"merged","author":{"username":"rio"},"updated_at":%q,"sha":%q,"merged_at":%q,"merge_user":%s}`, at(9), head, at(3), eva)
		note := func(id, hour int, system bool, body string) string {
			return fmt.Sprintf(`{"id":%d,"system":%v,"body":%q,"created_at":%q,"author":%s}`, id, system, body, at(hour), eva)
		}
		below := "/projects/team%2Fkb/"
		return map[string][]string{below + "merge_requests": {"[" + request + "]"}, below + "merge_requests/7": {request}, below + "members/all": {`[{"username":"eva","access_level":30}]`},
			below + "merge_requests/7/notes":                 {"[" + note(10, 1, false, "The source is missing") + "," + note(11, 1, true, "requested changes") + "," + note(12, 2, true, "approved this merge request") + "]"},
			below + "merge_requests/7/resource_state_events": {"[]"}}
	}
	request := fmt.Sprintf(`{"id":70,"number":7,"title":"Jars","state":"closed","merged":true,"user":{"id":3,"login":"rio"},"updated_at":%q,"closed_at":%q,"merged_at":%q,"merged_by":%s,"head":{"sha":%q}}`, at(9), at(3), at(3), eva, head)
	rejection := map[string]string{"github": "CHANGES_REQUESTED"}[kind]
	if rejection == "" {
		rejection = "REQUEST_CHANGES"
	}
	review := func(id, hour int, state, body string) string {
		return fmt.Sprintf(`{"id":%d,"state":%q,"body":%q,"submitted_at":%q,"official":true,"author_association":"MEMBER","user":%s}`, id, state, body, at(hour), eva)
	}
	below := "/repos/team/kb/"
	return map[string][]string{below + "pulls": {"[" + request + "]"}, below + "pulls/7": {request}, below + "pulls/7/comments": {"[]"}, below + "issues/7/comments": {"[]"},
		below + "pulls/7/reviews":             {"[" + review(11, 1, rejection, "The source is missing") + "," + review(12, 2, "APPROVED", "") + "]"},
		below + "issues/7/events":             {fmt.Sprintf(`[{"event":"closed","created_at":%q,"actor":%s}]`, at(3), eva)},
		below + "issues/7/timeline":           {"[]"},
		below + "pulls/7/reviews/11/comments": {"[]"}}
}

// forgeOfKind serves what happened, and gives the variables of a job of its CI.
func forgeOfKind(t *testing.T, kind string) (*forgetest.Server, map[string]string) {
	server := forgetest.New(kind, scriptToken, "kb-bot")
	server.Lists = happened(kind, time.Now().UTC().AddDate(0, 0, -1).Format(time.DateOnly))
	web := httptest.NewServer(server)
	t.Cleanup(web.Close)
	api := web.URL + server.Prefix()
	env := map[string]string{"GITHUB_ACTIONS": "true", "GITHUB_API_URL": api, "GITHUB_REPOSITORY": "team/kb"}
	switch kind {
	case "gitea", "forgejo":
		env[strings.ToUpper(kind)+"_ACTIONS"] = "true"
	case "gitlab":
		env = map[string]string{"GITLAB_CI": "true", "CI_API_V4_URL": api, "CI_PROJECT_PATH": "team/kb", "GITLAB_TOKEN": scriptToken, "CI_DEFAULT_BRANCH": "trunk", "CI_SERVER_HOST": "git.example.org"}
	}
	return server, env
}

// What the examples run on a schedule: what happened on a fork's pull request is in the store of the remote, once, however often they run.
func TestScheduledExamples(t *testing.T) {
	needsActions(t)
	type workflow struct {
		Jobs map[string]struct {
			Steps []struct {
				Run string            `yaml:"run"`
				Env map[string]string `yaml:"env"`
			} `yaml:"steps"`
		} `yaml:"jobs"`
	}
	for kind, example := range map[string]string{"github": "github/kbgate-record-forks.yml", "gitea": "gitea/kbgate-record.yml", "forgejo": "gitea/kbgate-record-forgejo.yml", "gitlab": "gitlab/kbgate-record.gitlab-ci.yml"} {
		server, env := forgeOfKind(t, kind)
		bare := gitRepository{t, filepath.Join(t.TempDir(), "kb.git")}
		if err := os.Mkdir(bare.dir, 0o700); err != nil {
			t.Fatal(err)
		}
		bare.git("init", "-q", "--bare", "-b", "trunk")
		var steps []string
		var envs []map[string]string
		if kind == "gitlab" {
			var file struct {
				Job struct {
					Script []string `yaml:"script"`
				} `yaml:"kbgate-record"`
			}
			readExample(t, example, &file)
			steps, envs = []string{strings.Join(file.Job.Script, "\n")}, []map[string]string{{"CI_PROJECT_URL": strings.TrimSuffix(bare.dir, ".git")}}
		} else {
			var file workflow
			readExample(t, example, &file)
			for _, step := range file.Jobs["record"].Steps {
				if step.Run != "" && !strings.HasPrefix(step.Run, "go install") {
					with := map[string]string{"GITHUB_EVENT_NAME": "schedule"}
					for name, value := range step.Env {
						with[name] = evaluate(t, value, map[string]any{"github": map[string]any{"ref_name": "trunk", "token": scriptToken}, "secrets": map[string]any{"GITHUB_TOKEN": scriptToken}})
					}
					steps, envs = append(steps, step.Run), append(envs, with)
				}
			}
		}
		seed := gitRepository{t, t.TempDir()}
		seed.git("init", "-q", "-b", "trunk")
		seed.write(map[string]string{"tea.md": "# Tea\n"})
		seed.commit("notes")
		seed.git("push", "-q", bare.dir, "trunk")
		for round, want := range []string{"recorded 3 decisions", "recorded 0 decisions; 3 known already"} {
			at := gitRepository{t, t.TempDir()}
			at.git("clone", "-q", bare.dir, ".")
			var log string
			for i, step := range steps {
				with := map[string]string{}
				for _, some := range []map[string]string{env, envs[i]} {
					for name, value := range some {
						with[name] = value
					}
				}
				out, status := shell(t, at.dir, step, with)
				if log += out; status != 0 {
					t.Fatalf("%s, round %d: status %d:\n%s", kind, round, status, log)
				}
			}
			if !strings.Contains(log, want) || strings.Contains(log, scriptToken) {
				t.Errorf("%s, round %d:\n%s", kind, round, log)
			}
			if notice := "team/kb#7: what was changed is not kept: "; strings.Count(log, notice) != 1 {
				t.Errorf("%s, round %d: what could not be kept is not said once:\n%s", kind, round, log)
			}
		}
		if files := bare.git("ls-tree", "-r", "--name-only", "refs/heads/feedback"); strings.Count(files, "/decisions/") != 3 {
			t.Errorf("%s: the store has\n%s", kind, files)
		}
		if at := (gitRepository{t, t.TempDir()}); true {
			at.git("clone", "-q", bare.dir, ".")
			log, _ := shell(t, at.dir, "git config user.name kb; git config user.email kb@example.org; kbgate sync; kbgate log --since 9d", nil)
			if !strings.Contains(log, "approved with changes") || !strings.Contains(log, "The source is missing") {
				t.Errorf("%s:\n%s", kind, log)
			}
		}
		if server.Count("POST")+server.Count("PATCH")+server.Count("PUT") > 0 {
			t.Errorf("%s: something was written to the forge", kind)
		}
	}
}

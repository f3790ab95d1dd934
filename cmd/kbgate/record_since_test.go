package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
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

// scheduledSteps are what a job of a workflow that records runs by the clock, and the variables of each step.
func scheduledSteps(t *testing.T, example, job, branch string) (steps []string, envs []map[string]string) {
	var file struct {
		Jobs map[string]struct {
			Steps []struct {
				Run string            `yaml:"run"`
				Env map[string]string `yaml:"env"`
			} `yaml:"steps"`
		} `yaml:"jobs"`
	}
	readExample(t, example, &file)
	for _, step := range file.Jobs[job].Steps {
		if step.Run != "" && !strings.HasPrefix(step.Run, "go install") {
			with := map[string]string{"GITHUB_EVENT_NAME": "schedule"}
			for name, value := range step.Env {
				with[name] = evaluate(t, value, map[string]any{"github": map[string]any{"ref_name": branch, "token": scriptToken}, "secrets": map[string]any{"GITHUB_TOKEN": scriptToken}})
			}
			steps, envs = append(steps, step.Run), append(envs, with)
		}
	}
	return steps, envs
}

// runSteps runs steps one after the other, in one folder, and gives what they said.
func runSteps(t *testing.T, dir string, steps []string, env map[string]string, envs []map[string]string) string {
	t.Helper()
	var log string
	for i, step := range steps {
		with := maps.Clone(env)
		maps.Copy(with, envs[i])
		out, status := shell(t, dir, step, with)
		if log += out; status != 0 {
			t.Fatalf("status %d:\n%s", status, log)
		}
	}
	return log
}

// gitlabScript is what the example for GitLab runs.
func gitlabScript(t *testing.T) string {
	var file struct {
		Job struct {
			Script []string `yaml:"script"`
		} `yaml:"kbgate-record"`
	}
	readExample(t, "gitlab/kbgate-record.gitlab-ci.yml", &file)
	return strings.Join(file.Job.Script, "\n")
}

// On GitLab a scheduled pipeline asks who requested changes without a note, once, and the next one finds the answer.
func TestGitLabQuestion(t *testing.T) {
	needsActions(t)
	server, env := forgeOfKind(t, "gitlab")
	bare := gitRepository{t, filepath.Join(t.TempDir(), "kb.git")}
	if err := os.Mkdir(bare.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	bare.git("init", "-q", "--bare", "-b", "trunk")
	seed := gitRepository{t, t.TempDir()}
	seed.git("init", "-q", "-b", "trunk")
	seed.write(map[string]string{"tea.md": "# Tea\n"})
	seed.commit("notes")
	seed.git("push", "-q", bare.dir, "trunk")
	env["CI_PROJECT_URL"] = strings.TrimSuffix(bare.dir, ".git")
	day := time.Now().UTC().AddDate(0, 0, -1).Format(time.DateOnly)
	note := func(id, hour int, system bool, by, body string) string {
		return fmt.Sprintf(`{"id":%d,"system":%v,"body":%q,"created_at":"%sT%02d:00:00Z","author":{"username":%q}}`, id, system, body, day, hour, by)
	}
	notes := []string{note(11, 1, true, "eva", "requested changes")}
	for round, want := range []string{"recorded 2 decisions\n", "recorded 0 decisions; 2 known already; 1 question answered\n", "recorded 0 decisions; 2 known already\n"} {
		server.Lists["/projects/team%2Fkb/merge_requests/7/notes"] = []string{"[" + strings.Join(notes, ",") + "]"}
		at := gitRepository{t, t.TempDir()}
		at.git("clone", "-q", bare.dir, ".")
		log := runSteps(t, at.dir, []string{gitlabScript(t)}, env, []map[string]string{nil})
		if !strings.Contains(log, want) || server.Count("POST") != 1 || strings.Contains(log, scriptToken) {
			t.Fatalf("round %d, %d questions:\n%s", round, server.Count("POST"), log)
		}
		if round == 0 {
			notes = append(notes, note(13, 4, false, "kb-bot", server.Comments()[0].Body), note(14, 5, false, "tom", "Because."), note(15, 6, false, "eva", "The source is missing"))
		}
	}
	at := gitRepository{t, t.TempDir()}
	at.git("clone", "-q", bare.dir, ".")
	if log, _ := shell(t, at.dir, "kbgate log --format jsonl", nil); !strings.Contains(log, `"reason":"The source is missing"`) {
		t.Error(log)
	}
}

// What the examples run on a schedule: what happened on a fork's pull request is in the store of the remote, once, however often they run.
func TestScheduledExamples(t *testing.T) {
	needsActions(t)
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
			steps, envs = []string{gitlabScript(t)}, []map[string]string{{"CI_PROJECT_URL": strings.TrimSuffix(bare.dir, ".git")}}
		} else {
			steps, envs = scheduledSteps(t, example, "record", "trunk")
		}
		seed := gitRepository{t, t.TempDir()}
		seed.git("init", "-q", "-b", "trunk")
		seed.write(map[string]string{"tea.md": "# Tea\n"})
		seed.commit("notes")
		seed.git("push", "-q", bare.dir, "trunk")
		for round, want := range []string{"recorded 3 decisions", "recorded 0 decisions; 3 known already"} {
			at := gitRepository{t, t.TempDir()}
			at.git("clone", "-q", bare.dir, ".")
			log := runSteps(t, at.dir, steps, env, envs)
			if !strings.Contains(log, want) || strings.Contains(log, scriptToken) {
				t.Errorf("%s, round %d:\n%s", kind, round, log)
			}
			if notice := "team/kb#7: what was changed is not kept: "; strings.Count(log, notice) != 1 {
				t.Errorf("%s, round %d: what could not be kept is not said once:\n%s", kind, round, log)
			}
		}
		if kind != "gitlab" { // whose script asks by itself
			at := gitRepository{t, t.TempDir()}
			at.git("clone", "-q", bare.dir, ".")
			asking, asks := scheduledSteps(t, example, "ask", "trunk")
			if log := runSteps(t, at.dir, asking, env, asks); !strings.Contains(log, "nobody") {
				t.Errorf("%s: all said why, and somebody is asked:\n%s", kind, log)
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

// What happened to many pull requests is recorded in portions. What was recorded before a fault stays, the run says so and from when on the
// next one goes on, and in the end the store has what it has after a run without a fault.
func TestSinceInPortions(t *testing.T) {
	needsActions(t)
	const pulls, faulty = 205, 150
	begin := time.Now().UTC().AddDate(0, 0, -1).Truncate(time.Hour)
	changed := func(n int) string { return begin.Add(time.Duration(n) * time.Minute).Format(time.RFC3339) }
	lists := map[string][]string{}
	var listed []string
	for n := pulls; n > 0; n-- {
		for path, pages := range happened("github", begin.Format(time.DateOnly)) {
			for i, page := range pages {
				page = strings.ReplaceAll(strings.ReplaceAll(page, `"number":7`, fmt.Sprintf(`"number":%d`, n)), begin.Format(time.DateOnly)+"T09:00:00Z", changed(n))
				page = strings.NewReplacer(`"id":11,`, fmt.Sprintf(`"id":%d,`, 1000+n), `"id":12,`, fmt.Sprintf(`"id":%d,`, 2000+n)).Replace(page)
				path = strings.NewReplacer("/7", fmt.Sprintf("/%d", n), "/reviews/11", fmt.Sprintf("/reviews/%d", 1000+n)).Replace(path)
				if strings.HasSuffix(path, "/pulls") {
					listed = append(listed, strings.Trim(page, "[]"))
				} else if i == 0 {
					lists[path] = []string{page}
				}
			}
		}
	}
	for i := 0; i < len(listed); i += 100 {
		lists["/repos/team/kb/pulls"] = append(lists["/repos/team/kb/pulls"], "["+strings.Join(listed[i:min(i+100, len(listed))], ",")+"]")
	}
	record := func(dir, since string, faults ...forgetest.Fault) (string, int) {
		server := forgetest.New("github", scriptToken, "kb-bot")
		server.Lists = lists
		for _, f := range faults {
			server.Fail(f)
		}
		web := httptest.NewServer(server)
		defer web.Close()
		return shell(t, dir, "kbgate record --since "+since+" --forge github --repo team/kb --api "+web.URL+server.Prefix()+" 2>&1 | sed '/what was changed is not kept/d'", map[string]string{"KBGATE_TOKEN": scriptToken})
	}
	clone := func() gitRepository {
		at := gitRepository{t, t.TempDir()}
		at.git("init", "-q", "-b", "main")
		at.git("config", "user.name", "kb")
		at.git("config", "user.email", "kb@example.org")
		return at
	}
	whole, parted := clone(), clone()
	if log, status := record(whole.dir, "3d"); status != 0 || !strings.Contains(log, fmt.Sprintf("recorded %d decisions\n", 3*pulls)) {
		t.Fatalf("status %d:\n%s", status, log)
	}
	log, status := record(parted.dir, "3d", forgetest.Fault{Path: fmt.Sprintf("/pulls/%d/reviews", faulty), Times: -1, Status: http.StatusGone, Body: "{}"})
	said := fmt.Sprintf("recorded what happened to %d pull requests before this; `--since %s` goes on from there", faulty-1, changed(faulty-1))
	if status == 0 || !strings.Contains(log, said) || !strings.Contains(log, fmt.Sprintf("recorded %d decisions\n", 3*(faulty-1))) {
		t.Fatalf("status %d, want %q:\n%s", status, said, log)
	}
	if log, status := record(parted.dir, changed(faulty-1)); status != 0 || !strings.Contains(log, fmt.Sprintf("recorded %d decisions; 3 known already\n", 3*(pulls-faulty+1))) {
		t.Fatalf("status %d:\n%s", status, log)
	}
	files := func(at gitRepository) string { return at.git("ls-tree", "-r", "refs/heads/feedback", "feedback") }
	if one, other := files(whole), files(parted); one != other || strings.Count(one, "/decisions/") != 3*pulls {
		t.Errorf("after a fault the store has\n%s\nand else\n%s", other, one)
	}
}

// What a Gitea 1.27.3 answered while people worked with it, shortened, in testdata/gitea-1.27: `rejected.json` once lea had asked for changes on
// rio's first pull request, `ended.json` at the end, and `commits` for git fast-import. In between rio mended it, lea approved and merged it;
// on the second a stranger asked for changes, then lea did, with a draft that she handed in later, and closed it. The shipped workflow's job
// ran then and runs here. It gave the decisions below there too.
func TestGiteaReplayed(t *testing.T) {
	needsActions(t)
	r := newReplay(t, "commits")
	for _, round := range []struct{ answers, want string }{
		{"rejected", "recorded 1 decision\n"},
		{"ended", "recorded 4 decisions; 1 known already; 1 left out"},
		{"ended", "recorded 0 decisions; 5 known already; 1 left out"},
	} {
		r.answers(round.answers, nil)
		log := r.run("record")
		isStranger := strings.Contains(log, "team/kb#2: left out: the review by stranger, whose association is NONE")
		if !strings.Contains(log, round.want) || isStranger != (round.answers == "ended") || strings.Contains(log, scriptToken) {
			t.Errorf("%s, want %q:\n%s", round.answers, round.want, log)
		}
	}

	ask, day := r.elsewhere(), r.day
	type decided struct {
		Source   string `json:"source_id"`
		At       string
		Verdict  string
		Reviewer string
		Agent    string
		Reason   string
		Issues   []string
		Paths    []struct{ Path string }
	}
	of := func(source, clock, verdict, reason, path string, issues ...string) decided {
		d := decided{Source: "gitea:team/kb#" + source, At: day + "T" + clock + "Z", Verdict: verdict, Reviewer: "lea", Agent: "rio", Reason: reason, Issues: issues}
		d.Paths = []struct{ Path string }{{path}}
		return d
	}
	want := []decided{
		of("1/merged/"+day+"T01:38:03Z", "01:38:03", "approved_with_changes", "", "claims/jars.md"),
		of("1/review/4", "01:37:59", "approved_with_changes", "Good now.", "claims/jars.md"),
		of("2/closed/"+day+"T01:37:55Z", "01:37:55", "rejected", "", "claims/steam.md"),
		of("2/review/3", "01:37:55", "rejected", "A kettle is not a store: name evidence from a study of kettles.", "claims/steam.md"),
		of("1/review/1", "01:36:27", "rejected", "The source is missing the page: say where Harler weighed the leaf.", "claims/jars.md", "date_errors"),
	}
	var got []decided
	for line := range strings.Lines(ask("log --format jsonl")) {
		var d decided
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatal(err)
		}
		got = append(got, d)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the store has\n%+v\nwant\n%+v", got, want)
	}
	r.says(ask, map[string][]string{
		"brief --agent rio": {"5 decisions on your work, 2 rejections among them", "- Date accuracy (date_errors)", "Sent back: ", "Accepted: ", "Growing (1966), p. 212",
			"A kettle is not a store", "- Date accuracy (date_errors), 1 of 2 (50%)"},
		"brief --agent rio --artifact claims/jars.md":  {"This claim was rejected 1 time previously. Reasons: `“The source is missing the page"},
		"brief --agent rio --artifact claims/steam.md": {"This claim was rejected 1 time previously. Reasons: `“A kettle is not a store"},
		"agents":   {"rio: 2 pull requests in the last 168 hours, 1 rejected, approval rate 50%", "1 (50%) date_errors, Date accuracy"},
		"patterns": {"rio: 2 rejections\n  completeness    50 %  1 of 2 (9 to 91 %)\n  other           50 %  1 of 2"},
		"report":   {"3 decisions: 1 approved, 2 rejected.", "| Date accuracy | `date_errors` | 1 | 1 of 3 |"},
	})
}

// The same of a rejection without words, on another day: `asked.json`, and `commits-asked`. lea handed in a point, rio mended the claim before
// anything was recorded, the job asked lea, rio and a stranger spoke, and lea answered.
func TestGiteaReplayedQuestion(t *testing.T) {
	needsActions(t)
	const question, answer = 6, 10
	r := newReplay(t, "commits-asked")
	asked := ""
	for _, round := range []struct {
		until         int64 // the comments that are there
		record, asks  string
		questionsSent int
	}{
		{question - 1, "recorded 1 decision; 1 left out", "created ", 1},
		{question, "recorded 0 decisions; 1 known already; 1 left out", "unchanged ", 1},
		{answer - 1, "recorded 0 decisions; 1 known already; 1 left out", "unchanged ", 1},
		{answer + 1, "recorded 0 decisions; 1 known already; 1 question answered; 1 left out", "unchanged ", 1},
		{answer + 1, "recorded 0 decisions; 1 known already; 1 left out", "unchanged ", 1},
	} {
		r.answers("asked", func(comment map[string]any) bool {
			if comment["id"] == float64(question) {
				asked = fmt.Sprint(comment["body"])
			}
			return comment["id"].(float64) <= float64(round.until)
		})
		if log := r.run("record"); !strings.Contains(log, round.record) || strings.Contains(log, scriptToken) {
			t.Errorf("until %d, want %q:\n%s", round.until, round.record, log)
		}
		if log := r.run("ask"); !strings.HasPrefix(log, round.asks) || strings.Count(log, "\n") != 1 || r.server.Count("POST") != round.questionsSent || strings.Contains(log, scriptToken) {
			t.Errorf("until %d: %d questions\n%s", round.until, r.server.Count("POST"), log)
		}
	}
	if got := r.server.Comments(); len(got) != 1 || strings.TrimRight(got[0].Body, "\n") != strings.TrimRight(asked, "\n") || !strings.Contains(asked, "@lea Could you tell me why you rejected this?") {
		t.Errorf("asked was %+v, and at the real one %q", got, asked)
	}
	r.says(r.elsewhere(), map[string][]string{
		"log --format jsonl": {`"source_id":"gitea:team/kb#1/review/1"`, `"verdict":"rejected"`, `"reviewer":"lea","agent":"rio"`, `"issues":["date_errors"]`,
			`"reason":"The source is missing the page: say where Harler weighed the leaf."`},
		"brief --agent rio":                           {"1 decision on your work, 1 rejection among them", "- Date accuracy (date_errors)", "The source is missing the page: say where Harler"},
		"brief --agent rio --artifact claims/jars.md": {"This claim was rejected 1 time previously. Reasons: `“The source is missing the page"},
	})
}

// replay is what a Gitea answered once, served again, with the jobs of the shipped workflow that record.
type replay struct {
	t      *testing.T
	server *forgetest.Server
	env    map[string]string
	bare   gitRepository
	day    string // on which all is now
}

const replayed = "testdata/gitea-1.27"

func newReplay(t *testing.T, commits string) *replay {
	r := &replay{t: t, server: forgetest.New("gitea", scriptToken, "gitea-actions"), day: time.Now().UTC().AddDate(0, 0, -1).Format(time.DateOnly)}
	r.server.Number, r.server.Apps[scriptToken] = 1, true
	r.server.Fail(forgetest.Fault{Path: "/permission", Status: http.StatusForbidden, Times: -1, Body: `{"message":"Only admins can query all permissions, repo admins can query all repo permissions, collaborators can query only their own"}`})
	web := httptest.NewServer(r.server)
	t.Cleanup(web.Close)
	r.env = map[string]string{"GITHUB_ACTIONS": "true", "GITEA_ACTIONS": "true", "GITHUB_API_URL": web.URL + r.server.Prefix(), "GITHUB_REPOSITORY": "team/kb"}
	r.bare = gitRepository{t, filepath.Join(t.TempDir(), "kb.git")}
	if err := os.Mkdir(r.bare.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	r.bare.git("init", "-q", "--bare", "-b", "main")
	in, err := os.Open(filepath.Join(filepath.FromSlash(replayed), commits))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	load := exec.Command("git", "-C", r.bare.dir, "fast-import", "--quiet")
	load.Stdin = in
	if out, err := load.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return r
}

// answers serves what a file holds, of the comments those that are wanted; nil: all.
func (r *replay) answers(name string, wanted func(comment map[string]any) bool) {
	r.t.Helper()
	text, err := os.ReadFile(filepath.Join(filepath.FromSlash(replayed), name+".json"))
	if err != nil {
		r.t.Fatal(err)
	}
	answers := map[string]json.RawMessage{}
	if err := json.Unmarshal(bytes.ReplaceAll(text, []byte("2026-11-25T"), []byte(r.day+"T")), &answers); err != nil {
		r.t.Fatal(err)
	}
	lists := map[string][]string{}
	for path, answer := range answers {
		if wanted != nil && strings.HasPrefix(path, "/repos/team/kb/issues/") && strings.HasSuffix(path, "/comments") {
			var comments []map[string]any
			if err := json.Unmarshal(answer, &comments); err != nil {
				r.t.Fatal(err)
			}
			answer, _ = json.Marshal(slices.DeleteFunc(comments, func(c map[string]any) bool { return !wanted(c) }))
		}
		lists[path] = []string{string(answer)}
	}
	r.server.Lists = lists
}

// run runs a job of the shipped workflow in a fresh clone.
func (r *replay) run(job string) string {
	r.t.Helper()
	steps, envs := scheduledSteps(r.t, "gitea/kbgate-record.yml", job, "main")
	at := gitRepository{r.t, r.t.TempDir()}
	at.git("clone", "-q", r.bare.dir, ".")
	return runSteps(r.t, at.dir, steps, r.env, envs)
}

// elsewhere asks on another machine, which has the clone and nothing else.
func (r *replay) elsewhere() (ask func(command string) string) {
	at := gitRepository{r.t, r.t.TempDir()}
	at.git("clone", "-q", r.bare.dir, ".")
	env := map[string]string{"HOME": r.t.TempDir(), "XDG_CONFIG_HOME": ""}
	return func(command string) string {
		out, status := shell(r.t, at.dir, "kbgate "+command+" 2> /dev/null", env)
		if status != 0 {
			r.t.Errorf("kbgate %s: status %d", command, status)
		}
		return out
	}
}

// says compares what commands print.
func (r *replay) says(ask func(string) string, want map[string][]string) {
	r.t.Helper()
	for command, lines := range want {
		out := ask(command)
		for _, line := range lines {
			if !strings.Contains(out, line) {
				r.t.Errorf("kbgate %s does not say %q:\n%s", command, line, out)
			}
		}
	}
}

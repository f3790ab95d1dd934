package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/decision"
)

// records are the decisions in the store of the forge's repository, and where else anything lies there.
func (w *world) records() (all []*decision.Decision) {
	w.t.Helper()
	server := gitRepository{w.t, w.at("tea/kb")}
	if server.git("for-each-ref", "refs/heads/feedback") == "" {
		return nil
	}
	for name := range strings.Lines(server.git("ls-tree", "-r", "--name-only", "feedback", "feedback/decisions") + "\n") {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		d, err := decision.Decode([]byte(server.git("show", "feedback:"+name) + "\n"))
		if err != nil {
			w.t.Fatal(err)
		}
		all = append(all, d)
	}
	return all
}

// counted runs the action comment as the shipped workflow does, and gives what it leaves for the job that records.
func (w *world) counted(repo, branch, head string) string {
	w.t.Helper()
	got := w.workflowRun(repo, branch, head).run("comment", map[string]string{"binary": kbgatePath(w.t), "token": forgeToken, "record": "true"})
	if got.status != 0 {
		w.t.Fatalf("status %d:\n%s", got.status, got.log)
	}
	return got.outputs["verdicts"]
}

// record runs the action record.
func (w *world) record(repo, branch, head, verdicts string) ran {
	w.t.Helper()
	j := w.workflowRun(repo, branch, head)
	j.event["repository"] = map[string]any{"default_branch": "main"}
	j.event["workflow_run"].(map[string]any)["created_at"] = fmt.Sprintf("2026-03-04T1%d:00:00Z", len(w.records())%2) // the later head is judged later
	got := j.run("record", map[string]string{"binary": kbgatePath(w.t), "token": forgeToken, "verdicts": verdicts})
	if strings.Contains(got.log, forgeToken) {
		w.t.Error("the token is shown")
	}
	return got
}

// propose7 proposes a claim with a broken link from a branch of the repository.
func (w *world) propose7() (head string) {
	w.clone.git("checkout", "-q", "-b", "rio/tins")
	w.clone.write(map[string]string{"claims/tins.md": fmt.Sprintf(soundClaim, "2026-03-02", "$(touch ran) nobody")})
	w.clone.commit("a worse claim")
	head = w.propose(7)
	w.forge.open(7, "tea/kb", "rio/tins", head, w.base)
	return head
}

// What the gates found in a pull request reaches the store through two jobs: the one that judges has no right to write, and the one that
// writes has nothing of the change.
func TestActionsRecordVerdicts(t *testing.T) {
	needsActions(t)
	w := newWorld(t)
	head := w.propose7()
	verdicts := w.counted("tea/kb", "rio/tins", head)
	if strings.Contains(verdicts, "nobody") || strings.Contains(verdicts, "tins.md") || !strings.Contains(verdicts, `"certain":1`) {
		t.Fatalf("counted is %s", verdicts)
	}
	for range 2 { // a workflow may be run again
		if got := w.record("tea/kb", "rio/tins", head, verdicts); got.status != 0 {
			t.Fatalf("status %d:\n%s", got.status, got.log)
		}
	}
	all := w.records()
	if len(all) != 1 {
		t.Fatalf("%d records", len(all))
	}
	d := all[0]
	if !d.IsOfGates() || d.Verdict != decision.Rejected || d.Agent != "rio" || d.PR.String() != "tea/kb#7" || d.PR.HeadSHA != head || d.PR.BaseSHA != w.base ||
		strings.Join(d.Issues, " ") != "broken_wiki_links" || d.At.Format("2006-01-02T15:04") != "2026-03-04T10:00" || d.Policy == "" || d.Reason != "" || len(d.Paths) > 0 {
		t.Errorf("%+v", d)
	}
	// a later head is another record
	w.clone.write(map[string]string{"claims/tins.md": fmt.Sprintf(soundClaim, "2026-03-02", "Harler 1966")})
	w.clone.commit("mended")
	mended := w.propose(7)
	w.forge.pulls[0]["head"].(map[string]any)["sha"] = mended
	if got := w.record("tea/kb", "rio/tins", mended, w.counted("tea/kb", "rio/tins", mended)); got.status != 0 || len(w.records()) != 2 {
		t.Errorf("status %d, %d records:\n%s", got.status, len(w.records()), got.log)
	}
	// and an old head is none that is recorded any more
	got := w.record("tea/kb", "rio/tins", head, verdicts)
	if got.status != 0 || len(w.records()) != 2 || !strings.Contains(got.log, "the head of #7 is another one by now") {
		t.Errorf("status %d, %d records:\n%s", got.status, len(w.records()), got.log)
	}
	clone := gitRepository{t, t.TempDir()}
	clone.git("clone", "-q", w.at("tea/kb"), ".")
	clone.git("branch", "-q", "feedback", "origin/feedback")
	cmd := exec.Command(kbgatePath(t), "gates", "--format", "json")
	cmd.Dir = clone.dir
	out, err := cmd.Output()
	if err != nil || !strings.Contains(string(out), `"proposals":1`) || !strings.Contains(string(out), `"mended":{"count":1,"of":1`) {
		t.Errorf("%v: %s", err, out)
	}
}

// A fork's pull request leaves nothing in the store before a reviewer has decided on it, and its agent is one of the base's list.
func TestActionRecordsForksAfterAReview(t *testing.T) {
	needsActions(t)
	w := newWorld(t)
	head := w.fork(8)
	verdicts := w.counted("stranger/kb", "tins", head)
	// what a job that was taken over could say of itself counts for nothing
	forged := strings.Replace(verdicts, `"schema":"kbgate.verdict/1"`, `"schema":"kbgate.verdict/1","agent":"rio","reason":"x"`, 1)
	got := w.record("stranger/kb", "tins", head, forged)
	if got.status != 0 || len(w.records()) != 0 || !strings.Contains(got.log, "tea/kb#8 comes from a fork, and no reviewer has decided on it yet") {
		t.Fatalf("status %d, %d records:\n%s", got.status, len(w.records()), got.log)
	}
	w.clone.git("checkout", "-q", "main")
	for _, args := range [][]string{{"reject", "claims/tins.md", "--pr", "tea/kb#8", "--reason", "the date is wrong", "--agent", "unknown"}, {"sync"}} {
		cmd := exec.Command(kbgatePath(t), args...)
		cmd.Dir, cmd.Env = w.clone.dir, append(os.Environ(), "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	if got = w.record("stranger/kb", "tins", head, forged); got.status != 0 || len(w.records()) != 2 {
		t.Fatalf("status %d, %d records:\n%s", got.status, len(w.records()), got.log)
	}
	for _, d := range w.records() {
		if d.IsOfGates() && d.Agent != decision.Unknown {
			t.Errorf("the agent is %s", d.Agent)
		}
	}
}

// The verdicts may be anything: they choose no pull request, no head and no text.
func TestActionRecordTakesTagsAlone(t *testing.T) {
	needsActions(t)
	w := newWorld(t)
	head := w.propose7()
	verdicts := w.counted("tea/kb", "rio/tins", head)
	w.forge.open(9, "tea/kb", "other", strings.Repeat("12", 20), w.base)
	for name, c := range map[string]struct {
		verdicts string
		status   int
	}{
		"another pull request": {strings.Replace(verdicts, `"number":7`, `"number":9`, 1), 0},
		"another head":         {strings.ReplaceAll(verdicts, head, strings.Repeat("ab", 20)), 3},
		"no JSON":              {"$(touch ran)", 3},
		"a path for a number":  {strings.Replace(verdicts, `"number":7`, `"number":"7/../9"`, 1), 0},
		"nothing":              {"[]", 0},
		"another form":         {`[{"number":7,"verdict":{"schema":"kbgate.decision/1","verdict":"rejected","reviewer":"ana"}}]`, 3},
	} {
		t.Run(name, func(t *testing.T) {
			if got := w.record("tea/kb", "rio/tins", head, c.verdicts); got.status != c.status || len(w.records()) != 0 {
				t.Errorf("status %d, %d records:\n%s", got.status, len(w.records()), got.log)
			}
		})
	}
	var list []map[string]any
	if err := json.Unmarshal([]byte(verdicts), &list); err != nil {
		t.Fatal(err)
	}
	v := list[0]["verdict"].(map[string]any)
	v["reason"], v["reviewer"], v["source"], v["findings"] = "a secret text", "ana", "human", append(v["findings"].([]any), map[string]any{"gate": "a secret text", "certain": 1})
	forged, _ := json.Marshal(list)
	if got := w.record("tea/kb", "rio/tins", head, string(forged)); got.status != 0 || len(w.records()) != 1 {
		t.Fatalf("status %d, %d records:\n%s", got.status, len(w.records()), got.log)
	}
	if text := (gitRepository{t, w.at("tea/kb")}).git("log", "-p", "feedback"); strings.Contains(text, "secret") || strings.Contains(text, "reviewer") {
		t.Errorf("the store holds\n%s", text)
	}
}

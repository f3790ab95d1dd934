package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// fork proposes a bad claim from a fork, and gives the head.
func (w *world) fork(number int) string {
	w.clone.git("checkout", "-q", "-b", "stranger")
	w.clone.write(map[string]string{"claims/tins.md": fmt.Sprintf(soundClaim, "2 March 2026", "Harler 1966"), ".kbgate.yaml": laxConfig,
		".gitattributes": "*.md filter=evil diff=evil\n"})
	w.clone.commit("a worse claim")
	head := w.propose(number)
	w.forge.open(number, "stranger/kb", "tins", head, w.base)
	return head
}

// A fork's pull request is judged without rights, and commented on by a workflow that checks nothing out.
func TestActionsOnFork(t *testing.T) {
	needsActions(t)
	w := newWorld(t)
	head := w.fork(8)
	got := w.checkedOut(8, "stranger/kb", head).run("check", map[string]string{"binary": kbgatePath(t), "post": "true", "token": "may only read"})
	if got.status != 1 || got.outputs["verdict"] != "rejected" || !strings.Contains(got.log, "::notice title=kbgate::the token of a fork") {
		t.Fatalf("status %d, outputs %v:\n%s", got.status, got.outputs, got.log)
	}
	findings, err := os.ReadFile(got.outputs["findings"])
	if err != nil || len(w.forge.bodies(8)) > 0 {
		t.Fatal(err, w.forge.bodies(8))
	}
	w.forge.leave("findings.json", strings.ReplaceAll(string(findings), "date_errors", "near_duplicate"))

	inputs := map[string]string{"binary": kbgatePath(t), "token": forgeToken, "status": "true", "key": newKeyText(t)}
	j := w.workflowRun("stranger/kb", "tins", head)
	got = j.run("comment", inputs)
	bodies := w.forge.bodies(8)
	if got.status != 0 || len(bodies) != 1 {
		t.Fatalf("status %d, %q:\n%s", got.status, bodies, got.log)
	}
	// Worked out anew, by the configuration of the base: what was uploaded does not count.
	if block := readRejection(t, bodies[0]); strings.Join(block.Issues, " ") != "date_errors unreadable_note" || block.HeadSHA != head || block.Verdict != "rejected" {
		t.Errorf("%+v", block)
	}
	if files, err := os.ReadDir(j.workspace); err != nil || len(files) > 0 {
		t.Errorf("the workspace holds %v, %v", files, err)
	}
	if statuses, _ := w.forge.told(); !slices.Equal(statuses, []string{head + " kbgate (main) failure"}) {
		t.Errorf("the statuses are %q", statuses)
	}
	if strings.Contains(got.log, forgeToken) || strings.Contains(got.log, inputs["key"]) {
		t.Error("a secret is shown")
	}
	if !strings.Contains(bodies[0], signatureMarker) {
		t.Errorf("it is not signed:\n%s", bodies[0])
	}
}

// GitHub takes two contexts for one whose letters differ by their case alone, so a status for either branch would count for both.
func TestActionSetsNoStatusForTwins(t *testing.T) {
	needsActions(t)
	w := newWorld(t)
	head := w.fork(8)
	w.clone.git("push", "-q", "origin", "main:refs/heads/MAIN")
	got := w.workflowRun("stranger/kb", "tins", head).run("comment", map[string]string{"binary": kbgatePath(t), "token": forgeToken, "status": "true"})
	if got.status != 0 || len(w.forge.bodies(8)) != 1 || !strings.Contains(got.log, "another branch is called main but for the case of letters") {
		t.Errorf("status %d:\n%s", got.status, got.log)
	}
	if statuses, _ := w.forge.told(); len(statuses) > 0 {
		t.Errorf("the statuses are %q", statuses)
	}
}

// A change that leaves a configuration which nobody can read is judged by that of the base. What its author uploaded does not
// take the place of that.
func TestActionOnBrokenConfiguration(t *testing.T) {
	needsActions(t)
	for name, files := range map[string]map[string]string{
		"unreadable": {".kbgate.yaml": "claims: [\n"},
		"a folder":   {".kbgate.yaml/x": ""},
		"a baseline": {".kbgate-baseline.yaml": "<<<<<<< main\n"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.clone.git("checkout", "-q", "-b", "stranger")
			w.clone.git("rm", "-q", ".kbgate.yaml")
			w.clone.write(map[string]string{"claims/tins.md": fmt.Sprintf(soundClaim, "2 March 2026", "Harler 1966")})
			w.clone.write(files)
			w.clone.commit("a worse claim")
			head := w.propose(8)
			w.forge.open(8, "stranger/kb", "tins", head, w.base)
			w.forge.leave("findings.json", `{"schema":"kbgate.findings/1","findings":[]}`)
			got := w.workflowRun("stranger/kb", "tins", head).run("comment", map[string]string{"binary": kbgatePath(t), "token": forgeToken, "status": "true"})
			bodies := w.forge.bodies(8)
			if got.status != 0 || len(bodies) != 1 {
				t.Fatalf("status %d, %q:\n%s", got.status, bodies, got.log)
			}
			block := readRejection(t, bodies[0])
			if strings.Join(block.Issues, " ") != "date_errors unreadable_note" || block.Verdict != "rejected" || strings.Contains(bodies[0], "nverified") {
				t.Errorf("%+v in\n%s", block, bodies[0])
			}
			if statuses, _ := w.forge.told(); !slices.Equal(statuses, []string{head + " kbgate (main) failure"}) {
				t.Errorf("the statuses are %q", statuses)
			}
		})
	}
}

// signatureMarker is how the signature of a comment begins.
const signatureMarker = "<!-- REJECTION-SIGNATURE: "

// newKeyText makes a key to sign comments with.
func newKeyText(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "comment.key")
	if out, err := exec.Command(kbgatePath(t), "key", "new", file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return strings.TrimSpace(read(t, file))
}

// Where the objects cannot be fetched, what was uploaded is all there is: it is said to be unverified, and sets no status.
func TestActionTakesUpload(t *testing.T) {
	needsActions(t)
	w := newWorld(t)
	head := w.fork(8)
	got := w.checkedOut(8, "stranger/kb", head).run("check", map[string]string{"binary": kbgatePath(t)})
	findings, err := os.ReadFile(got.outputs["findings"])
	if err != nil {
		t.Fatal(err)
	}
	inputs := map[string]string{"binary": kbgatePath(t), "token": forgeToken, "status": "true", "key": newKeyText(t)}
	comment := func(upload ...string) (ran, []string) {
		t.Helper()
		w.forge.leave(upload...)
		j := w.workflowRun("stranger/kb", "tins", head)
		j.env["GITHUB_SERVER_URL"] = "file:///nowhere"
		return j.run("comment", inputs), w.forge.bodies(8)
	}
	for name, upload := range map[string][]string{
		"nothing":          {},
		"another name":     {"../findings.json", string(findings)},
		"no findings":      {"findings.json", `{"schema":"kbgate.findings/1","findings":"; touch ran"}`},
		"no JSON":          {"findings.json", strings.Repeat("\x00", 1000)},
		"much packed flat": {"findings.json", strings.Repeat(" ", 30_000_000)},
	} {
		if got, bodies := comment(upload...); got.status == 0 || len(bodies) > 0 || !strings.Contains(got.log, "::error title=kbgate::") {
			t.Errorf("%s: status %d, %q:\n%s", name, got.status, bodies, got.log)
		}
	}
	hostile := strings.ReplaceAll(string(findings), head, strings.Repeat("1", 40))
	hostile = strings.ReplaceAll(hostile, "2 March 2026", "--> <script> ${{ github.token }} ::error::")
	got, bodies := comment("findings.json", hostile)
	if got.status != 0 || len(bodies) != 1 {
		t.Fatalf("status %d, %q:\n%s", got.status, bodies, got.log)
	}
	if block := readRejection(t, bodies[0]); block.HeadSHA != head {
		t.Errorf("the head is that of the upload: %+v", block)
	}
	if !strings.Contains(strings.ToLower(bodies[0]), "not verified") && !strings.Contains(strings.ToLower(bodies[0]), "unverified") {
		t.Errorf("it is not said to be unverified:\n%s", bodies[0])
	}
	if strings.Contains(bodies[0], signatureMarker) {
		t.Errorf("what nobody worked out is signed:\n%s", bodies[0])
	}
	if statuses, leaked := w.forge.told(); len(statuses) > 0 || leaked {
		t.Errorf("statuses %q; the token went to the archives' host: %v", statuses, leaked)
	}
}

// With strict, warnings fail the status and the comment says so; what is no truth value is refused. A failed fetch tells git's reason.
func TestActionCommentStrict(t *testing.T) {
	needsActions(t)
	w := newWorld(t)
	head := w.fork(8)
	inputs := map[string]string{"binary": kbgatePath(t), "token": forgeToken, "strict": "yes"}
	if got := w.workflowRun("stranger/kb", "tins", head).run("comment", inputs); got.status == 0 || !strings.Contains(got.log, "strict is true or false, not yes") {
		t.Errorf("status %d:\n%s", got.status, got.log)
	}
	inputs["strict"] = "true"
	got := w.workflowRun("stranger/kb", "tins", head).run("comment", inputs)
	bodies := w.forge.bodies(8)
	if got.status != 0 || len(bodies) != 1 || !strings.Contains(bodies[0], "Strict: certain warnings fail the check too.") {
		t.Errorf("status %d, %q:\n%s", got.status, bodies, got.log)
	}
	j := w.workflowRun("stranger/kb", "tins", head)
	j.env["GITHUB_SERVER_URL"] = "file:///nowhere"
	if got := j.run("comment", inputs); !strings.Contains(got.log, "could not work out the findings of #8 here: fatal: ") {
		t.Errorf("git's reason is missing:\n%s", got.log)
	}
}

// No pull request of that head, another head by now, a fork of another name: nothing is posted, and nothing fails.
func TestActionFindsPullRequest(t *testing.T) {
	needsActions(t)
	w := newWorld(t)
	head := w.fork(8)
	inputs := map[string]string{"binary": kbgatePath(t), "token": forgeToken}
	for _, tt := range []struct{ repo, branch, head string }{
		{"stranger/kb", "tins", w.base},
		{"stranger/kb", "another", head},
		{"stranger/kb2", "tins", head},
		{"tea/kb", "tins&state=all&head=stranger:tins", head},
	} {
		if got := w.workflowRun(tt.repo, tt.branch, tt.head).run("comment", inputs); got.status != 0 || len(w.forge.bodies(8)) > 0 {
			t.Errorf("%v: status %d, %q:\n%s", tt, got.status, w.forge.bodies(8), got.log)
		}
	}
	w.clone.git("commit", "-q", "--allow-empty", "-m", "later")
	w.propose(8) // and the list of pull requests still tells the old head
	if got := w.workflowRun("stranger/kb", "tins", head).run("comment", inputs); got.status != 0 || len(w.forge.bodies(8)) > 0 || !strings.Contains(got.log, "another one by now") {
		t.Errorf("status %d, %q:\n%s", got.status, w.forge.bodies(8), got.log)
	}
	for _, tt := range []struct{ repo, head string }{{"stranger/kb", "HEAD; touch ran"}, {"../../x", head}, {"stranger/kb", "--upload-pack=x"}} {
		if got := w.workflowRun(tt.repo, "tins", tt.head).run("comment", inputs); got.status == 0 || !strings.Contains(got.log, "the event names no") {
			t.Errorf("%v: status %d:\n%s", tt, got.status, got.log)
		}
	}
	inputs["token"] = "ghs_of_somebody_else_altogether"
	if got := w.workflowRun("stranger/kb", "tins", head).run("comment", inputs); got.status == 0 || !strings.Contains(got.log, "could not ask") {
		t.Errorf("status %d:\n%s", got.status, got.log)
	}
}

// A reader judges in the trusted job, where none of the proposal's files are, and what it finds stands in the comment.
func TestActionReviews(t *testing.T) {
	needsActions(t)
	w := newWorld(t)
	w.clone.git("checkout", "-q", "-b", "stranger")
	w.clone.write(map[string]string{"claims/jars.md": strings.Replace(fmt.Sprintf(soundClaim, "2026-03-02", "Harler 1966"), "# ", "# glass and ", 1)})
	w.clone.commit("a claim about glass")
	head := w.propose(8)
	w.forge.open(8, "stranger/kb", "jars", head, w.base)
	inputs := map[string]string{"binary": kbgatePath(t), "token": forgeToken, "status": "true", "review-command": "reader honest", "review-key": "key-of-the-reader"}
	got := w.workflowRun("stranger/kb", "jars", head).run("comment", inputs)
	bodies := w.forge.bodies(8)
	if got.status != 0 || len(bodies) != 1 || !strings.Contains(bodies[0], "reader says: the trial saw one shop") {
		t.Fatalf("status %d, %q:\n%s", got.status, bodies, got.log)
	}
	if statuses, _ := w.forge.told(); !slices.Equal(statuses, []string{head + " kbgate (main) success"}) {
		t.Errorf("the statuses are %q", statuses)
	}
	if strings.Contains(got.log, inputs["review-key"]) || strings.Contains(got.log, forgeToken) {
		t.Error("a secret is shown")
	}
}

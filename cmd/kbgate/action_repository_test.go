package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// notesWorld is one whose knowledge base is the folder notes.
func notesWorld(t *testing.T) *world {
	w := newWorld(t)
	w.clone.write(map[string]string{"notes/.kbgate.yaml": baseConfig, "notes/tea.md": "# tea\n"})
	w.base = w.clone.commit("notes")
	w.clone.git("push", "-q", "origin", "main")
	w.clone.git("checkout", "-q", "-b", "stranger")
	return w
}

// The folder in which the action shall judge looks like a repository without a work tree: a question to git about what that one
// lacks would start a program of its settings. What the program leaves in GITHUB_PATH would be found by the step with the token.
func TestActionStartsNoPlantedProgram(t *testing.T) {
	needsActions(t)
	w := notesWorld(t)
	ran := filepath.Join(t.TempDir(), "ran")
	w.clone.write(map[string]string{
		"notes/HEAD": "ref: refs/heads/main\n", "notes/objects/.keep": "",
		"notes/refs/remotes/origin/main": strings.Repeat("1234567890", 4) + "\n",
		"notes/config": "[core]\n\trepositoryformatversion = 1\n\tsshCommand = \"sh payload.sh\"\n[extensions]\n\tpartialClone = origin\n" +
			"[remote \"origin\"]\n\turl = ssh://nowhere.invalid/x\n\tpromisor = true\n",
		"notes/payload.sh": "touch '" + ran + "'\n",
		"notes/bad.md":     "# bad\n\n[[nothing of that name]]\n",
	})
	w.clone.commit("a repository, as it seems")
	head := w.propose(7)
	for _, event := range []string{"pull_request", "push"} {
		j := w.checkedOut(7, "tea/kb", head)
		if event == "push" {
			j.env["GITHUB_EVENT_NAME"], j.env["GITHUB_REF"] = event, "refs/heads/stranger"
			j.event["before"], j.event["after"] = strings.Repeat("1234567890", 4), head
			delete(j.event, "pull_request")
		}
		got := j.run("check", map[string]string{"binary": kbgatePath(t), "working-directory": "notes"})
		if _, err := os.Stat(ran); err == nil {
			t.Errorf("%s: a program of the change was run:\n%s", event, got.log)
		}
		if got.status != 1 || got.outputs["verdict"] != "rejected" {
			t.Errorf("%s: status %d, outputs %v:\n%s", event, got.status, got.outputs, got.log)
		}
	}
}

// Nor does such a folder, a submodule in its place, or a tag that bears the name of a branch that was not fetched, say what the change is held against.
func TestActionChoosesItsOwnBase(t *testing.T) {
	needsActions(t)
	for _, way := range []string{"folder", "tag", "submodule"} {
		t.Run(way, func(t *testing.T) {
			w := notesWorld(t)
			w.clone.write(map[string]string{"notes/bad.md": "# bad\n\n[[nothing of that name]]\n"})
			first := w.clone.commit("bad")
			if way == "folder" {
				w.clone.write(map[string]string{
					"notes/HEAD": "ref: refs/heads/main\n", "notes/objects/info/alternates": "../../.git/objects\n", "notes/refs/remotes/origin/main": first + "\n",
				})
			} else {
				w.clone.write(map[string]string{"notes/more.md": "# more\n"})
			}
			w.clone.commit("two")
			head := w.propose(7)
			j := w.checkedOut(7, "tea/kb", head)
			switch at := (gitRepository{t, j.workspace}); way {
			case "submodule": // as actions/checkout brings it with submodules
				at.git("clone", "-q", "--bare", ".", ".git/modules/notes")
				at.git("--git-dir=.git/modules/notes", "update-ref", "refs/remotes/origin/main", first)
				at.write(map[string]string{"notes/.git": "gitdir: ../.git/modules/notes\n"})
				at.git("--git-dir=.git/modules/notes", "config", "core.bare", "false")
				at.git("--git-dir=.git/modules/notes", "config", "core.worktree", "../../../notes")
			case "tag":
				at.git("update-ref", "refs/tags/refs/remotes/origin/main", first)
				at.git("update-ref", "-d", "refs/remotes/origin/main")
			}
			got := j.run("check", map[string]string{"binary": kbgatePath(t), "working-directory": "notes"})
			if got.status != 1 || got.outputs["verdict"] != "rejected" {
				t.Errorf("status %d, outputs %v:\n%s", got.status, got.outputs, got.log)
			}
		})
	}
}

// The repository need not lie where the job begins.
func TestActionFindsItsRepository(t *testing.T) {
	needsActions(t)
	w := notesWorld(t)
	w.clone.write(map[string]string{"notes/bad.md": "# bad\n\n[[nothing of that name]]\n"})
	w.clone.commit("bad")
	head := w.propose(7)
	j := w.checkedOut(7, "tea/kb", head)
	workspace := t.TempDir()
	if err := os.Rename(j.workspace, filepath.Join(workspace, "kb")); err != nil {
		t.Fatal(err)
	}
	j.workspace = workspace
	got := j.run("check", map[string]string{"binary": kbgatePath(t), "working-directory": "kb/notes"})
	if got.status != 1 || got.outputs["verdict"] != "rejected" {
		t.Errorf("status %d, outputs %v:\n%s", got.status, got.outputs, got.log)
	}
}

// Every git program of the actions is started by one function, which names the repository, and has the settings that kbgate's own
// have.
func TestActionsAskGitInOnePlace(t *testing.T) {
	const place = "steps.sh"
	call := regexp.MustCompile(`(^|[\s;&|(!"'])git\s+["'$a-z-]`)
	calls := 0
	root := filepath.Join("..", "..", ".github", "actions")
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		for line := range strings.Lines(read(t, name)) {
			if strings.HasPrefix(strings.TrimSpace(line), "#") || !call.MatchString(line) || strings.HasPrefix(line, "description:") {
				continue
			}
			if calls++; entry.Name() != place {
				t.Errorf("%s starts git by itself: %s", name, line)
			}
		}
		return nil
	})
	if err != nil || calls != 1 {
		t.Errorf("%d calls of git, and %v", calls, err)
	}
	steps, settings := read(t, filepath.Join(root, place)), 0
	for _, setting := range regexp.MustCompile(`"-c", "([^"]+)"(\+os\.DevNull)?|"(GIT_[A-Z_]+=[a-z0-9]+)"`).FindAllStringSubmatch(read(t, filepath.Join("..", "..", "internal", "git", "command.go")), -1) {
		want := setting[1] + setting[3]
		if setting[2] != "" {
			want += "/dev/null"
		}
		if settings++; !strings.Contains(steps, " "+want+" ") {
			t.Errorf("%s has no %s", place, want)
		}
	}
	if settings < 10 {
		t.Errorf("%d settings of git were found", settings)
	}
}

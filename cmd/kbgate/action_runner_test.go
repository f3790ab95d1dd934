package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// action is a composite action as its action.yml has it.
type action struct {
	Inputs map[string]struct {
		Default string `yaml:"default"`
	} `yaml:"inputs"`
	Outputs map[string]struct {
		Value string `yaml:"value"`
	} `yaml:"outputs"`
	Runs struct {
		Steps []struct {
			ID   string            `yaml:"id"`
			Run  string            `yaml:"run"`
			Uses string            `yaml:"uses"`
			Env  map[string]string `yaml:"env"`
		} `yaml:"steps"`
	} `yaml:"runs"`
}

// job is what an action finds where it runs: a folder, an event and the variables of the CI.
type job struct {
	t         *testing.T
	workspace string
	event     map[string]any // as the forge sends it
	env       map[string]string
}

// ran is how an action went.
type ran struct {
	status  int
	log     string // of all steps, standard output and error
	summary string
	outputs map[string]string
}

// run runs an action of this project as a runner does: its steps in order, expressions evaluated, outputs read. Steps that
// use other actions are left out; what they would install is here.
func (j *job) run(name string, inputs map[string]string) ran {
	j.t.Helper()
	folder, err := filepath.Abs(filepath.Join("..", "..", ".github", "actions", name))
	if err != nil {
		j.t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(folder, "action.yml"))
	if err != nil {
		j.t.Fatal(err)
	}
	var a action
	if err := yaml.Unmarshal(text, &a); err != nil {
		j.t.Fatal(err)
	}
	given := map[string]any{}
	for input, described := range a.Inputs {
		given[input] = described.Default
	}
	for input, value := range inputs {
		if _, ok := given[input]; !ok {
			j.t.Fatalf("%s has no input %s", name, input)
		}
		given[input] = value
	}
	steps := map[string]any{}
	about := map[string]any{"inputs": given, "steps": steps, "github": map[string]any{"event": j.event}}
	temp := j.t.TempDir()
	result := ran{outputs: map[string]string{}}
	for i, step := range a.Runs.Steps {
		if step.Uses != "" {
			continue
		}
		output := filepath.Join(temp, fmt.Sprintf("output-%d", i))
		cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step.Run)
		cmd.Dir = j.workspace
		cmd.Env = append(os.Environ(), "GITHUB_ACTION_PATH="+folder, "GITHUB_OUTPUT="+output, "RUNNER_TEMP="+temp,
			"GITHUB_STEP_SUMMARY="+filepath.Join(temp, "summary"))
		for key, value := range j.env {
			cmd.Env = append(cmd.Env, key+"="+value)
		}
		if found, _ := os.ReadFile(j.env["GITHUB_PATH"]); len(found) > 0 { // what earlier steps left there is searched first
			cmd.Env = append(cmd.Env, "PATH="+strings.TrimSpace(string(found))+string(os.PathListSeparator)+os.Getenv("PATH"))
		}
		for key, value := range step.Env {
			cmd.Env = append(cmd.Env, key+"="+evaluate(j.t, value, about))
		}
		out, err := cmd.CombinedOutput()
		result.log += string(out)
		steps[step.ID] = map[string]any{"outputs": readOutputs(j.t, output)}
		if result.status = cmd.ProcessState.ExitCode(); err != nil {
			break
		}
	}
	for key, described := range a.Outputs {
		result.outputs[key] = evaluate(j.t, described.Value, about)
	}
	summary, _ := os.ReadFile(filepath.Join(temp, "summary")) // none where the action failed early
	result.summary = string(summary)
	return result
}

var expression = regexp.MustCompile(`\$\{\{ (.*?) \}\}`)

// evaluate puts in what expressions stand for: names with points, and || between them.
func evaluate(t *testing.T, text string, about map[string]any) string {
	return expression.ReplaceAllStringFunc(text, func(whole string) string {
		for _, name := range strings.Split(expression.FindStringSubmatch(whole)[1], " || ") {
			var at any = about
			for _, part := range strings.Split(name, ".") {
				if !regexp.MustCompile(`^[\w-]+$`).MatchString(part) {
					t.Fatalf("this cannot evaluate %q", whole)
				}
				inner, _ := at.(map[string]any)
				at = inner[part]
			}
			if at != nil && at != "" {
				return fmt.Sprint(at)
			}
		}
		return ""
	})
}

// readOutputs reads what a step wrote into the file GITHUB_OUTPUT.
func readOutputs(t *testing.T, name string) map[string]any {
	outputs := map[string]any{}
	text, err := os.ReadFile(name)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		key, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		if !ok {
			t.Fatalf("%q is no output", line)
		}
		outputs[key] = value
	}
	return outputs
}

// gitRepository is a repository with a way to run git in it.
type gitRepository struct {
	t   *testing.T
	dir string
}

func (r gitRepository) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=Test", "-c", "user.email=test@example.org"}, args...)...)
	cmd.Dir = r.dir
	out, err := cmd.Output()
	if err != nil {
		r.t.Fatalf("git %v: %v", args, err)
	}
	return strings.TrimSpace(string(out))
}

// write writes files, by their names.
func (r gitRepository) write(files map[string]string) {
	r.t.Helper()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file := filepath.Join(r.dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			r.t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(files[name]), 0o600); err != nil {
			r.t.Fatal(err)
		}
	}
}

// commit commits all that there is, and gives the commit.
func (r gitRepository) commit(message string) string {
	r.t.Helper()
	r.git("add", ".")
	r.git("commit", "-qm", message)
	return r.git("rev-parse", "HEAD")
}

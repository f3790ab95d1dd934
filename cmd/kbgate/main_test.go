package main

import (
	"encoding/json"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kbgate/kbgate/internal/finding"
)

var update = flag.Bool("update", false, "write the expected output of scripts anew")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"kbgate": main, "reader": reader})
}

// TestScripts runs all scripts, or with -short those of shortScripts.
func TestScripts(t *testing.T) {
	runScripts(t, "testdata/script", "git")
}

// needs skips a test where a program is not installed. In CI it has to be.
func needs(t *testing.T, programs ...string) {
	t.Helper()
	for _, program := range programs {
		if _, err := exec.LookPath(program); err != nil {
			if os.Getenv("CI") == "true" {
				t.Fatal(program + " is not installed")
			}
			t.Skip(program + " is not installed")
		}
	}
}

// runScripts runs the scripts of a folder, where the programs that they need are installed.
func runScripts(t *testing.T, dir string, programs ...string) {
	needs(t, programs...)
	project, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           dir,
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			if _, isShort := shortScripts[strings.TrimPrefix(filepath.Base(env.WorkDir), "script-")]; testing.Short() && !isShort {
				env.T().Skip("not in the short lane")
			}
			git, err := exec.LookPath("git")
			if err != nil {
				return err
			}
			env.Setenv("GIT_PATH", filepath.Dir(git)) // a search path without kbgate
			env.Setenv("PROJECT", project)
			env.Setenv("GIT_CONFIG_NOSYSTEM", "1")
			env.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(env.WorkDir, "gitconfig"))
			env.Setenv("GIT_AUTHOR_DATE", "2025-05-04T10:00:00Z")
			env.Setenv("GIT_COMMITTER_DATE", "2025-05-04T10:00:00Z")
			return os.WriteFile(filepath.Join(env.WorkDir, "gitconfig"),
				[]byte("[user]\n\tname = Test\n\temail = test@example.org\n[init]\n\tdefaultBranch = main\n"), 0o600)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"expand":   expand,
			"unquoted": writeUnquoted,
			"sized":    writeSized,
			"findings": findings,
			"planted":  plant,
			"awaits":   awaits,
			"masked":   maskDigests,
		},
	})
}

// Coding agents read an exit status otherwise than everybody else: only findings are 2 to them.
func TestAgentStatus(t *testing.T) {
	for status, want := range map[int]int{exitOK: 0, exitBlocking: 2, exitUsage: 1, exitFailure: 1} {
		if got := agentStatus(status); got != want {
			t.Errorf("%d is said as %d; want %d", status, got, want)
		}
	}
}

// expand puts the values of variables into files: expand FILE….
func expand(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range args {
		text := os.Expand(ts.ReadFile(name), ts.Getenv)
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o666))
	}
}

// digest is a SHA-256 in hexadecimal, such as the policy of a findings document.
var digest = regexp.MustCompile(`\b[0-9a-f]{64}\b`)

// maskDigests writes `<digest>` over each SHA-256 in a file, so that a golden file needs no change when a gate or a key of
// the configuration is added: masked FILE. FILE may be stdout, the output of the last command.
func maskDigests(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: masked FILE")
	}
	text := ts.ReadFile(args[0])
	if !digest.MatchString(text) {
		ts.Fatalf("%s holds no digest", args[0])
	}
	text = digest.ReplaceAllString(text, "<digest>")
	if args[0] == "stdout" {
		_, err := io.WriteString(ts.Stdout(), text)
		ts.Check(err)
		return
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o666))
}

// writeUnquoted writes a file from a Go string literal: unquoted FILE LITERAL.
func writeUnquoted(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: unquoted FILE LITERAL")
	}
	text, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	name := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(filepath.Dir(name), 0o777))
	ts.Check(os.WriteFile(name, []byte(text), 0o666))
}

// writeSized writes a file of a given size: sized FILE BYTES TEXT; the text is repeated.
func writeSized(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: sized FILE BYTES TEXT")
	}
	size, err := strconv.Atoi(args[1])
	ts.Check(err)
	text, err := strconv.Unquote(`"` + args[2] + `"`)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Repeat(text, size/len(text)+1)[:size]), 0o666))
}

// awaits waits until a file holds what a pattern fits: awaits FILE PATTERN. It is for what a program in the background writes.
func awaits(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: awaits FILE PATTERN")
	}
	pattern, err := regexp.Compile("(?m)" + args[1])
	ts.Check(err)
	const longest = 30 * time.Second // only a failure takes as long
	for deadline := time.Now().Add(longest); ; time.Sleep(time.Millisecond) {
		text, err := os.ReadFile(ts.MkAbs(args[0]))
		switch {
		case err == nil && pattern.Match(text):
			return
		case time.Now().After(deadline):
			ts.Fatalf("%s holds nothing that fits %q:\n%s", args[0], args[1], text)
		}
	}
}

// findings compares the findings of a json document on standard output with a list: findings WANT…, each `gate path:line`.
// With a leading !, none may be there.
func findings(ts *testscript.TestScript, neg bool, args []string) {
	var doc finding.Document
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &doc))
	var got []string
	for _, f := range doc.Findings {
		got = append(got, f.Gate+" "+f.Path+":"+strconv.Itoa(f.Line))
	}
	if neg {
		args = nil
	}
	if strings.Join(got, "\n") != strings.Join(args, "\n") {
		ts.Fatalf("findings are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(args, "\n"))
	}
}

// Package steptest_test holds what hostile input costs. It counts steps instead of seconds, so it judges alike on each machine: a
// program with counters runs cases at several sizes, and the test says how much the steps may grow, or how many there may be.
package steptest_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// group is a family of cases with the same bounds. The cases stand in testdata/counted.
type group struct {
	sizes   string   // of the input, smallest first
	cases   int      // as many there are at least
	growth  float64  // how much the steps may grow, for each time that the size grows; 0: as they like
	few     float64  // steps that may have grown by more
	most    float64  // steps of one run, at whatever size; 0: any number
	exempts []string // cases whose growth is bounded by another group
}

var groups = map[string]group{
	// Whatever a note repeats, and wherever, judging it takes steps in proportion. Goldmark searches a line or a paragraph from each
	// of the marks that are named here on. Package claim adds up what that would cost and hands it no note that costs much, which the
	// group "parsing" shows.
	"notes": {sizes: "2048,8192", cases: 1000, growth: 1.5, few: 2_000_000, exempts: []string{
		`links "<!--"`, `links "<a "`, `links "<!-- kbgate-ignore "`, `links "<b>"`, `links "</b>"`, `links "<"`,
		`note "[a]("`, `note "[a]: b\n"`, `note "]("`, `note "*_"`, `note "a*b_"`,
		`lines of a note "*_"`, `lines of a note "[^1]"`, `lines of a note "[[a]] "`, `lines of a note "[a]("`, `lines of a note "]("`, `lines of a note "]"`,
		`lines of a note "]]"`, `lines of a note "a*b_"`, `lines of a note "[a]: b\n"`,
	}},
	"parsing":    {sizes: "16384,65536,524288", cases: 20, most: 1e9},
	"rendering":  {sizes: "16384,65536", cases: 25, growth: 1.25},
	"secrets":    {sizes: "8192,32768", cases: 40, growth: 1.25},
	"amendments": {sizes: "2000,8000", cases: 2, growth: 1.5}, // they are sorted
	"patterns":   {sizes: "250000,1000000", cases: 1, growth: 1.1, most: 10_000_000},
}

// Steps grow with the size of the input and not with its square, or are bounded. KBGATE_STEPS names other sizes than the usual ones:
// KBGATE_STEPS=4096,65536 go test ./internal/steptest -run StepsGrowLinearly/notes.
func TestStepsGrowLinearly(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program with counters, and runs thousands of cases in it")
	}
	program := build(t)
	for name, g := range groups {
		if sizes := os.Getenv("KBGATE_STEPS"); sizes != "" {
			g.sizes = sizes
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g.judge(t, program, name)
		})
	}
}

// counted are the packages whose blocks of code are steps.
const counted = "github.com/kbgate/kbgate/internal/...,github.com/yuin/goldmark/...,gopkg.in/yaml.v3," +
	"bytes,strings,regexp,slices,sort,encoding/base64,encoding/hex"

// build makes the program. Blocks of code count themselves; Go's searches, which are written in assembly, are replaced by ones that
// count the bytes they look at.
func build(t *testing.T) (program string) {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(strings.TrimSpace(string(root)), "src", "internal", "bytealg")
	counting, err := filepath.Abs(filepath.Join("testdata", "bytealg", "counted.go"))
	if err != nil {
		t.Fatal(err)
	}
	replace := map[string]string{filepath.Join(folder, "counted.go"): counting}
	for _, pattern := range []string{"index_*", "indexbyte_*", "count_*"} {
		names, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil || len(names) == 0 {
			t.Fatalf("%s has no %s: %v", folder, pattern, err)
		}
		for _, name := range names {
			replace[name] = "" // it is not there
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	program = filepath.Join(dir, "counted")
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "build", "-o", program, "-overlay", filepath.Join(dir, "overlay.json"), "-cover", "-covermode=atomic", "-coverpkg="+counted,
		"-ldflags=-checklinkname=0", "./testdata/counted")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// judge runs a group's cases and compares what the program prints with the group's bounds. Steps of other threads would be counted
// too, so there is one.
func (g group) judge(t *testing.T, program, name string) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	cmd := exec.CommandContext(ctx, program, name+"="+g.sizes)
	cmd.Env = append(os.Environ(), "GOCOVERDIR="+t.TempDir(), "GOMAXPROCS=1")
	var trouble bytes.Buffer
	cmd.Stderr = &trouble
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Wait() }) // which a failed test has not done
	seen, last := map[string]bool{}, run{}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		now, err := parse(lines.Text())
		if err != nil {
			t.Fatalf("the program printed %q: %v", lines.Text(), err)
		}
		if g.most > 0 && now.steps > g.most { // and the next size may take hours
			t.Fatalf("%s: %.0f steps at size %.0f; there may be %.0f", now.name, now.steps, now.size, g.most)
		}
		if g.growth > 0 && now.name == last.name && now.steps > g.few && now.steps/last.steps > g.growth*now.size/last.size && !slices.Contains(g.exempts, now.name) {
			t.Errorf("%s: %.0f steps at size %.0f, %.0f at size %.0f", now.name, last.steps, last.size, now.steps, now.size)
		}
		seen[now.name], last = true, now
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, trouble.String())
	}
	if len(seen) < g.cases {
		t.Errorf("%d cases were run, want %d at least", len(seen), g.cases)
	}
	for _, name := range g.exempts {
		if !seen[name] {
			t.Errorf("there is no case %s", name)
		}
	}
}

// run is one line that the program printed.
type run struct {
	name        string
	size, steps float64
}

func parse(line string) (r run, err error) {
	column := strings.Split(line, "\t")
	if len(column) != 3 {
		return r, errors.New("it has not three columns")
	}
	r.name = column[0]
	if r.size, err = strconv.ParseFloat(column[1], 64); err == nil {
		r.steps, err = strconv.ParseFloat(column[2], 64)
	}
	if err == nil && r.steps == 0 {
		err = errors.New("nothing was counted")
	}
	return r, err
}

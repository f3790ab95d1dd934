package check

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Growth that the sweep allows: four times the text may take six times the steps, and what takes few steps is no matter.
const (
	sweptSmall, sweptLarge = "2048", "8192"
	mostGrowth             = 6
	fewSteps               = 2_000_000
)

// boundedElsewhere are the places and fragments at which goldmark searches a line or a paragraph from each mark on. Package
// claim adds up what that would cost and hands it no note that costs much; TestTangledNotes shows it.
var boundedElsewhere = map[string][]string{
	"links":           {"<!--", "<a ", "<!-- kbgate-ignore ", "<b>", "</b>", "<"},
	"note":            {"[a](", "[a]: b\n", "](", "*_", "a*b_"},
	"lines of a note": {"*_", "[^1]", "[[a]] ", "[a](", "](", "]", "]]", "a*b_", "[a]: b\n"},
}

// Whatever a note repeats, and wherever, judging it takes steps that grow with its size. Steps are blocks of code, counted by
// the coverage counters of a program that judges such notes, so neither a clock nor the machine's load decides. KBGATE_SWEEP
// names other sizes than the usual two.
func TestStepsGrowLinearly(t *testing.T) {
	if testing.Short() {
		t.Skip("judges thousands of notes in a program that counts its steps")
	}
	sizes := []string{sweptSmall, sweptLarge}
	if named := os.Getenv("KBGATE_SWEEP"); named != "" {
		sizes = strings.Fields(named)
	}
	program := filepath.Join(t.TempDir(), "sweep")
	build := exec.Command("go", "build", "-o", program, "-cover", "-covermode=atomic",
		"-coverpkg=github.com/kbgate/kbgate/internal/...,github.com/yuin/goldmark/...,gopkg.in/yaml.v3", "./testdata/sweep")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := exec.Command(program, sizes...)
	run.Env = append(os.Environ(), "GOCOVERDIR="+t.TempDir(), "GOMAXPROCS=1")
	var trouble bytes.Buffer
	run.Stderr = &trouble
	out, err := run.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, trouble.String())
	}
	if n := judgeSweep(t, out); n < 1000 {
		t.Errorf("%d cases were swept", n)
	}
}

// judgeSweep holds what the program printed against the growth that is allowed, and counts the cases.
func judgeSweep(t *testing.T, out []byte) (cases int) {
	type taken struct{ size, steps float64 }
	var before taken
	last := ""
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		column := strings.Split(lines.Text(), "\t")
		fragment, err := strconv.Unquote(column[1])
		if err != nil {
			t.Fatal(err)
		}
		size, _ := strconv.ParseFloat(column[2], 64)
		steps, _ := strconv.ParseFloat(column[3], 64)
		name := column[0] + " " + column[1]
		if name == last {
			cases++
			if growth := steps / before.steps; steps > fewSteps && growth > mostGrowth/4.0*size/before.size && !isBounded(column[0], fragment) {
				t.Errorf("%s: %.0f steps for %.0f bytes, %.0f for %.0f", name, before.steps, before.size, steps, size)
			}
		}
		before, last = taken{size, steps}, name
	}
	return cases
}

func isBounded(place, fragment string) bool {
	for _, f := range boundedElsewhere[place] {
		if f == fragment {
			return true
		}
	}
	return false
}

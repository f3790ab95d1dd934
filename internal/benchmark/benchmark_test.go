package benchmark

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/finding"
)

var keep = flag.String("kb", "", "keep the made-up knowledge bases in this `folder` and use those that are there")

// BenchmarkWholeCheck times a whole check of which nothing is known beside reading the same files: `git ls-files -z | xargs
// -0 cat`, both as processes, in turn. The target (contracts.md#targets) is a ratio of at most 3 and less than 600 MB
// at 100 thousand claims:
//
//	go test ./internal/benchmark -run '^$' -bench WholeCheck -benchtime 5x
func BenchmarkWholeCheck(b *testing.B) {
	program := build(b)
	for _, claims := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(claims), func(b *testing.B) {
			timeWholeCheck(b, program, base(b, claims))
		})
	}
}

// timeWholeCheck reports how long a check takes of which nothing is known, and the ratio to reading the same files.
func timeWholeCheck(b *testing.B, program, dir string) {
	b.Helper()
	var ratios, cats, checks []float64
	peak := 0.0
	run(b, exec.Command("sh", "-c", "git ls-files -z | xargs -0 cat >/dev/null"), dir)
	for b.Loop() {
		cat, _ := run(b, exec.Command("sh", "-c", "git ls-files -z | xargs -0 cat >/dev/null"), dir)
		forget(b, dir)
		check, memory := run(b, exec.Command(program, "check", "--format", "json", "--output", os.DevNull), dir)
		ratios, cats, checks = append(ratios, check/cat), append(cats, cat), append(checks, check)
		peak = max(peak, memory)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(median(cats), "cat-s")
	b.ReportMetric(median(checks), "check-s")
	b.ReportMetric(median(ratios), "ratio")
	b.ReportMetric(peak, "peak-MB")
}

// BenchmarkUnchangedCheck times a whole check of a base in which nothing has changed since the last one, likewise. The
// target is a ratio of at most 0.5.
func BenchmarkUnchangedCheck(b *testing.B) {
	program := build(b)
	for _, claims := range []int{10_000, 100_000} {
		b.Run(fmt.Sprint(claims), func(b *testing.B) {
			dir := base(b, claims)
			age(b, dir)
			check := func() (float64, float64) {
				return run(b, exec.Command(program, "check", "--format", "json", "--output", os.DevNull), dir)
			}
			forget(b, dir)
			check()
			var ratios, checks []float64
			peak := 0.0
			for b.Loop() {
				cat, _ := run(b, exec.Command("sh", "-c", "git ls-files -z | xargs -0 cat >/dev/null"), dir)
				seconds, memory := check()
				ratios, checks, peak = append(ratios, seconds/cat), append(checks, seconds), max(peak, memory)
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(median(checks), "check-s")
			b.ReportMetric(median(ratios), "ratio")
			b.ReportMetric(peak, "peak-MB")
		})
	}
}

// BenchmarkStagedCheck times the check of ten staged claims beside what git needs to say what is staged and what the index
// holds: `git diff --cached --name-only` and `git ls-files -s`. The target is a ratio of at most 1 at 100 thousand
// claims where the base is known; without that (cold) it has to be read.
func BenchmarkStagedCheck(b *testing.B) {
	program := build(b)
	for _, claims := range []int{10_000, 100_000} {
		for _, known := range []bool{true, false} {
			b.Run(fmt.Sprintf("%d/known=%t", claims, known), func(b *testing.B) {
				dir := base(b, claims)
				stage(b, dir, 10)
				check := func() (float64, float64) {
					return run(b, exec.Command(program, "check", "--staged", "--format", "json", "--output", os.DevNull), dir)
				}
				forget(b, dir)
				check()
				check() // the second one writes the indexes that only it has needed
				var ratios, checks, gits []float64
				peak := 0.0
				for b.Loop() {
					if !known {
						forget(b, dir)
					}
					diff, _ := run(b, exec.Command("git", "diff", "--cached", "--name-only"), dir)
					list, _ := run(b, exec.Command("git", "ls-files", "-s"), dir)
					seconds, memory := check()
					ratios, checks, gits = append(ratios, seconds/(diff+list)), append(checks, seconds), append(gits, diff+list)
					peak = max(peak, memory)
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(median(gits), "git-s")
				b.ReportMetric(median(checks), "check-s")
				b.ReportMetric(median(ratios), "ratio")
				b.ReportMetric(peak, "peak-MB")
			})
		}
	}
}

// forget deletes what is known of a base.
func forget(b *testing.B, dir string) {
	b.Helper()
	if err := os.RemoveAll(filepath.Join(dir, ".git", "kbgate")); err != nil {
		b.Fatal(err)
	}
}

// age makes a base as old as one that people work in: files that were written a moment ago are read again.
func age(b *testing.B, dir string) {
	b.Helper()
	old := time.Now().Add(-time.Hour)
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			err = os.Chtimes(name, old, old)
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	run(b, exec.Command("git", "status", "--short"), dir) // git learns the new times
}

// stage changes claims, adds them to the index, and lets the index go back when the benchmark is over.
func stage(b *testing.B, dir string, claims int) {
	b.Helper()
	cmd := exec.Command("git", "ls-files", "-z", "domains")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		b.Fatal(err)
	}
	names := strings.Split(string(out), "\x00")
	for i := range claims {
		name := filepath.Join(dir, names[i*len(names)/(claims+1)])
		text, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(name, append(text, "\nOne line more.\n"...), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	run(b, exec.Command("git", "add", "-A"), dir)
	b.Cleanup(func() { run(b, exec.Command("git", "reset", "-q", "--hard"), dir) })
}

// The base on which the benchmark runs has to be one on which every gate fires.
func TestEveryGateFiresOnTheMadeUpBase(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: makes a knowledge base with everything that gates find")
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := base(t, 3000)
	cmd := exec.Command(build(t), "check", "--format", "json")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() != 1 {
		t.Fatal(err)
	}
	var doc finding.Document
	if err := json.Unmarshal(out, &doc); err != nil {
		t.Fatal(err)
	}
	fired := map[string]int{}
	for _, f := range doc.Findings {
		fired[f.Gate]++
	}
	t.Logf("%d claims: %v", doc.Checked.Claims, fired)
	for _, id := range []string{"frontmatter_schema", "date_errors", "title_too_few_words", "title_not_proposition", "title_overclaims", "scope_error",
		"confidence_miscalibration", "body_too_thin", "factual_discrepancy", "near_duplicate", "opsec_internal_deal_terms", "broken_wiki_links", "hidden_characters"} {
		if fired[id] == 0 {
			t.Errorf("%s finds nothing", id)
		}
		if fired[id] > doc.Checked.Claims/5 {
			t.Errorf("%s fires %d times: the base is no longer one that people would accept", id, fired[id])
		}
	}
}

// build compiles the program as users have it.
func build(tb testing.TB) string {
	tb.Helper()
	program := filepath.Join(tb.TempDir(), "kbgate")
	cmd := exec.Command("go", "build", "-o", program, "github.com/kbgate/kbgate/cmd/kbgate")
	if out, err := cmd.CombinedOutput(); err != nil {
		tb.Fatalf("building kbgate: %v\n%s", err, out)
	}
	return program
}

// base makes a committed knowledge base of that many claims.
func base(tb testing.TB, claims int) string {
	tb.Helper()
	dir := tb.TempDir()
	if *keep != "" {
		dir = filepath.Join(*keep, fmt.Sprint(claims))
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			tb.Fatal(err)
		}
	}
	if err := Generate(dir, Shape{Claims: claims, Seed: 1}); err != nil {
		tb.Fatal(err)
	}
	commit(tb, dir)
	return dir
}

// commit makes a folder a repository with one commit of all there is.
func commit(tb testing.TB, dir string) {
	tb.Helper()
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"},
		{"-c", "user.name=b", "-c", "user.email=b@example.org", "-c", "gc.auto=0", "commit", "-q", "-m", "base"}} {
		run(tb, exec.Command("git", args...), dir)
	}
}

// run runs a command and gives its time in seconds and its largest resident memory in MB. Findings are no failure.
func run(tb testing.TB, cmd *exec.Cmd, dir string) (seconds, memory float64) {
	tb.Helper()
	cmd.Dir = dir
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	start := time.Now()
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 {
		tb.Fatalf("%s: %v\n%s", cmd, err, complaint.Bytes())
	}
	return time.Since(start).Seconds(), peak(cmd.ProcessState)
}

func median(values []float64) float64 {
	values = slices.Sorted(slices.Values(values))
	return values[len(values)/2]
}

package score

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

type pair struct {
	ID, Lang, Better, Worse, Why string
	LongerWorse                  bool `json:"longer_worse"`
}

func readPairs(t testing.TB, pattern string) (all []pair) {
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no pairs: %v", pattern, err)
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var p pair
			if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			all = append(all, p)
		}
	}
	return all
}

// TestPairs measures on the labelled pairs of a folder; what is rated alike counts as wrong.
func TestPairs(t *testing.T) {
	folder := os.Getenv("KBGATE_PROMPTS")
	if folder == "" {
		t.Skip("KBGATE_PROMPTS names no folder with labelled pairs")
	}
	right, all := map[string]int{}, map[string]int{}
	for _, p := range readPairs(t, filepath.Join(folder, "*.jsonl")) {
		better, worse := Of(p.Better), Of(p.Worse)
		is := better.exact > worse.exact
		groups := []string{"all", p.Lang}
		if p.LongerWorse {
			groups = append(groups, "longer is worse")
		}
		for _, g := range groups {
			all[g]++
			if is {
				right[g]++
			}
		}
		if !is && os.Getenv("KBGATE_PROMPTS_MISSES") != "" {
			t.Logf("%s %.2f beside %.2f (%s)\n  better: %s\n    %v\n  worse: %s\n    %v", p.ID, better.exact, worse.exact, p.Why, p.Better, better.Parts, p.Worse, worse.Parts)
		}
	}
	for g, n := range all {
		t.Logf("%s: %d of %d right, %.3f", g, right[g], n, float64(right[g])/float64(n))
	}
}

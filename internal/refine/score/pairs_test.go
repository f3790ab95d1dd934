package score

import (
	"bufio"
	"encoding/json"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/refine/mark"
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

// The pairs of other authors: the half of which the CRC-32 of the id is even tuned the rubric, the other half measures it.
func TestLabelledPairs(t *testing.T) {
	right, n := 0, 0
	for _, p := range readPairs(t, "testdata/labelled/*.jsonl") {
		if crc32.ChecksumIEEE([]byte(p.ID))%2 == 0 {
			continue
		}
		if n++; Of(p.Better).exact > Of(p.Worse).exact {
			right++
		}
	}
	t.Logf("%d of %d right, %.3f", right, n, float64(right)/float64(n))
	if right*100 < n*85 {
		t.Errorf("%d of %d right, below 0.85", right, n)
	}
}

// The own pairs, and prompts that a loop pads: of a prompt with blocks that say nothing, or say the same twice, the shorter is better or as
// good.
func TestOwnPairs(t *testing.T) {
	pairs := readPairs(t, "testdata/pairs.jsonl")
	wrong := 0
	for _, p := range pairs {
		if better, worse := Of(p.Better), Of(p.Worse); better.exact <= worse.exact {
			wrong++
			t.Logf("%s: %.2f beside %.2f\n%v\n%v", p.ID, better.exact, worse.exact, better.Parts, worse.Parts)
		}
	}
	if wrong*100 > 15*len(pairs) {
		t.Errorf("%d of %d pairs are wrong", wrong, len(pairs))
	}
	for _, p := range pairs {
		padded := p.Worse
		for _, s := range []string{"Approach this step by step, validating each change", "Include validation that confirms the fix works"} {
			padded = mark.Add(padded, s)
		}
		if was, is := Of(p.Worse), Of(padded); is.exact > was.exact {
			t.Errorf("%s: %.2f, and padded %.2f", p.ID, was.exact, is.exact)
		}
		if better, padded := Of(p.Better), Of(padded); better.exact <= Of(p.Worse).exact != (better.exact <= padded.exact) {
			t.Errorf("%s: the padded prompt is ranked otherwise", p.ID)
		}
	}
}

// Each part by itself: a sentence that brings it raises that part.
func TestParts(t *testing.T) {
	const base = "Write a report."
	for part, more := range map[string]string{
		"goal":              "Write a report on the sales of tea in Lisbon.",
		"context":           base + " It is for the board of Acme, version 2.3 of report.md.",
		"constraints":       base + " It must not name any customer of ours.",
		"expected_behavior": base + " The result shows one table with three columns.",
		"examples":          base + " For example, row 1 is `tea, 3`.",
		"verification":      base + " Check that the totals add up.",
	} {
		was, is := Of(base), Of(more)
		for i := range rubric {
			if rubric[i].name == part && is.Parts[i].Points <= was.Parts[i].Points {
				t.Errorf("%s: %v, then %v", part, was.Parts[i], is.Parts[i])
			}
		}
	}
	if was, is := Of(base), Of(base+" Please make it as great as possible. Thank you very much!"); is.Parts[6].Points >= was.Parts[6].Points {
		t.Errorf("focus: %v, then %v", was.Parts[6], is.Parts[6])
	}
	if Of("").Total != 0 {
		t.Errorf("nothing has %v", Of(""))
	}
}

func FuzzOf(f *testing.F) {
	f.Add("Write a report.\n```\nx\n```\n- a; b")
	f.Fuzz(func(t *testing.T, text string) {
		s := Of(text)
		sum := 0.0
		for _, p := range s.Parts {
			if p.Points < 0 || p.Points > p.Of {
				t.Errorf("%+v", p)
			}
			sum += p.Of
		}
		if s.Total < 0 || s.Total > 10 || sum != 10 {
			t.Errorf("%+v of %v", s, sum)
		}
	})
}

func BenchmarkLongest(b *testing.B) {
	text := strings.Repeat("Write a report on sales in Lisbon; it must not name Acme. ", 1<<20/58)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Of(text)
	}
}

package refine

import (
	"encoding/json"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/refine/mark"
	"github.com/kbgate/kbgate/internal/refine/score"
	"github.com/kbgate/kbgate/internal/refine/signal"
)

const trace = "Traceback (most recent call last):\n  File \"/app/parse.py\", line 9, in main\nKeyError: 'date'"

func run(prompt, feedback string, order Order, most int) Result {
	return Refine(prompt, []byte(feedback), signal.Detect([]byte(feedback)), order, most)
}

func actionsOf(r Result) (names []string) {
	for _, it := range r.Iterations {
		names = append(names, it.Action)
	}
	return names
}

// The table is that of the user's document: twelve actions, three for each type, no brace but of one slot.
func TestActions(t *testing.T) {
	if len(Actions) != 12 {
		t.Errorf("%d actions", len(Actions))
	}
	for _, typ := range signal.Types {
		list := ActionsOf(typ)
		for i, a := range list {
			if len(list) != 3 || a.Priority != i+1 || strings.Count(a.Template, "{") > 1 || (a.slot == nil) != !strings.Contains(a.Template, "{") {
				t.Errorf("%s: %+v", typ, a)
			}
		}
	}
}

func TestRefine(t *testing.T) {
	const poor = "Fix the parser."
	for _, test := range []struct {
		name, feedback string
		order          Order
		most           int
		actions        []string
		stop           Stop
	}{
		{"three iterations", trace, nil, 3, []string{"add_context", "add_constraint", "request_approach"}, StopLimit},
		{"the limit", trace, nil, 1, []string{"add_context"}, StopLimit},
		{"off", trace, nil, 0, nil, StopOff},
		{"no signal", "Looks good.", nil, 3, nil, StopNoSignal},
		{"nothing fills a slot", "Wrong, try again.", nil, 3, nil, StopNoAction},
		{"the next type follows", "Wrong, I meant the date parser.\n\n" + trace, nil, 10, []string{"add_context", "add_constraint", "request_approach", "request_clarification"}, StopNoAction},
		{"another order", trace, Order{signal.RuntimeError: {"request_approach", "no_such"}}, 2, []string{"request_approach", "add_context"}, StopLimit},
	} {
		r := run(poor, test.feedback, test.order, test.most)
		if got := actionsOf(r); !slices.Equal(got, test.actions) || r.Stop != test.stop {
			t.Errorf("%s: %v, %s; want %v, %s", test.name, got, r.Stop, test.actions, test.stop)
		}
		if !strings.HasPrefix(r.Prompt, poor) || strings.Contains(r.Prompt, "{") || !r.Refined() && r.Prompt != poor {
			t.Errorf("%s: %q", test.name, r.Prompt)
		}
		if again := run(r.Prompt, test.feedback, test.order, test.most); again.Prompt != r.Prompt {
			t.Errorf("%s: twice adds %q", test.name, again.Prompt)
		}
	}
}

// Nothing that feedback says leaves its line, and the prompt's own words stay.
func FuzzRefine(f *testing.F) {
	f.Add("Fix it", trace)
	f.Add("a\n[/kbgate]", "Wrong, I meant [/kbgate]\n[kbgate: x\n- y")
	f.Add("Fix parse_dates() in parse.py: it raises KeyError when a row of orders.csv has no date, since version 2.3.\n- Return None for such a row, and keep the order of the 14 columns.\n"+
		"- Do not change the signature, and add no dependency; at most 20 lines change.\n- Expected: `parse_dates({})` returns `{}`. For example, row 7 gives None.\n- Verify it with `pytest`: all 31 tests must pass.\r\n", trace)
	f.Fuzz(func(t *testing.T, prompt, feedback string) {
		r := run(prompt, feedback, nil, 10)
		if !r.Refined() {
			if r.Prompt != prompt {
				t.Errorf("%q became %q", prompt, r.Prompt)
			}
			return
		}
		was, is := mark.Split(prompt), mark.Split(r.Prompt)
		if own := is.Own(); strings.TrimRight(own, "\r\n") != strings.TrimRight(was.Own(), "\r\n") && !strings.HasPrefix(own, was.Before) {
			t.Errorf("the prompt's words %q became %q", was.Own(), own)
		}
		for _, s := range is.Sentences[len(was.Sentences):] {
			if rest := s; strings.ContainsAny(rest, "\r\n") || strings.Contains(rest, mark.End) && !strings.Contains(rest, "`“") {
				t.Errorf("%q stands in the block", s)
			}
		}
		if again := run(r.Prompt, feedback, nil, 10); again.Prompt != r.Prompt {
			t.Errorf("twice: %q, then %q", r.Prompt, again.Prompt)
		}
	})
}

// A prompt that refine padded stays below the better one of its pair: the feedback of these says that something failed, and nothing of what.
func TestPadded(t *testing.T) {
	files, err := filepath.Glob("score/testdata/labelled/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no pairs: %v", err)
	}
	right, n := 0, 0
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			var p struct{ ID, Better, Worse string }
			if err := json.Unmarshal([]byte(line), &p); err != nil {
				t.Fatal(err)
			}
			if crc32.ChecksumIEEE([]byte(p.ID))%2 == 0 {
				continue
			}
			padded := run(p.Worse, "exit status 1\nFAIL", nil, MostIterations)
			if !padded.Refined() {
				t.Errorf("%s: nothing was added", p.ID)
			}
			if n++; score.Of(p.Better).Total > score.Of(padded.Prompt).Total {
				right++
			}
		}
	}
	t.Logf("%d of %d right, %.3f", right, n, float64(right)/float64(n))
	if right*100 < n*85 {
		t.Errorf("%d of %d right, below 0.85", right, n)
	}
}

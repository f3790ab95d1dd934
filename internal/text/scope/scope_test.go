package scope_test

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/text/scope"
)

// titles are written for this test: a label, a tab, a title.
//
//go:embed testdata/titles.txt
var titles string

// TestTitles keeps the judgement from getting worse: of universals nine in ten are found, of truisms six in
// seven, and of sound titles, many of them as terse as the truisms, one in twenty may be blamed.
func TestTitles(t *testing.T) {
	all, wrong := map[string]int{}, map[string]int{}
	for line := range strings.Lines(titles) {
		label, title, _ := strings.Cut(strings.TrimSpace(line), "\t")
		all[label]++
		if f, blamed := scope.Judge(scope.Title{Text: title}); blamed == (label == "sound") {
			wrong[label]++
			t.Logf("%s: %q, blamed: %q", label, title, title[f.Start:f.End])
		}
	}
	for label, share := range map[string]int{"unscoped": 10, "vague": 7, "sound": 20} {
		if all[label] == 0 || wrong[label]*share > all[label] {
			t.Errorf("%d of %d %s titles are judged wrongly", wrong[label], all[label], label)
		}
	}
}

// TestScopes shows what bounds a universal.
func TestScopes(t *testing.T) {
	for _, c := range []struct {
		name  string
		title scope.Title
		sound bool
	}{
		{"nothing", scope.Title{Text: "every bank fails"}, false},
		{"period", scope.Title{Text: "every bank in the valley failed between 1930 and 1933"}, true},
		{"place", scope.Title{Text: "every bank in Sweden fails its stress test"}, true},
		{"examples are no place", scope.Title{Text: "every bank fails, from Lehman to Barings"}, false},
		{"population in the description", scope.Title{Text: "every bank fails", Description: "Covers the nine banks of the 2019 sample"}, true},
		{"numbers in the description as evidence", scope.Title{Text: "every bank fails", Description: "1929, 1987 and 2008 show the pattern"}, false},
		{"the scope told by the description", scope.Title{Text: "all boilers rusted", Description: "The boilers are the six of the Calder mill"}, true},
		{"a limit in the description", scope.Title{Text: "all boilers rust", Description: "Limited to the six of one mill"}, true},
		{"a place as wide as the world", scope.Title{Text: "every bank on earth fails"}, false},
		{"a restriction without anything definite", scope.Title{Text: "every bank that lends on land is reckless"}, false},
		{"a definite restriction", scope.Title{Text: "every bank on the list was sold"}, true},
		{"a reason that claims as much", scope.Title{Text: "branches close because nobody ever visits them"}, false},
		{"condition", scope.Title{Text: "retries always amplify load when the server is saturated"}, true},
		{"exact domain", scope.Title{Text: "every compact space is locally compact", Domain: "topology"}, true},
		{"any other domain", scope.Title{Text: "every compact space is locally compact", Domain: "architecture"}, false},
		{"negation", scope.Title{Text: "not every bank fails"}, true},
		{"near universal", scope.Title{Text: "nearly every bank fails"}, true},
		{"somebody else's claim", scope.Title{Text: "Minsky argued that every boom breeds its own bust"}, true},
		{"a reason", scope.Title{Text: "prices drift upward because every seller waits for the other"}, true},
		{"a name", scope.Title{Text: "the film Always Near lost money at the box office"}, true},
		{"a mention", scope.Title{Text: "the word “always” in a contract shifts the burden of proof"}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if f, blamed := scope.Judge(c.title); blamed == c.sound {
				t.Errorf("%q: blamed %v for %q", c.title.Text, blamed, c.title.Text[f.Start:f.End])
			}
		})
	}
}

// TestNews shows what makes a predicate more than empty words.
func TestNews(t *testing.T) {
	for _, c := range []struct {
		name, title string
		vague       bool
	}{
		{"appraisal", "the role of lenders in fisheries is an interesting one", true},
		{"shell noun", "dredging has a bearing on harbour towns", true},
		{"reason without news", "dredging matters because it matters to people", true},
		{"reason with news", "dredging matters because silt blocks the lock gates", false},
		{"comparison", "dredging matters less than tides do", false},
		{"what the subject is does not matter", "the Hull dredging contract of 1911 was an event of some importance", true},
		{"deed", "dredging frees mercury from harbour mud", false},
		{"identity", "the bottleneck of the harbour is the lock at its seaward end", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if f, blamed := scope.Judge(scope.Title{Text: c.title}); blamed != c.vague {
				t.Errorf("%q: blamed %v for %q", c.title, blamed, c.title[f.Start:f.End])
			}
		})
	}
}

func FuzzJudge(f *testing.F) {
	f.Add("every tree is bipartite", "")
	f.Add("“always” – on, never\xff", "in 41 trials")
	f.Fuzz(func(t *testing.T, title, description string) {
		fault, ok := scope.Judge(scope.Title{Text: title, Description: description})
		if ok && (fault.Start >= fault.End || fault.End > len(title)) {
			t.Errorf("the words at fault are %d to %d of %d bytes", fault.Start, fault.End, len(title))
		}
	})
}

func BenchmarkJudge(b *testing.B) {
	for _, c := range []struct{ name, title string }{
		{"plain", "parrotfish grazing keeps Caribbean reefs clear of algae because juveniles need bare rock to settle"},
		{"universal", "every engine that runs on ammonia slips nitrous oxide because combustion is never complete at low load"},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				scope.Judge(scope.Title{Text: c.title, Description: "Measured on two engines"})
			}
		})
	}
}

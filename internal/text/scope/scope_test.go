package scope_test

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/lang/clause/english"
	"github.com/kbgate/kbgate/internal/text/scope"
)

// titles are written for this test: a label, a tab, a title.
//
//go:embed testdata/titles.txt
var titles string

// TestTitles keeps the judgement from getting worse on titles that its weights were fitted to: of universals nineteen in
// twenty are found, of truisms nine in ten, and of sound titles, many of them as terse as the truisms, one in twenty may
// be blamed.
func TestTitles(t *testing.T) {
	all, wrong := map[string]int{}, map[string]int{}
	for line := range strings.Lines(titles) {
		label, title, _ := strings.Cut(strings.TrimSpace(line), "\t")
		all[label]++
		if f, blamed := scope.Judge(scope.Title{Text: title}, findVerb); blamed == (label == "sound") {
			wrong[label]++
			t.Logf("%s: %q, blamed: %q", label, title, title[f.Start:f.End])
		}
	}
	for label, share := range map[string]int{"unscoped": 20, "vague": 10, "sound": 20} {
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
		{"an open restriction", scope.Title{Text: "any ferry above a certain length rolls in a following sea"}, false},
		{"no exceptions", scope.Title{Text: "orchards go wild when their owners leave, without exception"}, false},
		{"whatever the kind", scope.Title{Text: "whatever the crop, the smallholder sells too early"}, false},
		{"in every place", scope.Title{Text: "bakers in all countries underpay their apprentices"}, false},
		{"a sole cause", scope.Title{Text: "dialects die for but one reason"}, false},
		{"so far none", scope.Title{Text: "no wind farm off the coast has repaid its subsidy"}, true},
		{"none ever", scope.Title{Text: "no referee has ever been thanked"}, false},
		{"in a relative clause", scope.Title{Text: "canteens feed inspectors who never pay"}, true},
		{"under no circumstances", scope.Title{Text: "octopuses cannot under any circumstances be kept in pairs"}, false},
		{"evidence in the description", scope.Title{Text: "every bank fails", Description: "From branch closures in Ohio"}, false},
		{"reported critics", scope.Title{Text: "reviewers who say sequels always disappoint forget their own scores"}, true},
		{"a mention", scope.Title{Text: "the word “always” in a contract shifts the burden of proof"}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if f, blamed := scope.Judge(c.title, findVerb); blamed == c.sound {
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
		{"a long topic", "tidal mills had a profound effect on the parishes along the Medway", true},
		{"a concrete subject", "the 1890 lighthouse at Skerryvore played a part in the safety of shipping", true},
		{"its own share", "kelp farming has its own share of problems", true},
		{"good and bad", "kelp farming brings both opportunities and risks for crofters", true},
		{"whether or not", "context is key to reading tide tables, whether they are printed or not", true},
		{"order in time", "weavers organised before they struck", false},
		{"direction", "kelp farming lowers the swell behind it", false},
		{"comparison of a bare appraisal", "ferries matter more than bridges do where rivers freeze", false},
		{"deed", "dredging frees mercury from harbour mud", false},
		{"identity", "the bottleneck of the harbour is the lock at its seaward end", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if f, blamed := scope.Judge(scope.Title{Text: c.title}, findVerb); blamed != c.vague {
				t.Errorf("%q: blamed %v for %q", c.title, blamed, c.title[f.Start:f.End])
			}
		})
	}
}

func FuzzJudge(f *testing.F) {
	f.Add("every tree is bipartite", "")
	f.Add("“always” – on, never\xff", "in 41 trials")
	f.Fuzz(func(t *testing.T, title, description string) {
		fault, ok := scope.Judge(scope.Title{Text: title, Description: description}, findVerb)
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
				scope.Judge(scope.Title{Text: c.title, Description: "Measured on two engines"}, findVerb)
			}
		})
	}
}

func findVerb(title string) (string, bool) {
	verb, _ := english.Find(title)
	return verb, verb != ""
}

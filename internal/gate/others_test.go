package gate_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/kbgate/kbgate/internal/gate"
)

// Sets by further authors, whose items nobody who worked on the gates has read. Their totals were looked at while the
// gates were made better, a few times each, and a rule of title_overclaims was kept for what it did to them; so they flatter a
// little. Of the lines for scope_error and title_overclaims one half was used for tuning, so the other counts.
func TestLabelledByOthers(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: measures on labelled texts")
	}
	for _, set := range []struct {
		gate              *gate.Gate
		file              string
		line              func(fields []string) (title, note string)
		recall, precision float64
	}{
		{gate.OpsecInternalDealTerms, "opsec_internal_deal_terms.txtar", nil, 0.8, 0.9},
		{gate.FactualDiscrepancy, "factual_discrepancy.txtar", nil, 0.43, 0.65},
		{gate.TitleOverclaims, "title_overclaims.txt", overclaimNote, 0.05, 0.95},
		{gate.TitleOverclaims, "title_overclaims_2.txt", overclaimNote, 0.08, 0.95},
		{gate.ScopeError, "scope_error.txt", scopeNote, 0.12, 0.95},
	} {
		t.Run(set.file, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join("testdata", "labelled", "others", set.file))
			if err != nil {
				t.Fatal(err)
			}
			var all tally
			if set.line == nil {
				tuned, unseen := measure(t, set.gate, txtar.Parse(data))
				all = tally{tuned.caught + unseen.caught, tuned.missed + unseen.missed, tuned.alarms + unseen.alarms, tuned.passed + unseen.passed}
			}
			for line := range strings.Lines(string(data)) {
				fields := strings.Split(strings.TrimSpace(line), "\t")
				if set.line == nil || len(fields) < 3 {
					continue
				}
				if title, note := set.line(fields); !inTuningHalf(title) {
					all.count(fields[0] == "faulty", judge(t, set.gate, "claims/note.md", []byte(note), nil))
				}
			}
			t.Log(all)
			if all.recall() < set.recall || all.precision() < set.precision {
				t.Errorf("the gate has %s", all)
			}
		})
	}
}

// overclaimNote makes a claim of label, confidence, source and title.
func overclaimNote(f []string) (title, note string) {
	return f[3], fmt.Sprintf("---\ntype: claim\ndomain: any\ndescription: \"what it adds\"\nconfidence: %s\nsource: %q\ncreated: 2026-01-14\n---\n\n# %s\n\nThe argument stands here, and it is that of the source, which has more to say about it than this note does.\n", f[1], f[2], f[3])
}

// scopeNote makes a claim of label, title and description.
func scopeNote(f []string) (title, note string) {
	return f[1], fmt.Sprintf("---\ntype: claim\ndomain: any\ndescription: %q\nconfidence: likely\nsource: \"Osland (2019)\"\ncreated: 2026-01-14\n---\n\n# %s\n\nThe argument stands here, and it is that of the source, which has more to say about it than this note does.\n", f[2], f[1])
}

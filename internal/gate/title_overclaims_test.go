package gate_test

import (
	"context"
	"testing"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/gate"
)

func TestOverclaims(t *testing.T) {
	const certain, strong = "tides inevitably slow the moon that is behind them", "a tide gauge proves that the moon is heavy"
	const promise = "a tide gauge of the firm tells the weight of the moon"
	for _, c := range []struct {
		name, title, confidence, source string
		want                            string // "" where nothing is to be found, else the severity
	}{
		{"total certainty, experimental", certain, "experimental", "Ahn (2010); Bell (2012)", "blocking"},
		{"total certainty, speculative", certain, "speculative", "Ahn (2010)", "blocking"},
		{"total certainty, likely", certain, "likely", "Ahn (2010); Bell (2012)", ""},
		{"in Portuguese", "a maré é sem sombra de dúvida a causa do atraso da lua", "experimental", "Ahn (2010)", "blocking"},
		{"strong, experimental", strong, "experimental", "Ahn (2010)", "warning"},
		{"strong, likely", strong, "likely", "Ahn (2010)", ""},
		{"hedged", "tides suggest that the moon is heavy", "speculative", "Ahn (2010)", ""},
		{"unknown level", certain, "certain", "Ahn (2010)", ""},
		{"the promoter's own word", promise, "experimental", "Tidal Ltd, pitch deck (2025)", "warning"},
		{"the promoter's own word, reported", "Tidal Ltd says that its gauge tells the weight of the moon", "experimental", "Tidal Ltd, pitch deck (2025)", ""},
		{"own word beside a measurement", promise, "experimental", "Tidal Ltd, pitch deck (2025); Ahn (2010)", ""},
		{"all of a kind on a report about one", "harbour walls slow the tides that are behind them", "experimental", "Annual report of the Halden harbour (2024)", "warning"},
		{"a universal, which is for scope_error", "harbour walls always slow the tides that are behind them", "experimental", "Annual report of the Halden harbour (2024)", ""},
	} {
		note := "---\ntype: claim\ndomain: d\ndescription: d\nconfidence: " + c.confidence + "\nsource: \"" + c.source + "\"\ncreated: 2026-01-01\n---\n\n# " + c.title + "\n\n" + body
		result, err := check.Run(context.Background(), check.Request{Files: map[string][]byte{"claims/note.md": []byte(note)}, Paths: []string{"claims/note.md"}, Now: today})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, f := range result.Document.Findings {
			if f.Gate == gate.TitleOverclaims.ID {
				got = f.Severity
			}
		}
		if got != c.want {
			t.Errorf("%s: finding %q, want %q", c.name, got, c.want)
		}
	}
}

// TestSampleTitles measures the gate on claims that people accepted.
func TestSampleTitles(t *testing.T) {
	files, claims := sampleFiles(t)
	fired := findings(t, gate.TitleOverclaims, files)
	for name, message := range fired {
		t.Logf("%s: %s", name, message)
	}
	t.Logf("%d of %d accepted claims fire", len(fired), len(claims))
	if len(fired)*50 > len(claims) {
		t.Errorf("%d of %d accepted claims fire; at most 2 %% may", len(fired), len(claims))
	}
}

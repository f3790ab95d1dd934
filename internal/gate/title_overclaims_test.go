package gate_test

import (
	"testing"

	"github.com/kbgate/kbgate/internal/gate"
)

func TestOverclaims(t *testing.T) {
	around := map[string][]byte{
		"other.md": []byte("---\ntype: note\nsource: \"Berg, Tables (2001)\"\n---\nText.\n"),
	}
	const strong = "tides prove that the moon is heavy"
	const doubtless = "tides put it beyond dispute that the moon is heavy"
	for _, c := range []struct {
		name, title, confidence, source, body string
		want                                  bool
	}{
		{"strong and experimental", strong, "experimental", "Ahn (2010); Bell (2012); Cho (2014)", "Text.", true},
		{"strong and speculative", strong, "speculative", "Ahn (2010); Bell (2012)", "Text.", true},
		{"strong on one source", strong, "likely", "Ahn (2010)", "Text.", true},
		{"strong on one source, proven", strong, "proven", "Ahn (2010)", "Text.", true},
		{"strong on several sources", strong, "likely", "Ahn (2010); Bell (2012)", "Text.", false},
		{"strong, the second source linked", strong, "likely", "Ahn (2010)", "See [[other]].", false},
		{"strong on one source and opinion", strong, "likely", "Ahn (2010); podcast with Bell (2012)", "Text.", true},
		{"strong on two sources and opinion", strong, "likely", "Ahn (2010); Cho (2014); podcast with Bell (2012)", "Text.", false},
		{"what a law says", "a lapse of six years makes recovery impossible", "proven", "Limitation Act 1980", "Text.", false},
		{"what a witness says", "a lapse of six years makes recovery impossible", "proven", "Ahn (2010)", "Text.", true},
		{"what a party says in court", "a lapse of six years makes recovery impossible", "proven", "Complaint, Ahn v. Bell (2010)", "Text.", true},
		{"no doubt left, and only likely", doubtless, "likely", "Ahn (2010); Bell (2012)", "Text.", true},
		{"no doubt left, and proven", doubtless, "proven", "Ahn (2010); Bell (2012); Cho (2014)", "Text.", false},
		{"a file name as title", "tides-prove-that-the-moon-is-heavy", "experimental", "Ahn (2010)", "Text.", true},
		{"hedged", "tides suggest that the moon is heavy", "speculative", "Ahn (2010)", "Text.", false},
		{"unknown level", strong, "certain", "Ahn (2010)", "Text.", false},
	} {
		note := "---\ntype: claim\ndomain: d\ndescription: d\nconfidence: " + c.confidence + "\nsource: \"" + c.source + "\"\ncreated: 2026-01-01\n---\n\n# " + c.title + "\n\n" + c.body + "\n"
		if got := judge(t, gate.TitleOverclaims, "claims/note.md", []byte(note), around); got != c.want {
			t.Errorf("%s: finding %v, want %v", c.name, got, c.want)
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

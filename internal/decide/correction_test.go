package decide

import (
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/gate"
)

// A difference is made of the texts alone, within bounds that are named.
func TestDifference(t *testing.T) {
	c := config.Default(gate.BuiltIn.Specs())
	long := strings.Repeat("a line of some length that was not there before\n", 3000)
	for name, tt := range map[string]struct {
		before, after, want, says string
	}{
		"a line":      {"one\ntwo\n", "one\n2\n", "--- a/n.md\n+++ b/n.md\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n", ""},
		"same":        {"one\n", "one\n", "", "nothing was changed"},
		"long":        {"one\n", long, "\\ Cut here: all that was changed takes ", "64 KiB of"},
		"secret":      {"one\n", "password=hunter2hunter2x9\n", "", "looks like a secret"},
		"no text":     {"one\n", "\xff\n", "", "is no UTF-8 text"},
		"too large":   {"one\n", strings.Repeat("x", maxCompared+1), "", "is larger than 1024 KiB"},
		"no line end": {"one", "two", "\\ No newline at end of file", ""},
	} {
		diff, notice := Difference(c, []Changed{{"n.md", []byte(tt.before), []byte(tt.after)}})
		if !strings.Contains(diff, tt.want) || tt.want == "" && diff != "" || !strings.Contains(notice, tt.says) || tt.says == "" && notice != "" || len(diff) > decision.MaxCorrection {
			t.Errorf("%s: %d bytes, %.200q, %q", name, len(diff), diff, notice)
		}
		if tt.says == "64 KiB of" && !strings.HasSuffix(diff, " bytes.\n") {
			t.Errorf("%s: ends %q", name, diff[len(diff)-80:])
		}
	}
	if diff, _ := Difference(c, []Changed{{"a.md", nil, []byte("new\n")}, {"b.md", []byte("old\n"), nil}}); !strings.Contains(diff, "--- /dev/null\n+++ b/a.md") || !strings.Contains(diff, "--- a/b.md\n+++ /dev/null") {
		t.Error(diff)
	}
	c.Gates[gate.OpsecInternalDealTerms.ID].Values["organisations"] = []string{"Tin Lantern"}
	const terms = "Tin Lantern raised $3 million at a pre-money valuation of $12 million.\n"
	for _, one := range []Changed{{"a.md", []byte(terms), []byte("A firm raised a round.\n")}, {"a.md", nil, []byte(terms)}, {"a.md", []byte("x"), []byte(long)}} {
		if diff, notice := Difference(c, []Changed{one}); diff != "" || notice != withTerms {
			t.Errorf("%.60q to %.60q: %.60q, %q", one.Before, one.After, diff, notice)
		}
	}
}

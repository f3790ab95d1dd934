package yamlerr

import (
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

func TestSplitCountsLinesFromOne(t *testing.T) {
	for _, test := range []struct {
		text, message string
		line          int
	}{
		{"a: b\nc: [d\n", "did not find expected ',' or ']'", 2},
		{"a: b\nc: \"d\n", "found unexpected end of stream", 2},
		{"a: b\nc: d: e\n", "mapping values are not allowed in this context", 2},
		{"a: b\n\tc: d\n", "found a tab character", 2},
		{"a: *b\n", "unknown anchor 'b' referenced", 0},
	} {
		var node yaml.Node
		line, message := Split(yaml.Unmarshal([]byte(test.text), &node))
		if line != test.line || !strings.Contains(message, test.message) {
			t.Errorf("%q: line %d, %q; want %d, %q", test.text, line, message, test.line, test.message)
		}
	}
}

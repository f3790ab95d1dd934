package kb

import (
	"testing"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
)

func TestIsClaim(t *testing.T) {
	rules := config.Default(nil).Claims
	rules.Folders, rules.Exclude = []string{"claims"}, []string{"claims/drafts/**"}
	for _, test := range []struct {
		name, path, header string
		want               bool
	}{
		{"typed", "a.md", "type: claim", true},
		{"typed otherwise", "a.md", "type: map\nconfidence: likely\nsource: x", false},
		{"capitals", "a.md", "Type: Claim", true},
		{"two marks", "a.md", "confidence: likely\nsource: x", true},
		{"one mark", "a.md", "source: x", false},
		{"nothing", "a.md", "title: x", false},
		{"in a folder", "claims/a.md", "title: x", true},
		{"in a folder, typed otherwise", "claims/a.md", "type: map", false},
		{"in a folder, other ending", "claims/a.MD", "title: x", true},
		{"other ending", "a.markdown", "type: claim", true},
		{"excluded", "claims/drafts/a.md", "type: claim", false},
		{"two types", "a.md", "type: note\ntype: claim", true},
		{"a list", "a.md", "type: [claim]", true},
		{"letters of another alphabet", "a.md", "type: \u0441laim", true},
		{"merged", "a.md", "<<: {type: claim}", true},
		{"aliased", "a.md", "x: &a claim\ntype: *a", true},
		{"broken, with a comment", "a.md", "x: a: b\ntype: claim # c", true},
		{"broken, quoted key", "a.md", "x: a: b\n\"type\": claim", true},
		{"broken, only marks", "a.md", "x: a: b\nconfidence: likely\nsource: y", true},
		{"broken, another type", "a.md", "x: a: b\ntype: map", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := claim.Parse(test.path, []byte("---\n"+test.header+"\n---\n"))
			if got := IsClaim(c, &rules); got != test.want {
				t.Errorf("%t, types %q", got, c.Header.Types())
			}
		})
	}
}

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
		{"no note", ".a.md", "type: claim", false},
		{"no note, in a folder of claims", "claims/.h/a.md", "type: claim", false},
		{"no markdown", "claims/a.txt", "type: claim", false},
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

func TestMayHoldClaims(t *testing.T) {
	narrow := &config.Claims{Paths: []string{"domains/**/*.md", "work/*.md", "{a,b}/deep/*.md"}, Folders: []string{"areas/*/claims", "./kb/notes/"}, Exclude: []string{"domains/vendor/**", "work/link"}}
	spanning := &config.Claims{Paths: []string{"{c/d,e}/*.md"}}
	wide := &config.Claims{Paths: []string{"**/*.md"}, Exclude: []string{"vendor/**", "drafts/*.md"}}
	for _, test := range []struct {
		rules  *config.Claims
		folder string
		want   bool
	}{
		{narrow, "domains", true}, {narrow, "domains/coffee", true}, {narrow, "domains/coffee/deep", true}, {narrow, "domains/vendor/x", false},
		{narrow, "work", true}, {narrow, "work/below", false}, {narrow, "work/link", false}, {narrow, "work/a.md", true},
		{narrow, "a", true}, {narrow, "a/deep", true}, {narrow, "a/other", false}, {spanning, "c/d", true},
		{narrow, "areas", true}, {narrow, "areas/x", true}, {narrow, "areas/x/claims", true}, {narrow, "areas/x/claims/y", true}, {narrow, "areas/x/other", false},
		{narrow, "kb", true}, {narrow, "kb/notes/x", true}, {narrow, "kb/other", false}, {narrow, "assets", false}, {narrow, "domains/.obsidian", false},
		{wide, "anything/at/all", true}, {wide, "vendor/theme", false}, {wide, "vendor", false}, {wide, "drafts", true}, {wide, ".theme", false},
	} {
		if got := MayHoldClaims(test.folder, test.rules); got != test.want {
			t.Errorf("%s: %v", test.folder, got)
		}
	}
}

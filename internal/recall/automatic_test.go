package recall

import (
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/learn/brief"
)

// Only listed reviewers lend words, however a name is spelt; the others' rejections keep their category.
func TestAutomatic(t *testing.T) {
	c := config.Default(nil)
	c.Rules.Reviewers, c.Store.Accounts = []string{"Ana"}, []string{"ben"}
	for name, want := range map[string]bool{"Ana": true, "ANA": true, "ben": true, "": false, "Ana ": false, "аna": false, "mallory": false, "\u212aen": false} {
		if got := isListed(c, name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
	rejections := []decision.Summary{{Reviewer: "Ana", Name: "a.md", Reason: "mine", Category: decision.Clarity, Action: "x"},
		{Reviewer: "mallory", Name: "obey", Reason: "obey", Category: decision.Clarity, Action: "obey"}, {Name: "obey", Reason: "obey", Category: decision.OtherReason, Action: "Review: obey"}}
	known := brief.Input{NewestRejections: rejections, Past: &brief.Past{Count: 3, Rejections: rejections},
		Recent: learn.Statistics{TopIssues: []learn.Issue{{Tag: "date_errors"}, {Tag: "obey"}}}}
	got := trusted(c, known)
	if len(got.NewestRejections) != 1 || got.NewestRejections[0].Reason != "mine" || len(got.Recent.TopIssues) != 1 || len(got.Past.Rejections) != 3 {
		t.Errorf("%+v", got)
	}
	for _, r := range got.Past.Rejections[1:] {
		if strings.Contains(r.Name+r.Reason+r.Action, "obey") {
			t.Errorf("%+v", r)
		}
	}
	if known.Past.Rejections[1].Reason != "obey" || known.NewestRejections[1].Reason != "obey" {
		t.Error("what was given is changed")
	}
}

// The digest follows from tree, configuration and agent, and from nothing else; its form is a contract.
func TestBriefDigest(t *testing.T) {
	one := briefDigest("t", "c", "Rio")
	if one != briefDigest("t", "c", "rio") || len(one) != 16 || one == briefDigest("t", "d", "rio") || one == briefDigest("u", "c", "rio") || one == briefDigest("t", "c", "clay") {
		t.Errorf("%s", one)
	}
}

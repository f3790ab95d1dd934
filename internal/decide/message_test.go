package decide

import (
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/decision"
)

func TestMessageOf(t *testing.T) {
	of := func(verdict decision.Verdict, kind decision.ArtifactType, name, path, agent string) *decision.Decision {
		return &decision.Decision{Verdict: verdict, Agent: agent, Reason: "typed", Subject: "typed", Artifact: decision.Artifact{Type: kind, Name: name, Path: path}}
	}
	a := of(decision.Rejected, decision.Claim, "a.md", "claims/a.md", "rio")
	b := of(decision.ApprovedWithChanges, decision.Skill, "b.md", "", decision.Unknown)
	for want, all := range map[string][]*decision.Decision{
		"Record a decision: rejected claims/a.md of rio":                                                                       {a},
		"Record 2 decisions: rejected claims/a.md of rio; approved with changes b.md":                                          {a, b},
		"Record 5 decisions: rejected claims/a.md of rio; approved with changes b.md; rejected claims/a.md of rio; and 2 more": {a, b, a, b, a},
		"Record a decision: rejected something of the type email":                                                              {of(decision.Rejected, decision.Email, "ana@example.org", "", "")},
		"Record a decision: rejected something of the type other of rio":                                                       {of(decision.Rejected, "", "", "", "rio")},
		"Record a decision: rejected x<U+000A><U+000A>Signed-off-by: eve<U+001B>[31m of r<U+202E>io":                           {of(decision.Rejected, decision.OtherType, "x\n\nSigned-off-by: eve\x1b[31m", "", "r\u202eio")},
		"Record a decision: rejected " + strings.Repeat("é", mostNamedText) + "… of rio":                                       {of(decision.Rejected, decision.OtherType, strings.Repeat("é", 500), "", "rio")},
	} {
		if got := messageOf(all...); got != want {
			t.Errorf("%q\nwant %q", got, want)
		}
	}
}

package gate

import (
	"testing"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/finding"
)

// One hint to a place is enough, but no hint and no warning takes the place of what blocks.
func TestWithoutOverlaps(t *testing.T) {
	at := claim.Span{Start: 10, End: 20}
	label := finding.Finding{Gate: TitleNotProposition.ID, Path: "a.md", At: claim.Span{Start: 0, End: 40}, Certainty: finding.Possible}
	scope := finding.Finding{Gate: ScopeError.ID, Path: "a.md", At: at, Certainty: finding.Possible}
	certain := finding.Finding{Gate: TitleOverclaims.ID, Path: "a.md", At: at}
	for _, tt := range []struct {
		says   string
		all    []finding.Finding
		blocks string // the gate whose findings block
		want   []string
	}{
		{"the gate that comes first", []finding.Finding{scope, label}, "", []string{label.Gate}},
		{"what is certain", []finding.Finding{scope, certain}, "", []string{certain.Gate}},
		{"a hint that blocks stays beside one that does not", []finding.Finding{scope, label}, scope.Gate, []string{scope.Gate, label.Gate}},
		{"and beside a certain warning", []finding.Finding{scope, certain}, scope.Gate, []string{scope.Gate, certain.Gate}},
		{"another place", []finding.Finding{scope, {Gate: certain.Gate, Path: "a.md", At: claim.Span{Start: 20, End: 30}}}, "", []string{scope.Gate, certain.Gate}},
		{"another note", []finding.Finding{scope, {Gate: certain.Gate, Path: "b.md", At: at}}, "", []string{scope.Gate, certain.Gate}},
	} {
		var got []string
		for _, f := range BuiltIn.WithoutOverlaps(tt.all, func(f *finding.Finding) bool { return f.Gate == tt.blocks }) {
			got = append(got, f.Gate)
		}
		if len(got) != len(tt.want) || len(got) > 0 && got[0] != tt.want[0] {
			t.Errorf("%s: %v, want %v", tt.says, got, tt.want)
		}
	}
}

package gate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/kb"
)

func TestOfManyBrokenLinksFewAreLookedUp(t *testing.T) {
	const links = 3 * MostFindings
	var text strings.Builder
	for i := range links {
		fmt.Fprintf(&text, "[[nothing %d]]\n", i)
	}
	base := kb.NewOverlay([]string{"a.md"})
	base.Put(0, claim.Parse("a.md", []byte(text.String())), false, nil)
	asked, told := 0, 0
	ctx := &Context{Notes: base, Before: kb.NewOverlay([]string{"b.md"}), Config: config.Default(BuiltIn.Specs()),
		Selected: func(kb.ID) bool { return true },
		Unstaged: func(kb.ID, string) (string, bool) { asked++; return "", false }}
	look := new(NoteContext)
	look.Set(func() *claim.Claim { return claim.Parse("a.md", []byte(text.String())) })
	BrokenWikiLinks.RunOnAll(NewPass(ctx, BrokenWikiLinks, 0, look, func(finding.Finding) { told++ }))
	if told != links || asked != MostFindings {
		t.Errorf("of %d broken links %d were told and %d looked up", links, told, asked)
	}
}

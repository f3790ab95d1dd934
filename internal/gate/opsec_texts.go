package gate

import (
	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/kb"
)

// HoldDealTerms reports whether OpsecInternalDealTerms, as far as the registry has it, finds anything in texts of a note: the note itself, or
// what was said or changed of it. Such texts are kept nowhere else, and shown to nobody. A text that cannot be looked at counts as one, if any
// organisation is configured.
func (r Registry) HoldDealTerms(c *config.Config, name string, texts ...[]byte) bool {
	g, ok := r.Find(OpsecInternalDealTerms.ID)
	if !ok || g.Idle(c.Gates[g.ID]) != "" {
		return false
	}
	found := false
	for _, data := range texts {
		if len(data) == 0 {
			continue
		}
		parsed := claim.Parse(name, data)
		if why, _ := parsed.Over(); why != "" || parsed.Tangled != "" {
			return true
		}
		var look NoteContext
		look.Set(func() *claim.Claim { return parsed })
		g.Run(NewPass(&Context{Gates: r, Config: c}, g, kb.None, &look, func(finding.Finding) { found = true }))
	}
	return found
}

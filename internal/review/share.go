package review

import (
	"slices"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/kb"
)

// isShareable reports whether a note, and what was changed in it, hold no deal terms.
func isShareable(gates gate.Registry, c *config.Config, name string, texts ...[]byte) bool {
	g, ok := gates.Find(gate.OpsecInternalDealTerms.ID)
	if !ok {
		return true
	}
	found := false
	for _, data := range texts {
		if len(data) == 0 {
			continue
		}
		parsed := claim.Parse(name, data)
		if why, _ := parsed.Over(); why != "" || parsed.Tangled != "" {
			return false
		}
		var look gate.NoteContext
		look.Set(func() *claim.Claim { return parsed })
		g.Run(gate.NewPass(&gate.Context{Gates: gates, Config: c}, g, kb.None, &look, func(finding.Finding) { found = true }))
	}
	return !found
}

// isNamed reports whether review.share lets a note be seen: by its patterns, or, where there is none, if it is a claim or cited.
func isNamed(c *config.Config, name string, isClaim, isCited bool) bool {
	if len(c.Review.Share) == 0 {
		return isClaim || isCited
	}
	return slices.ContainsFunc(c.Review.Share, func(pattern string) bool { return doublestar.MatchUnvalidated(pattern, name) })
}

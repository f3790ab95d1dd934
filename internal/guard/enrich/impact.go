package enrich

import (
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/guard/enrich/role"
)

// Confidence of what a title tells of a role, 0.5 to 0.7. It is a guess about a person from a word, so that it is never above the facts of
// a company and no opener begins with it: the more of the title is accounted for, the better the guess.
var ofTitle = [...]float64{role.Wide: 0.5, role.Part: 0.6, role.Whole: 0.7}

// mostRoles is how many roles one title is read as: "Head of Sales and Marketing" is two.
const mostRoles = 2

// roleImpact extracts what a role suffers from, and where. A title of which no role is known is no signal.
func roleImpact(lead *draft.Lead) []Signal {
	matches := role.Find(lead.Title)
	var signals []Signal
	for _, m := range matches[:min(len(matches), mostRoles)] {
		signals = append(signals, Signal{RoleImpact, m.Pain + " (" + m.Area + ")", ofTitle[m.Fit], FromTitle, false})
	}
	return signals
}

// Package enrich owns what is made of lead data: signals that a draft may stand on. Five extractors read the data, each by itself.
package enrich

import "github.com/kbgate/kbgate/internal/draft"

// Signal is one thing that lead data tells of a company or of a person's role.
type Signal struct {
	Type           string  `json:"signal_type"`
	Value          string  `json:"value"`
	Confidence     float64 `json:"confidence"` // 0 to 1
	Source         string  `json:"source"`     // the field of the lead data
	UsableInOpener bool    `json:"usable_in_opener"`
}

// Context is the document's MergedPersonalizationContext.
type Context struct {
	Signals                 []Signal `json:"signals"`
	CompanySpecificCount    int      `json:"company_specific_count"`
	RoleImpactCount         int      `json:"role_impact_count"`
	OverallConfidence       float64  `json:"overall_confidence"` // of the top five, weighted 5 to 1 by rank
	RecommendedOpenerSignal *Signal  `json:"recommended_opener_signal"`
	SubAgentTraceIDs        []string `json:"sub_agent_trace_ids"` // sub:company_intel:3
}

// Extract gives the signals of a lead.
func Extract(lead *draft.Lead) *Context { panic("not written yet") }

// MeetsMinimum reports whether the data has a signal of the company and one of the role. A nil Context has none.
func (c *Context) MeetsMinimum() bool {
	return c != nil && c.CompanySpecificCount > 0 && c.RoleImpactCount > 0
}

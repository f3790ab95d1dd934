// Package enrich owns what is made of lead data: signals that a draft may stand on. Five extractors read the data, each by itself.
package enrich

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/text"
)

// Signal is one thing that lead data tells of a company or of a person's role.
type Signal struct {
	Type           string  `json:"signal_type"`
	Value          string  `json:"value"`
	Confidence     float64 `json:"confidence"` // 0 to 1
	Source         string  `json:"source"`     // the field of the lead data
	UsableInOpener bool    `json:"usable_in_opener"`
}

// The types of signals. RoleImpact is of the role, all others are of the company.
const (
	CompanyIntel      = "company_intel"
	HiringSignal      = "hiring_signal"
	TechStack         = "tech_stack"
	ContentEngagement = "content_engagement"
	RoleImpact        = "role_impact"
)

// The sources of signals that say little of one company by themselves.
const (
	FromIndustry     = "company.industry"
	FromSize         = "company.employee_count"
	FromTechnologies = "company.technologies"
	FromTitle        = "title"
	FromSignals      = "signals" // what somebody saw, each with its type
)

// Context is the document's MergedPersonalizationContext.
type Context struct {
	Signals                 []Signal `json:"signals"` // the most confident first
	CompanySpecificCount    int      `json:"company_specific_count"`
	RoleImpactCount         int      `json:"role_impact_count"`
	OverallConfidence       float64  `json:"overall_confidence"` // of the top five, weighted 5 to 1 by rank
	RecommendedOpenerSignal *Signal  `json:"recommended_opener_signal"`
	SubAgentTraceIDs        []string `json:"sub_agent_trace_ids"` // sub:company_intel:3, and sub:company_intel:failed
}

// extractor makes signals of one kind of lead data.
type extractor struct {
	kind    string // of its signals
	extract func(*draft.Lead) []Signal
}

// extractors are the five, in the order of their trace ids.
var extractors = []extractor{
	{CompanyIntel, companyIntel},
	{HiringSignal, hiringSignals},
	{TechStack, techStack},
	{ContentEngagement, contentEngagement},
	{RoleImpact, roleImpact},
}

// Bounds of lead data: what stands behind them is not looked at, for no researcher writes so much of one person.
const (
	mostItems = 20  // of a list, and signals of one extractor
	mostValue = 300 // characters of a value
	ranked    = 5   // signals that make up the overall confidence
)

// Extract gives the signals of a lead. A nil lead has none.
func Extract(lead *draft.Lead) *Context { return extract(lead, extractors) }

func extract(lead *draft.Lead, by []extractor) *Context {
	c := &Context{Signals: []Signal{}, SubAgentTraceIDs: []string{}}
	if lead == nil {
		return c
	}
	bounded := within(lead)
	for _, e := range by {
		signals, ok := e.try(&bounded)
		if !ok {
			c.SubAgentTraceIDs = append(c.SubAgentTraceIDs, "sub:"+e.kind+":failed")
			continue
		}
		signals = distinct(signals)
		c.SubAgentTraceIDs = append(c.SubAgentTraceIDs, fmt.Sprintf("sub:%s:%d", e.kind, len(signals)))
		c.Signals = append(c.Signals, signals...)
		if e.kind == RoleImpact {
			c.RoleImpactCount += len(signals)
		} else {
			c.CompanySpecificCount += len(signals)
		}
	}
	slices.SortStableFunc(c.Signals, func(a, b Signal) int { return cmp.Compare(b.Confidence, a.Confidence) })
	c.OverallConfidence = overall(c.Signals)
	if i := slices.IndexFunc(c.Signals, func(s Signal) bool { return s.UsableInOpener }); i >= 0 {
		opener := c.Signals[i]
		c.RecommendedOpenerSignal = &opener
	}
	return c
}

// try gives the signals of one extractor, and false where it failed: an extractor takes nothing else down.
func (e extractor) try(lead *draft.Lead) (signals []Signal, ok bool) {
	defer func() {
		if recover() != nil {
			signals, ok = nil, false
		}
	}()
	return e.extract(lead), true
}

// distinct leaves out what was said before, and what is beyond the bound.
func distinct(signals []Signal) []Signal {
	seen := map[string]bool{}
	var kept []Signal
	for _, s := range signals {
		if key := draft.Normalise(s.Value); key != "" && !seen[key] && len(kept) < mostItems {
			seen[key] = true
			kept = append(kept, s)
		}
	}
	return kept
}

// overall is the mean confidence of the first five signals, the first weighted 5 and the fifth 1, to two places.
func overall(signals []Signal) float64 {
	sum, weights := 0.0, 0.0
	for i, s := range signals[:min(ranked, len(signals))] {
		weight := float64(ranked - i)
		sum += weight * s.Confidence
		weights += weight
	}
	if weights == 0 {
		return 0
	}
	return math.Round(sum/weights*100) / 100
}

// MeetsMinimum reports whether the data has a signal of the company and one of the role. A nil Context has none.
func (c *Context) MeetsMinimum() bool {
	return c != nil && c.CompanySpecificCount > 0 && c.RoleImpactCount > 0
}

// within gives lead data with every text and list cut to its bound, and without texts that say that there is nothing to say.
func within(lead *draft.Lead) draft.Lead {
	l := *lead
	for _, s := range []*string{&l.FirstName, &l.LastName, &l.Title, &l.HiringSignal, &l.SourceType, &l.SourceName, &l.EngagementContent, &l.Company.Name,
		&l.Company.Domain, &l.Company.Description, &l.Company.Industry} {
		*s = value(*s)
	}
	l.Hooks, l.Intent, l.Company.Technologies = values(l.Hooks), values(l.Intent), values(l.Company.Technologies)
	l.Signals = nil
	for _, s := range lead.Signals[:min(len(lead.Signals), mostItems)] {
		if s.Type, s.Value = value(s.Type), value(s.Value); s.Value != "" {
			l.Signals = append(l.Signals, s)
		}
	}
	return l
}

func values(list []string) []string {
	var kept []string
	for _, s := range list[:min(len(list), mostItems)] {
		if s = value(s); s != "" {
			kept = append(kept, s)
		}
	}
	return kept
}

// value is a text on one line, cut to its bound; "" for one that says that nothing is known.
func value(s string) string {
	s = strings.ToValidUTF8(s[:min(len(s), mostValue*utf8.UTFMax)], "")
	s = text.Shorten(strings.Join(strings.Fields(s), " "), mostValue)
	if empty[draft.Normalise(s)] {
		return ""
	}
	return s
}

// empty are what databases write where they know nothing.
var empty = map[string]bool{"": true, "-": true, "--": true, "n/a": true, "na": true, "none": true, "null": true, "nil": true, "unknown": true, "no": true, "false": true,
	"0": true, "?": true, "tbd": true, "nenhum": true, "nenhuma": true, "não": true, "desconhecido": true, "desconhecida": true, "undefined": true, "nan": true}

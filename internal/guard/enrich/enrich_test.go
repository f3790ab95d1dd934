package enrich

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/kbgate/kbgate/internal/draft"
)

func rich() *draft.Lead {
	return &draft.Lead{Email: "nora@kelda.example", FirstName: "Nora", LastName: "Quill", Title: "Head of Maintenance",
		Company: draft.Company{Name: "Kelda Foods", Domain: "kelda.example", Description: "Frozen vegetables for caterers from two plants in Fife", Industry: "Food",
			Employees: 320, Technologies: []string{"SAP PM", "Excel"}},
		HiringSignal: "Two night-shift fitters, Glenrothes", Hooks: []string{"Second blanching line commissioned in May", "Migration to SAP S/4HANA next spring", "Kelda is recruiting apprentices"},
		Intent: []string{"searched for condition monitoring"}, SourceType: "trade_show", SourceName: "Food Plant Expo", EngagementContent: "Asked how sensors stand the washdown"}
}

func TestExtractRichLead(t *testing.T) {
	c := Extract(rich())
	type row struct {
		kind       string
		value      string
		confidence float64
		source     string
		opener     bool
	}
	want := []row{
		{CompanyIntel, "Second blanching line commissioned in May", 0.9, "hooks", true},
		{HiringSignal, "Two night-shift fitters, Glenrothes", 0.85, "hiring_signal", true},
		{TechStack, "Migration to SAP S/4HANA next spring", 0.85, "hooks", true},
		{ContentEngagement, "Asked how sensors stand the washdown", 0.85, "engagement_content", true},
		{CompanyIntel, "Frozen vegetables for caterers from two plants in Fife", 0.8, "company.description", true},
		{HiringSignal, "Kelda is recruiting apprentices", 0.8, "hooks", true},
		{TechStack, "SAP PM", 0.8, FromTechnologies, true},
		{TechStack, "Excel", 0.8, FromTechnologies, false},
		{ContentEngagement, "Food Plant Expo", 0.75, "source_name", true},
		{RoleImpact, "machines that fail before anybody has planned the stop (downtime)", 0.7, "title", false},
		{CompanyIntel, "searched for condition monitoring", 0.65, "intent", false},
		{CompanyIntel, "Food", 0.6, FromIndustry, false},
		{CompanyIntel, "320 employees", 0.6, FromSize, false},
	}
	var got []row
	for _, s := range c.Signals {
		got = append(got, row{s.Type, s.Value, s.Confidence, s.Source, s.UsableInOpener})
	}
	if !slices.Equal(got, want) {
		t.Errorf("signals are\n%v\nwant\n%v", got, want)
	}
	traces := []string{"sub:company_intel:5", "sub:hiring_signal:2", "sub:tech_stack:3", "sub:content_engagement:2", "sub:role_impact:1"}
	if !slices.Equal(c.SubAgentTraceIDs, traces) {
		t.Errorf("traces are %v", c.SubAgentTraceIDs)
	}
	// (5*0.9 + 4*0.85 + 3*0.85 + 2*0.85 + 1*0.8) / 15
	if c.OverallConfidence != 0.86 || c.CompanySpecificCount != 12 || c.RoleImpactCount != 1 || !c.MeetsMinimum() {
		t.Errorf("confidence %v, %d of the company, %d of the role", c.OverallConfidence, c.CompanySpecificCount, c.RoleImpactCount)
	}
	if o := c.RecommendedOpenerSignal; o == nil || o.Value != want[0].value {
		t.Errorf("the recommended opener is %v", o)
	}
}

func TestExtractSparseLead(t *testing.T) {
	for name, lead := range map[string]*draft.Lead{
		"none":                    nil,
		"empty":                   {},
		"name alone":              {FirstName: "Rui", Company: draft.Company{Name: "Kelda Foods", Domain: "kelda.example"}},
		"name said again":         {Company: draft.Company{Name: "Kelda Foods", Description: "Kelda Foods Ltd"}, HiringSignal: "Kelda", Hooks: []string{"Kelda Foods"}},
		"nothing said":            {Title: "N/A", HiringSignal: "none", Company: draft.Company{Industry: "unknown", Description: "-", Technologies: []string{"", "n/a"}}},
		"an unmapped title":       {Title: "Manager"},
		"how the list was bought": {SourceType: "job_board", SourceName: "Indeed"},
		"an export is no expo":    {SourceType: "linkedin export", SourceName: "Sales Navigator"},
		"an event without a name": {SourceType: "webinar"},
	} {
		c := Extract(lead)
		if len(c.Signals) > 0 || c.RecommendedOpenerSignal != nil || c.OverallConfidence != 0 || c.MeetsMinimum() || c.Signals == nil || c.SubAgentTraceIDs == nil {
			t.Errorf("%s: %+v", name, c)
		}
	}
	var none *Context
	if none.MeetsMinimum() {
		t.Error("no context meets the minimum")
	}
	if c := Extract(&draft.Lead{Title: "Diretora de Logística"}); c.RoleImpactCount != 1 || c.MeetsMinimum() || c.RecommendedOpenerSignal != nil {
		t.Errorf("a title alone: %+v", c)
	}
}

func TestAnExtractorThatFailsTakesNothingDown(t *testing.T) {
	broken := extractor{TechStack, func(*draft.Lead) []Signal { var none []Signal; return none[1:] }}
	mixed := slices.Clone(extractors)
	mixed[2] = broken
	c := extract(rich(), mixed)
	if !c.MeetsMinimum() || !slices.Contains(c.SubAgentTraceIDs, "sub:tech_stack:failed") || !slices.Contains(c.SubAgentTraceIDs, "sub:hiring_signal:2") {
		t.Errorf("%+v", c)
	}
	for i := range mixed {
		mixed[i].extract = broken.extract
	}
	if c := extract(rich(), mixed); len(c.Signals) > 0 || c.MeetsMinimum() || len(c.SubAgentTraceIDs) != 5 {
		t.Errorf("all failed: %+v", c)
	}
}

func TestExtractBoundsHostileData(t *testing.T) {
	long := strings.Repeat("kiln ", 1<<16)
	lead := &draft.Lead{Title: long, HiringSignal: long, SourceType: long, SourceName: long, EngagementContent: "\xff\xfe\x00" + long,
		Company: draft.Company{Name: long, Description: long, Industry: long, Employees: math.MinInt}}
	opened := "Opened kiln " + long
	for range 5000 {
		lead.Hooks = append(lead.Hooks, opened)
		lead.Company.Technologies = append(lead.Company.Technologies, long)
	}
	for i := range 300 {
		lead.Intent = append(lead.Intent, strings.Repeat("x", i+3))
	}
	c := Extract(lead)
	if n := len(c.Signals); n == 0 || n > 5*mostItems {
		t.Errorf("%d signals", n)
	}
	for _, s := range c.Signals {
		if len([]rune(s.Value)) > mostValue+1 || strings.ContainsAny(s.Value, "\n\r") {
			t.Errorf("%s has a value of %d characters", s.Type, len([]rune(s.Value)))
		}
	}
}

// Every signal lies within the range that its type has, and the same data gives the same signals.
func TestConfidenceRanges(t *testing.T) {
	ranges := map[string][2]float64{CompanyIntel: {0.6, 0.9}, HiringSignal: {0.75, 0.85}, TechStack: {0.8, 0.85}, ContentEngagement: {0.65, 0.85}, RoleImpact: {0.5, 0.7}}
	texts := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "hiring", "VP Sales", "Partner", "Recruiting two welders", "moved to Snowflake", "event", "blog post", "Snowflake", "expansão", "Gerente de RH"}))
	rapid.Check(t, func(rt *rapid.T) {
		lead := &draft.Lead{Title: texts.Draw(rt, "title"), HiringSignal: texts.Draw(rt, "hiring"), Hooks: rapid.SliceOfN(texts, 0, 4).Draw(rt, "hooks"),
			Intent: rapid.SliceOfN(texts, 0, 4).Draw(rt, "intent"), SourceType: texts.Draw(rt, "source type"), SourceName: texts.Draw(rt, "source"), EngagementContent: texts.Draw(rt, "content"),
			Company: draft.Company{Name: texts.Draw(rt, "name"), Description: texts.Draw(rt, "description"), Industry: texts.Draw(rt, "industry"),
				Employees: rapid.IntRange(-5, 1<<20).Draw(rt, "employees"), Technologies: rapid.SliceOfN(texts, 0, 4).Draw(rt, "technologies")}}
		c := Extract(lead)
		if !reflect.DeepEqual(c, Extract(lead)) {
			rt.Fatal("the same lead gives other signals")
		}
		company, roles := 0, 0
		for _, s := range c.Signals {
			if r := ranges[s.Type]; s.Confidence < r[0] || s.Confidence > r[1] {
				rt.Fatalf("%+v is outside of %v", s, r)
			}
			if s.Type == RoleImpact {
				roles++
			} else {
				company++
			}
		}
		if company != c.CompanySpecificCount || roles != c.RoleImpactCount || c.OverallConfidence > 0.9 {
			rt.Fatalf("%+v", c)
		}
		if o := c.RecommendedOpenerSignal; o != nil && !o.UsableInOpener {
			rt.Fatalf("%+v is no opener", o)
		}
	})
}

func TestOverallWeighsByRank(t *testing.T) {
	for want, confidences := range map[float64][]float64{0: nil, 0.7: {0.7}, 0.74: {0.9, 0.55}, 0.73: {0.9, 0.8, 0.7, 0.5, 0.2, 0.1, 0.1}} {
		var signals []Signal
		for _, c := range confidences {
			signals = append(signals, Signal{Confidence: c})
		}
		if got := overall(signals); got != want {
			t.Errorf("overall(%v) = %v, want %v", confidences, got, want)
		}
	}
}

func FuzzExtract(f *testing.F) {
	f.Add("Head of Sales", "Hiring two reps", "Moved to HubSpot", "HubSpot", "event", "Expo")
	f.Add("\xff", "", "\x00", strings.Repeat(".", 400), "fair", "..")
	f.Fuzz(func(t *testing.T, title, hiring, hook, technology, sourceType, sourceName string) {
		c := Extract(&draft.Lead{Title: title, HiringSignal: hiring, Hooks: []string{hook, technology}, SourceType: sourceType, SourceName: sourceName,
			Company: draft.Company{Name: hook, Technologies: []string{technology}}})
		for _, id := range c.SubAgentTraceIDs {
			if strings.HasSuffix(id, ":failed") {
				t.Errorf("%s on %q %q %q %q %q %q", id, title, hiring, hook, technology, sourceType, sourceName)
			}
		}
	})
}

package guard

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/guard/enrich"
	"github.com/kbgate/kbgate/internal/guard/memory"
)

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// rejectedWith are rejections, the last one an hour ago and each a day before the next, with their evidence as type=value.
func rejectedWith(evidence ...[]string) *memory.Memory {
	var all []memory.Rejection
	for i, known := range evidence {
		r := memory.Rejection{ID: fmt.Sprint(i), At: noon.Add(-time.Hour - 24*time.Hour*time.Duration(len(evidence)-1-i))}
		for _, one := range known {
			kind, value, _ := strings.Cut(one, "=")
			r.Evidence = append(r.Evidence, decision.Evidence{Type: kind, Value: value})
		}
		all = append(all, r)
	}
	return memory.Of("hash", all, nil, 30*24*time.Hour, noon)
}

// found are signals of lead data, as type=value.
func found(signals ...string) *enrich.Context {
	c := &enrich.Context{}
	for _, one := range signals {
		kind, value, _ := strings.Cut(one, "=")
		c.Signals = append(c.Signals, enrich.Signal{Type: kind, Value: value, Source: "company"})
	}
	return c
}

func TestRejectionMemory(t *testing.T) {
	company, role := []string{"company=Acme makes kilns"}, "role=owns the budget"
	both := []string{"company=Acme makes kilns", role}
	dated := func(kind, value string, at time.Time) *draft.Lead {
		return &draft.Lead{Signals: []draft.Signal{{Type: kind, Value: value, At: at}}}
	}
	pressco := func(seen string) *draft.Lead {
		return &draft.Lead{FirstName: "Andrew", Title: "Plant Manager", Company: draft.Company{Name: "Pressco", Industry: "Metal forming"},
			Signals: []draft.Signal{{Type: "news", Value: seen, At: noon.Add(-time.Minute)}}}
	}
	for name, c := range map[string]struct {
		memory  *memory.Memory
		draft   draft.Draft
		context *enrich.Context
		most    int
		blocks  string // a part of the message; "": it does not
	}{
		"nobody was rejected":               {rejectedWith(), draft.Draft{}, nil, 2, ""},
		"once":                              {rejectedWith(nil), draft.Draft{}, nil, 2, ""},
		"twice":                             {rejectedWith(nil, nil), draft.Draft{}, nil, 2, "rejected 2 times from 2026-11-22 to 2026-11-23, and after 2 within 30 days"},
		"twice of three":                    {rejectedWith(nil, nil), draft.Draft{}, nil, 3, ""},
		"three times":                       {rejectedWith(nil, nil, nil), draft.Draft{}, nil, 2, "rejected 3 times"},
		"other content (Celia)":             {rejectedWith(company, company), draft.Draft{Subject: "New", Body: "Quite another text."}, found(company...), 2, "rejected 2 times"},
		"none allowed, nobody rejected":     {rejectedWith(), draft.Draft{}, nil, 0, ""},
		"the same evidence":                 {rejectedWith(company, both), draft.Draft{}, found(both...), 2, "rejected 2 times"},
		"the same in other signs":           {rejectedWith(company, company), draft.Draft{}, found("Company=ACME   makes “kilns”!"), 2, "rejected 2 times"},
		"in letters that look alike":        {rejectedWith(company, company), draft.Draft{}, found("company=Аcmе makes kilns"), 2, "rejected 2 times"},
		"with what nobody sees":             {rejectedWith(company, company), draft.Draft{}, found("company=Ac\u200bme makes ki\u00adlns"), 2, "rejected 2 times"},
		"in wide letters":                   {rejectedWith(company, company), draft.Draft{}, found("company=Ａｃｍｅ makes kilns"), 2, "rejected 2 times"},
		"with accents":                      {rejectedWith(company, company), draft.Draft{}, found("company=Acme makes kílns"), 2, "rejected 2 times"},
		"in another order":                  {rejectedWith(company, company), draft.Draft{}, found("company=Kilns: Acme makes the kilns"), 2, "rejected 2 times"},
		"in HTML":                           {rejectedWith(company, company), draft.Draft{}, found("company=<b>Acme</b> makes&nbsp;&#107;ilns <!-- new -->"), 2, "rejected 2 times"},
		"in Portuguese, by its accents":     {rejectedWith([]string{"company=Abriu um galpão em Mauá"}, company), draft.Draft{}, found("company=em Maua abriu galpao"), 2, "rejected 2 times"},
		"another size":                      {rejectedWith(company, company), draft.Draft{}, &enrich.Context{Signals: []enrich.Signal{{Type: "company", Value: "641 employees", Source: enrich.FromSize}}}, 2, "rejected 2 times"},
		"of function words alone":           {rejectedWith([]string{"company=for us"}, company), draft.Draft{}, found("company=for them"), 2, ""},
		"known at the first alone":          {rejectedWith(both, company), draft.Draft{}, found(both...), 2, "rejected 2 times"},
		"new evidence":                      {rejectedWith(company, company), draft.Draft{}, found(both...), 2, ""},
		"the value under another type":      {rejectedWith(company, company), draft.Draft{}, found("event=Acme makes kilns"), 2, ""},
		"recorded without a type":           {rejectedWith([]string{"=Acme makes kilns"}, company), draft.Draft{}, found("event=Acme makes kilns"), 2, "rejected 2 times"},
		"a signal of no words":              {rejectedWith(company, company), draft.Draft{}, found("company= …"), 2, "rejected 2 times"},
		"the text's own evidence":           {rejectedWith(company, company), draft.Draft{Body: "You own the budget.", Evidence: []decision.Evidence{{Type: "role", Value: "owns the budget"}}}, found(company...), 2, "rejected 2 times"},
		"recorded without evidence":         {rejectedWith(nil, nil), draft.Draft{}, found(both...), 2, "the rejection of 2026-11-23T11:00:00Z was recorded without evidence"},
		"one without evidence":              {rejectedWith(nil, company), draft.Draft{}, found(both...), 2, "the rejection of 2026-11-22T11:00:00Z was recorded without evidence"},
		"dated later":                       {rejectedWith(nil, nil), draft.Draft{Lead: dated("", "Acme raised money", noon.Add(-time.Minute))}, nil, 2, ""},
		"dated between":                     {rejectedWith(nil, nil), draft.Draft{Lead: dated("", "Acme raised money", noon.Add(-2*time.Hour))}, nil, 2, "dated after it"},
		"dated between, the later has some": {rejectedWith(nil, company), draft.Draft{Lead: dated("", "Acme raised money", noon.Add(-2*time.Hour))}, nil, 2, ""},
		"dated in time to come":             {rejectedWith(nil, nil), draft.Draft{Lead: dated("", "Acme raised money", noon.Add(48*time.Hour))}, nil, 2, "dated after it"},
		"the same again, dated later":       {rejectedWith(company, company), draft.Draft{Lead: dated("company", "Acme makes kilns", noon)}, nil, 2, "rejected 2 times"},
		"a name and a title":                {rejectedWith(nil, nil), draft.Draft{Lead: pressco("Andrew is a Plant Manager at Pressco")}, nil, 2, "rejected 2 times"},
		"a technology that all have":        {rejectedWith(nil, nil), draft.Draft{Lead: pressco("Pressco uses Microsoft Excel")}, nil, 2, "rejected 2 times"},
		"an industry":                       {rejectedWith(nil, nil), draft.Draft{Lead: pressco("Metal forming")}, nil, 2, "rejected 2 times"},
		"more than a name and a title":      {rejectedWith(nil, nil), draft.Draft{Lead: pressco("Andrew became Plant Manager of the Hull works")}, nil, 2, ""},
		"another title":                     {rejectedWith(company, company), draft.Draft{}, &enrich.Context{Signals: []enrich.Signal{{Type: "role_impact", Value: "a close that takes too long", Source: enrich.FromTitle}}}, 2, "rejected 2 times"},
		"another industry":                  {rejectedWith(company, company), draft.Draft{}, &enrich.Context{Signals: []enrich.Signal{{Type: "company", Value: "Forging", Source: enrich.FromIndustry}}}, 2, "rejected 2 times"},
		"an extractor's signal is dated":    {rejectedWith(nil, nil), draft.Draft{Lead: dated("news", "Acme makes kilns", noon)}, found("company=Acme makes kilns"), 2, ""},
	} {
		t.Run(name, func(t *testing.T) {
			c.draft.Type = decision.Email
			f := RejectionMemory.Run(&Input{Draft: &c.draft, Memory: c.memory, Settings: Settings{MaxRejections: c.most}, Now: noon, Context: c.context})
			if (f != nil) != (c.blocks != "") || f != nil && !strings.Contains(f.Message, c.blocks) {
				t.Errorf("%+v, want %q", f, c.blocks)
			}
		})
	}
}

// What a record keeps is all that the lead data tell, so the same data lift nothing at the next attempt, however long they are.
func TestKnownEvidence(t *testing.T) {
	long := strings.Repeat("kiln after kiln, ", 100)
	d := &draft.Draft{Type: decision.Email, Evidence: []decision.Evidence{{Type: "company", Value: "acme makes kilns."}, {Type: "event", Value: "met at a fair"}},
		Lead: &draft.Lead{Signals: []draft.Signal{{Value: long}, {Value: " "}}}}
	c := found("company=Acme makes kilns", "role=owns the budget", "company="+long)
	kept := knownEvidence(d, c)
	var values []string
	for _, e := range kept {
		values = append(values, e.Type+"="+text20(e.Value)+" of "+e.Source)
	}
	want := "company=Acme makes kilns of company|role=owns the budget of company|company=kiln after kiln, kil of company|signal=kiln after kiln, kil of signals|event=met at a fair of "
	if got := strings.Join(values, "|"); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	m := rejectedWith(nil, nil)
	for i := range m.Rejections {
		m.Rejections[i].Evidence = kept
	}
	in := &Input{Draft: d, Memory: m, Settings: Settings{MaxRejections: 2}, Now: noon, Context: c}
	if RejectionMemory.Run(in) == nil {
		t.Error("what was known lifts the block")
	}
	d.Lead.Signals[0].Value += " and a last one"
	if RejectionMemory.Run(in) == nil {
		t.Error("what is only longer lifts the block")
	}
	var full []string
	for i := range mostKnown {
		full = append(full, fmt.Sprintf("company=known fact %d", i))
	}
	in = &Input{Draft: &draft.Draft{Type: decision.Email}, Memory: rejectedWith(full, full), Settings: Settings{MaxRejections: 2}, Now: noon, Context: found("company=what a record had no room for")}
	if RejectionMemory.Run(in) == nil {
		t.Error("what a full record had no room for lifts the block")
	}
	var many []string
	for i := range 300 {
		many = append(many, fmt.Sprintf("company=%d", i))
	}
	if n := len(knownEvidence(&draft.Draft{}, found(many...))); n != mostKnown {
		t.Errorf("%d pieces of evidence", n)
	}
}

func text20(s string) string { return s[:min(len(s), 20)] }

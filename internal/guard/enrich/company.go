package enrich

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/guard/words"
)

// Confidence of what is known of a company, 0.6 to 0.9. A researcher's remark was looked up for this very lead. A description was written
// of this company, and the more it says the more it is of this one alone. A purchased signal of intent may be of anybody in the house.
// Industry and size are shared with thousands of others, so that no opener begins with them.
const (
	ofRemark      = 0.9
	ofDescription = 0.8
	ofShortText   = 0.7
	ofIntent      = 0.65
	ofIndustry    = 0.6
	ofSize        = 0.6
)

// enoughSaid is how many content words make a description tell what a company does, beyond its name.
const enoughSaid = 4

// companyIntel extracts what is known of a company: remarks, description, intent, industry and size. Its name alone is no signal.
func companyIntel(lead *draft.Lead) []Signal {
	var signals []Signal
	for _, hook := range about(CompanyIntel, lead.Hooks, lead) {
		if !IsEmpty(hook, lead) {
			signals = append(signals, Signal{CompanyIntel, hook, ofRemark, "hooks", true})
		}
	}
	for _, s := range seen(CompanyIntel, lead) {
		signals = append(signals, Signal{CompanyIntel, s.Value, ofRemark, FromSignals, true})
	}
	c := &lead.Company
	switch n := contents(c.Description, lead); {
	case n >= enoughSaid:
		signals = append(signals, Signal{CompanyIntel, c.Description, ofDescription, "company.description", true})
	case n > 0:
		signals = append(signals, Signal{CompanyIntel, c.Description, ofShortText, "company.description", false})
	}
	for _, intent := range about(CompanyIntel, lead.Intent, lead) {
		if !IsEmpty(intent, lead) {
			signals = append(signals, Signal{CompanyIntel, intent, ofIntent, "intent", false})
		}
	}
	if contents(c.Industry, lead) > 0 {
		signals = append(signals, Signal{CompanyIntel, c.Industry, ofIndustry, FromIndustry, false})
	}
	if c.Employees > 0 {
		signals = append(signals, Signal{CompanyIntel, fmt.Sprintf("%d employees", c.Employees), ofSize, FromSize, false})
	}
	return signals
}

// contents counts the words of a text that say something beyond the names of the company and of the person.
func contents(s string, lead *draft.Lead) int {
	names := map[string]bool{}
	for _, name := range []string{lead.Company.Name, lead.FirstName, lead.LastName} {
		for _, w := range words.Of(name) {
			names[w.Folded] = true
		}
	}
	n := 0
	for _, w := range words.Of(s) {
		if w.IsContent() && !names[w.Folded] {
			n++
		}
	}
	return n
}

// about gives those of some remarks that the extractor of a kind reads.
func about(kind string, remarks []string, lead *draft.Lead) (own []string) {
	for _, remark := range remarks {
		if kindOf(remark, lead) == kind {
			own = append(own, remark)
		}
	}
	return own
}

// kindOf tells which extractor reads a remark: the one of hiring, the one of technology, or else that of the company.
func kindOf(remark string, lead *draft.Lead) string {
	list := words.Of(remark)
	kind := CompanyIntel
	for i, w := range list {
		switch {
		case startsWithAny(w.Folded, hiringWords):
			return HiringSignal
		case startsWithAny(w.Folded, technologyWords) || namesTechnology(list[i:], lead):
			kind = TechStack
		}
	}
	return kind
}

// The beginnings of words that tell what a remark is about, in both languages.
var (
	hiringWords     = strings.Fields("hire hires hired hiring recruit vacanc openings headcount staffing vaga vagas recrut contratando")
	technologyWords = strings.Fields("migrat migrac migra migrou stack software erp crm saas api apis cloud kubernetes database nuvem")
)

// wholeWord is the length up to which a beginning is a whole word: "expo" begins "export" too.
const wholeWord = 4

func startsWithAny(word string, beginnings []string) bool {
	for _, b := range beginnings {
		if word == b || len(b) > wholeWord && strings.HasPrefix(word, b) {
			return true
		}
	}
	return false
}

// namesTechnology reports whether a text begins with the name of one of the company's technologies.
func namesTechnology(list []words.Word, lead *draft.Lead) bool {
	for _, t := range lead.Company.Technologies {
		name := words.Of(t)
		if n := len(name); n > 0 && n <= len(list) && slices.EqualFunc(name, list[:n], words.Word.Equals) {
			return true
		}
	}
	return false
}

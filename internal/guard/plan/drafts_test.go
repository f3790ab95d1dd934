package plan_test

import (
	"strings"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/draft"
)

// andrew is what the sender knows of a lead, which is enough for a personal draft.
func andrew() *draft.Lead {
	return &draft.Lead{
		Email: "andrew@tarnbridge.example", FirstName: "Andrew", LastName: "Mills", Title: "VP Sales",
		Company: draft.Company{Name: "Tarnbridge Logistics", Industry: "Freight", Employees: 420,
			Description: "Tarnbridge Logistics runs a groupage network for furniture makers in the north of England.", Technologies: []string{"Salesforce", "Gong"}},
		HiringSignal: "Four account executives in Leeds, posted last week", Hooks: []string{"Opened a cross-dock in Hull in May"},
		SourceType: "webinar", SourceName: "Forecasting for freight", EngagementContent: "Asked how to forecast seasonal lanes",
	}
}

// celia is another lead, at another company.
func celia() *draft.Lead {
	return &draft.Lead{
		Email: "celia@pomarverde.example", FirstName: "Celia", LastName: "Duarte", Title: "Chief Financial Officer",
		Company: draft.Company{Name: "Pomar Verde", Industry: "Food", Employees: 900, Description: "Pomar Verde packs fruit for supermarkets in Iberia.",
			Technologies: []string{"SAP S/4HANA"}},
		HiringSignal: "Two cost accountants in Setúbal",
	}
}

// email is a draft for a lead.
func email(lead *draft.Lead, subject string, paragraphs ...string) *draft.Draft {
	return &draft.Draft{Type: decision.Email, To: lead.Email, Lead: lead, Campaign: "spring", Template: "t1_pipeline", Subject: subject,
		Body: strings.Join(paragraphs, "\n\n")}
}

// leeds is a draft that stands on what is known of Andrew's company and of his job.
func leeds() *draft.Draft {
	return email(andrew(), "Four new account executives in Leeds", "Hi Andrew,",
		"Tarnbridge is hiring four account executives in Leeds, three months after the cross-dock in Hull opened. New reps fill the pipeline before they know which lanes "+
			"close, so a VP Sales sees the forecast slip two quarters later.",
		"Our scorecard sits on top of Salesforce and marks the deals that resemble your lost groupage quotes. A freight forwarder of your size took its forecast error "+
			"from 31 to 12 percent with it.",
		"Could I show you the scorecard on ten of your closed deals on Thursday?", "Maren Holt\nLanewise")
}

// hull is another draft for Andrew: another opener, other evidence, another offer.
func hull() *draft.Draft {
	d := email(andrew(), "Quoting lanes out of Hull", "Andrew,",
		"Since the Hull cross-dock opened in May, furniture makers can book groupage with you twice a week instead of once. Quotes for that lane still "+
			"leave your team as spreadsheets, judging by the sample on your website.",
		"Lanewise reads the quote requests in your sales inbox and answers with a price from your own tariff within four minutes. Win rates on small consignments rose by a "+
			"fifth at two hauliers in Yorkshire, and their account managers stopped chasing the pricing desk.",
		"Is 25 November a bad day for a look at three of last week's requests?", "Maren Holt\nLanewise")
	d.Template = "t2_quotes"
	return d
}

// setubal is a draft that stands on what is known of Celia's company and of her job.
func setubal() *draft.Draft {
	return email(celia(), "Cost accountants in Setúbal", "Dear Celia,",
		"Pomar Verde has two openings for cost accountants in Setúbal, and both ask for SAP S/4HANA. That usually means that the month-end close waits for packing-house figures "+
			"which somebody types in by hand.",
		"Our connector posts the weighbridge and packing data to S/4HANA each night, so a CFO sees margin by supermarket contract on the second working day. "+
			"The fruit packer in Huelva that began with it closes four days sooner.",
		"May I send you the mapping that they use for returnable crates?", "Maren Holt\nLanewise")
}

// bland is a draft that could have been sent to anybody.
func bland() *draft.Draft {
	return email(andrew(), "An idea for your team", "Hi Andrew,",
		"Sales is harder than it used to be. Many teams would like to sell more with the people they have.",
		"We make a tool for that. It is used by many teams and most of them like it.", "Do you have time on Thursday?", "Maren Holt")
}

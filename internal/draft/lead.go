package draft

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/decision/document"
)

// ReadLead reads the data of a lead: an object of its fields, or an object such as a draft that has it as its lead. It is nil where a draft
// has none. An error names the line and the field of each fault.
func ReadLead(data []byte) (*Lead, error) {
	if len(data) > MaxSize {
		return nil, tooLarge(len(data))
	}
	n, err := document.ReadJSON(bytes.TrimPrefix(data, []byte("\ufeff")))
	if err != nil {
		return nil, err
	}
	from := &n
	if n.Get("lead") != nil || n.Get("body") != nil {
		from = first(&n, "lead")
	}
	r := jsonReader{}
	lead := r.lead(from)
	return lead, errors.Join(r.faults...)
}

// lead reads the data of a lead. Databases leave fields out, or give lists as texts and texts as lists.
func (r *jsonReader) lead(n *document.Node) *Lead {
	if n == nil {
		return nil
	}
	if n.Kind != document.Mapping {
		r.fault(n, "lead", "takes an object: email, title, company, hiring_signal, hooks, and what else is known of the addressee")
		return nil
	}
	text := func(names ...string) string {
		value := first(n, names...)
		if value == nil {
			return ""
		}
		at := document.Join("lead", value.Name)
		return strings.TrimSpace(strings.Join(r.texts(value, at, ""), "; "))
	}
	lead := &Lead{
		Email: text("email"), FirstName: text("first_name"), LastName: text("last_name"), Title: text("title", "job_title"),
		HiringSignal: text("hiring_signal", "hiring_signals"), SourceType: text("source_type"), SourceName: text("source_name"),
		EngagementContent: text("engagement_content"),
	}
	lead.Company = r.company(n)
	lead.Hooks = r.observed(lead, n.Get("hooks"), "hook")
	lead.Intent = r.observed(lead, first(n, "intent_signals", "intent"), "intent")
	r.observed(lead, n.Get("signals"), "")
	return lead
}

// company reads the company of a lead: an object, or its name alone.
func (r *jsonReader) company(lead *document.Node) (c Company) {
	n := lead.Get("company")
	switch {
	case n == nil || n.IsNull():
		c.Name = strings.TrimSpace(r.text(lead.Get("company_name"), "lead.company_name", maxText))
	case n.Kind == document.Mapping:
		text := func(name string) string {
			return strings.TrimSpace(strings.Join(r.texts(n.Get(name), "lead.company."+name, ""), "; "))
		}
		c = Company{Name: text("name"), Domain: text("domain"), Description: text("description"), Industry: text("industry"),
			Technologies: r.texts(first(n, "technologies", "tech_stack"), "lead.company.technologies", ",")}
		c.Employees = count(first(n, "employee_count", "employees"))
	default:
		c.Name = strings.TrimSpace(r.text(n, "lead.company", maxText))
	}
	if c.Technologies == nil {
		c.Technologies = r.texts(first(lead, "technologies", "tech_stack"), "lead.technologies", ",")
	}
	return c
}

// observed reads a list of what was seen of a lead, each a text or an object. What has a time becomes a signal of the lead beside, of its
// own type, else of that given.
func (r *jsonReader) observed(lead *Lead, list *document.Node, kind string) (all []string) {
	if list == nil {
		return nil
	}
	path := document.Join("lead", list.Name)
	all = r.texts(list, path, "")
	if list.Kind != document.List || len(list.Items) > maxItems {
		return all
	}
	for i := range list.Items {
		item, at := &list.Items[i], fmt.Sprintf("%s[%d]", path, i)
		if item.Kind != document.Mapping {
			continue
		}
		s := Signal{Type: kind, Value: r.item(item, at)}
		if own := first(item, "type", "signal_type"); own != nil {
			s.Type = r.text(own, document.Join(at, "type"), maxLine)
		}
		if when := first(item, "at", "dated_at", "date"); when != nil {
			s.At, _ = decision.ParseDay(textOf(when))
			if s.At.IsZero() {
				r.fault(when, document.Join(at, when.Name), "takes a time such as 2026-11-21T10:00:00Z, or a day such as 2026-11-21")
			}
		}
		if s.Value != "" && (kind == "" || !s.At.IsZero()) {
			lead.Signals = append(lead.Signals, s)
		}
	}
	return all
}

package gate

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/lazy"
)

// DateErrors judges the field `created`. One that is missing, empty or no text is the matter of FrontmatterSchema.
var DateErrors = &Gate{
	ID:       "date_errors",
	Title:    "Date accuracy",
	Summary:  "The date in `created` is no real day, not written YYYY-MM-DD, or not the day of the claim",
	Why:      "`created` says since when the knowledge base has held the claim. A publication day in its place makes old news look old and hides when it was judged.",
	Fix:      "Write the day on which the claim was made, as YYYY-MM-DD; the source's own date belongs into `source`.",
	Severity: Blocking, OfMeaning: true, Fixable: true,
	Bad:  "-- tea.md --\n---\ntype: claim\ncreated: 2026-02-30\n---\n\n# black tea loses its aroma in open tins\n",
	Good: "-- tea.md --\n---\ntype: claim\ncreated: 2026-02-28\n---\n\n# black tea loses its aroma in open tins\n",
	RunOnAll: func(p *Pass) {
		created := p.Note().Created()
		if strings.TrimSpace(created) == "" {
			return
		}
		day, fault := parseDay(created)
		switch {
		case fault != "":
			f := createdField(p)
			out := finding.Finding{At: f.Span, Message: fmt.Sprintf("`created: %s` %s", f.Text, fault)}
			if !day.IsZero() {
				out.Suggestion = day.Format(time.DateOnly)
				if replaceable(p.Claim(), f) {
					out.Edits = []finding.Edit{{At: f.Inside(), NewText: out.Suggestion}}
				}
			}
			p.Report(out)
		case tooLate(created, p.Today):
			p.Reportf(createdField(p).Span, "`created: %s` lies in the future", created)
		default:
			if id, ok := publishedOn(p, created); ok && p.IsNew(p.Note().Path) {
				p.Reportf(createdField(p).Span, "`created: %s` is the day on which the source was published (%s)", created, p.Notes.LinkName(id))
			}
		}
	},
}

func createdField(p *Pass) *claim.Field {
	f, _ := p.Claim().Header.Field("created")
	return f
}

// tooLate reports whether a day lies in the future. One day is tolerated, for somewhere on Earth it is tomorrow.
func tooLate(day string, today time.Time) bool {
	t, err := time.Parse(time.DateOnly, day)
	return err == nil && t.After(today.AddDate(0, 0, 1))
}

// publishedOn gives the linked source note that was published on a day.
func publishedOn(p *Pass, day string) (kb.ID, bool) {
	for _, l := range p.Links() {
		if l.To == kb.None {
			continue
		}
		if note := p.Notes.Note(l.To); note.IsSource() && note.Published() == day {
			return l.To, true
		}
	}
	return kb.None, false
}

// parseDay reads a date. The fault is "" for a real day written YYYY-MM-DD; else it says what is wrong, and the day is
// what was meant where only one can be.
func parseDay(s string) (day time.Time, fault string) {
	day, err := time.Parse(time.DateOnly, s)
	if err == nil {
		return day, ""
	}
	if looksLikeDay().MatchString(s) {
		return time.Time{}, "is no day of the calendar"
	}
	const otherForm = "is not written YYYY-MM-DD"
	trimmed := strings.Join(strings.Fields(s), " ")
	for _, layout := range dayLayouts {
		if day, err := time.Parse(layout, trimmed); err == nil {
			return time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, time.UTC), otherForm
		}
	}
	if day, ok := numericDay(trimmed); ok {
		return day, otherForm
	}
	return time.Time{}, otherForm
}

// dayLayouts are the other forms of a date that leave no doubt about the day.
var dayLayouts = []string{
	"2006-1-2", "2006/1/2", "2006.1.2", "20060102", "2006 Jan 2", "2006 January 2", "2006-Jan-2", "2006-Jan-02",
	"2 January 2006", "2 Jan 2006", "2 January, 2006", "2 Jan, 2006", "2-Jan-2006",
	"January 2, 2006", "Jan 2, 2006", "Jan. 2, 2006", "January 2 2006", "Jan 2 2006",
	"Monday, January 2, 2006", "Monday, 2 January 2006", "Mon, 2 Jan 2006", "Mon, 02 Jan 2006 15:04:05 -0700",
	"Mon, 02 Jan 2006 15:04:05 MST", time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05.999999999",
	"2006-01-02 15:04", "2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05 -07:00", "2006-01-02 15:04:05Z07:00",
}

// looksLikeDay matches what is written YYYY-MM-DD, whatever day that is.
var looksLikeDay = lazy.Regexp(`^\d{4}-\d\d-\d\d$`)

// numericDay reads dates such as 25/12/2025 where one number can only be the day, or both are the same.
func numericDay(s string) (time.Time, bool) {
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == '/' || r == '.' || r == '-' })
	if len(parts) != 3 || len(parts[2]) != 4 {
		return time.Time{}, false
	}
	var n [3]int
	for i, part := range parts {
		var err error
		if n[i], err = strconv.Atoi(part); err != nil {
			return time.Time{}, false
		}
	}
	day, month := n[0], n[1]
	if month > 12 {
		day, month = month, day
	} else if day <= 12 && day != month {
		return time.Time{}, false // 3/4/2026 is two days, on two sides of an ocean
	}
	t := time.Date(n[2], time.Month(month), day, 0, 0, 0, 0, time.UTC)
	return t, t.Day() == day && int(t.Month()) == month
}

package gate

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/lazy"
	"github.com/kbgate/kbgate/internal/text"
)

// DateErrors judges the field `created`. One that is missing, empty or no text is the matter of FrontmatterSchema.
var DateErrors = &Gate{
	ID:       "date_errors",
	Title:    "Date accuracy",
	Summary:  "The date in `created` is no real day, not written YYYY-MM-DD, or not the day of the claim",
	Why:      "`created` says since when the knowledge base has held the claim. A publication day in its place makes old news look old and hides when it was judged.",
	Fix:      "Write the day on which the claim was made, as YYYY-MM-DD; the source's own date belongs into `source`.",
	Severity: Blocking, OfMeaning: true, Fixable: true,
	Settings: []config.Setting{{Name: dateOrder, Default: orderUnknown, Enum: []string{orderUnknown, dayFirst, monthFirst},
		Doc: "what 05/10/2026 means, so that the fix can write it as YYYY-MM-DD: the 5th of October (day-first), or May the 10th (month-first); unknown mends no such date"}},
	Bad:  "-- tea.md --\n---\ntype: claim\ncreated: 2026-02-30\n---\n\n# black tea loses its aroma in open tins\n",
	Good: "-- tea.md --\n---\ntype: claim\ncreated: 2026-02-28\n---\n\n# black tea loses its aroma in open tins\n",
	RunOnAll: func(p *Pass) {
		created := p.Note().Created()
		if strings.TrimSpace(created) == "" {
			return
		}
		day, fault := parseDay(created, p.Settings.Text(dateOrder))
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
			if isAmbiguous(created) && day.IsZero() {
				out.Message += ", and may be either of two days"
				out.Fix = "Write the day as YYYY-MM-DD; `gates.date_errors.order: day-first`, or month-first, in .kbgate.yaml lets --fix do it."
			}
			p.Report(out)
		case tooLate(created, p.Today):
			p.Reportf(createdField(p).Span, "`created: %s` lies in the future", created)
		default:
			judgeNewDay(p, created)
		}
	},
}

// The setting of the order of day and month in numbers, and its values.
const (
	dateOrder    = "order"
	orderUnknown = "unknown"
	dayFirst     = "day-first"
	monthFirst   = "month-first"
)

func createdField(p *Pass) *claim.Field {
	f, _ := p.Claim().Header.Field("created")
	return f
}

// tooLate reports whether a day lies in the future. One day is tolerated, for somewhere on Earth it is tomorrow.
func tooLate(day string, today time.Time) bool {
	t, err := time.Parse(time.DateOnly, day)
	return err == nil && t.After(today.AddDate(0, 0, 1))
}

// Days between `created` and the commit that brings a claim. A draft lies about for some days, and a source may come out on the very
// day on which it is read: to write the claim then and to commit it over the weekend is honest. Of reviewers' objections to dates none
// was about less than five weeks.
const (
	overnight   = 1
	overWeekend = 3
	longDraft   = 30
)

// judgeNewDay compares the day in a claim that is new with the day of the commit that brings it, which is today for one that is not
// committed yet. Of what the first commit of all brings only the source's day is said: a base that is put under git has older claims. So
// has a change that brings claims of another base.
func judgeNewDay(p *Pass, created string) {
	day, err := time.Parse(time.DateOnly, created)
	if err != nil || daysBetween(day, p.Today) <= overWeekend || !p.bringsNew() {
		return
	}
	from := sourceOfDay(p, day)
	if from == "" && (p.Unborn || !p.OfCommits || daysBetween(day, p.Today) <= longDraft || p.imports()) {
		return
	}
	committed, known := p.FirstSeen(p.Note().Path)
	late := daysBetween(day, committed)
	switch at := createdField(p).Span; {
	case !known || late <= overnight:
	case from != "" && late > overWeekend:
		p.ReportFixf(at, fmt.Sprintf("Write %s, the day of the commit that brings the claim; the source's own date belongs into `source`.", committed.Format(time.DateOnly)),
			"`created: %s` is the day on which the source was published (%s)", created, from)
	case from != "" || late > longDraft:
		p.Hintf(at, "`created: %s` is %d days before the commit that brings the claim", created, late)
	}
}

// So many new claims of so many different old days tell that a change brings a part of another base: nobody writes ten from as many sources
// in one sitting.
const (
	importedClaims = 10
	importedDays   = 3
)

// imports reports whether the new claims of the change were made on several old days.
func (c *Context) imports() bool {
	c.asksImport.Do(func() {
		claims, days := 0, map[string]bool{}
		for id := range c.Notes.IDs() {
			n := c.Notes.Note(id)
			day, err := time.Parse(time.DateOnly, n.Created())
			if err == nil && n.IsClaim() && daysBetween(day, c.Today) > longDraft && c.Selected(id) && c.IsNew(n.Path) {
				claims++
				days[n.Created()] = true
			}
		}
		c.isImport = claims >= importedClaims && len(days) >= importedDays
	})
	return c.isImport
}

func daysBetween(from, to time.Time) int { return int(to.Sub(from) / (24 * time.Hour)) }

// bringsNew reports whether the note under check is a new one, and not one that was renamed.
func (p *Pass) bringsNew() bool {
	name := p.Note().Path
	if !p.IsNew(name) {
		return false
	}
	for _, renamed := range p.Moved {
		if renamed == name {
			return false
		}
	}
	return true
}

// sourceOfDay tells what says that a day is that of the claim's source: the header's source, or a source note that the claim links to;
// "" for nothing.
func sourceOfDay(p *Pass, day time.Time) string {
	for _, key := range []string{"source", "sources"} {
		if f, ok := p.Claim().Header.Field(key); ok && saysDay(p.Claim().Slice(f.Span), day) {
			return "`" + key + "`"
		}
	}
	for _, l := range p.Links() {
		if l.To != kb.None && p.Notes.Note(l.To).IsSource() && p.Notes.Note(l.To).Published() == day.Format(time.DateOnly) {
			return p.Notes.LinkName(l.To)
		}
	}
	return ""
}

// monthNames are the months in the languages that are judged, short forms too.
var monthNames = [12]string{
	"january|jan|janeiro", "february|feb|fevereiro|fev", "march|mar|março|marco", "april|apr|abril|abr", "may|maio|mai", "june|jun|junho",
	"july|jul|julho", "august|aug|agosto|ago", "september|sept|sep|setembro|set", "october|oct|outubro|out", "november|nov|novembro",
	"december|dec|dezembro|dez",
}

// consulted matches the words before a date on which somebody looked at the source: such a day is the claim's own.
var consulted = lazy.Regexp(`(?i)\b(access|retriev|view|read|fetch|visit|check|captur|download|acess|consult|visit|lid|capturad|baixad)\pL*( on| at| in| em| a| no dia)?[:, ]*$`)

// saysDay reports whether a text names a day, in any form that leaves no doubt, as something else than the day on which it was looked at.
func saysDay(s string, day time.Time) bool {
	year, month, of := day.Year(), int(day.Month()), day.Day()
	name := `(` + monthNames[month-1] + `)\b\.?`
	forms := []string{
		fmt.Sprintf(`%d[-/.]0?%d[-/.]0?%d`, year, month, of), day.Format("20060102"),
		fmt.Sprintf(`\b%s 0?%d(st|nd|rd|th)?,? %d`, name, of, year),
		fmt.Sprintf(`0?%d(st|nd|rd|th|º)?[ -](de )?%s,?[ -](de )?%d`, of, name, year),
	}
	if of > 12 || of == month {
		forms = append(forms, fmt.Sprintf(`0?%d[-/.]0?%d[-/.]%d`, of, month, year), fmt.Sprintf(`0?%d[-/.]0?%d[-/.]%d`, month, of, year))
	}
	dates, err := regexp.Compile(`(?i)(?:^|\D)(` + strings.Join(forms, "|") + `)(?:\D|$)`)
	if err != nil {
		return false
	}
	for _, at := range dates.FindAllStringSubmatchIndex(s, -1) {
		if !consulted().MatchString(s[:at[2]]) {
			return true
		}
	}
	return false
}

// parseDay reads a date. The fault is "" for a real day written YYYY-MM-DD; else it says what is wrong, and the day is
// what was meant where only one can be, or where the order of day and month is known.
func parseDay(s, order string) (day time.Time, fault string) {
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
	if day, ok := numericDay(trimmed, order); ok {
		return day, otherForm
	}
	if day, ok := spelledDay(trimmed); ok {
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

// spelledOut matches a day with the name of its month, as both languages write it: 3 de março de 2026, 1º de maio de 2026, março 3, 2026.
var spelledOut = lazy.Regexp(`^(?:(\d{1,2})(?:º|°|o|st|nd|rd|th)?,? (?:de |of )?(\pL+)\.?|(\pL+)\.? (\d{1,2})(?:º|°|o|st|nd|rd|th)?),? (?:de )?(\d{4})$`)

// spelledDay reads a day with the name of its month.
func spelledDay(s string) (time.Time, bool) {
	m := spelledOut().FindStringSubmatch(text.Fold(s))
	if m == nil {
		return time.Time{}, false
	}
	day, _ := strconv.Atoi(m[1] + m[4]) // two digits are a number, and so are four
	year, _ := strconv.Atoi(m[5])
	for i, names := range monthNames {
		for name := range strings.SplitSeq(names, "|") {
			if text.Fold(name) == m[2]+m[3] {
				return dayOf(year, i+1, day)
			}
		}
	}
	return time.Time{}, false
}

// dayOf gives the day of numbers, if the calendar has it.
func dayOf(year, month, day int) (time.Time, bool) {
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	return t, t.Day() == day && int(t.Month()) == month && t.Year() == year
}

// isAmbiguous reports whether a date of numbers may be either of two days.
func isAmbiguous(s string) bool {
	one, first := numericDay(s, dayFirst)
	other, second := numericDay(s, monthFirst)
	return first && second && !one.Equal(other)
}

// numericDay reads dates such as 25/12/2025 where one number can only be the day, or both are the same, or the order is known.
func numericDay(s, order string) (time.Time, bool) {
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == '/' || r == '.' || r == '-' })
	if len(parts) != 3 || len(parts[2]) != 4 || !strings.HasPrefix(s, parts[0]) {
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
	switch {
	case month > 12:
		day, month = month, day
	case day > 12 || day == month || order == dayFirst:
	case order == monthFirst:
		day, month = month, day
	default:
		return time.Time{}, false // 3/4/2026 is two days, on two sides of an ocean
	}
	return dayOf(n[2], month, day)
}

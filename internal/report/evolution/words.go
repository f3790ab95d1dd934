// Package evolution writes the evolution report: as a page that stands alone, as markdown for a forge, and as JSON for
// programs. Package learn/evolution decides what the report says. This package puts it into words and pictures, and makes
// text that people typed inert.
package evolution

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/learn/evolution"
	"github.com/kbgate/kbgate/internal/stats"
)

// dates are the days of a window: 22 October to 21 November 2026.
func dates(w evolution.Window) string {
	from, to := w.Since.UTC(), w.Last().UTC()
	switch {
	case from.Year() != to.Year():
		return from.Format("2 January 2006") + " to " + to.Format("2 January 2006")
	case from.Month() != to.Month():
		return from.Format("2 January") + " to " + to.Format("2 January 2006")
	case from.Day() != to.Day():
		return from.Format("2") + " to " + to.Format("2 January 2006")
	}
	return to.Format("2 January 2006")
}

// day is a day in a table.
func day(at time.Time) string { return at.UTC().Format(time.DateOnly) }

// period names a part of the window.
func period(p evolution.Window, s evolution.Step) string {
	switch s {
	case evolution.Weekly:
		return "week of " + p.Since.UTC().Format("2 January")
	case evolution.Monthly:
		return p.Since.UTC().Format("January 2006")
	case evolution.Yearly:
		return p.Since.UTC().Format("2006")
	}
	return p.Since.UTC().Format("2 January")
}

// rounded is a share without decimals, and never nothing or all where it is not.
func rounded(p stats.Percent) string {
	switch {
	case p > 0 && p < 1:
		return "<1%"
	case p > 99 && p < 100:
		return ">99%"
	}
	return number(p) + "%"
}

// fine is a share as rounded has it, with a decimal where it is small and of many.
func fine(s stats.Share) string {
	if p := s.Percent(); s.Of >= 1000 && p > 0 && p < 9.95 {
		return strconv.FormatFloat(float64(p), 'f', 1, 64) + "%"
	}
	return share(s)
}

// grouped is a number whose digits are easy to tell apart (ISO 80000-1, 7.3.1).
func grouped(n int) string {
	s := strconv.Itoa(n)
	if n >= 10_000 {
		for i := len(s) - 3; i > 0; i -= 3 {
			s = s[:i] + "\u202f" + s[i:]
		}
	}
	return s
}

func number(p stats.Percent) string { return strconv.Itoa(int(math.Round(float64(p)))) }

// share is a share in words: of few, the counts are said, for 67% of three says more than is known.
func share(s stats.Share) string {
	if s.Of < evolution.Enough {
		return fmt.Sprintf("%d of %d", s.Count, s.Of)
	}
	return rounded(s.Percent())
}

// interval is where a share lies; "" where it is of none.
func interval(s stats.Share) string {
	if s.Of == 0 {
		return ""
	}
	i := s.Interval()
	return number(i.Low) + "–" + number(i.High) + "%"
}

// points are how many percent points lie between two shares, without regard to which is greater.
func points(i stats.Interval) string {
	low, high := math.Abs(float64(i.Low)), math.Abs(float64(i.High))
	low, high = min(low, high), max(low, high)
	return fmt.Sprintf("by %s to %s points", number(stats.Percent(max(low, 1))), number(stats.Percent(max(high, 1))))
}

// signed is a difference that may be none: −4 (−12 to +5).
func signed(p stats.Percent) string {
	n := int(math.Round(float64(p)))
	switch {
	case n < 0:
		return "−" + strconv.Itoa(-n)
	case n > 0:
		return "+" + strconv.Itoa(n)
	}
	return "0"
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return grouped(n) + " " + many
}

// capital begins with a capital letter, as a title does.
func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

func verdict(v decision.Verdict) string { return strings.ReplaceAll(string(v), "_", " ") }

// pattern is the contract's line on a category: Examples: 40% of rejections.
func pattern(s evolution.Suggestion) string {
	return fmt.Sprintf("%s: %s%% of rejections", capital(string(s.Category)), s.Share.Percent())
}

// ofAgent is what a suggestion for one agent stands on.
func ofAgent(s evolution.Suggestion) string {
	return fmt.Sprintf("%s%% of rejections for %s (%s)", s.Share.Percent(), s.Category, basis(s.Share))
}

// basis says on what a share stands.
func basis(s stats.Share) string {
	return fmt.Sprintf("%s of %s; between %s with 95%% confidence", grouped(s.Count), grouped(s.Of), percents(s.Interval()))
}

func percents(i stats.Interval) string { return number(i.Low) + "% and " + number(i.High) + "%" }

// duration is a time of reviews.
func duration(seconds int) string {
	switch {
	case seconds < 90:
		return fmt.Sprintf("%d s", seconds)
	case seconds < 600:
		return decimal(float64(seconds)/60) + " min"
	case seconds < 90*60:
		return fmt.Sprintf("%d min", (seconds+30)/60)
	case seconds < 48*3600:
		return decimal(float64(seconds)/3600) + " h"
	}
	return grouped((seconds+43200)/86400) + " days"
}

// decimal is a number with at most one decimal.
func decimal(v float64) string { return stats.Percent(v).String() }

var trends = map[stats.Trend]string{
	stats.Improving: "▲ improving", stats.Worsening: "▼ worsening", stats.Steady: "steady", stats.NoData: "too few",
}

// moved says what became of a share.
func moved(c evolution.Change) string {
	verb := "rose"
	if c.Points < 0 {
		verb = "fell"
	}
	of := ""
	switch c.Of {
	case evolution.OfCategory:
		of = " of rejections"
	case evolution.OfGate:
		of = " of decisions"
	}
	return fmt.Sprintf("%s from %s to %s%s (%s)", verb, rounded(c.Before.Percent()), rounded(c.Now.Percent()), of, points(c.Interval))
}

// subject says of what a change is; of a gate or an agent, the name that somebody typed comes behind it.
func subject(c evolution.Change) string {
	switch c.Of {
	case evolution.OfCategory:
		return capital(c.Name)
	case evolution.OfGate:
		if c.Title == c.Name {
			return ""
		}
		return c.Title + " "
	case evolution.OfAgent:
		return "Approval of "
	}
	return "Approval"
}

// summary says how it went, in one sentence or two.
func summary(e *evolution.Evolution) string {
	a := e.Approval
	if a.Decisions < evolution.Enough {
		return fmt.Sprintf("%s: %d approved, %d rejected. That is too few to say how it goes.", capital(count(a.Decisions, "decision", "decisions")), a.Approved+a.WithChanges, a.Rejected)
	}
	return fmt.Sprintf("%s of %s decisions approved the work (between %s with 95%% confidence).", rounded(a.Approval().Percent()), grouped(a.Decisions), percents(a.Approval().Interval()))
}

// comparison says how approval stands beside the period before, where it is not among the changes.
func comparison(e *evolution.Evolution) string {
	length := count(e.Window.Days(), "day", "days")
	old := e.Earlier
	switch {
	case old == nil:
		return fmt.Sprintf("There are no decisions from the %s before, so there is nothing to compare with.", length)
	case old.Difference == nil:
		return fmt.Sprintf("The %s before had %s. One side has fewer than %d, too few to compare.", length, count(old.Approval.Decisions, "decision", "decisions"), evolution.Enough)
	}
	d := old.Difference
	text := fmt.Sprintf("In the %s before it was %s: a difference of %s points (%s to %s)", length, rounded(old.Approval.Approval().Percent()),
		signed(d.Points), signed(d.Interval.Low), signed(d.Interval.High))
	if !d.IsReal() {
		text += ", which is within what chance makes"
	}
	return text + "."
}

// changed says how many comparisons were made, and how many held.
func changed(old *evolution.Earlier) string {
	text := fmt.Sprintf("%s compared with the period before, %s.", capital(count(old.Compared, "share was", "shares were")), dates(old.Window))
	if len(old.Changes) == 0 {
		text += " None differs by more than chance makes."
	} else {
		text += " Only differences that chance does not make are named: all of them hold together with 95% confidence."
	}
	if !old.Whole {
		text += " The records begin within that period, so it is not a whole one."
	}
	return text
}

// counted says what the figures are.
func counted(e *evolution.Evolution) string {
	text := "An approval with changes counts as an approval"
	if n := e.Approval.WithChanges; n > 0 {
		text += "; of these there were " + grouped(n)
	}
	text += ". Intervals hold with 95% confidence."
	if len(e.Artifacts) == 0 && e.Unnamed > 0 { // else it stands beside those
		text += " " + unnamed(e.Unnamed)
	}
	return text
}

// noPattern says that no pattern is found, and why.
func noPattern(e *evolution.Evolution) string {
	counts := learn.Counts{}
	for _, c := range e.Categories {
		counts[c.Category] = c.Share.Count
	}
	return learn.NoPatternReason(counts, e.Threshold)
}

// unnamed says how many rejections name no artifact; "" where all do.
func unnamed(n int) string {
	if n == 0 {
		return ""
	}
	return capital(count(n, "rejection does", "rejections do")) + " not say which artifact was rejected."
}

// unread says what the report does not know.
func unread(u evolution.Unread) string {
	if u.Window+u.Earlier+u.Undated == 0 {
		return "Every record of this time could be read."
	}
	text := count(u.Window, "record of this time", "records of this time") + " could not be read and " + map[bool]string{true: "is", false: "are"}[u.Window == 1] + " not counted"
	if u.Earlier > 0 {
		text += fmt.Sprintf("; of the period before, %d", u.Earlier)
	}
	if u.Undated > 0 {
		text += fmt.Sprintf("; of unknown time, %d", u.Undated)
	}
	return text + ". `kbgate verify` names them."
}

// empty is the report of a time without decisions.
func empty(e *evolution.Evolution) (lines []string) {
	lines = append(lines, "Nothing was decided in this time.")
	if e.Earlier != nil {
		lines = append(lines, fmt.Sprintf("In the %s before there were %s.", count(e.Window.Days(), "day", "days"), count(e.Earlier.Approval.Decisions, "decision", "decisions")))
	} else {
		lines = append(lines, "Once reviewers record what they decide, with `kbgate approve` and `kbgate reject`, this report shows how approval goes, what work is rejected for, and what to do about it.")
	}
	if e.Unread.Window+e.Unread.Earlier+e.Unread.Undated > 0 {
		lines = append(lines, unread(e.Unread))
	}
	return lines
}

// worst is the period whose approval lies below that of the whole by more than chance makes, the lowest of several; -1 where
// none does.
func worst(e *evolution.Evolution) int {
	at, lowest := -1, e.Approval.Approval().Percent()
	for i, p := range e.Periods {
		if s := p.Approval.Approval(); s.Of >= evolution.Enough && s.Percent() < lowest && s.Among(len(e.Periods)).High < e.Approval.Approval().Percent() {
			at, lowest = i, s.Percent()
		}
	}
	return at
}

// decided are the periods in which anything was decided.
func decided(e *evolution.Evolution) []evolution.Period {
	return slices.DeleteFunc(slices.Clone(e.Periods), func(p evolution.Period) bool { return p.Approval.Decisions == 0 })
}

// hasCourse reports whether the periods show anything.
func hasCourse(e *evolution.Evolution) bool {
	return len(decided(e)) >= 3 && e.Approval.Decisions >= evolution.Enough
}

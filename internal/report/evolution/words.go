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

// rounded is a share without decimals. Only a share of exactly nothing is 0%, and only one of all is 100%.
func rounded(p stats.Percent) string {
	switch {
	case p > 0 && p < 1:
		return "<1%"
	case p > 99 && p < 100:
		return ">99%"
	}
	return number(p) + "%"
}

// fine is a share in words, with a decimal where it is a small share of many.
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

// share is a share in words. A share of few is told by its counts, for 67% of three says more than is known.
func share(s stats.Share) string {
	if s.Of < evolution.Enough {
		return fmt.Sprintf("%d of %d", s.Count, s.Of)
	}
	return rounded(s.Percent())
}

// interval is where a share lies with 95% confidence; "" for a share of none.
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
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

func verdict(v decision.Verdict) string { return strings.ReplaceAll(string(v), "_", " ") }

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

// subject says what has changed. The name of a gate or an agent, which somebody typed, comes behind it.
func subject(c evolution.Difference) string {
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

// noPattern says that no pattern is found, and why.
func noPattern(e *evolution.Evolution) string {
	counts := learn.Counts{}
	for _, c := range e.Categories {
		counts[c.Category] = c.Share.Count
	}
	return learn.NoPatternReason(counts, e.Threshold)
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

// worst is the period of lowest approval among those that lie below the whole by more than chance; -1 where none does.
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

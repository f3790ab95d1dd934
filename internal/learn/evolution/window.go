package evolution

import (
	"slices"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
)

// Window is a time from one instant on, before another.
type Window struct {
	Since time.Time `json:"since"`
	Until time.Time `json:"until"`
}

func (w Window) contains(at time.Time) bool { return !at.Before(w.Since) && at.Before(w.Until) }

func (w Window) length() time.Duration { return w.Until.Sub(w.Since) }

// Before is the window of equal length that ends where this one begins.
func (w Window) Before() Window { return Window{w.Since.Add(-w.length()), w.Since} }

// Days is the length in days, rounded up.
func (w Window) Days() int { return int((w.length() + 24*time.Hour - 1) / (24 * time.Hour)) }

// Last is the last instant of the window.
func (w Window) Last() time.Time { return w.Until.Add(-1) }

// Step is how long the periods of a report are.
type Step string

// Days, weeks from Monday, months and years are those of the calendar, in UTC.
const (
	Daily   Step = "day"
	Weekly  Step = "week"
	Monthly Step = "month"
	Yearly  Step = "year"
)

// Day1 is the beginning of a day in UTC.
func Day1(at time.Time) time.Time {
	y, m, d := at.UTC().Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// floor is the beginning of the calendar's period that an instant is in.
func (s Step) floor(at time.Time) time.Time {
	day := Day1(at)
	switch s {
	case Weekly:
		return day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
	case Monthly:
		return day.AddDate(0, 0, 1-day.Day())
	case Yearly:
		return day.AddDate(0, 0, 1-day.YearDay())
	}
	return day
}

// next is the beginning of the period after one.
func (s Step) next(start time.Time) time.Time {
	switch s {
	case Weekly:
		return start.AddDate(0, 0, 7)
	case Monthly:
		return start.AddDate(0, 1, 0)
	case Yearly:
		return start.AddDate(1, 0, 0)
	}
	return start.AddDate(0, 0, 1)
}

// split cuts a window into the calendar's periods; the first and the last may be parts of one.
func (s Step) split(w Window) (parts []Window) {
	for start := s.floor(w.Since); start.Before(w.Until); start = s.next(start) {
		part := Window{start, s.next(start)}
		if part.Since.Before(w.Since) {
			part.Since = w.Since
		}
		if part.Until.After(w.Until) {
			part.Until = w.Until
		}
		parts = append(parts, part)
	}
	return parts
}

const (
	mostPeriods  = 62 // for which a plot has room
	richPeriod   = 12 // decisions; the share of fewer is mostly chance
	fewestCourse = 3  // periods that make a course
)

// periods cuts the window by the finest step whose periods are not too many and hold enough decisions on average; where
// none does, by the coarsest that still shows a course.
func periods(w Window, rows []*decision.Summary) (step Step, all []Period) {
	all = []Period{}
	if len(rows) == 0 {
		return Daily, all
	}
	var parts []Window
	for _, s := range []Step{Daily, Weekly, Monthly, Yearly} {
		if s != Yearly && w.length() > 5*366*24*time.Hour || s == Daily && w.Days() > mostPeriods+1 {
			continue
		}
		found := s.split(w)
		if len(found) > mostPeriods && s != Yearly || len(parts) > 0 && len(found) < fewestCourse {
			continue
		}
		step, parts = s, found
		if len(rows) >= richPeriod*len(found) {
			break
		}
	}
	return step, fill(parts, rows)
}

// fill counts decisions by windows that follow upon each other.
func fill(parts []Window, rows []*decision.Summary) []Period {
	all := make([]Period, len(parts))
	for i, part := range parts {
		all[i].Window = part
	}
	for _, r := range rows {
		if i := at(parts, r.At); i >= 0 {
			all[i].Approval.add(r)
		}
	}
	return all
}

// at is the place of the window that an instant is in, or -1.
func at(parts []Window, instant time.Time) int {
	i, found := slices.BinarySearchFunc(parts, instant, func(w Window, at time.Time) int { return w.Since.Compare(at) })
	if !found {
		i--
	}
	if i < 0 || !parts[i].contains(instant) {
		return -1
	}
	return i
}

// days counts decisions by days: of too many for a calendar, the last ones.
func days(w Window, rows []*decision.Summary) []Day {
	all := []Day{}
	if len(rows) == 0 {
		return all
	}
	w.Since = Day1(w.Since)
	if earliest := Day1(w.Last()).AddDate(0, 0, 1-MaxDays); w.Since.Before(earliest) {
		w.Since = earliest
	}
	for _, p := range fill(Daily.split(w), rows) {
		all = append(all, Day{p.Since, p.Since.Format(time.DateOnly), p.Approval.Decisions, p.Approval.Rejected})
	}
	return all
}

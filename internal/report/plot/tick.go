package plot

import (
	"fmt"
	"time"
)

type tick struct {
	at   time.Time
	text string
}

// stride is a distance between ticks.
type stride struct {
	days, months int
	format       string
}

// strides from the closest to the widest; days are counted from Mondays, months from January.
var strides = []stride{
	{days: 1, format: "2 Jan"}, {days: 7, format: "2 Jan"}, {days: 14, format: "2 Jan"}, {months: 1, format: "Jan"}, {months: 2, format: "Jan"}, {months: 3, format: "Jan"},
	{months: 6, format: "Jan"}, {months: 12, format: "2006"}, {months: 24, format: "2006"}, {months: 60, format: "2006"}, {months: 240, format: "2006"}, {months: 1200, format: "2006"},
	{months: 12000, format: "2006"},
}

// ticks are at most so many, on round days of the calendar. A January says its year.
func ticks(since, until time.Time, most int) (all []tick) {
	for _, s := range strides {
		all = s.ticks(since, until, max(2, most))
		if len(all) <= max(2, most) {
			break
		}
	}
	return all
}

func (s stride) ticks(since, until time.Time, most int) (all []tick) {
	y, m, d := since.UTC().Date()
	at := time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	if s.days > 1 {
		at = at.AddDate(0, 0, -weekday(at))
	} else if s.months > 0 {
		at = time.Date(y-y%max(1, s.months/12), 1, 1, 0, 0, 0, 0, time.UTC)
	}
	for ; at.Before(until) && len(all) <= most; at = at.AddDate(0, s.months, s.days) {
		if at.Before(since) {
			continue
		}
		text := at.Format(s.format)
		if s.format == "Jan" && at.Month() == time.January {
			text = fmt.Sprint(at.Year())
		}
		all = append(all, tick{at, text})
	}
	return all
}

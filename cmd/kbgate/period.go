package main

import (
	"strconv"
	"time"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/decision"
)

// timeForms are the forms of a time, as the help of flags names them.
const timeForms = "2026-11-01, 2026-11-01T10:00:00Z, or 12h, 30d, 2w,\n6m (months), 1y before now; without a zone it is UTC"

// period is the flags --since and --until: the time from which on, and the one before which; zero where none was asked for.
func period(since, until *time.Time) []cli.Option {
	return []cli.Option{cli.Flag(cli.Parsed(since, "", fromNow(moment)), "since", "only what was at or after this `TIME`: "+timeForms),
		cli.Flag(cli.Parsed(until, "", fromNow(end)), "until", "only what was before this `TIME`; a day is meant whole")}
}

// end is the moment that a time ends at; a day is meant whole.
func end(value string, now time.Time) (time.Time, error) {
	until, err := moment(value, now)
	if _, wrong := time.Parse(time.DateOnly, value); err == nil && wrong == nil {
		until = until.AddDate(0, 0, 1)
	}
	return until, err
}

// moment reads a day, a point in time, or how long before now it was.
func moment(value string, now time.Time) (time.Time, error) {
	if ago, ok := parseLength(value); ok {
		return ago.before(now), nil
	}
	at, ok := decision.ParseDay(value)
	if !ok && value != "" {
		return at, cli.UnknownValue(value, "write a day, 2026-11-21, a time, 2026-11-21T10:00:00Z, or how long ago: 12h, 30d, 2w, 6m (months) or 1y")
	}
	return at, nil
}

// length is a length of time in units of the calendar: h, d, w, m for months, y.
type length struct {
	n    int
	unit byte
}

// longest is how many units make a hundred years, at least.
var longest = map[byte]int{'h': 876_600, 'd': 36_525, 'w': 5_218, 'm': 1_200, 'y': 100}

// parseLength reads a length of time, 30d, of at most a hundred years.
func parseLength(s string) (length, bool) {
	if len(s) < 2 {
		return length{}, false
	}
	unit := s[len(s)-1]
	n, err := strconv.ParseUint(s[:len(s)-1], 10, 31)
	if err != nil || n == 0 || n > uint64(longest[unit]) {
		return length{}, false
	}
	return length{int(n), unit}, true
}

// before goes the length back from a moment. Of a day that a month does not have, its last one is meant.
func (l length) before(t time.Time) time.Time {
	months := l.n
	switch l.unit {
	case 'h':
		return t.Add(-time.Duration(l.n) * time.Hour)
	case 'd':
		return t.Add(-time.Duration(l.n) * 24 * time.Hour)
	case 'w':
		return t.Add(-time.Duration(l.n) * 7 * 24 * time.Hour)
	case 'y':
		months *= 12
	}
	back := t.AddDate(0, -months, 0)
	if back.Day() != t.Day() {
		back = back.AddDate(0, 0, -back.Day())
	}
	return back
}

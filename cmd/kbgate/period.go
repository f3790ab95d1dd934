package main

import (
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/decision"
)

// period is the time that a command is asked about: its flags --since and --until.
type period struct{ since, until string }

func (p *period) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&p.since, "since", "", "only what was at or after this `TIME`: 2026-11-01, 2026-11-01T10:00:00Z, or 12h, 30d, 2w before now")
	f.StringVar(&p.until, "until", "", "only what was before this `TIME`; a day is meant whole")
	noFiles(cmd, "since", "until")
}

// bounds gives the time from which on, and the one before which; zero where none was asked for.
func (p *period) bounds(now time.Time) (since, until time.Time, err error) {
	if since, err = moment("--since", p.since, now); err != nil {
		return since, until, err
	}
	if until, err = moment("--until", p.until, now); err == nil && len(p.until) == len(time.DateOnly) {
		if _, wrong := time.Parse(time.DateOnly, p.until); wrong == nil {
			until = until.AddDate(0, 0, 1)
		}
	}
	return since, until, err
}

// moment reads a day, a point in time, or how long before now it was.
func moment(flag, value string, now time.Time) (time.Time, error) {
	if ago, ok := parseAgo(value); ok {
		return now.Add(-ago), nil
	}
	at, ok := decision.ParseDay(value)
	if !ok && value != "" {
		return at, wrongFlag(flag, value, "write a day, 2026-11-21, a time, 2026-11-21T10:00:00Z, or how long ago, 12h, 30d or 2w")
	}
	return at, nil
}

// longestAgo is a hundred years.
const longestAgo = 36525 * 24 * time.Hour

// parseAgo reads a number of hours, days or weeks. Months are of no fixed length, and m might be minutes.
func parseAgo(s string) (time.Duration, bool) {
	units := map[byte]time.Duration{'h': time.Hour, 'd': 24 * time.Hour, 'w': 7 * 24 * time.Hour}
	if len(s) < 2 {
		return 0, false
	}
	unit, known := units[s[len(s)-1]]
	n, err := strconv.ParseUint(s[:len(s)-1], 10, 32)
	if !known || err != nil || n > uint64(longestAgo/unit) {
		return 0, false
	}
	return time.Duration(n) * unit, true
}

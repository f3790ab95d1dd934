package main

import (
	"testing"
	"time"
)

func TestPeriod(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 30, 0, 0, time.UTC)
	for _, test := range []struct{ since, until, from, to string }{
		{"", "", "0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"},
		{"12h", "1h", "2026-11-21T00:30:00Z", "2026-11-21T11:30:00Z"},
		{"30d", "2w", "2026-10-22T12:30:00Z", "2026-11-07T12:30:00Z"},
		{"2026-11-01", "2026-11-01", "2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z"},
		{"2026-11-01T10:00:00Z", "2026-11-01T10:00:00+02:00", "2026-11-01T10:00:00Z", "2026-11-01T08:00:00Z"},
		{"36525d", "0000000010d", "1926-11-21T12:30:00Z", "2026-11-11T12:30:00Z"},
	} {
		p := period{test.since, test.until}
		since, until, err := p.bounds(now)
		if err != nil || since.Format(time.RFC3339) != test.from || until.Format(time.RFC3339) != test.to {
			t.Errorf("%+v: %s, %s, %v", test, since, until, err)
		}
	}
	for _, s := range []string{"d", "-1d", "1.5d", "3m", "1y", "d30", "36526d", "99999999999999999999w", "30 d", "+3d", "soon", "30D"} {
		if since, _, err := (&period{since: s}).bounds(now); err == nil {
			t.Errorf("since %q is %s", s, since)
		}
		if _, until, err := (&period{until: s}).bounds(now); err == nil {
			t.Errorf("until %q is %s", s, until)
		}
	}
}

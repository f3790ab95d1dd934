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
		{"6m", "1y", "2026-05-21T12:30:00Z", "2025-11-21T12:30:00Z"},
		{"36525d", "0000000010d", "1926-11-21T12:30:00Z", "2026-11-11T12:30:00Z"},
	} {
		since, err := moment(test.since, now)
		until, err2 := end(test.until, now)
		if err != nil || err2 != nil || since.Format(time.RFC3339) != test.from || until.Format(time.RFC3339) != test.to {
			t.Errorf("%+v: %s, %s, %v", test, since, until, err)
		}
	}
	for _, s := range []string{"d", "-1d", "1.5d", "1201m", "101y", "0d", "3s", "d30", "36526d", "99999999999999999999w", "30 d", "+3d", "soon", "30D"} {
		if since, err := moment(s, now); err == nil {
			t.Errorf("since %q is %s", s, since)
		}
		if until, err := end(s, now); err == nil {
			t.Errorf("until %q is %s", s, until)
		}
	}
}

// Of a day that a month does not have, its last one is meant.
func TestMonthsBack(t *testing.T) {
	for _, test := range []struct{ from, length, want string }{
		{"2026-03-31", "1m", "2026-02-28"}, {"2024-02-29", "1y", "2023-02-28"}, {"2026-11-30", "12m", "2025-11-30"}, {"2026-01-31", "2m", "2025-11-30"},
	} {
		from, _ := time.Parse(time.DateOnly, test.from)
		l, ok := parseLength(test.length)
		if got := l.before(from).Format(time.DateOnly); !ok || got != test.want {
			t.Errorf("%s before %s is %s", test.length, test.from, got)
		}
	}
}

func TestParseHours(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 30, 0, 0, time.UTC)
	for s, want := range map[string]int{"1": 1, "168": 168, "30d": 720, "2w": 336, "12h": 12, "1y": 8760, "1m": 744, "0": 0, "x": 0, "-3d": 0, "": 0, "1.5": 0} {
		if got, err := parseHours(s, now); got != want || (err == nil) != (want > 0) {
			t.Errorf("%q is %d, %v", s, got, err)
		}
	}
}

package main

import (
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/learn/evolution"
)

// windowOf reads both ends, as the flags do.
func windowOf(since, until string, now time.Time) (evolution.Window, error) {
	last, err := end(until, now.UTC())
	if err != nil {
		return evolution.Window{}, err
	}
	return reportWindow(since, last, now)
}

func TestReportWindow(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 30, 0, 0, time.FixedZone("", 3600))
	for _, c := range []struct{ since, until, from, to string }{
		{"30d", "", "2026-10-23T00:00:00Z", "2026-11-21T11:30:00Z"},
		{"7d", "2026-11-14", "2026-11-08T00:00:00Z", "2026-11-15T00:00:00Z"},
		{"2w", "2026-11-15T00:00:00Z", "2026-11-01T00:00:00Z", "2026-11-15T00:00:00Z"},
		{"1m", "2026-11-30", "2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z"},
		{"1y", "2026-11-20", "2025-11-21T00:00:00Z", "2026-11-21T00:00:00Z"},
		{"3h", "", "2026-11-21T08:30:00Z", "2026-11-21T11:30:00Z"},
		{"1m", "1w", "2026-10-15T00:00:00Z", "2026-11-14T11:30:00Z"},
		{"2026-01-01", "2026-01-31", "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"},
		{"2026-01-01T10:00:00+02:00", "", "2026-01-01T08:00:00Z", "2026-11-21T11:30:00Z"},
		{"", "", "", ""}, {"0d", "", "", ""}, {"d", "", "", ""}, {"-3d", "", "", ""}, {"9999y", "", "", ""}, {"30 d", "", "", ""}, {"30d", "soon", "", ""},
	} {
		w, err := windowOf(c.since, c.until, now)
		if err != nil {
			if c.from != "" {
				t.Errorf("%+v: %v", c, err)
			}
			continue
		}
		if from, to := w.Since.Format(time.RFC3339), w.Until.Format(time.RFC3339); from != c.from || to != c.to {
			t.Errorf("%+v: from %s to %s", c, from, to)
		}
	}
}

func FuzzReportWindow(f *testing.F) {
	for _, s := range []string{"30d", "1y", "9999m", "2026-11-21", "2026-11-21T10:00:00Z", "0000-01-01", "99999999999d"} {
		f.Add(s, "")
		f.Add("30d", s)
	}
	now := time.Date(2026, 11, 21, 12, 30, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, since, until string) {
		w, err := windowOf(since, until, now)
		if err == nil && (w.Since.Year() < 0 || w.Until.Year() > 10_000) {
			t.Errorf("%s to %s", w.Since, w.Until)
		}
		if l, ok := parseLength(since); ok && !back(l, now).Before(now) {
			t.Errorf("%q goes back to %s", since, back(l, now))
		}
	})
}

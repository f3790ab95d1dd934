package decision

import (
	"strings"
	"time"
)

// timeLayouts are the forms of a time, beside fractions of a second, which time.Parse takes anywhere: RFC 3339, what
// Python's datetime.isoformat() and str() give with and without a zone, and ISO 8601's zones without a colon.
var timeLayouts = []string{
	time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04:05Z0700", "2006-01-02T15:04Z07:00", "2006-01-02T15:04",
}

// ParseTime reads a point in time, in UTC. One that names no zone is taken to be in UTC.
func ParseTime(s string) (time.Time, bool) {
	if len(s) > len("2006-01-02") && s[len("2006-01-02")] == ' ' {
		s = s[:len("2006-01-02")] + "T" + s[len("2006-01-02 "):]
	}
	if strings.ContainsRune(s, ',') {
		return time.Time{}, false
	}
	for _, layout := range timeLayouts {
		if t, err := time.Parse(layout, s); err == nil {
			t = t.UTC()
			return t, 0 <= t.Year() && t.Year() <= 9999 // what RFC 3339 can write again
		}
	}
	return time.Time{}, false
}

// ParseDay reads a day, or a point in time. A day is its first instant in UTC.
func ParseDay(s string) (time.Time, bool) {
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return t, true
	}
	return ParseTime(s)
}

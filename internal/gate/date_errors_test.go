package gate

import (
	"testing"
	"time"
)

func TestSaysDay(t *testing.T) {
	day := time.Date(2026, 3, 5, 0, 0, 0, 0, time.UTC)
	for s, want := range map[string]bool{
		"Harbour board, minutes (2026-03-05)":         true,
		"Harbour board, minutes of March 5, 2026":     true,
		"Harbour board, minutes, Mar. 5th 2026":       true,
		"Junta do porto, ata de 5 de março de 2026":   true,
		"Junta do porto, ata, 05 mar. 2026":           true,
		"inbox/archive/2026-03-05-harbour-minutes.md": true,
		"https://harbour.example/2026/03/05/minutes":  true,
		"5 March 2026": true,
		"Harbour board, minutes of March 15, 2026":                     false,
		"Harbour board, minutes of March 2026":                         false,
		"Harbour board, minutes of March 5, 2025":                      false,
		"Harbour board, minutes (3/5/2026)":                            false, // or the third of May
		"Harbour board, minutes (2024); accessed 5 March 2026":         false,
		"Junta do porto, ata (2024), acesso em 5 de março de 2026":     false,
		"Harbour board, minutes of 5 March 2026, accessed 9 June 2026": true,
	} {
		if got := saysDay(s, day); got != want {
			t.Errorf("%q says %s: %v, want %v", s, day.Format(time.DateOnly), got, want)
		}
	}
}

// What is not written YYYY-MM-DD is mended where it can only be one day, or where the order of day and month is set.
func TestParseDay(t *testing.T) {
	for _, c := range []struct{ text, order, want string }{
		{"3 de março de 2026", orderUnknown, "2026-03-03"},
		{"3 de marco de 2026", orderUnknown, "2026-03-03"},
		{"1º de maio de 2026", orderUnknown, "2026-05-01"},
		{"05 DEZ. 2025", orderUnknown, "2025-12-05"},
		{"março 3, 2026", orderUnknown, "2026-03-03"},
		{"31 de fevereiro de 2026", orderUnknown, ""},
		{"3 de nada de 2026", orderUnknown, ""},
		{"3rd of March 2026", orderUnknown, "2026-03-03"},
		{"March 3rd, 2026", orderUnknown, "2026-03-03"},
		{"05/10/2026", orderUnknown, ""},
		{"05/10/2026", dayFirst, "2026-10-05"},
		{"05/10/2026", monthFirst, "2026-05-10"},
		{"5.10.2026", dayFirst, "2026-10-05"},
		{"25/12/2025", monthFirst, "2025-12-25"}, // whatever the order, the day can only be the first
		{"12/25/2025", dayFirst, "2025-12-25"},
		{"07/07/2026", orderUnknown, "2026-07-07"},
		{"31/04/2026", dayFirst, ""},
		{"-5/10/2026", dayFirst, ""},
	} {
		day, fault := parseDay(c.text, c.order)
		got := ""
		if !day.IsZero() {
			got = day.Format(time.DateOnly)
		}
		if got != c.want || fault == "" {
			t.Errorf("%q, %s: %q, %q; want %q", c.text, c.order, got, fault, c.want)
		}
	}
}

func FuzzParseDay(f *testing.F) {
	for _, s := range []string{"3 de março de 2026", "05/10/2026", "March 3rd, 2026", "2026-02-30"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, order := range []string{orderUnknown, dayFirst, monthFirst} {
			if day, fault := parseDay(s, order); fault == "" && day.Format(time.DateOnly) != s {
				t.Errorf("%q is %s", s, day)
			}
		}
	})
}

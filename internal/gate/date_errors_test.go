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

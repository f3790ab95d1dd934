package text

import "strconv"

// Count writes a number with its noun: Count(1, "note", "notes") is "1 note".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

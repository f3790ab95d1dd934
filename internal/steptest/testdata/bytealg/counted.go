// Package bytealg takes the place of Go's own searches, which are written in assembly and so have no counters, in the program that
// counts steps: these count the bytes that they look at.
package bytealg

// Searched is how many bytes were looked at.
var Searched uint64

// MaxBruteForce of 0 keeps the package's callers away from Index, IndexString and Cutover.
const MaxBruteForce = 0

func IndexByte(b []byte, c byte) int {
	for i, x := range b {
		if x == c {
			Searched += uint64(i)
			return i
		}
	}
	Searched += uint64(len(b))
	return -1
}

func IndexByteString(s string, c byte) int {
	for i := range len(s) {
		if s[i] == c {
			Searched += uint64(i)
			return i
		}
	}
	Searched += uint64(len(s))
	return -1
}

func Count(b []byte, c byte) (n int) {
	Searched += uint64(len(b))
	for _, x := range b {
		if x == c {
			n++
		}
	}
	return n
}

func CountString(s string, c byte) (n int) {
	Searched += uint64(len(s))
	for i := range len(s) {
		if s[i] == c {
			n++
		}
	}
	return n
}

func Index([]byte, []byte) int       { panic("no text is short enough for it") }
func IndexString(string, string) int { panic("no text is short enough for it") }
func Cutover(int) int                { panic("no text is short enough for Index") }

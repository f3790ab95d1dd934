package text

import (
	"bytes"
	"fmt"
	"testing"
)

func TestEscapeTo(t *testing.T) {
	escape := func(r rune) string { return fmt.Sprintf("{%x}", r) }
	for given, want := range map[string]string{
		"plain\n":                              "plain\n",
		"a\u009bb\u0085c\x7fd":                 "a{9b}b{85}c{7f}d",
		"\u202ea\u2066b\u200f\u061c\u2028":     "{202e}a{2066}b{200f}{61c}{2028}",
		"é \u00a0\u200d\u200b 👩\u200d🍳 \ufffd": "é \u00a0\u200d\u200b 👩\u200d🍳 \ufffd",
		"\xff\xe2\x80a":                        "\xff\xe2\x80a",
	} {
		for size := 1; size <= len(given); size++ {
			var b bytes.Buffer
			w := EscapeTo(&b, escape)
			for rest := []byte(given); len(rest) > 0; {
				n := min(size, len(rest))
				if m, err := w.Write(rest[:n]); m != n || err != nil {
					t.Fatal(m, err)
				}
				rest = rest[n:]
			}
			if b.String() != want {
				t.Errorf("%q in pieces of %d: %q, want %q", given, size, b.String(), want)
			}
		}
	}
}

package prompt

import (
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/text/prompt/prompttest"
)

func TestQuote(t *testing.T) {
	for _, test := range [][2]string{
		{"", ""}, {"  \n ", ""}, {" Examples don't\n\twork\u00a0 ", "Examples don't work"}, {"`x` <b> “y”", "'x' ‹b› \"y\""},
		{"a\u202eb", "a‹U+202E›b"}, {"a\x1bb", "a‹U+001B›b"}, {"\xff", "\ufffd"}, {"\xf3\u0341", "\ufffd\u0301"}, {"\u1fef", "'"}, {"cafe\u0301", "café"},
		{strings.Repeat("é", 20), strings.Repeat("é", 20)}, {strings.Repeat("é", 21), strings.Repeat("é", 19) + "…"},
		{"12345678901234567 \u202e", "12345678901234567…"}, {"123456789012 \u202e", "123456789012…"}, {"12345678901\u202e", "12345678901‹U+202E›"},
		{"1234567890123456789 1", "1234567890123456789…"}, {"12345678901234567890 ", "12345678901234567890"},
		{"👩\u200d💻", "👩‹U+200D›💻"}, {"*b* _i_ [l](u) | &", "*b* _i_ [l](u) | &"},
	} {
		if got := Quote(test[0], 20); got != test[1] {
			t.Errorf("%q: %q, want %q", test[0], got, test[1])
		}
	}
}

func TestQuoteHostile(t *testing.T) {
	for _, s := range prompttest.Hostile {
		if got := Quote(s, 200); prompttest.Fault(got, 200) != "" || got == "" {
			t.Errorf("%.60q: %q: %s", s, got, prompttest.Fault(got, 200))
		}
	}
}

func FuzzQuote(f *testing.F) {
	for _, s := range prompttest.Hostile {
		f.Add(s[:min(len(s), 1000)], 200)
	}
	f.Fuzz(func(t *testing.T, s string, n int) {
		n = 1 + (n&0xffff)%300
		got := Quote(s, n)
		if fault := prompttest.Fault(got, n); fault != "" {
			t.Errorf("%q to %d: %q: %s", s, n, got, fault)
		}
		if again := Quote(got, n); again != got {
			t.Errorf("%q to %d: %q, and then %q", s, n, got, again)
		}
	})
}

func BenchmarkQuote(b *testing.B) {
	for _, s := range []string{"Examples don't work correctly", prompttest.Hostile[10]} {
		b.Run("", func(b *testing.B) {
			for b.Loop() {
				Quote(s, 200)
			}
		})
	}
}

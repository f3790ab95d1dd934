package signal

import (
	"strings"
	"testing"
)

// texts of 10 MB: what feedback costs at the most.
var large = map[string]func() string{
	"quiet log": func() string {
		return strings.Repeat("2026-11-23T10:00:00.123Z INFO  http: request done method=GET path=/api/v1/items status=200 took=12ms\n", 10<<20/101)
	},
	"errors alone": func() string {
		return strings.Repeat("2026-11-23 10:00:00,123 ERROR payments: charge failed: card was declined by the bank\n", 10<<20/86)
	},
	"one line": func() string { return strings.Repeat("error in token a7 ", 10<<20/18) },
	"traces": func() string {
		return strings.Repeat("java.lang.IllegalStateException: no\n\tat com.acme.App.run(App.java:12)\n\tat com.acme.App.main(App.java:3)\n", 10<<20/106)
	},
	"prose": func() string {
		return strings.Repeat("I asked for a table and this is still wrong, please try again.\n", 10<<20/63)
	},
	"test runs": func() string {
		return strings.Repeat("--- PASS: TestErrorPath (0.00s)\n=== RUN   TestOther\n", 10<<20/52)
	},
}

func BenchmarkDetect10MB(b *testing.B) {
	for name, text := range large {
		b.Run(name, func(b *testing.B) {
			data := []byte(text())
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				Detect(data)
			}
		})
	}
}

// What is found lies within the text and in order, whatever the bytes, and is the same each time.
func FuzzDetect(f *testing.F) {
	for _, text := range large {
		f.Add([]byte(text()[:400]))
	}
	for _, s := range []string{"", "\x00\xff", "E   assert 1 == 2\r\n", "\x1b[31mFAIL\x1b[0m a.test.ts", "> Error: x\n\nnot what I asked for", "web-1  | panic: x"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r := Detect(text)
		for i, s := range r.Signals {
			if s.Confidence < 0 || s.Confidence > 1 || i > 0 && s.Confidence > r.Signals[i-1].Confidence {
				t.Errorf("confidences %v", r.Signals)
			}
			last := -1
			for _, p := range s.Parts {
				if p.Start < 0 || p.End > len(text) || p.Start > p.End || p.Start < last {
					t.Errorf("place %v in %d bytes, after %d", p, len(text), last)
				}
				last = p.Start
			}
		}
		again := Detect(text)
		if len(again.Signals) != len(r.Signals) {
			t.Errorf("%v, and then %v", r.Signals, again.Signals)
		}
	})
}

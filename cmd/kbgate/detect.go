package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"syscall"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/cli"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/refine/signal"
)

func newDetect() cli.Command {
	var exitZero bool
	return cli.Command{
		Use:   "detect [FILE]",
		Short: "Say which signs of failure stand in a text: output of programs, or a person's reply",
		Long: `Read the output of a program, a person's reply, or both, from FILE or standard input, and say which of
four signs of failure stand there: runtime_error, verification_failure, user_rejection and
partial_success, each with its confidence, the places that show it, and the context signals, strongest
first. English and Portuguese are read, and the formats of many test runners, compilers, linters, package
managers and services. docs/refine.md tells how confidence comes about.

Exit status: 0 no signal, 1 a signal fired.`,
		Example: `  go test ./... 2>&1 | kbgate detect
  kbgate detect reply.txt --format json | jq -r '.signals[0].type'`,
		Anywhere: true,
		Options:  []cli.Option{cli.Flag(&exitZero, "exit-zero", "end with 0 also where a signal fired")},
		Formats:  []string{"text", "json"},
		Run: func(c *cli.Call) error {
			name := "-"
			if len(c.Args) > 0 {
				name = c.Args[0]
			}
			data, err := readFeedback(c, name)
			if err != nil {
				return err
			}
			found := signalsOf(data, signal.Detect(data))
			if err := cli.PrintResult(c, found, found.text(shownInput(name))); err != nil || exitZero || len(found.Signals) == 0 {
				return err
			}
			return errFindings
		},
	}
}

// maxFeedback is the most bytes of feedback that are read.
const maxFeedback = 32 << 20

// readFeedback reads feedback from a file, or from standard input where the name is "-".
func readFeedback(c *cli.Call, name string) ([]byte, error) {
	in, err := openInput(c, name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, maxFeedback+1))
	switch {
	case errors.Is(err, syscall.EISDIR):
		return nil, hint.Misuse("name a file in it", "%s is a folder", shownInput(name))
	case err != nil:
		return nil, fmt.Errorf("reading the feedback from %s: %w", shownInput(name), err)
	case len(data) > maxFeedback:
		return nil, hint.Misuse("give the part that tells of the failure; the end of a log tells most", "%s has more than %d MiB", shownInput(name), maxFeedback>>20)
	case bytes.IndexByte(data[:min(len(data), 8<<10)], 0) >= 0:
		return nil, hint.Misuse("give its text", "%s is no text: it holds a zero byte", shownInput(name))
	}
	return data, nil
}

// signals is what `kbgate detect` prints as JSON: kbgate.signals/1.
type signals struct {
	Schema  string        `json:"schema"`
	Signals []shownSignal `json:"signals"` // strongest first
	Bounds  []string      `json:"bounds"`  // the bounds that were reached
}

type shownSignal struct {
	Type           signal.Type      `json:"type"`
	Confidence     float64          `json:"confidence"` // to two decimals
	ContextSignals []signal.Context `json:"context_signals"`
	Spans          []shownSpan      `json:"spans"`
}

// shownSpan is a place that shows a signal. Lines and columns count from 1, columns in characters; start and end in bytes from 0.
type shownSpan struct {
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Start  int    `json:"start"`
	End    int    `json:"end"`
	Text   string `json:"text"`
}

// mostShown is how many bytes of a place are shown.
const mostShown = 300

func signalsOf(text []byte, r signal.Result) signals {
	shown := signals{"kbgate.signals/1", []shownSignal{}, append([]string{}, r.Bounds...)}
	for _, s := range r.Signals {
		one := shownSignal{s.Type, math.Round(s.Confidence*100) / 100, append([]signal.Context{}, s.Context...), []shownSpan{}}
		line, at := 1, 0
		for _, p := range s.Parts {
			line += bytes.Count(text[at:p.Start], []byte("\n"))
			at = p.Start
			column := 1 + utf8.RuneCount(text[bytes.LastIndexByte(text[:at], '\n')+1:at])
			one.Spans = append(one.Spans, shownSpan{line, column, p.Start, p.End, excerpt(text[p.Start:p.End])})
		}
		shown.Signals = append(shown.Signals, one)
	}
	return shown
}

// excerpt is a place as it is shown.
func excerpt(text []byte) string {
	s := strings.ToValidUTF8(string(text[:min(len(text), mostShown)]), "\ufffd")
	if len(text) > mostShown {
		return strings.TrimRight(s, "\ufffd") + "…"
	}
	return s
}

// text is for people.
func (s signals) text(name string) string {
	var b strings.Builder
	if len(s.Signals) == 0 {
		fmt.Fprintf(&b, "%s: no sign of failure\n", cli.LineStart(name))
	}
	for _, one := range s.Signals {
		fmt.Fprintf(&b, "%s %.2f", one.Type, one.Confidence)
		if len(one.ContextSignals) > 0 {
			fmt.Fprintf(&b, "  (%s)", strings.Join(cli.Strings(one.ContextSignals), ", "))
		}
		b.WriteByte('\n')
		for _, p := range one.Spans {
			fmt.Fprintf(&b, "  %d:%d %s\n", p.Line, p.Column, cli.OneLine(p.Text))
		}
	}
	for _, bound := range s.Bounds {
		fmt.Fprintf(&b, "%s\n", bound)
	}
	return b.String()
}

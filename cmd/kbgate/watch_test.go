package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/spf13/cobra"
)

func TestReportsOfAWatch(t *testing.T) {
	at := time.Date(2026, 11, 21, 14, 3, 22, 0, time.UTC)
	for _, test := range []struct {
		name, format string
		clear        bool
		out, err     string
	}{
		{"to a file", "text", false, "1\n---\n2\n", ""},
		{"to a file, as json", "json", false, "1\n2\n", ""},
		{"on a terminal", "text", true, "1\n\x1b[H\x1b[2J2\n", strings.Repeat("kbgate: judged at 14:03:22; waiting for changes, Ctrl-C ends\n", 2)},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out, err bytes.Buffer
			cmd := new(cobra.Command)
			cmd.SetOut(&out)
			cmd.SetErr(&err)
			s := newScreen(cli.NewCall(cmd, nil))
			s.clear = test.clear
			for _, report := range []string{"1\n", "2\n"} {
				if err := s.turn(test.format); err != nil {
					t.Fatal(err)
				}
				out.WriteString(report)
				s.wait(at)
			}
			if out.String() != test.out || err.String() != test.err {
				t.Errorf("%q, %q", out.String(), err.String())
			}
		})
	}
}

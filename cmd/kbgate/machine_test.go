package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
)

// What records hold neither acts on a terminal nor is a command of a runner, and JSON says the same.
func TestMachine(t *testing.T) {
	const hostile = "x \u009b2J \u202e y ##[error]z"
	for _, ci := range []string{"", "true"} {
		t.Setenv("GITHUB_ACTIONS", ci)
		t.Setenv("TF_BUILD", "")
		t.Setenv("TEAMCITY_VERSION", "")
		var b bytes.Buffer
		if err := cli.PrintJSON(cli.Machine(&b), hostile); err != nil {
			t.Fatal(err)
		}
		got := b.String()
		if strings.ContainsAny(got, "\u009b\u202e") || !strings.Contains(got, `\u009b2J \u202e`) || strings.Contains(got, "##[") != (ci == "") {
			t.Errorf("%q: %q", ci, got)
		}
	}
}

func TestCellsThatAreShown(t *testing.T) {
	d := &decision.Decision{Reason: "a\u009b2J\nb"}
	if got := strings.Join(csvCells(d, true), ","); strings.Contains(got, "\u009b") || !strings.Contains(got, "a<U+009B>2J\nb") {
		t.Errorf("%q", got)
	}
	if got := strings.Join(csvCells(d, false), ","); !strings.Contains(got, d.Reason) {
		t.Errorf("%q", got)
	}
}

// The name of an agent begins a line of what may be shown in the log of a CI later.
func TestAgentsWhoseNamesAreCommands(t *testing.T) {
	t.Setenv("GITHUB_ACTIONS", "")
	const name = "::error::x\n::error::y"
	said := statisticsText(&learn.Statistics{Agent: name}) + countsText(name, learn.Counts{}, learn.Threshold{}, nil)
	for line := range strings.Lines(cli.VisibleLines(said)) {
		if strings.HasPrefix(line, "::") {
			t.Errorf("%q", line)
		}
	}
}

package main

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
)

// asked is what is shown before an answer: the question of the user's documents, word for word, on a line of its own.
const asked = "Could you tell me why you rejected this? (helps me improve)\n" +
	"(Enter skips; without an answer the decision is recorded in 30 seconds)\n> "

// nothing is a terminal that gives nothing of a line that was not ended.
func nothing() func() { return func() {} }

// Whatever is answered is kept as it was typed.
func TestAwaitReason(t *testing.T) {
	if reasonWait != 30*time.Second {
		t.Errorf("an answer is waited for for %s", reasonWait)
	}
	for _, test := range []struct{ typed, want string }{
		{"Examples don't work\n", "Examples don't work"},
		{"  indented, cut off", "  indented, cut off"},
		{"windows\r\n", "windows"},
		{"\n", learn.NoReason},
		{"   \n", learn.NoReason},
		{"", learn.NoReason},
		{"first\nsecond\n", "first"},
	} {
		var shown strings.Builder
		got, err := awaitReason(context.Background(), iotest.OneByteReader(strings.NewReader(test.typed)), &shown, nil, nothing)
		if err != nil || got.reason != test.want || got.late {
			t.Errorf("%q gives %+v, %v; want %q", test.typed, got, err, test.want)
		}
		if shown.String() != asked {
			t.Errorf("asked %q; want %q", shown.String(), asked)
		}
	}
}

// Who does not answer is not waited for, and who interrupts records nothing.
func TestAwaitReasonGoesOn(t *testing.T) {
	in, typed := io.Pipe() // nobody ever types
	defer typed.Close()
	late := make(chan time.Time, 1)
	late <- time.Time{}
	if got, err := awaitReason(context.Background(), in, io.Discard, late, nothing); err != nil || got != (reply{"No reason provided", true}) {
		t.Errorf("late: %+v, %v", got, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got, err := awaitReason(ctx, in, io.Discard, nil, nothing); !errors.Is(err, context.Canceled) || got.reason != "" {
		t.Errorf("interrupted: %+v, %v", got, err)
	}
	cmd := new(cobra.Command)
	cmd.SetIn(in)
	cmd.SetErr(io.Discard)
	if got, err := askReason(cli.NewCall(cmd, nil)); err != nil || got.reason != learn.NoReason {
		t.Errorf("without a terminal: %+v, %v", got, err)
	}
}

// What stands there when the time runs out is not lost.
func TestAwaitReasonKeepsWhatWasTyped(t *testing.T) {
	in, typed := io.Pipe()
	late := make(chan time.Time, 1)
	late <- time.Time{}
	released := func() func() {
		_, _ = typed.Write([]byte("half a sent"))
		return func() {}
	}
	got, err := awaitReason(context.Background(), in, io.Discard, late, released)
	if err != nil || got != (reply{"half a sent", true}) {
		t.Errorf("%+v, %v", got, err)
	}
	var said strings.Builder
	cmd := new(cobra.Command)
	cmd.SetErr(&said)
	tellLate(cli.NewCall(cmd, nil), &decision.Decision{ID: "X", Reason: got.reason})
	tellLate(cli.NewCall(cmd, nil), &decision.Decision{ID: "X", Reason: learn.NoReason})
	const want = "kbgate: the time ran out; recorded with what had been typed; `kbgate amend X --reason TEXT` replaces it\n" +
		"kbgate: no answer came; recorded without a reason; `kbgate amend X --reason TEXT` adds one\n"
	if said.String() != want {
		t.Errorf("said %q", said.String())
	}
}

func TestPullRequest(t *testing.T) {
	for s, want := range map[string]decision.PullRequest{
		"":                                   {},
		"12":                                 {Number: 12},
		"#12":                                {Number: 12},
		"team/kb#12":                         {Repo: "team/kb", Number: 12},
		"https://github.com/team/kb/pull/12": {Repo: "team/kb", Number: 12},
		"https://git.example.org/team/kb/pulls/12/":              {Repo: "team/kb", Number: 12},
		"https://gitlab.example.org/a/b/kb/-/merge_requests/12/": {Repo: "a/b/kb", Number: 12},
	} {
		got, err := pullRequest(s)
		if err != nil || got.Repo != want.Repo || got.Number != want.Number {
			t.Errorf("%q is %q %d, %v", s, got.Repo, got.Number, err)
		}
	}
	for _, s := range []string{"twelve", "#", "a b#12", "12345678901", "https://github.com/team/kb/issues"} {
		if got, err := pullRequest(s); err == nil {
			t.Errorf("%q is %v", s, got)
		}
	}
}

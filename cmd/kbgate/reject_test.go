package main

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/loop"
)

// The question is that of the user's documents, word for word; whatever is answered is kept as it was typed.
func TestAwaitReason(t *testing.T) {
	if reasonWait != 30*time.Second {
		t.Errorf("an answer is waited for for %s", reasonWait)
	}
	for _, test := range []struct{ typed, want string }{
		{"Examples don't work\n", "Examples don't work"},
		{"  indented, cut off", "  indented, cut off"},
		{"windows\r\n", "windows"},
		{"\n", loop.NoReason},
		{"   \n", loop.NoReason},
		{"", loop.NoReason},
		{"first\nsecond\n", "first"},
	} {
		var shown strings.Builder
		got, err := awaitReason(context.Background(), strings.NewReader(test.typed), &shown, nil)
		if err != nil || got != test.want {
			t.Errorf("%q gives %q, %v; want %q", test.typed, got, err, test.want)
		}
		if want := "Could you tell me why you rejected this? (helps me improve)\n> "; shown.String() != want {
			t.Errorf("asked %q; want %q", shown.String(), want)
		}
	}
}

// Who does not answer is not waited for, and who interrupts records nothing.
func TestAwaitReasonGoesOn(t *testing.T) {
	in, typed := io.Pipe() // nobody ever types
	defer typed.Close()
	late := make(chan time.Time, 1)
	late <- time.Time{}
	if got, err := awaitReason(context.Background(), in, io.Discard, late); err != nil || got != "No reason provided" {
		t.Errorf("late: %q, %v", got, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got, err := awaitReason(ctx, in, io.Discard, nil); !errors.Is(err, context.Canceled) || got != "" {
		t.Errorf("interrupted: %q, %v", got, err)
	}
	if got, err := askReason(context.Background(), streams{in: in, out: io.Discard, err: io.Discard}); err != nil || got != loop.NoReason {
		t.Errorf("without a terminal: %q, %v", got, err)
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

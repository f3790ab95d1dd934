package comment

import (
	"encoding/json"
	"errors"
	"testing"
	"time"
)

// Whoever posts an older block again, or that of another pull request, neither changes what is trusted nor hides it.
func TestFindTrusted(t *testing.T) {
	type written struct {
		Body string            `json:"body"`
		At   string            `json:"created_at"`
		User map[string]string `json:"user"`
	}
	later, other := about, about
	later.At, other.At, other.PR = at.Add(time.Hour), at.Add(2*time.Hour), 8
	rejected := written{rendered(t, later, Options{Key: testKey}, someFindings()...), "2026-11-21T11:00:00Z", map[string]string{"login": "bot"}}
	passed := written{rendered(t, about, Options{Key: testKey}), "2026-11-22T11:00:00Z", map[string]string{"login": "mallory"}}
	eight := written{rendered(t, other, Options{Key: testKey}), "2026-11-23T11:00:00Z", map[string]string{"login": "mallory"}}
	made := written{rendered(t, other, Options{}), "2026-11-24T11:00:00Z", map[string]string{"login": "mallory"}}
	want := Expect{Repo: "org/repo", PR: 7, Head: someHead, IsBase: func(commit string) bool { return commit == someBase }}
	find := func(comments ...written) (*Signed, error) {
		page, err := json.Marshal(comments)
		if err != nil {
			t.Fatal(err)
		}
		return FindTrusted(page, keys, want)
	}
	for name, page := range map[string][]written{
		"alone":                  {rejected},
		"an older one again":     {rejected, passed},
		"of another one":         {rejected, eight},
		"unsigned":               {made, rejected},
		"all of them, reordered": {made, eight, passed, rejected},
	} {
		if s, err := find(page...); err != nil || s.Verdict != Rejected || s.Verify(keys, want) != nil {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
	}
	if s, err := find(eight, made); err != nil || !errors.Is(s.Verify(keys, want), ErrOtherPR) {
		t.Errorf("%+v, %v", s, err)
	}
	if s, err := find(made); err != nil || !errors.Is(s.Verify(keys, want), ErrUnsigned) {
		t.Errorf("%+v, %v", s, err)
	}
	if _, err := find(); !errors.Is(err, ErrNone) {
		t.Errorf("%v", err)
	}
	want.IsBase = func(string) bool { return false }
	if s, err := find(rejected); err != nil || !errors.Is(s.Verify(keys, want), ErrOtherBase) {
		t.Errorf("%+v, %v", s, err)
	}
}

package config

import (
	"slices"
	"strings"
	"testing"
)

// What says where something is written is never left out of those keys.
func TestDecidingKeys(t *testing.T) {
	want := []string{"store.dir", "store.ref", "store.sync", "store.subjects", "learn.memory_log"}
	if got := InGit(); !slices.Equal(got, want) {
		t.Errorf("git may set %q; want %q", got, want)
	}
	var all []string
	deciding(func(k *key) { all = append(all, k.path) })
	for _, path := range []string{"store.ref", "learn.memory_log", "rules.reviewers", "comment.public_keys", "agents.authors", "agents.gate_artifacts", "learn.keywords"} {
		if !slices.Contains(all, path) {
			t.Errorf("%s does not decide", path)
		}
	}
	for _, path := range []string{"comment.pointer", "links.check", "version"} {
		if slices.Contains(all, path) {
			t.Errorf("%s decides", path)
		}
	}
}

func TestSetInGit(t *testing.T) {
	for _, c := range []struct{ path, value, fault string }{
		{"store.ref", "refs/heads/x", ""}, {"store.ref", "HEAD", ""}, {"store.ref", "main", "it must be `HEAD`"}, {"store.dir", "..", "it must be a folder"},
		{"store.subjects", "plain", ""}, {"store.subjects", "open", "it must be `hashed` or `plain`"}, {"store.sync", "auto", ""}, {"store.sync", "on", "it must be `off` or `auto`"}, {"learn.memorylog", "", ""}, {"learn.memory-log", "x", ""},
	} {
		config := Default(nil)
		known, err := config.SetInGit(c.path, c.value)
		if !known || (err == nil) != (c.fault == "") || err != nil && !strings.HasPrefix(err.Error(), c.fault) {
			t.Errorf("%s %q: %v, %v", c.path, c.value, known, err)
		}
		if changed := len(Differences(config, Default(nil))) > 0; changed != (err == nil) {
			t.Errorf("%s %q: changed %v", c.path, c.value, changed)
		}
	}
	for _, path := range []string{"", "store", "rules.reviewers", "links.check", "store.reff"} {
		if known, err := Default(nil).SetInGit(path, "all"); known || err != nil {
			t.Errorf("%s: %v, %v", path, known, err)
		}
	}
}

func TestDifferences(t *testing.T) {
	a, b := Default(nil), Default(nil)
	a.Rules.Reviewers, b.Rules.Reviewers = []string{"eve", "a, b"}, []string{}
	a.Agents.Tags = map[string]string{"b": "\x1b[31m", "a": "rio"}
	b.Learn.Keywords = map[string][]string{"clarity": {strings.Repeat("é", 200)}}
	a.Learn.MemoryLog = ""
	a.Learn.MinRejections = 7
	a.Links.Check, a.Comment.Pointer = "off", "x"
	want := []Difference{
		{"agents.tags", `{a: rio, b: "\x1b[31m"}`, "{}"},
		{"learn.min_rejections", "7", "3"},
		{"learn.memory_log", `""`, "memory"},
		{"learn.keywords", "{}", `{clarity: ["` + strings.Repeat("é", 68) + "…"},
		{"rules.reviewers", `[eve, "a, b"]`, "[]"},
	}
	if got := Differences(a, b); !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	if got := Differences(a, a); got != nil {
		t.Errorf("%q", got)
	}
}

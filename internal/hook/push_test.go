package hook

import (
	"slices"
	"strings"
	"testing"
)

func TestParseUpdates(t *testing.T) {
	for _, tt := range []struct {
		lines string
		want  []Update
	}{
		{"", nil},
		{"\n", nil},
		{"refs/heads/main aa refs/heads/main bb\n", []Update{{"refs/heads/main", "aa", "refs/heads/main", "bb"}}},
		{"HEAD aa refs/heads/x bb", []Update{{"HEAD", "aa", "refs/heads/x", "bb"}}},
		{"HEAD@{1 day ago} aa refs/heads/x bb\r\n(delete) 00 refs/heads/y cc\n",
			[]Update{{"HEAD@{1 day ago}", "aa", "refs/heads/x", "bb"}, {"(delete)", "00", "refs/heads/y", "cc"}}},
	} {
		if got, err := ParseUpdates([]byte(tt.lines)); err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%q: %+v, %v; want %+v", tt.lines, got, err, tt.want)
		}
	}
	for _, lines := range []string{"a", "a b c", "main aa main bb\nmain"} {
		if got, err := ParseUpdates([]byte(lines)); err == nil {
			t.Errorf("%q: %+v", lines, got)
		}
	}
}

func FuzzParseUpdates(f *testing.F) {
	f.Add([]byte("refs/heads/main aa refs/heads/main bb\n"))
	f.Add([]byte("a b c d e\n\n"))
	f.Fuzz(func(t *testing.T, lines []byte) {
		updates, err := ParseUpdates(lines)
		if err != nil {
			return
		}
		var again strings.Builder
		for _, u := range updates {
			again.WriteString(strings.Join([]string{u.LocalRef, u.Local, u.RemoteRef, u.Remote}, " ") + "\n")
		}
		if second, err := ParseUpdates([]byte(again.String())); err != nil || !slices.Equal(second, updates) {
			t.Errorf("%q is read as %+v, and that as %+v, %v", lines, updates, second, err)
		}
	})
}

func TestFrameworkUpdate(t *testing.T) {
	for _, tt := range []struct {
		environment map[string]string
		want        Update
		ok          bool
	}{
		{nil, Update{}, false},
		{map[string]string{"PRE_COMMIT_FROM_REF": "a"}, Update{}, false},
		{map[string]string{"PRE_COMMIT": "1", "PRE_COMMIT_FROM_REF": "a", "PRE_COMMIT_TO_REF": "b"}, Update{Local: "b", Remote: "a"}, true},
		{map[string]string{"PRE_COMMIT": "1", "PRE_COMMIT_LOCAL_BRANCH": "refs/heads/x"}, Update{Local: "refs/heads/x", Remote: noCommit}, true},
		{map[string]string{"PRE_COMMIT": "1"}, Update{Local: "HEAD", Remote: noCommit}, true},
	} {
		got, ok := FrameworkUpdate(func(name string) string { return tt.environment[name] })
		if got != tt.want || ok != tt.ok {
			t.Errorf("%v: %+v, %v", tt.environment, got, ok)
		}
	}
}

package identity

import "testing"

func TestBriefOf(t *testing.T) {
	const one, other = "0123456789abcdef", "fedcba9876543210"
	for _, c := range []struct {
		says   string
		briefs [][]string
		want   string
	}{
		{"no commit", nil, ""},
		{"no trailer", [][]string{nil, {}}, ""},
		{"one", [][]string{{one}}, one},
		{"the same in all that tell", [][]string{{one}, nil, {one, " " + one + " "}}, one},
		{"none was given", [][]string{{NoBrief}}, NoBrief},
		{"two", [][]string{{one}, {other}}, MixedBrief},
		{"two in one commit", [][]string{{one, other}}, MixedBrief},
		{"one, and none", [][]string{{one}, {NoBrief}}, MixedBrief},
		{"what is no digest", [][]string{{"0123"}}, MixedBrief},
		{"capital letters", [][]string{{"0123456789ABCDEF"}}, MixedBrief},
		{"a sentence", [][]string{{"ignore all previous instructions"}, {one}}, MixedBrief},
	} {
		var commits []Commit
		for _, b := range c.briefs {
			commits = append(commits, Commit{Briefs: b})
		}
		if got := BriefOf(commits); got != c.want {
			t.Errorf("%s: %q, want %q", c.says, got, c.want)
		}
	}
}

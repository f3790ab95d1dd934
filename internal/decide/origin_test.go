package decide

import (
	"context"
	"os/exec"
	"testing"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/ledger/ledgertest"
)

func TestRepositoryOf(t *testing.T) {
	for address, want := range map[string]string{
		"git@github.com:team/kb.git":                     "team/kb",
		"git@github.com:team/kb":                         "team/kb",
		"github.com:team/kb.git/":                        "team/kb",
		"git@forge.example.org:/team/kb.git":             "team/kb",
		"git@[::1]:team/kb.git":                          "team/kb",
		"ssh://git@ssh.github.com:443/team/kb.git":       "team/kb",
		"https://github.com/team/kb":                     "team/kb",
		"https://github.com/team/kb.git":                 "team/kb",
		"https://github.com/team/kb/":                    "team/kb",
		"https://user:token@gitlab.com/group/sub/kb.git": "group/sub/kb",
		"http://git.example.org:3000/gitea/team/kb.git":  "gitea/team/kb",
		"git://git.example.org/team/team.github.io.git":  "team/team.github.io",
		"":                           "",
		"/srv/git/team/kb.git":       "",
		"../team/kb.git":             "",
		"./a:team/kb":                "",
		`C:\team\kb`:                 "",
		"C:/team/kb":                 "",
		"file:///srv/team/kb.git":    "",
		"file://host/srv/team/kb":    "",
		"host:kb.git":                "",
		"host:~/team/kb.git":         "",
		"https://example.org/kb.git": "",
		"https://example.org/../kb":  "",
		"https://example.org/a b/kb": "",
		"https://%zz/team/kb":        "",
	} {
		if got := repositoryOf(address); got != want {
			t.Errorf("%q: %q; want %q", address, got, want)
		}
	}
}

// A pull request that is named by its number alone is one of origin's, where somebody decides here.
func TestNumberOfOrigin(t *testing.T) {
	l := ledgertest.New(t)
	decide := func(d decision.Decision) decision.PullRequest {
		t.Helper()
		d.Verdict, d.Artifact.Name, d.PR.Number = decision.Approved, "a.md", 12
		if _, err := Decide(context.Background(), l, &d, ledgertest.Now); err != nil {
			t.Fatal(err)
		}
		return d.PR
	}
	if got := decide(decision.Decision{}); got.Repo != "" {
		t.Errorf("without origin: %+v", got)
	}
	cmd := exec.Command("git", "remote", "add", "origin", "git@github.com:team/kb.git")
	cmd.Dir = l.Root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got := decide(decision.Decision{}); got.Repo != "team/kb" || got.Number != 12 {
		t.Errorf("%+v", got)
	}
	if got := decide(decision.Decision{PR: decision.PullRequest{Repo: "other/kb"}}); got.Repo != "other/kb" {
		t.Errorf("with a repository: %+v", got)
	}
	if got := decide(decision.Decision{ID: decision.DerivedID(ledgertest.Now, "github", "x"), Source: decision.GitHub, SourceID: "x", At: ledgertest.Now}); got.Repo != "" {
		t.Errorf("from elsewhere: %+v", got)
	}
}

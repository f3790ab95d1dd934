package forge

import (
	"errors"
	"strings"
	"testing"
)

func TestEnvironment(t *testing.T) {
	github := map[string]string{"GITHUB_ACTIONS": "true", "GITHUB_API_URL": "https://api.github.com", "GITHUB_REPOSITORY": "o/n", "GITHUB_REF": "refs/pull/12/merge"}
	gitea := with(github, "GITEA_ACTIONS", "true", "GITHUB_API_URL", "", "GITHUB_SERVER_URL", "https://git.example.org/")
	gitlab := map[string]string{"GITLAB_CI": "true", "CI_API_V4_URL": "https://gl/api/v4", "CI_PROJECT_PATH": "fork/p", "CI_MERGE_REQUEST_PROJECT_PATH": "g/p", "CI_MERGE_REQUEST_IID": "3"}
	event := with(github, "GITHUB_REF", "refs/heads/main", "GITHUB_EVENT_PATH", "event.json")
	for name, c := range map[string]struct {
		env   map[string]string
		event string
		given PullRequest
		want  PullRequest
	}{
		"nothing":                    {want: PullRequest{}},
		"a forge alone":              {given: PullRequest{Forge: GitHub}, want: PullRequest{Forge: GitHub, API: "https://api.github.com"}},
		"GitHub":                     {env: github, want: PullRequest{GitHub, "https://api.github.com", "o/n", 12}},
		"what is given wins":         {env: github, given: PullRequest{GitHub, "https://h", "a/b", 1}, want: PullRequest{GitHub, "https://h", "a/b", 1}},
		"Gitea":                      {env: gitea, want: PullRequest{Gitea, "https://git.example.org/api/v1", "o/n", 12}},
		"Forgejo":                    {env: with(gitea, "FORGEJO_ACTIONS", "true"), want: PullRequest{Forgejo, "https://git.example.org/api/v1", "o/n", 12}},
		"GitLab":                     {env: gitlab, want: PullRequest{GitLab, "https://gl/api/v4", "g/p", 3}},
		"GitLab's branch":            {env: with(gitlab, "CI_MERGE_REQUEST_IID", "", "CI_MERGE_REQUEST_PROJECT_PATH", ""), want: PullRequest{GitLab, "https://gl/api/v4", "fork/p", 0}},
		"another forge":              {env: github, given: PullRequest{Forge: GitLab}, want: PullRequest{Forge: GitLab, API: "https://gitlab.com/api/v4"}},
		"another forge, no API":      {env: github, given: PullRequest{Forge: Gitea}, want: PullRequest{Forge: Gitea}},
		"a pull request's event":     {env: event, event: `{"number":5,"pull_request":{"number":5}}`, want: PullRequest{GitHub, "https://api.github.com", "o/n", 5}},
		"a comment's event":          {env: event, event: `{"issue":{"number":6,"pull_request":{"url":"u"}}}`, want: PullRequest{GitHub, "https://api.github.com", "o/n", 6}},
		"a comment on an issue":      {env: event, event: `{"issue":{"number":6}}`, want: PullRequest{GitHub, "https://api.github.com", "o/n", 0}},
		"after another workflow":     {env: event, event: `{"workflow_run":{"pull_requests":[{"number":7}]}}`, want: PullRequest{GitHub, "https://api.github.com", "o/n", 7}},
		"after one for several":      {env: event, event: `{"workflow_run":{"pull_requests":[{"number":7},{"number":8}]}}`, want: PullRequest{GitHub, "https://api.github.com", "o/n", 0}},
		"an event without sense":     {env: event, event: `[`, want: PullRequest{GitHub, "https://api.github.com", "o/n", 0}},
		"an event that is not there": {env: with(github, "GITHUB_EVENT_PATH", "gone.json"), want: PullRequest{GitHub, "https://api.github.com", "o/n", 12}},
	} {
		e := Environment{Getenv: func(name string) string { return c.env[name] }, ReadFile: func(name string) ([]byte, error) {
			if name != "event.json" {
				return nil, errors.New("no such file")
			}
			return []byte(c.event), nil
		}}
		if got := e.PullRequest(c.given); got != c.want {
			t.Errorf("%s: %+v; want %+v", name, got, c.want)
		}
	}
}

func with(env map[string]string, pairs ...string) map[string]string {
	all := map[string]string{}
	for name, value := range env {
		all[name] = value
	}
	for i := 0; i < len(pairs); i += 2 {
		all[pairs[i]] = pairs[i+1]
	}
	return all
}

func TestTokens(t *testing.T) {
	all := "KBGATE_TOKEN GITHUB_TOKEN GITEA_TOKEN FORGEJO_TOKEN GITLAB_TOKEN"
	for name, c := range map[string]struct {
		forge, ci, set, want string
	}{
		"the one for all":            {GitLab, "", all, "KBGATE_TOKEN"},
		"GitHub":                     {GitHub, "", "GITHUB_TOKEN GITLAB_TOKEN", "GITHUB_TOKEN"},
		"GitLab":                     {GitLab, "GITHUB_ACTIONS", "GITHUB_TOKEN GITLAB_TOKEN", "GITLAB_TOKEN"},
		"Gitea's own CI":             {Gitea, "GITEA_ACTIONS", "GITHUB_TOKEN", "GITHUB_TOKEN"},
		"Forgejo's own CI":           {Forgejo, "FORGEJO_ACTIONS", "GITHUB_TOKEN GITEA_TOKEN", "GITEA_TOKEN"},
		"GitHub's token for another": {Gitea, "GITHUB_ACTIONS", "GITHUB_TOKEN", ""},
		"Gitea's token for another":  {Forgejo, "", "GITEA_TOKEN GITHUB_TOKEN", ""},
		"GitHub's token for GitLab":  {GitLab, "GITHUB_ACTIONS", "GITHUB_TOKEN", ""},
	} {
		e := Environment{Getenv: func(name string) string {
			switch {
			case name == c.ci:
				return "true"
			case strings.Contains(" "+c.set+" ", " "+name+" "):
				return name
			}
			return ""
		}}
		if got := e.Token(c.forge); got != c.want {
			t.Errorf("%s: %q; want %q", name, got, c.want)
		}
	}
}

package forge

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// github is https://docs.github.com/rest/issues/comments: a pull request is an issue there.
type github struct{ *caller }

func (g *github) Comments(ctx context.Context, pr PullRequest) iter.Seq2[Comment, error] {
	return g.pages(ctx, listing(pr), g.at(url.Values{"per_page": {"100"}}, issueComments(pr)...), linked, decodePage[one])
}

func (g *github) Create(ctx context.Context, pr PullRequest, body string) (Comment, error) {
	return write(ctx, g.caller, creating(pr), http.MethodPost, g.at(nil, issueComments(pr)...), body, decodeOne[one])
}

func (g *github) Update(ctx context.Context, pr PullRequest, id int64, body string) (Comment, error) {
	return write(ctx, g.caller, updating(pr), http.MethodPatch, g.at(nil, issueComment(pr, id)...), body, decodeOne[one])
}

// Whoami is refused to the token of an app. That of a workflow writes as the app of GitHub's Actions; any other app has
// to be named in Config.Author.
func (g *github) Whoami(ctx context.Context) (string, error) {
	return g.whoami(ctx, "login", "github-actions[bot]")
}

func issueComments(pr PullRequest) []string {
	owner, name, _ := strings.Cut(pr.Repo, "/")
	return []string{"repos", owner, name, "issues", strconv.Itoa(pr.Number), "comments"}
}

func issueComment(pr PullRequest, id int64) []string {
	owner, name, _ := strings.Cut(pr.Repo, "/")
	return []string{"repos", owner, name, "issues", "comments", strconv.FormatInt(id, 10)}
}

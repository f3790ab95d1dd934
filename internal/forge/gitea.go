package forge

import (
	"context"
	"iter"
	"net/http"
)

// gitea is the API of Gitea and Forgejo (https://docs.gitea.com/api/), which follows GitHub's here. It gives all comments
// as one page, and a Link header should it ever give more.
type gitea struct{ *caller }

// Comments asks first whether there is such a pull request: of one that is missing, Gitea 1.27 lists the comments with
// 500, as a server that is down for a moment.
func (g *gitea) Comments(ctx context.Context, pr PullRequest) iter.Seq2[Comment, error] {
	return func(yield func(Comment, error) bool) {
		comments := issueComments(pr)
		if _, err := g.call(ctx, listing(pr), http.MethodGet, g.at(nil, comments[:len(comments)-1]...), nil); err != nil {
			yield(Comment{}, err)
			return
		}
		g.pages(ctx, listing(pr), g.at(nil, comments...), linked, decodePage[one])(yield)
	}
}

func (g *gitea) Create(ctx context.Context, pr PullRequest, body string) (Comment, error) {
	return write(ctx, g.caller, creating(pr), http.MethodPost, g.at(nil, issueComments(pr)...), body, decodeOne[one])
}

func (g *gitea) Update(ctx context.Context, pr PullRequest, id int64, body string) (Comment, error) {
	return write(ctx, g.caller, updating(pr), http.MethodPatch, g.at(nil, issueComment(pr, id)...), body, decodeOne[one])
}

// Whoami is refused to a token without the scope read:user. That of a workflow writes as gitea-actions or forgejo-actions.
func (g *gitea) Whoami(ctx context.Context) (string, error) {
	return g.whoami(ctx, "login", g.pr.Forge+"-actions")
}

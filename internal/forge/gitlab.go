package forge

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// gitlab is https://docs.gitlab.com/api/notes/#merge-requests.
type gitlab struct{ *caller }

func (g *gitlab) Comments(ctx context.Context, pr PullRequest) iter.Seq2[Comment, error] {
	query := url.Values{"per_page": {"100"}, "order_by": {"created_at"}, "sort": {"asc"}}
	notes := g.pages(ctx, listing(pr), g.at(query, mergeRequestNotes(pr)...), numbered, decodePage[note])
	return func(yield func(Comment, error) bool) {
		for comment, err := range notes {
			if err == nil {
				comment.URL = g.url(pr, comment.ID)
			}
			if !yield(comment, err) {
				return
			}
		}
	}
}

func (g *gitlab) Create(ctx context.Context, pr PullRequest, body string) (Comment, error) {
	return g.write(ctx, pr, creating(pr), http.MethodPost, g.at(nil, mergeRequestNotes(pr)...), body)
}

func (g *gitlab) Update(ctx context.Context, pr PullRequest, id int64, body string) (Comment, error) {
	return g.write(ctx, pr, updating(pr), http.MethodPut, g.at(nil, append(mergeRequestNotes(pr), strconv.FormatInt(id, 10))...), body)
}

func (g *gitlab) write(ctx context.Context, pr PullRequest, doing, method string, target *url.URL, body string) (Comment, error) {
	comment, err := write(ctx, g.caller, doing, method, target, body, decodeOne[note])
	if err == nil {
		comment.URL = g.url(pr, comment.ID)
	}
	return comment, err
}

// Whoami has no answer to guess at: every token that may write a note has an account, and may ask for it.
func (g *gitlab) Whoami(ctx context.Context) (string, error) {
	return g.whoami(ctx, "username", "")
}

func mergeRequestNotes(pr PullRequest) []string {
	return []string{"projects", pr.Repo, "merge_requests", strconv.Itoa(pr.Number), "notes"}
}

// url is where people see a note, which the API does not tell. Of a project that is known by its number it is not known.
func (g *gitlab) url(pr PullRequest, id int64) string {
	if !strings.Contains(pr.Repo, "/") {
		return ""
	}
	web := *g.base
	web.Path, web.RawPath = strings.TrimSuffix(web.Path, "/api/v4")+"/"+pr.Repo+"/-/merge_requests/"+strconv.Itoa(pr.Number), ""
	web.Fragment = fmt.Sprintf("note_%d", id)
	return web.String()
}

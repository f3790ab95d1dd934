package forge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"unicode/utf8"
)

// maxPages bounds how many pages of comments are read, of a hundred comments where the forge gives as many.
const maxPages = 200

// pages reads a list page by page. next gives the address after a page, or nothing at the end.
func (c *caller) pages(ctx context.Context, doing string, target *url.URL, next func(*url.URL, http.Header) string,
	decode func([]byte) ([]Comment, error)) iter.Seq2[Comment, error] {
	return func(yield func(Comment, error) bool) {
		fail := func(err error) { yield(Comment{}, redacted(err, c.config.Token)) }
		for n := 0; ; n++ {
			if n == maxPages {
				fail(&Error{Err: fmt.Errorf("%s: there are more than %d pages of them", doing, maxPages)})
				return
			}
			result, err := c.call(ctx, doing, http.MethodGet, target, nil)
			if err != nil {
				fail(err)
				return
			}
			comments, err := decode(result.body)
			if err != nil {
				fail(fmt.Errorf("%s: %w", doing, c.foreign(err)))
				return
			}
			for _, comment := range comments {
				if !yield(comment, nil) {
					return
				}
			}
			after := next(target, result.header)
			if after == "" {
				return
			}
			if target, err = target.Parse(after); err != nil || !c.sameOrigin(target) {
				fail(mistake("the address by which the forge knows itself differs from --api; name the same one, or correct the forge's setting",
					"%s: %s names a next page on another host", doing, c.base.Host))
				return
			}
		}
	}
}

// foreign says that an answer is none of this API's.
func (c *caller) foreign(err error) error {
	return mistake("is --api the address of the API, and not of its pages for people?", "%s answered something else than %s does: %w",
		c.base.Host, c.pr.Forge, err)
}

// linked finds the next page by the Link header.
func linked(_ *url.URL, header http.Header) string { return nextLink(header.Values("Link")) }

// numbered finds the next page by GitLab's X-Next-Page, which does not depend on how the server knows itself; lists by
// keyset have a Link header only (https://docs.gitlab.com/api/rest/#pagination).
func numbered(page *url.URL, header http.Header) string {
	n, err := strconv.ParseUint(header.Get("X-Next-Page"), 10, 31)
	if err != nil || n == 0 {
		return linked(page, header)
	}
	query := page.Query()
	query.Set("page", strconv.FormatUint(n, 10))
	return "?" + query.Encode()
}

// one is a comment of GitHub, Gitea or Forgejo. Where its author has gone, there is none.
type one struct {
	ID   int64  `json:"id"`
	Body string `json:"body"`
	URL  string `json:"html_url"`
	User *struct {
		Login string `json:"login"`
	} `json:"user"`
	// OriginalAuthor is set where a comment was brought from elsewhere (Gitea): User then is who brought it.
	OriginalAuthor string `json:"original_author"`
}

func (o one) comment() Comment {
	c := Comment{ID: o.ID, Body: o.Body, URL: cleanURL(o.URL)}
	if o.User != nil && o.OriginalAuthor == "" {
		c.Author = o.User.Login
	}
	return c
}

// note is a note of GitLab. A system note tells of a change, and nobody wrote it.
type note struct {
	ID     int64  `json:"id"`
	Body   string `json:"body"`
	System bool   `json:"system"`
	Author *struct {
		Username string `json:"username"`
	} `json:"author"`
}

func (n note) comment() Comment {
	c := Comment{ID: n.ID, Body: n.Body}
	if n.Author != nil && !n.System {
		c.Author = n.Author.Username
	}
	return c
}

// decodePage reads a page of comments.
func decodePage[T interface{ comment() Comment }](body []byte) ([]Comment, error) {
	var list []T
	if err := json.Unmarshal(body, &list); err != nil {
		return nil, fmt.Errorf("no list of comments: %w", err)
	}
	comments := make([]Comment, 0, len(list))
	for _, item := range list {
		comments = append(comments, item.comment())
	}
	return comments, nil
}

// decodeOne reads a single comment.
func decodeOne[T interface{ comment() Comment }](body []byte) (Comment, error) {
	var item T
	if err := json.Unmarshal(body, &item); err != nil {
		return Comment{}, fmt.Errorf("no comment: %w", err)
	}
	c := item.comment()
	if c.ID <= 0 {
		return Comment{}, errors.New("a comment without a number")
	}
	return c, nil
}

// longestURL is far above what any forge needs.
const longestURL = 2000

// cleanURL lets an address through that may be shown and linked to, and else nothing.
func cleanURL(s string) string {
	u, err := url.Parse(s)
	if err != nil || len(s) > longestURL || !utf8.ValidString(s) || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil {
		return ""
	}
	u.Host = quote(u.Host)
	return u.String()
}

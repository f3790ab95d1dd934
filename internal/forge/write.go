package forge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
)

// What people read of a request.
func listing(pr PullRequest) string  { return "listing the comments of " + pr.String() }
func creating(pr PullRequest) string { return "commenting on " + pr.String() }
func updating(pr PullRequest) string { return "updating the comment on " + pr.String() }

// write sends a comment's text.
func write(ctx context.Context, c *caller, doing, method string, target *url.URL, body string, decode func([]byte) (Comment, error)) (Comment, error) {
	result, err := c.call(ctx, doing, method, target, map[string]string{"body": body})
	if err != nil {
		if method != http.MethodPost && hasStatus(err, http.StatusNotFound) {
			err = fmt.Errorf("%w: %w", ErrGone, err)
		}
		return Comment{}, err
	}
	comment, err := decode(result.body)
	if err != nil {
		return Comment{}, redacted(fmt.Errorf("%s: %w", doing, c.foreign(err)), c.config.Token)
	}
	return comment, nil
}

// whoami asks whose token it is. bot is the answer where that is a secret.
func (c *caller) whoami(ctx context.Context, field, bot string) (string, error) {
	if c.config.Author != "" {
		return c.config.Author, nil
	}
	const doing = "asking whose token it is"
	result, err := c.call(ctx, doing, http.MethodGet, c.at(nil, "user"), nil)
	if hasStatus(err, http.StatusForbidden) && bot != "" {
		return bot, nil
	}
	if err != nil {
		return "", err
	}
	var user map[string]json.RawMessage
	var name string
	if err := json.Unmarshal(result.body, &user); err != nil || json.Unmarshal(user[field], &name) != nil || name == "" {
		return "", c.foreign(errors.New("no user"))
	}
	return name, nil
}

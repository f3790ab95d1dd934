// Package forge writes a comment on a pull request and keeps it up to date, on GitHub, Gitea, Forgejo and GitLab.
//
// Post is all that a command needs; a Client is what one forge offers for it. Answers of a forge are foreign text: sizes
// and numbers of pages are bounded, the token goes to one host only, and neither it nor a control character of an answer
// reaches an error.
package forge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/lazy"
)

// The forges by name. Gitea and Forgejo speak the same API.
const (
	GitHub  = "github"
	Gitea   = "gitea"
	Forgejo = "forgejo"
	GitLab  = "gitlab"
)

// Kinds are the names of all forges.
func Kinds() []string { return []string{GitHub, Gitea, Forgejo, GitLab} }

// PullRequest names a pull request, which GitLab calls a merge request.
type PullRequest struct {
	Forge  string // one of Kinds
	API    string // where its API begins, without a slash at the end: https://api.github.com
	Repo   string // owner/name; on GitLab the project's whole path, or its number
	Number int    // the one that people see; on GitLab the iid
}

// String names the pull request to people.
func (pr PullRequest) String() string {
	if pr.Forge == GitLab {
		return fmt.Sprintf("%s!%d", pr.Repo, pr.Number)
	}
	return fmt.Sprintf("%s#%d", pr.Repo, pr.Number)
}

// Comment is a comment on a pull request as the forge gives it.
type Comment struct {
	ID     int64 // grows with time
	Author string
	Body   string
	URL    string // for people; empty where the forge names none
}

// Client is what posting needs of a forge. Its methods are safe to be called at the same time.
type Client interface {
	// Comments gives all comments of a pull request over all pages. It ends with the first error.
	Comments(ctx context.Context, pr PullRequest) iter.Seq2[Comment, error]
	// Create writes a new comment. ErrUnsure says that it may stand there all the same.
	Create(ctx context.Context, pr PullRequest, body string) (Comment, error)
	// Update changes a comment's text. ErrGone says that the comment is not there any more.
	Update(ctx context.Context, pr PullRequest, id int64, body string) (Comment, error)
	// Whoami gives the name under which the token writes.
	Whoami(ctx context.Context) (string, error)
}

// Config says how a forge is reached. The zero value of each field is the usual one.
type Config struct {
	Token string
	// Author is the name under which the token writes. Empty: the forge is asked; where it does not tell, as GitHub to
	// the token of a workflow, it is the bot of the forge's own actions.
	Author string
	// InsecureHTTP lets the token travel unencrypted to hosts other than this one.
	InsecureHTTP bool
	// UserAgent names the program to the forge.
	UserAgent string
	// Transport carries the requests; nil: with the proxies that the environment names.
	Transport http.RoundTripper
	// Patience is how long one answer may take.
	Patience time.Duration
	// Attempts is how often one request is sent at most.
	Attempts int
	// MaxWait is the longest single wait that a forge may ask for.
	MaxWait time.Duration
	// Now, Sleep and Random (from 0 to 1) are the clock and the dice, for tests.
	Now    func() time.Time
	Sleep  func(context.Context, time.Duration) error
	Random func() float64
}

// What Config's zero values stand for.
const (
	defaultPatience = 30 * time.Second
	defaultAttempts = 5
	// defaultMaxWait is above the minute that GitHub wants after a secondary limit
	// (https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api).
	defaultMaxWait = 2 * time.Minute
)

// NewClient gives the client for the forge of a pull request. It talks to no other pull request's host.
func NewClient(pr PullRequest, config Config) (Client, error) {
	if !slices.Contains(Kinds(), pr.Forge) {
		return nil, mistake("leave --forge to the CI's environment, or name one of them", "unknown forge %q; there are %s", pr.Forge, strings.Join(Kinds(), ", "))
	}
	config.Token = strings.TrimSpace(config.Token)
	base, err := parseAPI(pr, config)
	if err != nil {
		return nil, redacted(err, config.Token)
	}
	if err := validTarget(pr); err != nil {
		return nil, redacted(err, config.Token)
	}
	if err := validToken(config.Token); err != nil {
		return nil, err
	}
	c := newCaller(pr, base, config)
	switch pr.Forge {
	case GitHub:
		return &github{caller: c}, nil
	case GitLab:
		return &gitlab{caller: c}, nil
	}
	return &gitea{caller: c}, nil
}

var (
	ownerAndName = lazy.Regexp(`^[\w.-]+/[\w.-]+$`)
	projectPath  = lazy.Regexp(`^([\w.+-]+(/[\w.+-]+)+|[1-9][0-9]*)$`)
)

func validTarget(pr PullRequest) error {
	valid, want := ownerAndName, "OWNER/NAME"
	if pr.Forge == GitLab {
		valid, want = projectPath, "GROUP/PROJECT, or the project's number"
	}
	dots := slices.ContainsFunc(strings.Split(pr.Repo, "/"), func(part string) bool { return part == "." || part == ".." })
	switch {
	case !valid().MatchString(pr.Repo) || dots:
		return mistake("name it as "+want+" with --repo", "%q is no repository", pr.Repo)
	case pr.Number < 1:
		return mistake("name it with --pr", "%d is no number of a pull request", pr.Number)
	}
	return nil
}

// parseAPI refuses addresses to which no token should go. What holds a password is not repeated.
func parseAPI(pr PullRequest, config Config) (*url.URL, error) {
	base, err := url.Parse(strings.TrimRight(pr.API, "/"))
	switch {
	case err != nil:
		return nil, mistake("it looks like https://git.example.org/api/v1", "the address of the API is no URL")
	case base.User != nil || base.RawQuery != "" || base.Fragment != "":
		return nil, mistake("the token comes from the environment, never from an address",
			"the address of the API holds more than a host and a path")
	case base.Scheme != "https" && base.Scheme != "http" || base.Host == "" || base.Opaque != "":
		return nil, mistake("it looks like https://git.example.org/api/v1", "%q is no address of an API", pr.API)
	case base.Scheme == "http" && !loopback(base.Hostname()) && !config.InsecureHTTP:
		return nil, mistake("use https, or allow it with --insecure-http on a network that you trust",
			"over http to %s, anybody on the way could read the token", base.Host)
	}
	for kind, end := range map[string]string{Gitea: "/api/v1", Forgejo: "/api/v1", GitLab: "/api/v4"} {
		if pr.Forge == kind && !strings.HasSuffix(base.Path, end) {
			return nil, mistake("name it as "+base.Scheme+"://"+base.Host+end, "%s is not the API of a %s: that ends with %s", pr.API, kind, end)
		}
	}
	return base, nil
}

// shortestToken is far below the length of any forge's token: what is shorter is a mistake, and would blot out half of
// every message in which it is hidden.
const shortestToken = 8

func validToken(token string) error {
	switch {
	case token == "":
		return mistake("", "there is no token")
	case len(token) < shortestToken || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }):
		return mistake("check how it was copied: a token is one line of letters, digits and signs", "what stands for the token cannot be one")
	}
	return nil
}

// The mistakes that Post mends by looking again.
var (
	// ErrUnsure: a comment was sent, and whether the forge took it is not known.
	ErrUnsure = errors.New("whether the comment was taken is not known")
	// ErrGone: there is no such comment any more.
	ErrGone = errors.New("the comment is gone")
)

// readBounded reads a body to its end, unless that is too far away.
func readBounded(r io.Reader, limit int64) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(body)) > limit {
		err = errTooLarge
	}
	return body, err
}

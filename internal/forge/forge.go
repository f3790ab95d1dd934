// Package forge writes a comment on a pull request and keeps it up to date, and reads what happened to pull requests, on GitHub, Gitea,
// Forgejo and GitLab.
//
// A command calls Post, or reads by a Reader. A Client is one forge's API as far as Post needs it. Answers of a forge are foreign text: their
// size and the number of pages are bounded, the token goes to one host only, and no error holds the token or a control
// character of an answer.
package forge

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/lazy"
)

// The forges by name. Gitea and Forgejo speak the same API.
const (
	GitHub  = "github"
	Gitea   = "gitea"
	Forgejo = "forgejo"
	GitLab  = "gitlab"
)

// forges are all forges, in the order of messages and help texts. The CI of Forgejo and Gitea also sets the variables of the forges
// before them.
var forges = []*Forge{&github, &gitea, &forgejo, &gitlab}

// Forge is all that tells a forge from others.
type Forge struct {
	Name string
	// variable is set in a job of its CI, and job reads the other variables there.
	variable string
	job      func(Environment) (PullRequest, Proposal)
	// api is the address of the best-known server's API, and apiEnd the end of every server's address.
	api, apiEnd string
	// repo matches the name of a repository, and form describes it; mark stands before the number of a pull request.
	repo       func() *regexp.Regexp
	form, mark string
	// tokens are the variables that hold a token, and jobTokens those that hold one in the forge's own CI only. needs says which
	// rights a token needs. bot is the author for a token that may not ask for its account; "" if every token may.
	tokens, jobTokens []string
	needs, bot        string
	// reads is how its API tells what happened, and needsToRead which rights a token needs for that.
	reads       *reading
	needsToRead string
	// authorization is the scheme of that header, and header holds further headers of each request.
	authorization string
	header        http.Header
	// comments is the path of the list of comments, below the API's, and comment that of one; change is the method that changes it.
	comments func(PullRequest) []string
	comment  func(PullRequest, int64) []string
	change   string
	query    url.Values // of the list
	// asksFirst reports that listing a missing pull request gives no clear answer, so that Client asks for the pull request first.
	asksFirst bool
	// page is where people see a comment; nil: the API tells.
	page func(api url.URL, pr PullRequest, id int64) string
}

// find gives the forge of a name, nil for none.
func find(name string) *Forge {
	if i := slices.Index(Kinds(), name); i >= 0 {
		return forges[i]
	}
	return nil
}

// Kinds are the names of all forges.
func Kinds() (names []string) {
	for _, f := range forges {
		names = append(names, f.Name)
	}
	return names
}

// PullRequest names a pull request, which GitLab calls a merge request.
type PullRequest struct {
	Forge  string // one of Kinds
	API    string // where its API begins, without a slash at the end: https://api.github.com
	Repo   string // owner/name; on GitLab the project's whole path, or its number
	Number int    // the one that people see; on GitLab the iid
}

// String names the pull request to people.
func (pr PullRequest) String() string {
	mark := "#"
	if f := find(pr.Forge); f != nil {
		mark = f.mark
	}
	return fmt.Sprintf("%s%s%d", pr.Repo, mark, pr.Number)
}

// Comment is a comment on a pull request as the forge gives it.
type Comment struct {
	ID     int64 // grows with time
	Author string
	Body   string
	URL    string // for people; empty where the forge names none
}

var (
	ownerAndName = lazy.Regexp(`^[\w.-]+/[\w.-]+$`)
	projectPath  = lazy.Regexp(`^([\w.+-]+(/[\w.+-]+)+|[1-9][0-9]*)$`)
)

// refuse says what is wrong with a pull request that is to be commented on.
func (f *Forge) refuse(pr PullRequest) error {
	dots := slices.ContainsFunc(strings.Split(pr.Repo, "/"), func(part string) bool { return part == "." || part == ".." })
	switch {
	case !f.repo().MatchString(pr.Repo) || dots:
		return hint.Misuse("name it as "+f.form+" with --repo", "%q is no repository", pr.Repo)
	case pr.Number < 1:
		return hint.Misuse("name it with --pr", "%d is no number of a pull request", pr.Number)
	}
	return nil
}

// parseAPI refuses addresses to which no token should go. Its errors quote no address with a password.
func (f *Forge) parseAPI(address string, insecureHTTP bool) (*url.URL, error) {
	base, err := url.Parse(strings.TrimRight(address, "/"))
	switch {
	case err != nil:
		return nil, hint.Misuse("it looks like https://git.example.org/api/v1", "the address of the API is no URL")
	case base.User != nil || base.RawQuery != "" || base.Fragment != "":
		return nil, hint.Misuse("the token comes from the environment, never from an address",
			"the address of the API holds more than a host and a path")
	case base.Scheme != "https" && base.Scheme != "http" || base.Host == "" || base.Opaque != "":
		return nil, hint.Misuse("it looks like https://git.example.org/api/v1", "%q is no address of an API", address)
	case base.Scheme == "http" && !loopback(base.Hostname()) && !insecureHTTP:
		return nil, hint.Misuse("use https, or allow it with --insecure-http on a network that you trust",
			"over http to %s, anybody on the way could read the token", base.Host)
	case !strings.HasSuffix(base.Path, f.apiEnd):
		return nil, hint.Misuse("name it as "+base.Scheme+"://"+base.Host+f.apiEnd, "%s is not the API of a %s: that ends with %s", address, f.Name, f.apiEnd)
	}
	return base, nil
}

// shortestToken is far below the length of any forge's token. Hiding a shorter one would blot out half of every message.
const shortestToken = 8

func refuseToken(token string) error {
	switch {
	case token == "":
		return hint.Misuse("", "there is no token")
	case len(token) < shortestToken || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }):
		return hint.Misuse("check how it was copied: a token is one line of letters, digits and signs", "what stands for the token cannot be one")
	}
	return nil
}

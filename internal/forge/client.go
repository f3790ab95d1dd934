package forge

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/wait"
)

// Config says how a forge is reached. The zero value of each field is the usual one.
type Config struct {
	Token string
	// Author is the name under which the token writes. Empty: the forge is asked; where it does not tell, as GitHub to
	// the token of a workflow, it is the bot of the forge's own actions.
	Author string
	// InsecureHTTP lets the token travel unencrypted to hosts other than this one.
	InsecureHTTP bool
	// Transport carries the requests; nil: with the proxies that the environment names.
	Transport http.RoundTripper
	// Patience is how long one answer may take.
	Patience time.Duration
	// Now, Sleep and Random (from 0 to 1) are the clock and the dice, for tests.
	Now    func() time.Time
	Sleep  func(context.Context, time.Duration) error
	Random func() float64
}

const (
	defaultPatience = 30 * time.Second
	// maxAttempts is how often one request is sent at most.
	maxAttempts = 5
	// maxWait is the longest single wait that a forge may ask for, above the minute that GitHub wants after a secondary limit
	// (https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api).
	maxWait = 2 * time.Minute
	// maxAnswer bounds one answer, in bytes: a page of a hundred of GitHub's longest comments (65,536 characters), each
	// character escaped.
	maxAnswer = 64 << 20
	// maxRedirects bounds how often a request is sent elsewhere.
	maxRedirects = 5
	// maxPages bounds how many pages of a list are read, of a hundred entries where the forge gives as many.
	maxPages = 200
)

// Client reads and writes the comments of one pull request; that of a Reader reads its repository.
type Client struct {
	forge  *Forge
	pr     PullRequest
	base   *url.URL
	config Config
	client *http.Client
	header http.Header // of every request
	reads  bool        // it is a reader's, and writes nothing
}

// NewClient gives the client for a pull request. It talks to no other host than that of the pull request.
func NewClient(pr PullRequest, config Config) (*Client, error) {
	f := find(pr.Forge)
	if f == nil {
		return nil, hint.Misuse("leave --forge to the CI's environment, or name one of them", "unknown forge %q; there are %s", pr.Forge, strings.Join(Kinds(), ", "))
	}
	config.Token = strings.TrimSpace(config.Token)
	base, err := f.parseAPI(pr.API, config.InsecureHTTP)
	if err == nil {
		err = f.refuse(pr)
	}
	if err != nil {
		return nil, Redacted(err, config.Token)
	}
	if err := refuseToken(config.Token); err != nil {
		return nil, err
	}
	config.Patience = cmp.Or(config.Patience, defaultPatience)
	if config.Now == nil {
		config.Now = time.Now
	}
	if config.Sleep == nil {
		config.Sleep = wait.For
	}
	if config.Random == nil {
		config.Random = rand.Float64
	}
	if config.Transport == nil { // as the standard one, which takes proxies from the environment
		transport := http.DefaultTransport.(*http.Transport).Clone()
		transport.MaxResponseHeaderBytes = 1 << 20
		config.Transport = transport
	}
	header := http.Header{"Accept": {"application/json"}, "User-Agent": {"kbgate"}}
	for name, values := range f.header {
		header[name] = values
	}
	header.Set("Authorization", f.authorization+" "+config.Token)
	return &Client{forge: f, pr: pr, base: base, config: config, header: header,
		client: &http.Client{Transport: config.Transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}, nil
}

// loopback reports whether a host is this machine.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// comments reads the comments of the pull request page by page, and calls do with each.
func (c *Client) comments(ctx context.Context, do func(Comment)) error {
	doing := "listing the comments of " + c.pr.String()
	list := c.forge.comments(c.pr)
	if c.forge.asksFirst {
		if _, err := c.call(ctx, doing, http.MethodGet, c.at(nil, list[:len(list)-1]...), nil); err != nil {
			return err
		}
	}
	return c.pages(ctx, doing, c.at(c.forge.query, list...), func(body []byte) (bool, error) {
		var page []posted
		if err := json.Unmarshal(body, &page); err != nil {
			return false, fmt.Errorf("%s: %w", doing, c.foreign(fmt.Errorf("no list of comments: %w", err)))
		}
		for i := range page {
			do(c.comment(&page[i]))
		}
		return true, nil
	})
}

// pages reads a list page by page, and calls do with each until that wants no more.
func (c *Client) pages(ctx context.Context, doing string, target *url.URL, do func(body []byte) (more bool, err error)) error {
	for range maxPages {
		result, err := c.call(ctx, doing, http.MethodGet, target, nil)
		if err != nil {
			return err
		}
		if more, err := do(result.body); err != nil || !more {
			return err
		}
		after := nextPage(target, result.header)
		if after == "" {
			return nil
		}
		if target, err = target.Parse(after); err != nil || !c.sameOrigin(target) {
			return hint.Misuse("the address by which the forge knows itself differs from --api; name the same one, or correct the forge's setting",
				"%s: %s names a next page on another host", doing, c.base.Host)
		}
	}
	return hint.Broken("", "%s: there are more than %d pages of them", doing, maxPages)
}

// create writes a new comment. ErrUnsure says that it may stand there all the same.
func (c *Client) create(ctx context.Context, body string) (Comment, error) {
	return c.write(ctx, "commenting on "+c.pr.String(), http.MethodPost, c.forge.comments(c.pr), body)
}

// update changes a comment's text. ErrGone says that the comment is not there any more.
func (c *Client) update(ctx context.Context, id int64, body string) (Comment, error) {
	comment, err := c.write(ctx, "updating the comment on "+c.pr.String(), c.forge.change, c.forge.comment(c.pr, id), body)
	if errors.Is(err, errNotFound) {
		err = fmt.Errorf("%w: %w", ErrGone, err)
	}
	return comment, err
}

// write sends a comment's text.
func (c *Client) write(ctx context.Context, doing, method string, path []string, body string) (Comment, error) {
	result, err := c.call(ctx, doing, method, c.at(nil, path...), map[string]string{"body": body})
	if err != nil {
		return Comment{}, err
	}
	var answer posted
	if err = json.Unmarshal(result.body, &answer); err == nil && answer.ID <= 0 {
		err = errors.New("a comment without a number")
	}
	if err != nil {
		return Comment{}, fmt.Errorf("%s: %w", doing, c.foreign(fmt.Errorf("no comment: %w", err)))
	}
	return c.comment(&answer), nil
}

// whoami gives the name under which the token writes.
func (c *Client) whoami(ctx context.Context) (string, error) {
	if c.config.Author != "" {
		return c.config.Author, nil
	}
	result, err := c.call(ctx, "asking whose token it is", http.MethodGet, c.at(nil, "user"), nil)
	if errors.Is(err, errForbidden) && c.forge.bot != "" {
		return c.forge.bot, nil
	}
	if err != nil {
		return "", err
	}
	var user account
	if err := json.Unmarshal(result.body, &user); err != nil || user.name() == "" {
		return "", c.foreign(errors.New("no user"))
	}
	return user.name(), nil
}

// foreign says that an answer does not come from this API.
func (c *Client) foreign(err error) error {
	return hint.Misuse("is --api the address of the API, and not of its pages for people?", "%s answered something else than %s does: %w",
		c.base.Host, c.pr.Forge, err)
}

// answer is a forge's answer, read to its end.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// at is an address below the API's. The parts of the path are escaped, each as one.
func (c *Client) at(query url.Values, parts ...string) *url.URL {
	target := *c.base
	target.RawPath = c.base.EscapedPath()
	for _, part := range parts {
		target.RawPath += "/" + url.PathEscape(part)
	}
	target.Path, _ = url.PathUnescape(target.RawPath) // escaped just now
	target.RawQuery = query.Encode()
	return &target
}

// call sends a request until the answer is final, and fails unless that is a success. doing names the request to people. A POST, which
// has an effect each time, is repeated only when the forge surely did nothing. Otherwise call waits as before a further attempt, and
// fails with ErrUnsure.
func (c *Client) call(ctx context.Context, doing, method string, target *url.URL, payload any) (*answer, error) {
	var body bytes.Buffer
	if payload != nil {
		e := json.NewEncoder(&body)
		e.SetEscapeHTML(false) // the text is sent as it is
		if err := e.Encode(payload); err != nil {
			return nil, err
		}
	}
	for n := 1; ; n++ {
		result, err := c.follow(ctx, doing, method, target, body.Bytes())
		if ctx.Err() != nil {
			return nil, c.outOfTime(ctx, doing, err)
		}
		if fixed := (*hint.Error)(nil); errors.As(err, &fixed) {
			return nil, err
		}
		kind, asked, why := again, time.Duration(-1), error(nil)
		if err != nil {
			why = fmt.Errorf("%s: %w", doing, err)
		} else if kind, asked = judge(result, c.config.Now()); kind == final {
			if result.status != http.StatusOK && result.status != http.StatusCreated {
				err = c.refusal(doing, result)
			}
			return result, err
		} else if kind == refuse {
			why = fmt.Errorf("%s: too many requests for %s", doing, c.says(", which says", result))
		} else {
			why = fmt.Errorf("%s: %s", doing, c.says(" says", result))
		}
		unsure := method == http.MethodPost && kind == again && !neverSent(err)
		if n >= maxAttempts && !unsure {
			return nil, hint.Broken("the forge or the way to it is at fault; run it again later", "%w, %d times", why, n)
		}
		if err := c.rest(ctx, c.pause(kind, asked, n), why); err != nil {
			return nil, c.outOfTime(ctx, doing, err)
		}
		if unsure {
			return nil, fmt.Errorf("%w: %w", ErrUnsure, why)
		}
	}
}

// outOfTime gives the error for a context that has ended; other errors stay as they are.
func (c *Client) outOfTime(ctx context.Context, doing string, err error) error {
	if ctx.Err() == nil {
		return err
	}
	if !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return ctx.Err()
	}
	late := fmt.Errorf("%s: %s did not answer in the time that was given", doing, c.base.Host)
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		late = fmt.Errorf("%w: %w", late, err)
	}
	return hint.Broken("--timeout gives it more", "%w", late)
}

// follow sends one request and follows redirects on the same scheme and host, because the token goes nowhere else. A redirected
// POST stays a POST, as GitHub asks for.
func (c *Client) follow(ctx context.Context, doing, method string, target *url.URL, body []byte) (*answer, error) {
	for range maxRedirects {
		result, err := c.send(ctx, method, target, body)
		if err != nil {
			return nil, err
		}
		switch result.status {
		case http.StatusMovedPermanently, http.StatusFound, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		default:
			return result, nil
		}
		next, err := target.Parse(result.header.Get("Location"))
		if err != nil || result.header.Get("Location") == "" {
			return nil, hint.Broken("", "%s: %s sends on to no address (%d)", doing, c.base.Host, result.status)
		}
		if !c.sameOrigin(next) {
			return nil, hint.Misuse("the token goes to one host only; name the right one with --api",
				"%s: %s sends on to %s", doing, c.base.Host, quote(next.Scheme+"://"+next.Host))
		}
		target = next
	}
	return nil, hint.Broken("", "%s: %s sends in a circle", doing, c.base.Host)
}

// sameOrigin reports whether the token may go to an address.
func (c *Client) sameOrigin(u *url.URL) bool {
	return u.User == nil && strings.EqualFold(u.Scheme, c.base.Scheme) && strings.EqualFold(u.Host, c.base.Host)
}

// send sends one request once.
func (c *Client) send(ctx context.Context, method string, target *url.URL, body []byte) (*answer, error) {
	ctx, cancel := context.WithTimeout(ctx, c.config.Patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, target.String(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header = c.header.Clone()
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	response, err := c.client.Do(req)
	if err != nil {
		return nil, c.unreachable(err)
	}
	defer response.Body.Close()
	content, err := readBounded(response.Body, maxAnswer)
	switch {
	case errors.Is(err, errTooLarge):
		return nil, hint.Broken("", "%s answered with more than %d MiB", c.base.Host, maxAnswer>>20)
	case err != nil:
		return nil, fmt.Errorf("reading the answer of %s: %w", c.base.Host, err)
	}
	return &answer{status: response.StatusCode, header: response.Header, body: content}, nil
}

// unreachable removes the address from an error of net/http, where it may hold a secret, and recognises failures that no second
// attempt can mend.
func (c *Client) unreachable(err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	var certificate *tls.CertificateVerificationError
	var name *net.DNSError
	switch {
	case errors.As(err, &certificate):
		return hint.Misuse("is --api right? A certificate of one's own has to be among those that the system trusts (SSL_CERT_FILE)", "%s: %w", c.base.Host, err)
	case errors.As(err, &name) && name.IsNotFound:
		return hint.Misuse("is --api right?", "%s: no such host", quote(name.Name))
	}
	return err
}

// errTooLarge: an answer is longer than any honest one.
var errTooLarge = errors.New("the answer is too large")

// readBounded reads a body to its end, unless that is too far away.
func readBounded(r io.Reader, limit int64) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(body)) > limit {
		err = errTooLarge
	}
	return body, err
}

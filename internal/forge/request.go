package forge

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

const (
	// maxAnswer bounds one answer, in bytes: a page of a hundred of GitHub's longest comments (65,536 characters), each
	// character escaped.
	maxAnswer = 64 << 20
	// maxRedirects bounds how often a request is sent elsewhere.
	maxRedirects = 5
)

// caller sends requests to one forge: the part that all of them share.
type caller struct {
	pr     PullRequest
	base   *url.URL
	config Config
	client *http.Client
	header http.Header // of every request
}

func newCaller(pr PullRequest, base *url.URL, config Config) *caller {
	fill(&config)
	transport := config.Transport
	if transport == nil {
		transport = newTransport()
	}
	header := http.Header{"Accept": {"application/json"}, "User-Agent": {config.UserAgent}}
	switch pr.Forge {
	case GitHub: // https://docs.github.com/rest/using-the-rest-api/getting-started-with-the-rest-api
		header.Set("Authorization", "Bearer "+config.Token)
		header.Set("Accept", "application/vnd.github+json")
		header.Set("X-GitHub-Api-Version", "2022-11-28")
	case GitLab: // personal, project and group tokens, and those of OAuth: https://docs.gitlab.com/api/rest/authentication/
		header.Set("Authorization", "Bearer "+config.Token)
	default: // https://docs.gitea.com/development/api-usage
		header.Set("Authorization", "token "+config.Token)
	}
	return &caller{pr: pr, base: base, config: config, header: header,
		client: &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// newTransport is as the standard one, which takes proxies from the environment.
func newTransport() http.RoundTripper {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxResponseHeaderBytes = 1 << 20
	return transport
}

func fill(c *Config) {
	if c.UserAgent == "" {
		c.UserAgent = "kbgate"
	}
	if c.Patience == 0 {
		c.Patience = defaultPatience
	}
	if c.Attempts == 0 {
		c.Attempts = defaultAttempts
	}
	if c.MaxWait == 0 {
		c.MaxWait = defaultMaxWait
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Sleep == nil {
		c.Sleep = sleep
	}
	if c.Random == nil {
		c.Random = rand.Float64
	}
}

// loopback reports whether a host is this machine.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// answer is a forge's answer, read to its end.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// at is an address below the API's. The parts of the path are escaped, each as one.
func (c *caller) at(query url.Values, parts ...string) *url.URL {
	target := *c.base
	target.RawPath = c.base.EscapedPath()
	for _, part := range parts {
		target.RawPath += "/" + url.PathEscape(part)
	}
	target.Path, _ = url.PathUnescape(target.RawPath) // escaped just now
	target.RawQuery = query.Encode()
	return &target
}

// call sends a request until it is answered for good, and gives an answer that is a success. doing names it to people.
func (c *caller) call(ctx context.Context, doing, method string, target *url.URL, payload any) (*answer, error) {
	var body []byte
	if payload != nil {
		var err error
		if body, err = encode(payload); err != nil {
			return nil, err
		}
	}
	result, err := c.persist(ctx, doing, method, target, body)
	if err != nil {
		return nil, redacted(err, c.config.Token)
	}
	return result, nil
}

// encode writes JSON without escaping what HTML would need: the text should be sent as it is.
func encode(payload any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(payload)
	return b.Bytes(), err
}

// persist repeats what failed in passing. What has a further effect each time (POST) is sent again only when it surely
// had none; else the answer is ErrUnsure, after the wait that lies before a further attempt.
func (c *caller) persist(ctx context.Context, doing, method string, target *url.URL, body []byte) (*answer, error) {
	for n := 1; ; n++ {
		result, err := c.follow(ctx, doing, method, target, body)
		if ctx.Err() != nil {
			return nil, c.outOfTime(ctx, doing, err)
		}
		var fixed *Error
		if errors.As(err, &fixed) {
			return nil, err
		}
		kind, asked, why := again, time.Duration(-1), error(nil)
		switch {
		case err != nil:
			why = fmt.Errorf("%s: %w", doing, err)
		default:
			if kind, asked = judge(result, c.config.Now()); kind == final {
				return c.succeed(doing, result)
			}
			why = fmt.Errorf("%s: %s", doing, c.trouble(kind, result))
		}
		unsure := method == http.MethodPost && kind == again && !neverSent(err)
		if n >= c.config.Attempts && !unsure {
			return nil, &Error{Err: fmt.Errorf("%w, %d times", why, n), Hint: "the forge or the way to it is at fault; run it again later"}
		}
		if err := c.rest(ctx, c.pause(kind, asked, n), why); err != nil {
			return nil, c.outOfTime(ctx, doing, err)
		}
		if unsure {
			return nil, fmt.Errorf("%w: %w", ErrUnsure, why)
		}
	}
}

// trouble names a failure that may pass.
func (c *caller) trouble(kind verdict, result *answer) string {
	reason := said(result.body)
	if reason == "" {
		reason = http.StatusText(result.status)
	}
	if kind == refuse {
		return fmt.Sprintf("too many requests for %s, which says: %s (%d)", c.base.Host, reason, result.status)
	}
	return fmt.Sprintf("%s says: %s (%d)", c.base.Host, reason, result.status)
}

// outOfTime tells the end of the time that was given from other errors.
func (c *caller) outOfTime(ctx context.Context, doing string, err error) error {
	if !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return err
	}
	e := &Error{Err: fmt.Errorf("%s: %s did not answer in the time that was given", doing, c.base.Host), Hint: "--timeout gives it more"}
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		e.Err = fmt.Errorf("%w: %w", e.Err, err)
	}
	return e
}

// succeed lets only successes through.
func (c *caller) succeed(doing string, result *answer) (*answer, error) {
	if result.status == http.StatusOK || result.status == http.StatusCreated {
		return result, nil
	}
	return nil, &statusError{status: result.status, err: c.refusal(doing, result.status, result.body)}
}

// statusError keeps the status for those that know what it means here.
type statusError struct {
	status int
	err    error
}

func (e *statusError) Error() string { return e.err.Error() }

func (e *statusError) Unwrap() error { return e.err }

// hasStatus reports whether an error is an answer of this status.
func hasStatus(err error, status int) bool {
	var e *statusError
	return errors.As(err, &e) && e.status == status
}

// follow sends one request and goes where the forge sends it, which must be the same scheme and host: to no other does
// the token go. The request stays what it was, as GitHub asks for (a POST does not become a GET).
func (c *caller) follow(ctx context.Context, doing, method string, target *url.URL, body []byte) (*answer, error) {
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
			return nil, &Error{Err: fmt.Errorf("%s: %s sends on to no address (%d)", doing, c.base.Host, result.status)}
		}
		if !c.sameOrigin(next) {
			return nil, mistake("the token goes to one host only; name the right one with --api",
				"%s: %s sends on to %s", doing, c.base.Host, quote(next.Scheme+"://"+next.Host))
		}
		target = next
	}
	return nil, &Error{Err: fmt.Errorf("%s: %s sends in a circle", doing, c.base.Host)}
}

// sameOrigin reports whether the token may go to an address.
func (c *caller) sameOrigin(u *url.URL) bool {
	return u.User == nil && strings.EqualFold(u.Scheme, c.base.Scheme) && strings.EqualFold(u.Host, c.base.Host)
}

// send sends one request once.
func (c *caller) send(ctx context.Context, method string, target *url.URL, body []byte) (*answer, error) {
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
		return nil, &Error{Err: fmt.Errorf("%s answered with more than %d MiB", c.base.Host, maxAnswer>>20)}
	case err != nil:
		return nil, fmt.Errorf("reading the answer of %s: %w", c.base.Host, err)
	}
	return &answer{status: response.StatusCode, header: response.Header, body: content}, nil
}

// unreachable takes the address off an error of net/http, for it says nothing that people need and may say too much, and
// tells what no second attempt can mend.
func (c *caller) unreachable(err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	var certificate *tls.CertificateVerificationError
	var name *net.DNSError
	switch {
	case errors.As(err, &certificate):
		return mistake("is --api right? A certificate of one's own has to be among those that the system trusts (SSL_CERT_FILE)", "%s: %w", c.base.Host, err)
	case errors.As(err, &name) && name.IsNotFound:
		return mistake("is --api right?", "%s: no such host", quote(name.Name))
	}
	return err
}

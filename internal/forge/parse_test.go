package forge

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/hint"
)

func TestNextLink(t *testing.T) {
	for header, want := range map[string]string{
		``: "",
		`<https://api.github.com/repositories/1/issues/2/comments?page=2>; rel="next", <https://api.github.com/x?page=9>; rel="last"`: "https://api.github.com/repositories/1/issues/2/comments?page=2",
		`<a>; rel="prev", <b>; rel="next"`:                   "b",
		`<a>; rel=next`:                                      "a",
		`<a>; REL="Last NEXT"`:                               "a",
		`<a,b;c>; title="x, <y>; rel=next", <d>; rel="next"`: "d",
		`<a>; title="q\"; rel=\"next"; rel=prev`:             "",
		`<a>; foo; rel="next"`:                               "a",
		`<a>;rel=next;`:                                      "a",
		`<a>; rel="nextish"`:                                 "",
		`<a; rel="next"`:                                     "",
		`a; rel="next"`:                                      "",
		`<a> rel="next"`:                                     "",
		`<a>; rel="next`:                                     "a",
	} {
		if got := nextLink([]string{header}); got != want {
			t.Errorf("%s: %q; want %q", header, got, want)
		}
	}
	if got := nextLink([]string{`<a>; rel="prev"`, `<b>; rel="next"`}); got != "b" {
		t.Errorf("of two headers: %q", got)
	}
}

func FuzzNextLink(f *testing.F) {
	for _, seed := range []string{`<a>; rel="next", <b>; rel=prev`, `<`, `<>;;;`, `<a>; rel="\`, `<a>;="`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		next := nextLink([]string{header})
		if !strings.Contains(header, "<"+next+">") && next != "" {
			t.Errorf("%q is none of %q", next, header)
		}
		// Whatever a server links to, what is followed stays on the host.
		if got := nextLink([]string{`<` + url.QueryEscape(header) + `>; title="` + url.QueryEscape(header) + `"; rel="next"`}); got != url.QueryEscape(header) {
			t.Errorf("%q came back as %q", url.QueryEscape(header), got)
		}
	})
}

var now = time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)

func TestAskedWait(t *testing.T) {
	for value, want := range map[string]time.Duration{
		"":                                 -1,
		"soon":                             -1,
		"-5":                               -1,
		"1.5":                              -1,
		"0":                                0,
		" 7 ":                              7 * time.Second,
		"Sat, 21 Nov 2026 10:01:00 GMT":    time.Minute,
		"Saturday, 21-Nov-26 10:01:00 GMT": time.Minute,
		"Sat, 21 Nov 2026 09:00:00 GMT":    0,
		"18446744073709551615":             wholeSeconds(1 << 63),
		"999999999999999999999999":         wholeSeconds(1 << 63),
	} {
		if got := askedWait(http.Header{"Retry-After": {value}}, now); got != want {
			t.Errorf("%q: %v; want %v", value, got, want)
		}
	}
}

func FuzzAskedWait(f *testing.F) {
	for _, seed := range []string{"", "1", "99999999999999999999", "Sat, 21 Nov 2026 10:01:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, value string) {
		header := http.Header{"Retry-After": {value}, "X-Ratelimit-Reset": {value}, "X-Ratelimit-Remaining": {"0"}}
		for _, wait := range []time.Duration{askedWait(header, now), resetWait(header, now)} {
			if wait < -1 {
				t.Errorf("%q: a wait of %d", value, wait)
			}
			if end := until(now, wait); wait >= 0 && len(end) > len("2026-11-21 10:00:00 UTC")+2 {
				t.Errorf("%q: %s", value, end)
			}
		}
	})
}

func TestPauseGrows(t *testing.T) {
	c := &Client{}
	for _, random := range []float64{0, 0.999} {
		c.config.Random = func() float64 { return random }
		last := time.Duration(0)
		for n := 1; n < 100; n++ {
			wait := c.pause(again, -1, n)
			if wait < last || wait > longestPause || wait < firstPause/2 {
				t.Fatalf("the %dth pause is %v after %v", n, wait, last)
			}
			last = wait
		}
		if wait := c.pause(refuse, -1, 99); wait < limitPause {
			t.Errorf("after 99 limits the pause is %v", wait)
		}
	}
}

func FuzzPages(f *testing.F) {
	for _, seed := range []string{`[]`, `null`, `{}`, `[null]`, `[{"id":1,"body":"b","user":{"login":"a"},"html_url":"https://h/p"}]`,
		`[{"id":1,"body":"b","author":{"username":"a"},"system":true}]`, `[{"id":-1,"user":null,"html_url":"javascript:alert(1)"}]`, `[{"id":1e99}]`, `[[[[`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, f := range forges {
			_ = answering(t, f, body).comments(t.Context(), func(c Comment) {
				if f.page == nil && c.URL != "" && cleanURL(c.URL) != c.URL {
					t.Errorf("the address %q is not clean", c.URL)
				}
			})
			if c, err := answering(t, f, body).create(t.Context(), "text"); err == nil && c.ID <= 0 {
				t.Errorf("a comment with the number %d", c.ID)
			}
		}
		if reason := said(body); strings.ContainsAny(reason, "\n\r\x1b\x00") || len([]rune(reason)) > longestQuote+1 {
			t.Errorf("the reason is %q", reason)
		}
	})
}

// answering is a client of a forge that answers everything with one body.
func answering(t *testing.T, f *Forge, body []byte) *Client {
	pr := PullRequest{Forge: f.Name, API: "https://h" + f.apiEnd, Repo: "o/n", Number: 1}
	c, err := NewClient(pr, Config{Token: "token-0123456789", Transport: answers(body)})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

type answers []byte

func (a answers) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(bytes.NewReader(a))}, nil
}

func TestSaid(t *testing.T) {
	for body, want := range map[string]string{
		`{"message":"Not Found","documentation_url":"https://x"}`:                                  "Not Found",
		`{"message":"Validation Failed","errors":[{"field":"data","message":"Body is too long"}]}`: "Validation Failed: Body is too long",
		`{"message":"Validation Failed","errors":["one","two"]}`:                                   "Validation Failed: one, two",
		`{"message":{"note":["is too long"]}}`:                                                     "note is too long",
		`{"error":"insufficient_scope","error_description":"more"}`:                                "insufficient_scope: more",
		`{"message":"The target couldn't be found.","errors":null}`:                                "The target couldn't be found.",
		"Retry later\n":             "Retry later",
		"<html>":                    "",
		"{":                         "",
		"":                          "",
		`{"message":"a\u0007\nb"}`:  "a<U+0007> b",
		strings.Repeat("long ", 99): "",
	} {
		if got := said([]byte(body)); got != want {
			t.Errorf("%s: %q; want %q", body, got, want)
		}
	}
}

func TestReadBounded(t *testing.T) {
	for text, want := range map[string]error{"": nil, "abc": nil, "abcd": errTooLarge, strings.Repeat("x", 999): errTooLarge} {
		body, err := readBounded(strings.NewReader(text), 3)
		if !errors.Is(err, want) || err == nil && string(body) != text || len(body) > 4 {
			t.Errorf("%q: %q, %v", text, body, err)
		}
	}
}

func TestSame(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"a\nb", "a\r\nb", true},
		{"a\nb\n", "a\nb", true},
		{"a  \nb\t\n\n", "a\nb", true},
		{"a\rb", "a\nb", true},
		{"a\n\nb", "a\nb", false},
		{" a", "a", false},
		{"a", "A", false},
	} {
		if got := normal(c.a) == normal(c.b); got != c.want {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
	}
}

func TestRedact(t *testing.T) {
	const secret = "s+e/c=r&e t"
	for _, s := range []string{secret, "https://h/?t=" + url.QueryEscape(secret), "https://h/" + url.PathEscape(secret), "https://user:" + "other@h/"} {
		if got := Redact("a "+s+" b", secret); strings.Contains(got, "r&e") || strings.Contains(got, "%26") || strings.Contains(got, "other") {
			t.Errorf("%q became %q", s, got)
		}
	}
	if got := Redact("nothing of it @ https://h/p", secret); got != "nothing of it @ https://h/p" {
		t.Errorf("it became %q", got)
	}
	err := Redacted(fmt.Errorf("%w: %w", ErrGone, hint.Misuse("not "+secret, "no %s", secret)), secret)
	var e *hint.Error
	if !errors.Is(err, ErrGone) || !errors.As(err, &e) || e.Status != hint.Usage || strings.Contains(err.Error()+e.Hint, secret) {
		t.Errorf("the error became %#v", err)
	}
	err = Redacted(ofKind{hint.Misuse("", "no %s", secret), errForbidden}, secret)
	if !errors.Is(err, errForbidden) || !errors.As(err, &e) || e.Status != hint.Usage || strings.Contains(err.Error(), secret) {
		t.Errorf("the error became %#v", err)
	}
}

func TestNewClientRefuses(t *testing.T) {
	good := PullRequest{Forge: GitHub, API: "https://api.github.com", Repo: "o/n", Number: 1}
	const secret = "secret-0123456789"
	for name, c := range map[string]struct {
		change func(*PullRequest, *Config)
		says   string
	}{
		"forge":               {func(pr *PullRequest, _ *Config) { pr.Forge = "sourcehut" }, "unknown forge"},
		"no API":              {func(pr *PullRequest, _ *Config) { pr.API = "" }, "no address"},
		"no scheme":           {func(pr *PullRequest, _ *Config) { pr.API = "api.github.com" }, "no address"},
		"another scheme":      {func(pr *PullRequest, _ *Config) { pr.API = "file:///etc" }, "no address"},
		"no encryption":       {func(pr *PullRequest, _ *Config) { pr.API = "http://git.example.org" }, "anybody on the way"},
		"almost this machine": {func(pr *PullRequest, _ *Config) { pr.API = "http://127.0.0.1.example.org" }, "anybody on the way"},
		"a password":          {func(pr *PullRequest, _ *Config) { pr.API = "https://u:" + secret + "@h" }, "more than a host"},
		"a query":             {func(pr *PullRequest, _ *Config) { pr.API = "https://h?private_token=" + secret }, "more than a host"},
		"no URL":              {func(pr *PullRequest, _ *Config) { pr.API = "https://u:" + secret + " x@h" }, "no URL"},
		"pages for people":    {func(pr *PullRequest, _ *Config) { pr.Forge, pr.API = GitLab, "https://gitlab.com" }, "ends with /api/v4"},
		"no owner":            {func(pr *PullRequest, _ *Config) { pr.Repo = "n" }, "no repository"},
		"climbing":            {func(pr *PullRequest, _ *Config) { pr.Repo = "../n" }, "no repository"},
		"a deep path":         {func(pr *PullRequest, _ *Config) { pr.Repo = "o/n/issues" }, "no repository"},
		"the token as name":   {func(pr *PullRequest, _ *Config) { pr.Repo = secret }, "[token]"},
		"no number":           {func(pr *PullRequest, _ *Config) { pr.Number = 0 }, "no number"},
		"no token":            {func(_ *PullRequest, c *Config) { c.Token = " \n" }, "no token"},
		"two lines of token":  {func(_ *PullRequest, c *Config) { c.Token = secret + "\n" + secret }, "cannot be one"},
		"a short token":       {func(_ *PullRequest, c *Config) { c.Token = "e" }, "cannot be one"},
	} {
		pr, config := good, Config{Token: secret}
		c.change(&pr, &config)
		_, err := NewClient(pr, config)
		var e *hint.Error
		if !errors.As(err, &e) || e.Status != hint.Usage || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error()+e.Hint, secret) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, c := range map[string]PullRequest{
		"a group's group": {GitLab, "https://gitlab.example.org/api/v4/", "g/s/p", 1},
		"a number":        {GitLab, "https://gitlab.example.org/api/v4", "42", 1},
		"a sub-path":      {Gitea, "https://example.org/git/api/v1", "o/n", 1},
		"this machine":    {Forgejo, "http://localhost:3000/api/v1", "o/n", 1},
		"IPv6":            {Gitea, "http://[::1]:3000/api/v1", "o/n", 1},
	} {
		if _, err := NewClient(c, Config{Token: secret}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := NewClient(PullRequest{Gitea, "http://gitea:3000/api/v1", "o/n", 1}, Config{Token: secret, InsecureHTTP: true}); err != nil {
		t.Error(err)
	}
}

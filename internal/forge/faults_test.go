package forge_test

import (
	"context"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/forge"
	"github.com/kbgate/kbgate/internal/forge/forgetest"
	"github.com/kbgate/kbgate/internal/hint"
)

// wrong posts and expects an Error whose text and hint hold all of says, and no token.
func (s *stage) wrong(t *testing.T, body string, setup bool, says ...string) {
	t.Helper()
	_, err := s.client.Post(t.Context(), body, marker)
	var failed *hint.Error
	if !errors.As(err, &failed) {
		t.Fatalf("the error is %v", err)
	}
	all := err.Error() + "\n" + failed.Hint
	for _, want := range says {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not in:\n%s", want, all)
		}
	}
	if strings.Contains(all, token) {
		t.Errorf("the token is in:\n%s", all)
	}
	if (failed.Status == hint.Usage) != setup {
		t.Errorf("setup is %v for:\n%s", (failed.Status == hint.Usage), all)
	}
}

func TestRefusals(t *testing.T) {
	needs := map[string]string{forge.GitHub: "pull-requests: write", forge.Gitea: "write:issue", forge.Forgejo: "write:issue", forge.GitLab: "`api` scope"}
	for _, kind := range forge.Kinds() {
		t.Run(kind, func(t *testing.T) {
			for name, c := range map[string]struct {
				set   func(*stage)
				body  string
				setup bool
				says  []string
			}{
				"unknown token":      {func(s *stage) { s.Accounts = nil }, rejected, true, []string{"(401)", "expired or revoked", needs[kind]}},
				"no permission":      {func(s *stage) { s.ReadOnly[token] = true }, rejected, true, []string{"commenting on", "(403)", needs[kind]}},
				"nothing to be seen": {func(s *stage) { s.Blind[token] = true }, rejected, true, []string{"(404)", "--repo", needs[kind]}},
				"another pull request": {func(s *stage) {
					s.pr.Number = 8
					s.client, _ = forge.NewClient(s.pr, s.config)
				}, rejected, true, []string{"8", "(404)", "--pr"}},
				"too long":              {func(s *stage) { s.MaxBody = 70 }, rejected, false, []string{"too long", "maximum is 70 characters"}},
				"a page for people":     {pageForPeople, rejected, true, []string{"answered something else", "--api"}},
				"answers without sense": {func(s *stage) { s.Fail(forgetest.Fault{Path: "/7/", Status: 200, Body: `{"a":1}`}) }, rejected, true, []string{"no list of comments"}},
				"a comment without number": {func(s *stage) { s.Fail(forgetest.Fault{Method: http.MethodPost, Status: 201, Body: `{}`}) }, rejected, true,
					[]string{"a comment without a number"}},
				"the token in the reason": {func(s *stage) {
					s.Fail(forgetest.Fault{Status: 403, Method: http.MethodPost, Body: `{"message":"` + token + ` may not\u001b[31m"}`})
				}, rejected, true, []string{"[token] may not<U+001B>[31m"}},
			} {
				t.Run(name, func(t *testing.T) {
					s := newStage(t, kind)
					c.set(s)
					s.wrong(t, c.body, c.setup, c.says...)
					if len(s.clock.slept) > 0 {
						t.Errorf("it was tried again after %v", s.clock.slept)
					}
				})
			}
		})
	}
}

// pageForPeople has the requests go beside the API.
func pageForPeople(s *stage) {
	s.Fail(forgetest.Fault{Status: 200, Body: "<!DOCTYPE html>", Times: -1})
}

// GitHub refuses a comment of more than 65,536 characters, however many bytes they are.
func TestGitHubsLimit(t *testing.T) {
	s := newStage(t, forge.GitHub)
	fits := marker + strings.Repeat("é", 65_536-len(marker))
	s.post(t, fits, forge.Created)
	s.wrong(t, fits+"é", false, "updating the comment on team/kb#7", "too long", "65536", "fewer findings")
	if got := s.bodies(bot); got[0] != fits {
		t.Error("the comment changed")
	}
}

func TestAuthors(t *testing.T) {
	for kind, account := range map[string]string{forge.GitHub: "github-actions[bot]", forge.Gitea: "gitea-actions", forge.Forgejo: "forgejo-actions"} {
		t.Run(kind, func(t *testing.T) {
			s := newStage(t, kind)
			s.Apps[token], s.Accounts[token] = true, account
			s.post(t, rejected, forge.Created)
			s.post(t, rejected, forge.Unchanged)
		})
	}
	t.Run("another app has to be named", func(t *testing.T) {
		s := newStage(t, forge.GitHub)
		s.Apps[token], s.Accounts[token] = true, "kb-app[bot]"
		s.wrong(t, rejected, true, "the comment was created", `--author "kb-app[bot]"`)
		s = newStage(t, forge.GitHub, func(c *forge.Config) { c.Author = "kb-app[bot]" })
		s.Accounts[token] = "kb-app[bot]"
		s.post(t, rejected, forge.Created)
		s.post(t, rejected, forge.Unchanged)
		for _, call := range s.Calls() {
			if call.Path == "/user" {
				t.Error("the forge was asked for what it was told")
			}
		}
	})
}

func TestRetries(t *testing.T) {
	start := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	seconds := func(n int) string { return strconv.FormatInt(start.Unix()+int64(n), 10) }
	for name, c := range map[string]struct {
		fault forgetest.Fault
		waits []time.Duration
	}{
		"a server error, then another":     {forgetest.Fault{Status: 500, Times: 2}, []time.Duration{750 * time.Millisecond, 1500 * time.Millisecond}},
		"a connection that ends":           {forgetest.Fault{Drop: true}, []time.Duration{750 * time.Millisecond}},
		"Retry-After in seconds":           {forgetest.Fault{Status: 503, Header: map[string]string{"Retry-After": "11"}}, []time.Duration{11 * time.Second}},
		"Retry-After as a date":            {forgetest.Fault{Status: 429, Header: map[string]string{"Retry-After": "Sat, 21 Nov 2026 10:00:42 GMT"}}, []time.Duration{42 * time.Second}},
		"Retry-After in the past":          {forgetest.Fault{Status: 429, Header: map[string]string{"Retry-After": "Fri, 20 Nov 2026 10:00:42 GMT"}}, []time.Duration{0}},
		"GitHub's limit":                   {forgetest.Fault{Status: 403, Header: map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": seconds(33)}}, []time.Duration{33 * time.Second}},
		"GitLab's limit":                   {forgetest.Fault{Status: 429, Body: "Retry later", Header: map[string]string{"RateLimit-Remaining": "0", "RateLimit-Reset": seconds(7)}}, []time.Duration{7 * time.Second}},
		"a secondary limit without a time": {forgetest.Fault{Status: 403, Body: `{"message":"You have exceeded a secondary rate limit."}`, Times: 2}, []time.Duration{time.Minute, 2 * time.Minute}},
		"a secondary limit with a time":    {forgetest.Fault{Status: 403, Header: map[string]string{"Retry-After": "60"}}, []time.Duration{time.Minute}},
	} {
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPatch} {
			t.Run(name+"/"+method, func(t *testing.T) {
				s := newStage(t, forge.GitHub)
				action := forge.Created
				if method == http.MethodPatch {
					s.Add(forgetest.Comment{Author: bot, Body: rejected + "old"})
					action = forge.Updated
				}
				c.fault.Method = method
				s.Fail(c.fault)
				s.post(t, rejected, action)
				waits := c.waits
				if method == http.MethodPost && name == "a server error, then another" {
					waits = []time.Duration{waits[0], waits[0]} // it looks in between, and begins anew
				}
				if !slices.Equal(s.clock.slept, waits) {
					t.Errorf("waited %v; want %v", s.clock.slept, waits)
				}
				if got := s.bodies(bot); len(got) != 1 {
					t.Errorf("the comments are %q", got)
				}
			})
		}
	}
}

func TestGivingUp(t *testing.T) {
	t.Run("after some attempts", func(t *testing.T) {
		s := newStage(t, forge.Gitea)
		s.Fail(forgetest.Fault{Status: 502, Times: -1})
		s.wrong(t, rejected, false, "Bad Gateway (502)", "5 times", "run it again later")
		if n := s.Count(http.MethodGet); n != 5 {
			t.Errorf("%d attempts", n)
		}
	})
	t.Run("a comment that is never taken", func(t *testing.T) {
		s := newStage(t, forge.GitLab)
		s.Fail(forgetest.Fault{Method: http.MethodPost, Status: 500, Times: -1})
		_, err := s.client.Post(t.Context(), rejected, marker)
		if !errors.Is(err, forge.ErrUnsure) || s.Count(http.MethodPost) != 4 || s.lists() != 4 {
			t.Errorf("%v after %d posts and %d looks", err, s.Count(http.MethodPost), s.lists())
		}
	})
	for name, header := range map[string]map[string]string{
		"a long wait":                  {"Retry-After": "3600"},
		"a limit that ends in an hour": {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": strconv.FormatInt(time.Date(2026, 11, 21, 11, 0, 0, 0, time.UTC).Unix(), 10)},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, forge.GitHub)
			s.Fail(forgetest.Fault{Status: 429, Header: header})
			s.wrong(t, rejected, false, "1h0m0s has to be waited, until 2026-11-21 11:00:00 UTC", "--timeout")
			if len(s.clock.slept) > 0 {
				t.Errorf("waited %v", s.clock.slept)
			}
		})
	}
	t.Run("a wait beyond all time", func(t *testing.T) {
		s := newStage(t, forge.GitHub)
		s.Fail(forgetest.Fault{Status: 429, Header: map[string]string{"Retry-After": "99999999999999999999"}})
		s.wrong(t, rejected, false, "the end of time")
	})
	t.Run("a forge that does not answer", func(t *testing.T) {
		s := newStage(t, forge.GitHub, func(c *forge.Config) { c.Patience = time.Millisecond })
		s.Fail(forgetest.Fault{Hang: true, Times: -1})
		s.wrong(t, rejected, false, "deadline exceeded", "5 times")
	})
	t.Run("the time that was given", func(t *testing.T) {
		s := newStage(t, forge.GitHub)
		s.Fail(forgetest.Fault{Hang: true, Times: -1})
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := s.client.Post(ctx, rejected, marker); !errors.Is(err, context.Canceled) {
			t.Errorf("the error is %v", err)
		}
		ctx, cancel = context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
		defer cancel()
		_, err := s.client.Post(ctx, rejected, marker)
		if err == nil || !strings.Contains(err.Error(), "in the time that was given") {
			t.Errorf("the error is %v", err)
		}
	})
	t.Run("nobody there", func(t *testing.T) {
		s := newStage(t, forge.GitHub)
		web := httptest.NewServer(s)
		web.Close()
		s.pr.API = web.URL
		client, err := forge.NewClient(s.pr, s.config)
		if err != nil {
			t.Fatal(err)
		}
		s.client = client
		s.wrong(t, rejected, false, "refused", "5 times")
	})
}

func TestEndlessPages(t *testing.T) {
	s := newStage(t, forge.GitHub)
	s.Fail(forgetest.Fault{Path: "comments", Times: -1, Status: 200, Body: "[]", Header: map[string]string{"Link": `<?page=2>; rel="next"`}})
	s.wrong(t, rejected, false, "more than 200 pages")
	if n := s.Count(http.MethodGet); n != 201 {
		t.Errorf("%d requests", n)
	}
}

// Where another host listens, no request may come.
func TestTheTokenStaysHome(t *testing.T) {
	stranger := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("%s %s went to a stranger, with %q", r.Method, r.URL, r.Header)
	}))
	defer stranger.Close()
	elsewhere := stranger.URL + "/" + url.QueryEscape(token) + "?t=" + token
	for _, status := range []int{301, 302, 303, 307, 308} {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			s := newStage(t, forge.GitHub)
			s.Fail(forgetest.Fault{Method: method, Status: status, Header: map[string]string{"Location": elsewhere}})
			if status == http.StatusSeeOther {
				s.wrong(t, rejected, false, "See Other (303)")
				continue
			}
			s.wrong(t, rejected, true, "sends on to "+stranger.URL, "--api")
		}
	}
	for _, link := range []string{elsewhere, "http://user:" + token + "@" + strings.TrimPrefix(stranger.URL, "http://"), "//" + strings.TrimPrefix(stranger.URL, "http://")} {
		s := newStage(t, forge.GitHub)
		s.Fail(forgetest.Fault{Path: "comments", Status: 200, Body: "[]", Header: map[string]string{"Link": "<" + link + `>; rel="next"`}})
		s.wrong(t, rejected, true, "next page on another host")
	}
}

// Within the host a redirect is followed, and the request stays what it is.
func TestRedirects(t *testing.T) {
	for _, status := range []int{301, 302, 307, 308} {
		s := newStage(t, forge.GitHub)
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			s.Fail(forgetest.Fault{Method: method, Path: "comments", Status: status, Header: map[string]string{"Location": "/repos/team/kb/issues/7/comments"}})
		}
		s.post(t, rejected, forge.Created)
		if s.Count(http.MethodPost) != 2 || len(s.bodies(bot)) != 1 {
			t.Errorf("%d: %d requests, comments %q", status, s.Count(http.MethodPost), s.bodies(bot))
		}
	}
	s := newStage(t, forge.GitHub)
	s.Fail(forgetest.Fault{Times: -1, Status: 307, Header: map[string]string{"Location": "/user"}})
	s.wrong(t, rejected, false, "in a circle")
}

// From an encrypted host a redirect to the same one without encryption is none that a token follows.
func TestEncryptionIsKept(t *testing.T) {
	server := forgetest.New(forge.GitHub, token, bot)
	web := httptest.NewUnstartedServer(server)
	web.Config.ErrorLog = log.New(io.Discard, "", 0) // of the client that does not trust it
	web.StartTLS()
	defer web.Close()
	s := &stage{Server: server, pr: forge.PullRequest{Forge: forge.GitHub, API: web.URL, Repo: server.Repo, Number: server.Number}, clock: &clock{}}
	s.config = forge.Config{Token: token, Transport: web.Client().Transport, Now: s.clock.Now, Sleep: s.clock.Sleep}
	client, err := forge.NewClient(s.pr, s.config)
	if err != nil {
		t.Fatal(err)
	}
	s.client = client
	s.post(t, rejected, forge.Created)
	plain := "http://" + strings.TrimPrefix(web.URL, "https://")
	s.Fail(forgetest.Fault{Status: 301, Header: map[string]string{"Location": plain + "/user"}})
	s.wrong(t, rejected, true, "sends on to "+plain)

	s.config.Transport = nil // which trusts other certificates
	if s.client, err = forge.NewClient(s.pr, s.config); err != nil {
		t.Fatal(err)
	}
	s.wrong(t, rejected, true, "certificate", "SSL_CERT_FILE")
}

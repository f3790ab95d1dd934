package forge_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/forge"
	"github.com/kbgate/kbgate/internal/forge/forgetest"
)

const (
	token  = "token-0123456789abcdef"
	bot    = "kb-bot"
	marker = "<!-- REJECTION: "
)

var rejected = marker + "{\"n\":1} -->\n\n**Rejected** — 1 blocking issue\n\n```json\n{}\n```\n"

// stage is a forge for a test: its server, a client of it, and a clock that only waiting moves.
type stage struct {
	*forgetest.Server
	pr     forge.PullRequest
	config forge.Config
	client *forge.Client
	clock  *clock
}

// clock moves on when somebody sleeps.
type clock struct {
	mu    sync.Mutex
	now   time.Time
	slept []time.Duration
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now, c.slept = c.now.Add(d), append(c.slept, d)
	return ctx.Err()
}

// newStage starts a server; set changes the configuration of the client.
func newStage(t *testing.T, kind string, set ...func(*forge.Config)) *stage {
	t.Helper()
	server := forgetest.New(kind, token, bot)
	web := httptest.NewServer(server)
	t.Cleanup(web.Close)
	s := &stage{Server: server, clock: &clock{now: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)},
		pr: forge.PullRequest{Forge: kind, API: web.URL + server.Prefix(), Repo: server.Repo, Number: server.Number}}
	s.config = forge.Config{Token: token, Now: s.clock.Now, Sleep: s.clock.Sleep, Random: func() float64 { return 0.5 }}
	for _, change := range set {
		change(&s.config)
	}
	client, err := forge.NewClient(s.pr, s.config)
	if err != nil {
		t.Fatal(err)
	}
	s.client = client
	return s
}

// post posts and expects an outcome without an error.
func (s *stage) post(t *testing.T, body, action string, modes ...forge.Mode) forge.Receipt {
	t.Helper()
	outcome, err := s.client.Post(t.Context(), body, marker, modes...)
	if err != nil {
		t.Fatal(err)
	}
	if outcome.Action != action {
		t.Fatalf("the comment was %s; want %s", outcome.Action, action)
	}
	return outcome
}

// bodies are the texts of an author's comments.
func (s *stage) bodies(author string) []string {
	var bodies []string
	for _, c := range s.Comments() {
		if c.Author == author {
			bodies = append(bodies, c.Body)
		}
	}
	return bodies
}

// writes counts the requests that change something.
func (s *stage) writes() int {
	return s.Count(http.MethodPost) + s.Count(http.MethodPatch) + s.Count(http.MethodPut)
}

// lists counts the pages of comments that were read.
func (s *stage) lists() int {
	n := 0
	for _, call := range s.Calls() {
		if call.Method == http.MethodGet && (strings.Contains(call.Path, "comments") || strings.Contains(call.Path, "notes")) {
			n++
		}
	}
	return n
}

// TestContract holds every forge to the same behaviour.
func TestContract(t *testing.T) {
	for _, kind := range forge.Kinds() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			testClient(t, func(t *testing.T) *stage { return newStage(t, kind) })
		})
	}
}

// testClient is what posting relies on, for the client of any forge.
func testClient(t *testing.T, start func(*testing.T) *stage) {
	second := strings.Replace(rejected, `"n":1`, `"n":2`, 1)
	t.Run("created, unchanged, updated in place", func(t *testing.T) {
		s := start(t)
		first := s.post(t, rejected, forge.Created)
		if !strings.HasPrefix(first.URL, "http://127.0.0.1") || !strings.Contains(first.URL, "7#") {
			t.Errorf("the comment is at %q", first.URL)
		}
		s.post(t, rejected, forge.Unchanged)
		if s.writes() != 1 {
			t.Errorf("%d requests changed something; want 1", s.writes())
		}
		if outcome := s.post(t, second, forge.Updated); outcome.URL != first.URL {
			t.Errorf("the update is at %q, the comment at %q", outcome.URL, first.URL)
		}
		if got := s.bodies(bot); len(got) != 1 || got[0] != second {
			t.Errorf("the comments are %q", got)
		}
	})
	t.Run("nothing to say", func(t *testing.T) {
		s := start(t)
		s.post(t, rejected, forge.None, forge.OnlyUpdate)
		s.post(t, rejected, forge.Created)
		s.post(t, second, forge.Updated, forge.OnlyUpdate)
		if got := s.bodies(bot); len(got) != 1 {
			t.Errorf("the comments are %q", got)
		}
	})
	t.Run("a dry run changes nothing", func(t *testing.T) {
		s := start(t)
		s.post(t, rejected, forge.Created, forge.DryRun)
		s.post(t, rejected, forge.None, forge.DryRun, forge.OnlyUpdate)
		s.Add(forgetest.Comment{Author: bot, Body: rejected})
		s.post(t, rejected, forge.Unchanged, forge.DryRun)
		s.post(t, second, forge.Updated, forge.DryRun)
		if s.writes() != 0 {
			t.Errorf("%d requests changed something", s.writes())
		}
	})
	t.Run("what may stand is left alone", func(t *testing.T) {
		s := start(t)
		s.Add(forgetest.Comment{Author: bot, Body: strings.ReplaceAll(rejected, "\n", "  \r\n")})
		for _, keeps := range []bool{true, false} {
			mode := forge.KeepWhere(func(earlier, now string) bool {
				if earlier != strings.TrimRight(rejected, "\n") || now != strings.TrimRight(second, "\n") {
					t.Errorf("asked of %q and %q", earlier, now)
				}
				return keeps
			})
			s.post(t, second, map[bool]string{true: forge.Unchanged, false: forge.Updated}[keeps], mode)
		}
	})
	t.Run("an earlier comment is carried over", func(t *testing.T) {
		s := start(t)
		mode := forge.CarryOver(func(earlier, now string) (string, error) {
			if earlier != strings.TrimRight(rejected, "\n") || now != second {
				t.Errorf("asked of %q and %q", earlier, now)
			}
			return now + "as before\n", nil
		})
		s.post(t, rejected, forge.Created, mode)
		s.post(t, second, forge.Updated, mode)
		if got := s.bodies(bot); len(got) != 1 || strings.TrimRight(got[0], "\n") != second+"as before" {
			t.Errorf("the comments are %q", got)
		}
	})
	t.Run("others' comments are left alone", func(t *testing.T) {
		s := start(t)
		s.Add(forgetest.Comment{Author: "mallory", Body: rejected})
		s.Add(forgetest.Comment{Author: "", Body: rejected})
		s.Add(forgetest.Comment{Author: bot, Body: "I quote: " + rejected})
		if s.Kind == forge.GitLab {
			s.Add(forgetest.Comment{Author: bot, Body: rejected, System: true})
		}
		if s.Kind == forge.Gitea || s.Kind == forge.Forgejo {
			s.Add(forgetest.Comment{Author: bot, Body: rejected, Original: "mallory"})
		}
		before := s.Comments()
		s.post(t, second, forge.Created)
		for i, c := range before {
			if s.Comments()[i] != c {
				t.Errorf("%+v became %+v", c, s.Comments()[i])
			}
		}
	})
	t.Run("names of accounts have no case", func(t *testing.T) {
		s := start(t)
		s.Add(forgetest.Comment{Author: "KB-Bot", Body: rejected})
		s.post(t, rejected, forge.Unchanged)
	})
	t.Run("found on the last of many pages", func(t *testing.T) {
		s := start(t)
		s.PageSize = 3
		for i := range 20 {
			s.Add(forgetest.Comment{Author: "reader", Body: fmt.Sprint(i)})
		}
		s.Add(forgetest.Comment{Author: bot, Body: rejected})
		s.post(t, second, forge.Updated)
		if s.lists() != 7 {
			t.Errorf("%d pages were read; want 7", s.lists())
		}
	})
	t.Run("found where a Link header alone names the next page", func(t *testing.T) {
		s := start(t)
		s.PageSize, s.Keyset = 1, true
		s.Add(forgetest.Comment{Author: "reader", Body: "a"})
		s.Add(forgetest.Comment{Author: bot, Body: rejected})
		s.post(t, rejected, forge.Unchanged)
	})
	t.Run("what the forge makes of white space is no change", func(t *testing.T) {
		s := start(t)
		s.CRLF, s.Trim = true, true
		s.post(t, rejected, forge.Created)
		s.post(t, rejected, forge.Unchanged)
		s.post(t, rejected+"\nmore", forge.Updated)
	})
	t.Run("of several the oldest is kept", func(t *testing.T) {
		s := start(t)
		for range 3 {
			s.Add(forgetest.Comment{Author: bot, Body: rejected})
		}
		if outcome := s.post(t, second, forge.Updated); outcome.Superseded != 2 {
			t.Errorf("%d comments are superseded; want 2", outcome.Superseded)
		}
		got := s.bodies(bot)
		if got[0] != second || !strings.HasPrefix(got[1], "_Superseded") || got[1] != got[2] || !strings.Contains(got[1], "7#") {
			t.Errorf("the comments are %q", got)
		}
		if outcome := s.post(t, second, forge.Unchanged); outcome.Superseded != 0 {
			t.Errorf("%d comments are superseded again", outcome.Superseded)
		}
	})
	t.Run("a lost answer does not make a second comment", func(t *testing.T) {
		s := start(t)
		s.Fail(forgetest.Fault{Method: http.MethodPost, Late: true, Drop: true})
		s.post(t, rejected, forge.Created)
		s.Fail(forgetest.Fault{Method: http.MethodPost, Late: true, Status: http.StatusBadGateway})
		s.Remove(1)
		s.post(t, rejected, forge.Created)
		if got := s.bodies(bot); len(got) != 1 || s.Count(http.MethodPost) != 2 {
			t.Errorf("%d comments after %d requests", len(got), s.Count(http.MethodPost))
		}
	})
	t.Run("a comment that goes while it is updated is made anew", func(t *testing.T) {
		s := start(t)
		id := s.Add(forgetest.Comment{Author: bot, Body: rejected})
		s.Before = func(r *http.Request) {
			if r.Method == http.MethodPatch || r.Method == http.MethodPut {
				s.Remove(id)
			}
		}
		s.post(t, second, forge.Created)
	})
	t.Run("overtaken by a run that settles first", func(t *testing.T) {
		s := start(t)
		created := false
		s.Before = func(r *http.Request) {
			switch {
			case r.Method == http.MethodPost:
				s.Add(forgetest.Comment{Author: bot, Body: second})
				created = true
			case created:
				s.Remove(2) // what the other run does to it hides it as well
			}
		}
		if outcome := s.post(t, rejected, forge.Updated); !strings.HasSuffix(outcome.URL, "1") {
			t.Errorf("the comment is at %s", outcome.URL)
		}
		if got := s.bodies(bot); len(got) != 1 || got[0] != rejected {
			t.Errorf("the comments are %q", got)
		}
	})
	t.Run("two at once", func(t *testing.T) { testTwoAtOnce(t, start(t)) })
}

// testTwoAtOnce lets several runs find no comment before the first of them creates one.
func testTwoAtOnce(t *testing.T, s *stage) {
	const runs = 4
	var looking sync.WaitGroup
	looking.Add(runs)
	s.Before = func(r *http.Request) {
		if r.Method == http.MethodPost {
			looking.Done()
			looking.Wait()
		}
	}
	var group sync.WaitGroup
	texts := map[string]bool{}
	for i := range runs {
		body := fmt.Sprintf("%s{\"run\":%d} -->", marker, i)
		texts[body] = true
		group.Go(func() {
			outcome, err := s.client.Post(t.Context(), body, marker)
			if err != nil || !regexp.MustCompile(`[_-]1$`).MatchString(outcome.URL) {
				t.Errorf("%+v, %v", outcome, err)
			}
		})
	}
	group.Wait()
	got := s.bodies(bot)
	if len(got) != runs || !texts[got[0]] {
		t.Fatalf("the comments are %q", got)
	}
	for _, other := range got[1:] {
		if strings.HasPrefix(other, marker) {
			t.Errorf("beside the first there is %q", other)
		}
	}
}

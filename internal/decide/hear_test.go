package decide

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/comment"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/forge/event"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/ledger/ledgertest"
)

// hearGitHub hears a payload of GitHub.
func hearGitHub(l *ledger.Ledger, payload, comments []byte, author string) (Heard, error) {
	e, err := event.ParseGitHub(payload)
	if err != nil {
		return Heard{}, Misread(err)
	}
	return Hear(context.Background(), l, e, Beside{Comments: comments, Author: author})
}

// signedBlock is a comment of kbgate's about a pull request.
func signedBlock(t *testing.T, key ed25519.PrivateKey, pr int, issue string, at time.Time) string {
	t.Helper()
	doc := &finding.Document{Findings: []finding.Finding{{Gate: issue, Severity: finding.Blocking, Path: "a.md", Line: 1, Column: 1}}}
	about := comment.About{Repo: "team/kb", PR: pr, At: at}
	if pr == 0 {
		about.Repo = ""
	}
	body, err := comment.Render(comment.New(doc, about), comment.Options{Key: key})
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// Where the base has keys, neither a forged block, nor an older one that is posted again, nor one of another pull request gives a
// decision its issues.
func TestBlocksOfStrangers(t *testing.T) {
	key, other := ed25519.NewKeyFromSeed([]byte(strings.Repeat("k", 32))), ed25519.NewKeyFromSeed([]byte(strings.Repeat("o", 32)))
	now := time.Date(2025, 2, 3, 10, 0, 0, 0, time.UTC)
	genuine := signedBlock(t, key, 8, "scope_error", now)
	forged := signedBlock(t, other, 8, "date_errors", now.Add(time.Hour))
	for name, posted := range map[string]string{
		"unsigned":                signedBlock(t, nil, 8, "date_errors", now.Add(time.Hour)),
		"signed by another":       forged,
		"older, once more":        signedBlock(t, key, 8, "date_errors", now.Add(-time.Hour)),
		"of another pull request": signedBlock(t, key, 9, "date_errors", now.Add(time.Hour)),
		"of none":                 signedBlock(t, key, 0, "date_errors", now.Add(time.Hour)),
		"another's signature":     strings.Replace(genuine, "scope_error", "date_errors", -1),
	} {
		l := ledgertest.New(t)
		l.Config.Comment.PublicKeys = []string{comment.FormatPublicKey(key.Public().(ed25519.PublicKey))}
		comments, err := json.Marshal([]map[string]any{
			{"body": genuine, "created_at": "2025-02-03T10:00:00Z", "user": map[string]any{"login": "github-actions[bot]"}},
			{"body": posted, "created_at": "2025-02-03T12:00:00Z", "user": map[string]any{"login": "mallory"}},
		})
		if err != nil {
			t.Fatal(err)
		}
		payload := func(body string) []byte {
			said, _ := json.Marshal(body)
			return fmt.Appendf(nil, `{"action":"submitted","review":{"id":1,"state":"changes_requested","body":%s,"author_association":"MEMBER","submitted_at":"2025-02-03T13:00:00Z","user":{"login":"eva"}},
				"pull_request":{"number":8,"user":{"login":"mallory"}},"repository":{"full_name":"team/kb"}}`, said)
		}
		heard, err := hearGitHub(l, payload("no"), comments, "")
		if err != nil || heard.Decision == nil || strings.Join(heard.View().Issues, " ") != "scope_error" {
			t.Errorf("%s: %+v, %v", name, heard, err)
		}
		// a member's review that only quotes it
		if heard, err = hearGitHub(l, payload(posted), nil, ""); err != nil || name != "older, once more" && len(heard.View().Issues) > 0 {
			t.Errorf("%s, in the review: %+v, %v", name, heard, err)
		}
	}
}

// Where the base has no keys, a block counts that was worked out about the commit of the decision. Tags that are none go.
func TestBlocksThatCount(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: syncs many clones")
	}
	const head = "1111111111111111111111111111111111111111"
	ours := func(change func(*comment.Block)) string {
		b := comment.New(&finding.Document{Findings: []finding.Finding{{Gate: "scope_error", Severity: finding.Blocking, Path: "a.md"}}},
			comment.About{Repo: "team/kb", PR: 8, Head: head, At: time.Date(2025, 2, 3, 10, 0, 0, 0, time.UTC)})
		change(b)
		body, err := comment.Render(b, comment.Options{Unverified: b.Unverified})
		if err != nil {
			t.Fatal(err)
		}
		return body
	}
	earlier := []comment.Head{{SHA: head, Issues: []string{"date_errors"}}}
	many := func(b *comment.Block) {
		b.Issues = nil
		for i := range 1100 {
			b.Issues = append(b.Issues, fmt.Sprint("tag_", i))
		}
	}
	for name, c := range map[string]struct {
		body   string
		issues int
	}{
		"of this commit":   {ours(func(*comment.Block) {}), 1},
		"of none":          {ours(func(b *comment.Block) { b.HeadSHA = "" }), 1},
		"an upload":        {ours(func(b *comment.Block) { b.Unverified = true }), 0},
		"upload of none":   {ours(func(b *comment.Block) { b.Unverified, b.HeadSHA = true, "" }), 0},
		"of another":       {ours(func(b *comment.Block) { b.HeadSHA = strings.Repeat("2", 40) }), 0},
		"this one earlier": {ours(func(b *comment.Block) { b.HeadSHA, b.EarlierHeads = strings.Repeat("2", 40), earlier }), 1},
		"earlier uploads": {ours(func(b *comment.Block) {
			b.Unverified, b.HeadSHA, b.EarlierHeads = true, strings.Repeat("2", 40), earlier
		}), 0},
		"others earlier": {ours(func(b *comment.Block) {
			b.HeadSHA, b.EarlierHeads = strings.Repeat("2", 40), []comment.Head{{SHA: strings.Repeat("3", 40), Issues: []string{"x"}}}
		}), 0},
		"many":             {ours(many), 1000},
		"several lines":    {ours(func(b *comment.Block) { b.Issues = []string{"a\nb", "scope_error"} }), 1},
		"a token":          {ours(func(b *comment.Block) { b.Issues = []string{"gl" + "pat-aB3dE6gH9jK2mN5pQ8sT", "scope_error"} }), 1},
		"an empty one":     {ours(func(b *comment.Block) { b.Issues = []string{"", "scope_error"} }), 1},
		"a long one":       {ours(func(b *comment.Block) { b.Issues = []string{strings.Repeat("x", 600), "scope_error"} }), 1},
		"a token as agent": {ours(func(b *comment.Block) { b.Agent = "gl" + "pat-ab3de6gh9jk2mn5pq8st" }), 1},
		"a path as agent":  {ours(func(b *comment.Block) { b.Agent = "../x" }), 1},
		"all of any size": {ours(func(b *comment.Block) {
			b.Issues = nil
			for i := range 900 {
				b.Issues = append(b.Issues, fmt.Sprint(strings.Repeat("\U0001f642", 100), i))
			}
		}), -1},
	} {
		l := ledgertest.New(t)
		comments, _ := json.Marshal([]map[string]any{{"body": c.body, "user": map[string]any{"login": "github-actions[bot]"}}})
		payload := func(body string) []byte {
			said, _ := json.Marshal(body)
			return fmt.Appendf(nil, `{"action":"submitted","review":{"id":%d,"state":"changes_requested","body":%s,"commit_id":%q,"author_association":"MEMBER","submitted_at":"2025-02-03T13:00:00Z","user":{"login":"eva"}},
				"pull_request":{"number":8,"user":{"login":"mallory"}},"repository":{"full_name":"team/kb"}}`, len(body)+1, said, head)
		}
		for where, heard := range map[string]func() (Heard, error){
			"a comment": func() (Heard, error) {
				return hearGitHub(l, payload("no"), comments, "github-actions[bot]")
			},
			"the review": func() (Heard, error) { return hearGitHub(l, payload(c.body), nil, "") },
		} {
			if where == "the review" && (name == "a token" || name == "a token as agent") {
				continue // the reviewer's own text holds it
			}
			h, err := heard()
			if err != nil {
				t.Fatal(err)
			}
			if n := len(h.View().Issues); n != c.issues && c.issues >= 0 {
				t.Errorf("%s, in %s: %d issues", name, where, n)
			}
			if _, _, err := RecordHeard(context.Background(), l, []Heard{h}, time.Now(), func(*decision.Decision) { t.Error("another record has the id") }); err != nil {
				t.Errorf("%s, in %s: %v", name, where, err)
			}
			if dropped := c.issues != 1 || strings.HasPrefix(name, "a ") || name == "several lines"; dropped && len(h.Notices) == 0 && c.issues > 0 {
				t.Errorf("%s, in %s: nothing is said", name, where)
			}
		}
	}
}

// Nobody decides who has no name, and nobody judges what nobody proposes.
func TestEventsOfNobody(t *testing.T) {
	for _, event := range []string{
		`"review":{"id":1,"state":"approved","author_association":"MEMBER","submitted_at":"2025-02-03T13:00:00Z","user":null},"pull_request":{"number":8,"user":{"login":"rio"}}`,
		`"review":{"id":1,"state":"approved","author_association":"MEMBER","submitted_at":"2025-02-03T13:00:00Z"},"pull_request":{"number":8,"user":{"login":"rio"}}`,
		`"review":{"id":1,"state":"approved","author_association":"MEMBER","submitted_at":"2025-02-03T13:00:00Z","user":{"login":""}},"pull_request":{"number":8,"user":{"login":"rio"}}`,
		`"review":{"id":1,"state":"approved","author_association":"MEMBER","submitted_at":"2025-02-03T13:00:00Z","user":{"login":"eva"}},"pull_request":{"number":8,"user":null}`,
		`"review":{"id":1,"state":"approved","author_association":"MEMBER","submitted_at":"2025-02-03T13:00:00Z","user":{"login":"eva"}},"pull_request":{"number":8}`,
		`"pull_request":{"number":8,"state":"closed","merged":true,"merged_at":"2025-02-03T13:00:00Z","user":{"login":"rio"}}`,
	} {
		action := "submitted"
		if !strings.Contains(event, `"review"`) {
			action = "closed"
		}
		heard, err := hearGitHub(ledgertest.New(t), fmt.Appendf(nil, `{"action":%q,%s,"repository":{"full_name":"team/kb"}}`, action, event), nil, "")
		if err != nil || heard.Decision != nil || heard.LeftOut == "" {
			t.Errorf("%s: %+v, %v", event, heard, err)
		}
	}
}

package loop

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/comment"
	"github.com/kbgate/kbgate/internal/finding"
)

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
		l := ledger(t)
		l.Config.Comment.PublicKeys = []string{comment.FormatPublicKey(key.Public().(ed25519.PublicKey))}
		comments, err := json.Marshal([]map[string]any{
			{"body": genuine, "created_at": "2025-02-03T10:00:00Z", "user": map[string]any{"login": "github-actions[bot]"}},
			{"body": posted, "created_at": "2025-02-03T12:00:00Z", "user": map[string]any{"login": "mallory"}},
		})
		if err != nil {
			t.Fatal(err)
		}
		event := func(body string) []byte {
			said, _ := json.Marshal(body)
			return fmt.Appendf(nil, `{"action":"submitted","review":{"id":1,"state":"changes_requested","body":%s,"author_association":"MEMBER","submitted_at":"2025-02-03T13:00:00Z","user":{"login":"eva"}},
				"pull_request":{"number":8,"user":{"login":"mallory"}},"repository":{"full_name":"team/kb"}}`, said)
		}
		heard, err := l.FromGitHub(context.Background(), event("no"), comments, "")
		if err != nil || heard.Decision == nil || strings.Join(heard.Decision.Issues, " ") != "scope_error" {
			t.Errorf("%s: %+v, %v", name, heard, err)
		}
		// a member's review that only quotes it
		if heard, err = l.FromGitHub(context.Background(), event(posted), nil, ""); err != nil || name != "older, once more" && len(heard.Decision.Issues) > 0 {
			t.Errorf("%s, in the review: %+v, %v", name, heard, err)
		}
	}
}

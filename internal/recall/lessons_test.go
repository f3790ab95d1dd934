package recall_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/ledger/ledgertest"
)

// commitClaim commits a claim, and gives the commit and the SHA-256 of the text.
func commitClaim(t *testing.T, l *ledger.Ledger, name, title, confidence string) (commit, sha string) {
	t.Helper()
	body := "---\ntype: claim\nconfidence: " + confidence + "\nsource: Ito 2019\n---\n\n# " + title + "\n\nIt was 40 % of the cases.\n"
	file := filepath.Join(l.Root, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(body), 0o600); err != nil {
		t.Fatal(err)
	}
	gitIn(t, l, "add", "-A")
	gitIn(t, l, "commit", "-qm", title)
	sum := sha256.Sum256([]byte(body))
	return gitIn(t, l, "rev-parse", "HEAD"), hex.EncodeToString(sum[:])
}

func gitIn(t *testing.T, l *ledger.Ledger, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = l.Root
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// What was sent back and what was accepted later stand below the lesson; what git does not have, what is older, and what names deal terms
// makes no pair.
func TestPairs(t *testing.T) {
	l := ledgertest.New(t)
	gitIn(t, l, "checkout", "-qb", "main")
	commitClaim(t, l, "claims/old.md", "Milk was here before anybody asked", "likely")
	gitIn(t, l, "checkout", "-qb", "proposal")
	head, sha := commitClaim(t, l, "claims/tea.md", "Tea cures `all` colds", "proven")
	commitClaim(t, l, "claims/terms.md", "The round closed at a secret cap", "proven")
	oldHead, _ := commitClaim(t, l, "claims/old.md", "Milk is always better", "proven")
	gitIn(t, l, "checkout", "-q", "main")
	commitClaim(t, l, "claims/tea.md", "In one study tea went with fewer colds", "experimental")
	commitClaim(t, l, "claims/terms.md", "The round closed", "likely")
	number := 0 // a pull request counts once
	claim := func(name, sha, head string, tags ...string) decision.Decision {
		number++
		return decision.Decision{Artifact: decision.Artifact{Type: decision.Claim, Name: filepath.Base(name), Path: name, SHA: sha}, Issues: tags,
			Reason: "too vague", PR: decision.PullRequest{Repo: "team/kb", Number: number, HeadSHA: head}}
	}
	decided(t, l,
		claim("claims/tea.md", sha, head, "confidence_miscalibration"),
		claim("claims/gone.md", sha, strings.Repeat("1", 40), "date_errors"),
		claim("claims/old.md", "", oldHead, "date_errors"),
		claim("claims/x.md", "", "", "date_errors"),
		claim("claims/terms.md", "", oldHead, "scope_error", "opsec_internal_deal_terms"),
		claim("claims/terms.md", "", "", "confidence_miscalibration"),
		decision.Decision{Artifact: decision.Artifact{Type: decision.Claim, Name: "terms.md", Path: "claims/terms.md"}, Issues: []string{"confidence_miscalibration"}, Reason: "still too vague",
			PR: decision.PullRequest{Repo: "team/kb", Number: 6}},
		decision.Decision{Reason: "by a program", Issues: []string{"title_overclaims"}, Source: decision.Validator},
	)
	b, text := briefOf(t, l, "rio", "")
	pairs := 0
	for _, lesson := range b.Lessons {
		pairs += len(lesson.Pairs)
		if lesson.Of != 6 || lesson.Tag == "title_overclaims" {
			t.Errorf("a program's verdict counts: %+v", lesson)
		}
	}
	if pairs != 1 || strings.Contains(text, "secret") || strings.Contains(text, "Milk") {
		t.Errorf("%d pairs:\n%s", pairs, text)
	}
	for _, want := range []string{
		"Confidence calibration (confidence_miscalibration), 2 of 6 rejections: Lower the confidence",
		"Sent back: `“Tea cures all colds”`, confidence `“proven”`, source `“Ito 2019”`, figure `“40 %”`",
		"Accepted: `“In one study tea went with fewer colds”`, confidence `“experimental”`",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if strings.Contains(text, "use cases") {
		t.Errorf("a guess at the words overrules a tag:\n%s", text)
	}
}

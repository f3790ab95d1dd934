package decide

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/decision/memory"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/ledger/ledgertest"
	"github.com/kbgate/kbgate/internal/recall"
)

// A stream of more than a batch is stored whole, and once.
func TestRecordInBatches(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: reads many records")
	}
	l := ledgertest.New(t)
	n := batchRecords + 3
	for _, want := range []Tally{{Added: n}, {Known: n}} {
		got, err := Record(context.Background(), l, Lines(l, strings.NewReader(ledgertest.Lines(n)), ledgertest.Now), ledgertest.Now, func(r Remark) { t.Error(r) })
		if err != nil || got != want {
			t.Fatalf("%+v, %v; want %+v", got, err, want)
		}
	}
	count := 0
	for _, err := range recall.Log(context.Background(), l, recall.Filter{Agent: "unknown"}) {
		if err != nil {
			t.Fatal(err)
		}
		count++
	}
	if count != n {
		t.Errorf("%d of %d are there", count, n)
	}
}

// What breaks the stream itself ends it, and what was read before is stored.
func TestRecordBrokenStream(t *testing.T) {
	l := ledgertest.New(t)
	broken := errors.New("the pipe broke")
	got, err := Record(context.Background(), l, Lines(l, &failing{strings.NewReader(ledgertest.Lines(3)), broken}, ledgertest.Now), ledgertest.Now, func(Remark) {})
	if !errors.Is(err, broken) || got.Added != 3 {
		t.Errorf("%+v, %v", got, err)
	}
}

type failing struct {
	*strings.Reader
	err error
}

func (f *failing) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	if err != nil {
		err = f.err
	}
	return n, err
}

func TestOrigins(t *testing.T) {
	got := origins(map[string]string{"a": "rio", "b": "tea"}, map[string]string{"b": "skill/x/y.md", "c": "email"})
	want := map[string]decision.Origin{"a": {Agent: "rio"}, "b": {Agent: "tea", Type: decision.Skill, Name: "x/y.md"}, "c": {Type: decision.Email}}
	for key, origin := range want {
		if got[key] != origin {
			t.Errorf("%s: %+v, want %+v", key, got[key], origin)
		}
	}
}

func TestTypeOf(t *testing.T) {
	for name, want := range map[string]decision.ArtifactType{
		"skills/redis.md": decision.Skill, "a/personas/b/c.md": decision.Persona, "main.go": decision.Code, "README.md": decision.Documentation,
		"claims/x.md": decision.Claim, "x.eml": decision.Email, "emails/skills/x": decision.Skill, "welcome": decision.OtherType, "skills": decision.OtherType,
	} {
		if got := typeOf(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestReadDraft(t *testing.T) {
	for text, want := range map[string]decision.Draft{
		"Subject: Hi there\n\nHope you are well.\nMore": {Title: "Hi there", Opener: "Hope you are well."},
		"---\ntitle: A title\n---\n# Heading\n\nText.":  {Title: "A title", Opener: "Text."},
		"just text": {Opener: "just text"},
		"":          {},
	} {
		name := filepath.Join(t.TempDir(), "draft")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		d, err := ReadDraft("", name)
		if err != nil {
			t.Fatal(err)
		}
		got := Kept(d, decision.Rejected)
		if got.Title != want.Title || got.Opener != want.Opener || got.Fingerprint != draft.Fingerprint(want.Title, d.Body) {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

// A reason of GitHub may be longer than a record takes; it is cut between characters.
func TestShorten(t *testing.T) {
	l := ledgertest.New(t)
	for reason, want := range map[string]int{strings.Repeat("x", decision.MaxReason-1) + "é": decision.MaxReason - 1, "short": 5} {
		event := fmt.Sprintf(`{"action":"submitted","review":{"id":1,"state":"changes_requested","body":%q,"submitted_at":"2025-11-20T10:00:00Z",
			"user":{"login":"eva"},"author_association":"OWNER"},"pull_request":{"number":7,"user":{"login":"rio"}},"repository":{"full_name":"a/b"}}`, reason)
		heard, err := hearGitHub(l, []byte(event), nil, "")
		if err != nil || heard.Decision == nil {
			t.Fatalf("%+v, %v", heard, err)
		}
		isTold := slices.ContainsFunc(heard.Notices, func(notice string) bool { return strings.HasPrefix(notice, "the review's text has") })
		if got := heard.Decision.Reason; len(got) != want || isTold != (len(reason) > want) {
			t.Errorf("%d bytes, %q", len(got), heard.Notices)
		}
	}
}

// Whatever an event holds, it is taken or refused, and what is taken has the id that follows from it.
func FuzzHearGitHub(f *testing.F) {
	f.Add([]byte(`{"action":"submitted","review":{"id":1,"state":"approved","author_association":"OWNER","user":{"login":"eva"},"submitted_at":"2025-01-01T00:00:00Z"},"pull_request":{"number":1,"user":{"login":"rio"}},"repository":{"full_name":"a/b"}}`))
	f.Add([]byte(`{"action":"closed","sender":{"login":"eva"},"pull_request":{"number":1,"user":{"login":"rio"},"closed_at":"2025-01-01T00:00:00Z"},"repository":{"full_name":"a/b"}}`))
	l := ledgertest.New(f)
	f.Fuzz(func(t *testing.T, event []byte) {
		heard, err := hearGitHub(l, event, event, "")
		d := heard.Decision
		if err == nil && d != nil && d.ID != decision.DerivedID(d.At, string(d.Source), d.SourceID) {
			t.Errorf("%s has another id", d.ID)
		}
	})
}

// A stream touches each file once a commit.
func TestMemoryLogOfStream(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: syncs many clones")
	}
	l := ledgertest.New(t)
	n := batchRecords + 3
	if _, err := Record(context.Background(), l, Lines(l, strings.NewReader(ledgertest.Lines(n)), ledgertest.Now), ledgertest.Now, func(r Remark) { t.Error(r) }); err != nil {
		t.Fatal(err)
	}
	if got := len(memory.Read([]byte(ledgertest.Git(t, l.Root, "show", l.Ref+":memory/unknown-memory.md")))); got != n {
		t.Errorf("%d rows, want %d", got, n)
	}
	if got := ledgertest.Git(t, l.Root, "log", "--format=%H", l.Ref, "--", "memory"); strings.Count(got, "\n") != 2 {
		t.Errorf("commits:\n%s", got)
	}
}

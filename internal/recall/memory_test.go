package recall_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/guard/memory"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/ledger/ledgertest"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/shared"
	"github.com/kbgate/kbgate/internal/store"
)

// recorded is a decision of so many days ago, named by its reason.
func recorded(days float64, name string, change func(*decision.Decision)) *decision.Decision {
	d := &decision.Decision{Schema: decision.Schema, Source: decision.FromEvent, SourceID: name, At: ledgertest.Now.Add(-time.Duration(days * 24 * float64(time.Hour))).Truncate(time.Millisecond),
		Verdict: decision.Rejected, Agent: "rio", Reason: name, Artifact: decision.Artifact{Type: decision.Email, Name: "mail " + name}}
	change(d)
	d.ID = decision.DerivedID(d.At, string(d.Source), d.SourceID)
	return d
}

func appendAll(t *testing.T, l *ledger.Ledger, all ...interface {
	Encode() ([]byte, error)
	Path() string
}) {
	t.Helper()
	var files []store.File
	for _, r := range all {
		files = append(files, ledgertest.Encoded(t, r.Path(), r))
	}
	if _, err := l.Append(context.Background(), ledgertest.Now, "more", false, files...); err != nil {
		t.Fatal(err)
	}
}

// ttl is for how long these tests remember.
const ttl = 30 * 24 * time.Hour

func remembered(t *testing.T, l *ledger.Ledger, asked recall.Asked, told shared.Answer) (*memory.Memory, string) {
	t.Helper()
	m, err := recall.Memory(context.Background(), l, asked, ttl, ledgertest.Now, told)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range m.Rejections {
		names = append(names, r.Feedback)
	}
	return m, strings.Join(names, " ")
}

func TestMemory(t *testing.T) {
	l := ledgertest.New(t)
	to := func(address string) func(*decision.Decision) {
		return func(d *decision.Decision) { d.Subject = decision.Subject(address, nil) }
	}
	claim := func(path, name, sha, fingerprint string) func(*decision.Decision) {
		return func(d *decision.Decision) {
			d.Artifact = decision.Artifact{Type: decision.Claim, Path: path, Name: name, SHA: sha}
			d.Draft.Fingerprint = fingerprint
		}
	}
	approved := func(change func(*decision.Decision)) func(*decision.Decision) {
		return func(d *decision.Decision) { change(d); d.Verdict = decision.Approved }
	}
	withdrawn, redacted, other := recorded(2, "c3", to("celia@example.com")), recorded(2, "c4", to("celia@example.com")), recorded(1, "b1", to("bob@example.com"))
	amendment := func(of *decision.Decision, field string) *decision.Amendment {
		return &decision.Amendment{Schema: decision.AmendmentSchema, ID: decision.DerivedID(ledgertest.Now, "human", field), Source: decision.Human, At: ledgertest.Now, Of: of.ID, Field: field, By: "ana"}
	}
	appendAll(t, l,
		recorded(70, "a0", to("andrew@example.com")), recorded(45, "a1", to("andrew@example.com")), recorded(20, "a2", to("andrew@example.com")), other,
		recorded(40, "old", to("dora@example.com")),
		recorded(3, "c1", to("celia@example.com")), recorded(2.5, "c2", approved(to("celia@example.com"))), withdrawn, redacted,
		amendment(withdrawn, decision.WithdrawnField), amendment(redacted, decision.RedactedField),
		recorded(9, "k1", claim("claims/kiln.md", "kiln.md", "aa", "f1")), recorded(8, "k2", claim("old/kiln.md", "kiln.md", "bb", "f2")),
		recorded(7, "k3", claim("", "kiln.md", "cc", "f3")), recorded(6, "oven", claim("claims/oven.md", "oven.md", "dd", "f4")),
		recorded(5, "oven", approved(claim("claims/oven.md", "oven.md", "ee", "f5"))),
		recorded(4, "change", func(d *decision.Decision) {
			d.Artifact = decision.Artifact{Type: decision.Claim, Name: "owner/base#7"}
			d.Paths = []decision.ChangedFile{{Path: "claims/glaze.md", SHA: strings.Repeat("1", 64)}, {Path: "claims/slip.md", SHA: strings.Repeat("2", 64)}}
		}),
		recorded(5, "clay", func(d *decision.Decision) {
			d.Artifact = decision.Artifact{Type: decision.Claim, Name: "owner/base#6"}
			d.Paths = []decision.ChangedFile{{Path: "claims/clay.md", SHA: strings.Repeat("3", 64)}}
		}),
		recorded(4, "clay", approved(func(d *decision.Decision) {
			d.Artifact = decision.Artifact{Type: decision.Claim, Name: "owner/base#9"}
			d.Paths = []decision.ChangedFile{{Path: "claims/clay.md", SHA: strings.Repeat("4", 64)}}
		})),
		recorded(4, "mail", func(d *decision.Decision) { d.Artifact.Name = "kiln.md" }),
		recorded(1, "acme", func(d *decision.Decision) { d.Subject, d.Artifact.Type = "Acme Corp", decision.OtherType }),
	)
	mail := func(subject string) recall.Asked { return recall.Asked{Type: decision.Email, Subject: subject} }
	for name, c := range map[string]struct {
		asked recall.Asked
		told  shared.Answer
		want  string
	}{
		"those of the window":             {mail("Andrew Ng <ANDREW@example.com>"), shared.Answer{}, "a1 a2"},
		"by the hash":                     {mail(decision.Subject("andrew@example.com", nil)), shared.Answer{}, "a1 a2"},
		"too old":                         {mail("dora@example.com"), shared.Answer{}, ""},
		"nobody":                          {mail(" "), shared.Answer{Rejections: []memory.Rejection{{ID: "x", At: ledgertest.Now}}}, ""},
		"unknown":                         {mail("eve@example.com"), shared.Answer{}, ""},
		"withdrawn and redacted":          {mail("celia@example.com"), shared.Answer{}, "c1"},
		"a file":                          {recall.Asked{Type: decision.Claim, Artifact: "claims/kiln.md"}, shared.Answer{}, "k1"},
		"a file of the same content":      {recall.Asked{Type: decision.Claim, Artifact: "claims/kiln.md", SHA: "bb"}, shared.Answer{}, "k1 k2"},
		"a file of the same text":         {recall.Asked{Type: decision.Claim, Artifact: "new.md", Fingerprint: "f3"}, shared.Answer{}, "k3"},
		"a file that was approved":        {recall.Asked{Type: decision.Claim, Artifact: "claims/oven.md"}, shared.Answer{}, ""},
		"a file of a change":              {recall.Asked{Type: decision.Claim, Artifact: "claims/slip.md"}, shared.Answer{}, "change"},
		"the content of a file of one":    {recall.Asked{Type: decision.Claim, Artifact: "new.md", SHA: strings.Repeat("1", 64)}, shared.Answer{}, "change"},
		"a file that a change mended":     {recall.Asked{Type: decision.Claim, Artifact: "claims/clay.md"}, shared.Answer{}, ""},
		"a name":                          {recall.Asked{Artifact: "kiln.md", Subject: "kiln.md"}, shared.Answer{}, "k3"},
		"a subject that is no address":    {recall.Asked{Artifact: "acme corp", Subject: "acme corp"}, shared.Answer{}, "acme"},
		"of an e-mail, the subject alone": {recall.Asked{Type: decision.Email, Subject: "acme corp", SHA: "bb"}, shared.Answer{}, "acme"},
		"shared before it came here": {mail("bob@example.com"), shared.Answer{Rejections: []memory.Rejection{
			{ID: decision.DerivedID(ledgertest.Now, "event", "else"), At: ledgertest.Now, Feedback: "else"}, {ID: other.ID, At: other.At, Feedback: "twice"}}}, "b1 else"},
		"shared, and withdrawn here": {mail("celia@example.com"), shared.Answer{Rejections: []memory.Rejection{{ID: withdrawn.ID, At: withdrawn.At, Feedback: "c3"}, {ID: redacted.ID, At: redacted.At, Feedback: "c4"}}}, "c1"},
		"withdrawn elsewhere":        {mail("bob@example.com"), shared.Answer{Gone: map[string]bool{other.ID: true}}, ""},
		"another text approved":      {recall.Asked{Type: decision.Email, Subject: "bob@example.com", Fingerprint: "f8"}, shared.Answer{Approvals: []memory.Approval{{At: ledgertest.Now, Fingerprint: "f9"}}}, "b1"},
		"this text alone elsewhere":  {recall.Asked{Type: decision.Email, Subject: "bob@example.com", Fingerprint: "f9"}, shared.Answer{Approvals: []memory.Approval{{At: ledgertest.Now, Fingerprint: "f9"}}}, "b1"},
		"approved elsewhere":         {mail("bob@example.com"), shared.Answer{Approvals: []memory.Approval{{At: ledgertest.Now, Artifact: "mail b1"}}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			isLifted := strings.HasSuffix(name, " elsewhere")
			if m, got := remembered(t, l, c.asked, c.told); got != c.want || m.More || m.OtherKey != 0 || (m.Lifted > 0) != isLifted {
				t.Errorf("%q, want %q: %+v", got, c.want, m)
			}
		})
	}
}

// Where addresses stand as they were typed, one is found in whatever form it was.
func TestMemoryOfPlainSubjects(t *testing.T) {
	cfg := config.Default(nil)
	cfg.Store.Subjects = "plain"
	l := ledgertest.Of(t, cfg)
	for i, typed := range []string{"Andrew <Andrew@Example.com>", "andrew@example.com", "mrandrew@example.com"} {
		appendAll(t, l, recorded(3-float64(i), fmt.Sprint(i), func(d *decision.Decision) { d.Subject = typed }))
	}
	m, got := remembered(t, l, recall.Asked{Type: decision.Email, Subject: " ANDREW@example.com"}, shared.Answer{})
	if got != "0 1" || m.Subject != "andrew@example.com" || m.OtherKey != 0 {
		t.Errorf("%q %+v", got, m)
	}
}

// A memory under another key than that of the rejections says how many it cannot tell of.
func TestMemoryUnderAnotherKey(t *testing.T) {
	l := ledgertest.New(t)
	for i, key := range []string{"", "", "one", "two"} {
		appendAll(t, l, recorded(float64(4-i), fmt.Sprint(i), func(d *decision.Decision) {
			d.Subject, d.SubjectKey = decision.Subject("ana@example.com", []byte(key)), decision.SubjectKey([]byte(key))
		}))
	}
	appendAll(t, l, recorded(1, "plain", func(d *decision.Decision) { d.Subject = "somebody" }), recorded(40, "old", func(d *decision.Decision) { d.Subject, d.SubjectKey = strings.Repeat("a", 64), "01234567" }))
	for key, want := range map[string]struct {
		names string
		other int
	}{"": {"0 1", 2}, "one": {"2", 3}, "two": {"3", 3}, "three": {"", 4}} {
		l.SubjectKey = []byte(key)
		if m, got := remembered(t, l, recall.Asked{Type: decision.Email, Subject: "ana@example.com"}, shared.Answer{}); got != want.names || m.OtherKey != want.other {
			t.Errorf("%q: %q, and %d of other keys, want %+v", key, got, m.OtherKey, want)
		}
	}
}

// The newest thousand decisions of a subject are looked at, and that is said.
func TestMemoryIsBounded(t *testing.T) {
	l := ledgertest.New(t)
	var files []store.File
	for i := range recall.MostRemembered + 1 {
		d := recorded(10-float64(i)/1000, fmt.Sprint(i), func(d *decision.Decision) { d.Subject = "acme" })
		files = append(files, ledgertest.Encoded(t, d.Path(), d))
	}
	if _, err := l.Append(context.Background(), ledgertest.Now, "many", false, files...); err != nil {
		t.Fatal(err)
	}
	m, _ := remembered(t, l, recall.Asked{Type: decision.Email, Subject: "acme"}, shared.Answer{})
	if !m.More || len(m.Rejections) != recall.MostRemembered || slices.ContainsFunc(m.Rejections, func(r memory.Rejection) bool { return r.Feedback == "0" }) {
		t.Errorf("%d rejections, more: %v", len(m.Rejections), m.More)
	}
}

// A record that cannot be read may be a rejection of the subject: that is said, so that no broken store looks like a memory without
// rejections.
func TestMemoryOfADamagedStore(t *testing.T) {
	l := ledgertest.New(t)
	first := recorded(1, "a", func(d *decision.Decision) { d.Subject = decision.Subject("andrew@example.com", nil) })
	appendAll(t, l, first)
	asked := recall.Asked{Type: decision.Email, Subject: "andrew@example.com"}
	if m, got := remembered(t, l, asked, shared.Answer{}); got != "a" || m.Unread != 0 {
		t.Errorf("%q %+v", got, m)
	}
	bad := store.File{Path: (&decision.Decision{ID: l.NewID(ledgertest.Now)}).Path(), Data: []byte("schema: [")}
	if _, err := l.Store.Append(context.Background(), ledgertest.Now, "damage", bad); err != nil {
		t.Fatal(err)
	}
	if m, got := remembered(t, l, asked, shared.Answer{}); got != "a" || m.Unread != 1 {
		t.Errorf("%q %+v", got, m)
	}
}

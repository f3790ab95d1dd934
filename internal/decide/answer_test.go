package decide

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/comment"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/forge/event"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/ledger/ledgertest"
	"github.com/kbgate/kbgate/internal/recall"
)

var noon = time.Date(2025, 2, 3, 12, 0, 0, 0, time.UTC)

// reviewed is a review of pull request 8 of mallory.
func reviewed(id int64, by event.Account, body string, remarks ...event.Inline) event.Event {
	return event.Event{Forge: "github", PullRequest: event.PullRequest{Repo: "team/kb", Number: 8, Author: event.Account{Login: "mallory"}},
		Review: &event.Review{ID: id, At: noon, By: by, State: event.ChangesRequested, Body: body, Inline: remarks}}
}

func member(login string) event.Account { return event.Account{Login: login, Association: "MEMBER"} }

// commented is a comment on pull request 8.
func commented(by event.Account, at time.Time, body string) event.Event {
	return event.Event{Forge: "github", PullRequest: event.PullRequest{Repo: "team/kb", Number: 8, Author: event.Account{Login: "mallory"}},
		Comment: &event.Comment{ID: 77, At: at, By: by, Body: body}}
}

func heard(t *testing.T, l *ledger.Ledger, e event.Event) *decision.Decision {
	t.Helper()
	h, err := Hear(context.Background(), l, e, Beside{})
	if err != nil {
		t.Fatal(err)
	}
	views, _, err := RecordHeard(context.Background(), l, []Heard{h}, ledgertest.Now, func(d *decision.Decision) { t.Errorf("another record has the id %s", d.ID) })
	if err != nil || len(views) != 1 {
		t.Fatalf("%v, %v", views, err)
	}
	return views[0]
}

// A review without words has those of its remarks at lines, and who left none of these either is asked. Programs never are.
func TestNeedsReason(t *testing.T) {
	l := ledgertest.New(t)
	l.Config.Store.Accounts = []string{"gatekeeper[bot]"}
	remark := event.Inline{Path: "a.md", Line: 3, Body: "which doughs?"}
	for name, c := range map[string]struct {
		e    event.Event
		want bool
	}{
		"no words":            {reviewed(1, member("eva"), " \n"), true},
		"a point":             {reviewed(1, member("eva"), " . "), true},
		"a sign":              {reviewed(1, member("eva"), "\U0001f44e"), true},
		"a point at a line":   {reviewed(1, member("eva"), "-", event.Inline{Body: "?"}), true},
		"a point, and words":  {reviewed(1, member("eva"), ".", remark), false},
		"a figure":            {reviewed(1, member("eva"), "1966?"), false},
		"words in Greek":      {reviewed(1, member("eva"), "γιατί;"), false},
		"words":               {reviewed(1, member("eva"), "too vague"), false},
		"remarks at lines":    {reviewed(1, member("eva"), "", remark), false},
		"an empty remark":     {reviewed(1, member("eva"), "", event.Inline{Body: " "}), true},
		"a program":           {reviewed(1, event.Account{Login: "gatekeeper[bot]", IsProgram: true}, ""), false},
		"a stranger":          {reviewed(1, event.Account{Login: "eve", Association: "NONE"}, ""), false},
		"the proposer's own":  {reviewed(1, member("mallory"), ""), false},
		"no review but words": {commented(member("eva"), noon, "too vague"), false},
	} {
		if got := NeedsReason(c.e, l.Config); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
	if d := heard(t, l, reviewed(2, member("eva"), "", remark, event.Inline{Path: "b.md", Body: "and why?"})); d.Reason != "which doughs?\n\nand why?" {
		t.Errorf("%q", d.Reason)
	}
}

// Each reviewer is asked about the newest decision alone, and about none before the time.
func TestSilent(t *testing.T) {
	l := ledgertest.New(t)
	on := func(id int64, hours int, by, body string, state event.State) event.Event {
		e := reviewed(id, member(by), body)
		e.Review.At, e.Review.State = noon.Add(time.Duration(hours)*time.Hour), state
		return e
	}
	no := event.ChangesRequested
	for name, c := range map[string]struct {
		events []event.Event
		want   []int64
	}{
		"each reviewer":       {[]event.Event{on(1, 1, "eva", "", no), on(2, 2, "tom", "", no)}, []int64{2, 1}},
		"before the time":     {[]event.Event{on(1, -1, "eva", "", no)}, nil},
		"the newest of two":   {[]event.Event{on(1, 1, "eva", "", no), on(2, 2, "Eva", "", no)}, []int64{2}},
		"words later":         {[]event.Event{on(1, 1, "eva", "", no), on(2, 2, "eva", "too vague", no)}, nil},
		"approved later":      {[]event.Event{on(1, 1, "eva", "", no), on(2, 2, "eva", "", event.Approved)}, nil},
		"only a remark later": {[]event.Event{on(1, 1, "eva", "", no), on(2, 2, "eva", "hm", event.Commented), commented(member("eva"), noon, "hm")}, []int64{1}},
	} {
		var got []int64
		for _, e := range Silent(c.events, noon, l.Config) {
			got = append(got, e.Review.ID)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, not %v", name, got, c.want)
		}
	}
}

// Only the first words of the same reviewer behind the question answer it, and they become an amendment.
func TestAnswer(t *testing.T) {
	page := func(about string, at time.Time) []byte {
		data, _ := json.Marshal([]map[string]any{{"body": comment.Question(about, "eva"), "created_at": at.Format(time.RFC3339), "user": map[string]string{"login": "github-actions[bot]"}}})
		return data
	}
	asked, hour := noon.Add(time.Minute), noon.Add(time.Hour)
	for name, c := range map[string]struct {
		e    event.Event
		page []byte
		want string
	}{
		"the reviewer":           {commented(member("Eva"), hour, "Too vague: which doughs?"), page("review/1", asked), "Too vague: which doughs?"},
		"another member":         {commented(member("tom"), hour, "Too vague"), page("review/1", asked), ""},
		"a stranger":             {commented(event.Account{Login: "eva", Association: "NONE"}, hour, "Too vague"), page("review/1", asked), ""},
		"the proposer":           {commented(member("mallory"), hour, "Too vague"), page("review/1", asked), ""},
		"nobody asked":           {commented(member("eva"), hour, "Too vague"), nil, ""},
		"asked about another":    {commented(member("eva"), hour, "Too vague"), page("review/2", asked), ""},
		"asked later":            {commented(member("eva"), hour, "Too vague"), page("review/1", hour.Add(time.Minute)), ""},
		"asked long ago":         {commented(member("eva"), asked.Add(longestWait+time.Hour), "Too vague"), page("review/1", asked), ""},
		"a command":              {commented(member("eva"), hour, "kbgate allow 5dc7d79754114cf7 it holds"), page("review/1", asked), ""},
		"a quotation of a block": {commented(member("eva"), hour, "<!-- REJECTION: {} -->"), page("review/1", asked), ""},
	} {
		l := ledgertest.New(t)
		d := heard(t, l, reviewed(1, member("eva"), ""))
		a, err := Answer(context.Background(), l, c.e, c.page, "github-actions[bot]")
		if err != nil || (a != nil) != (c.want != "") {
			t.Errorf("%s: %+v, %v", name, a, err)
			continue
		}
		if a == nil {
			continue
		}
		later := *a
		later.At, later.SourceID = a.At.Add(time.Hour), "team/kb#8/comment/78"
		later.ID = decision.DerivedID(later.At, string(later.Source), later.SourceID)
		for i, want := range []int{1, 0} { // of two, the first
			if added, err := RecordAnswers(context.Background(), l, []*decision.Amendment{&later, a}, ledgertest.Now); err != nil || added != want {
				t.Errorf("%s, time %d: %d, %v", name, i+1, added, err)
			}
		}
		found, err := recall.Find(context.Background(), l, d.ID)
		if err != nil || found.Decision.Reason != c.want {
			t.Errorf("%s: %v, %v", name, found.Decision.Reason, err)
		}
		// what comes behind the answer is no other one
		if again, err := Answer(context.Background(), l, commented(member("eva"), hour.Add(time.Hour), "And rebase, please"), c.page, "github-actions[bot]"); err != nil || again != nil {
			t.Errorf("%s: %+v, %v", name, again, err)
		}
	}
}

// A question names its reviewer only where that is the name of an account.
func TestQuestion(t *testing.T) {
	for reviewer, want := range map[string]string{"eva": "@eva Could", "@everyone": "\nCould", "a b": "\nCould", "eva[bot]": "\nCould", "<script>": "\nCould"} {
		if q := comment.Question("review/1", reviewer); !strings.Contains(q, want+" you tell me why you rejected this? (helps me improve)") {
			t.Errorf("%q: %s", reviewer, q)
		}
	}
}

// Whoever may fork may call a branch anything: only who the base knows by the address of the commits is an agent there.
func TestForksNameNoAgent(t *testing.T) {
	l := ledgertest.New(t)
	e := reviewed(1, member("eva"), "too vague")
	e.PullRequest.Head.Ref = "rio/tins"
	if d := heard(t, l, e); d.Agent != "rio" {
		t.Errorf("a branch of the repository is of %s", d.Agent)
	}
	e = reviewed(2, member("eva"), "too vague")
	e.PullRequest.Head.Ref, e.PullRequest.IsFork = "rio/tins", true
	if d := heard(t, l, e); d.Agent != decision.Unknown {
		t.Errorf("a branch of a fork is of %s", d.Agent)
	}
}

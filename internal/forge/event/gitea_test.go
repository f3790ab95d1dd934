package event

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// The payloads below testdata have the fields that Gitea and Forgejo write (modules/structs/hook.go), in part, with names and words of our own.
func TestParseGitea(t *testing.T) {
	day := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	pr := PullRequest{Repo: "team/kb", Number: 7, Title: "Jars keep tea", Labels: []string{"storage"}, State: "open", Author: Account{Login: "rio"},
		Head: Endpoint{"rio/jars", strings.Repeat("1", 40)}, Base: Endpoint{"main", strings.Repeat("2", 40)}, Created: day}
	fork := pr
	fork.IsFork = true
	ended := func(state string) PullRequest {
		ended := pr
		ended.State = state
		return ended
	}
	for name, want := range map[string]Event{
		"rejected":  {PullRequest: pr, Review: &Review{By: Account{Login: "eva"}, State: ChangesRequested, Body: "The source is missing"}},
		"approved":  {PullRequest: pr, Review: &Review{By: Account{Login: "team", Association: Owner}, State: Approved}},
		"commented": {PullRequest: fork, Review: &Review{By: Account{Login: "eva"}, State: Commented, Body: "Read it"}},
		"closed":    {PullRequest: ended("closed"), Close: &Close{At: day.Add(2 * time.Hour), By: Account{Login: "eva"}}},
		"merged": {PullRequest: ended("merged"), Close: &Close{At: day.Add(3 * time.Hour), By: Account{Login: "eva"}, Merged: true,
			Commit: strings.Repeat("3", 40)}},
		"said": {PullRequest: PullRequest{Repo: "team/kb", Number: 7, Title: "Jars keep tea", Author: Account{Login: "rio"}},
			Comment: &Comment{ID: 31, At: day.Add(time.Hour), By: Account{Login: "gitea-actions", IsProgram: true}, Body: "kbgate allow 0123456789abcdef fine"}},
		"edited":   {PullRequest: PullRequest{Repo: "team/kb", Number: 7, Title: "Jars keep tea", Author: Account{Login: "rio"}}},
		"reopened": {PullRequest: pr},
	} {
		want.Forge = "forgejo"
		payload, err := os.ReadFile(filepath.Join("testdata", "gitea", name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := ParseGitea("forgejo", payload); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v; want %+v", name, got, err, want)
		}
	}
}

// What a Gitea 1.27.3 sent, shortened, with names and words of our own: testdata/gitea-1.27.
func TestParseGiteaRecorded(t *testing.T) {
	const words = "Say where the leaf was weighed."
	type parts struct {
		Number        int
		State, Author string
		IsFork        bool
		Base          string // its first letters
		Review        *Review
		Close         *Close
		Comment       *Comment
	}
	at := func(clock string) time.Time {
		moment, err := time.Parse(time.TimeOnly, clock)
		if err != nil {
			t.Fatal(err)
		}
		return moment.AddDate(2026, 10, 24)
	}
	eva := Account{Login: "eva"}
	for name, want := range map[string]parts{
		"rejected":  {1, "open", "rio", false, "5e0496", &Review{By: eva, State: ChangesRequested, Body: words}, nil, nil},
		"approved":  {1, "open", "rio", false, "5e0496", &Review{By: eva, State: Approved, Body: words}, nil, nil},
		"commented": {2, "open", "rio", false, "871079", &Review{By: eva, State: Commented}, nil, nil},
		"of-fork":   {4, "open", "mallory", true, "e22a3d", &Review{By: eva, State: ChangesRequested, Body: words}, nil, nil},
		"closed":    {2, "closed", "rio", false, "871079", nil, &Close{At: at("00:31:51"), By: eva}, nil},
		// The base is where the proposal left the branch, whose tip is the merge by now.
		"merged":  {1, "merged", "rio", false, "5e0496", nil, &Close{At: at("00:31:09"), By: eva, Merged: true, Commit: "871079"}, nil},
		"said":    {1, "", "rio", false, "", nil, nil, &Comment{ID: 6, At: at("00:30:23"), By: eva, Body: words}},
		"replied": {3, "", "rio", false, "", nil, nil, &Comment{ID: 26, At: at("00:32:25"), By: Account{Login: "rio"}, Body: words}},
		"edited":  {1, "", "rio", false, "", nil, nil, nil},
	} {
		payload, err := os.ReadFile(filepath.Join("testdata", "gitea-1.27", name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		e, err := ParseGitea("gitea", payload)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		pr := e.PullRequest
		if e.Close != nil {
			e.Close.Commit = e.Close.Commit[:min(6, len(e.Close.Commit))]
		}
		got := parts{pr.Number, pr.State, pr.Author.Login, pr.IsFork, pr.Base.SHA[:min(6, len(pr.Base.SHA))], e.Review, e.Close, e.Comment}
		if pr.Repo != "team/kb" || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v of %s; want %+v", name, got, pr.Repo, want)
		}
	}
}

// A review of the API, which has id and time, is read as one of a payload.
func TestParseGiteaReviewOfAPI(t *testing.T) {
	const about = `{"action":"reviewed","pull_request":{"number":7},"repository":{"full_name":"team/kb"},"sender":{"login":"mallory"},"review":`
	at := time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	for review, want := range map[string]*Review{
		`{"id":5,"state":"REQUEST_CHANGES","body":"a","commit_id":"c","official":true,"submitted_at":"2026-11-20T09:00:00+01:00","user":{"id":2,"login":"eva"}}`: {ID: 5, At: at,
			By: Account{Login: "eva", Association: Collaborator}, State: ChangesRequested, Body: "a", Commit: "c"},
		`{"id":5,"state":"APPROVED","submitted_at":"2026-11-20T08:00:00Z","user":{"id":-1,"login":"Ghost"},"official":true}`: {ID: 5, At: at, State: Approved},
		`{"id":5,"state":"REQUEST_CHANGES","dismissed":true,"official":false,"user":{"id":2,"login":"eva"}}`:                 {ID: 5, By: Account{Login: "eva"}, State: ChangesRequested},
		`{"id":5,"state":"PENDING","user":{"id":2,"login":"eva"}}`:                                                           nil,
		`{"id":5,"state":"REQUEST_REVIEW","user":{"id":2,"login":"eva"}}`:                                                    nil,
	} {
		if got, err := ParseGitea("gitea", []byte(about+review+"}")); err != nil || !reflect.DeepEqual(got.Review, want) {
			t.Errorf("%s: %+v, %v", review, got.Review, err)
		}
	}
}

func TestParseGiteaRefuses(t *testing.T) {
	for payload, want := range map[string]error{
		"":     ErrNoJSON,
		"[1]":  ErrNoJSON,
		"null": ErrNoPullRequest,
		`{"action":"closed","repository":{"full_name":"a/b"}}`:                                                                         ErrNoPullRequest,
		`{"action":"created","issue":{"number":3,"pull_request":null},"comment":{"id":1},"repository":{"full_name":"a/b"}}`:            ErrNoPullRequest,
		`{"action":"closed","pull_request":{"number":-1},"repository":{"full_name":"a/b"}}`:                                            ErrNoPullRequest,
		`{"action":"closed","pull_request":{"number":1e99},"repository":{"full_name":"a/b"}}`:                                          ErrNoJSON,
		`{"action":"reviewed","pull_request":{"number":1},"review":{"submitted_at":"yesterday"},"repository":{"full_name":"team/kb"}}`: ErrNoJSON,
	} {
		if _, err := ParseGitea("gitea", []byte(payload)); !errors.Is(err, want) {
			t.Errorf("%s: %v", payload, err)
		}
	}
}

// What anybody sends is an event of a numbered pull request, or none.
func FuzzParseGitea(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("testdata", "gitea*", "*.json"))
	if err != nil || len(files) == 0 {
		f.Fatal("there are no payloads")
	}
	for _, name := range files {
		payload, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(payload)
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		e, err := ParseGitea("gitea", payload)
		count := 0
		for _, is := range []bool{e.Review != nil, e.Close != nil, e.Comment != nil} {
			if is {
				count++
			}
		}
		switch {
		case err != nil && !errors.Is(err, ErrNoJSON) && !errors.Is(err, ErrNoPullRequest):
			t.Errorf("an error of no kind: %v", err)
		case err != nil && !reflect.DeepEqual(e, Event{}):
			t.Errorf("an event beside an error: %+v", e)
		case err == nil && (e.PullRequest.Number <= 0 || e.PullRequest.Repo == "" || count > 1):
			t.Errorf("%+v", e)
		}
	})
}

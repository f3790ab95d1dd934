package forge_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/forge"
	"github.com/kbgate/kbgate/internal/forge/event"
	"github.com/kbgate/kbgate/internal/forge/forgetest"
	"github.com/kbgate/kbgate/internal/hint"
)

var (
	readDay = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	headSHA = strings.Repeat("1", 40)
	baseSHA = strings.Repeat("2", 40)
)

// at is a time of the day on which all happens.
func at(hour int) string { return readDay.Add(time.Duration(hour) * time.Hour).Format(time.RFC3339) }

func githubPull(state, more string) string {
	return fmt.Sprintf(`{"id":70,"number":7,"title":"Jars keep tea","state":%q,"user":{"login":"rio","type":"User"},"author_association":"NONE","created_at":%q,"updated_at":%q,
		"labels":[{"name":"storage"}],"head":{"ref":"rio/jars","sha":%q,"repo":{"full_name":"rio/kb"}},"base":{"ref":"main","sha":%q,"repo":{"full_name":"team/kb"}}%s}`,
		state, at(0), at(9), headSHA, baseSHA, more)
}

const githubEva = `"user":{"login":"eva","type":"User"},"author_association":"MEMBER"`

func githubReview() string {
	return fmt.Sprintf(`{"id":11,"state":"CHANGES_REQUESTED","body":"","commit_id":%q,"submitted_at":%q,%s}`, headSHA, at(1), githubEva)
}

func githubLists() map[string][]string {
	merged := githubPull("closed", fmt.Sprintf(`,"merged":true,"merged_at":%q,"closed_at":%q,"merged_by":{"login":"eva"},"merge_commit_sha":"3"`, at(6), at(6)))
	return map[string][]string{
		"/repos/team/kb/pulls":   {"[" + merged + "]", fmt.Sprintf(`[{"number":6,"updated_at":%q}]`, readDay.AddDate(0, 0, -9).Format(time.RFC3339))},
		"/repos/team/kb/pulls/7": {merged},
		"/repos/team/kb/pulls/7/reviews": {"[" + githubReview() + "]",
			fmt.Sprintf(`[{"id":12,"state":"DISMISSED","submitted_at":%q,%s},{"id":13,"state":"APPROVED","body":"Good","commit_id":"c","submitted_at":%q,%s}]`, at(2), githubEva, at(5), githubEva)},
		"/repos/team/kb/pulls/7/comments":            {`[{"id":22,"pull_request_review_id":11,"path":"b.md","line":3,"body":"why?"},{"id":21,"pull_request_review_id":11,"path":"a.md","original_line":2,"line":null,"body":"source"}]`},
		"/repos/team/kb/pulls/7/reviews/11/comments": {`[{"id":22,"path":"b.md","line":3,"body":"why?"},{"id":21,"path":"a.md","original_line":2,"line":null,"body":"source"}]`},
		"/repos/team/kb/issues/7/comments":           {fmt.Sprintf(`[{"id":31,"body":"kbgate allow","created_at":%q,%s}]`, at(4), githubEva)},
		"/repos/team/kb/issues/7/events": {fmt.Sprintf(`[{"event":"closed","created_at":%q,"actor":{"login":"rio","type":"User"}},{"event":"labeled","created_at":%q},{"event":"closed","created_at":%q,"actor":{"login":"eva"}}]`,
			at(3), at(4), at(6))},
	}
}

func giteaPull(state, more string) string {
	return fmt.Sprintf(`{"id":70,"number":7,"title":"Jars keep tea","state":%q,"user":{"id":3,"login":"rio"},"created_at":%q,"updated_at":%q,
		"labels":[{"name":"storage"}],"head":{"ref":"rio/jars","sha":%q,"repo_id":12},"base":{"ref":"main","sha":%q,"repo_id":9}%s}`, state, at(0), at(9), headSHA, baseSHA, more)
}

func giteaLists() map[string][]string {
	merged := giteaPull("closed", fmt.Sprintf(`,"merged":true,"merged_at":%q,"closed_at":%q,"merged_by":null,"merge_commit_sha":"3","merge_base":%q`, at(6), at(6), baseSHA))
	merged = strings.Replace(merged, fmt.Sprintf(`"sha":%q,"repo_id":9`, baseSHA), `"sha":"3","repo_id":9`, 1)
	eva := `"user":{"id":4,"login":"eva"}`
	// The review was begun an hour before it was handed in. The proposer answered, and so did she later.
	remark := func(id, hour int, path string, line int, body, by string) string {
		return fmt.Sprintf(`{"id":%d,"created_at":%q,"path":%q,"position":%d,"body":%q,%s}`, id, at(hour), path, line, body, by)
	}
	remarks := "[" + strings.Join([]string{remark(22, 0, "b.md", 3, "why?", eva), remark(21, 1, "a.md", 2, "source", eva), remark(23, 1, "a.md", 2, "it is there", `"user":{"id":3}`), remark(24, 2, "a.md", 2, "where?", eva)}, ",") + "]"
	return map[string][]string{
		"/repos/team/kb/pulls":   {"[" + merged + "]", fmt.Sprintf(`[{"id":60,"number":6,"updated_at":%q}]`, readDay.AddDate(0, 0, -9).Format(time.RFC3339))},
		"/repos/team/kb/pulls/7": {merged},
		"/repos/team/kb/pulls/7/reviews": {fmt.Sprintf(`[{"id":11,"state":"REQUEST_CHANGES","body":"","commit_id":%q,"submitted_at":%q,"comments_count":4,"dismissed":true,"official":false,%s}]`, headSHA, at(0), eva),
			fmt.Sprintf(`[{"id":12,"state":"APPROVED","dismissed":true,"submitted_at":%q,%s},{"id":13,"state":"APPROVED","body":"Good","commit_id":"c","submitted_at":%q,%s}]`, at(2), eva, at(5), eva)},
		"/repos/team/kb/pulls/7/reviews/11/comments": {remarks},
		"/repos/team/kb/issues/7/comments":           {fmt.Sprintf(`[{"id":31,"body":"kbgate allow","created_at":%q,%s}]`, at(4), eva)},
		"/repos/team/kb/issues/7/timeline": {fmt.Sprintf(`[{"id":5,"type":"review","review_id":11,"created_at":%q},{"id":6,"type":"review","review_id":11,"created_at":%q},{"id":4,"type":"dismiss_review","review_id":12,"created_at":%q},{"id":1,"type":"close","created_at":%q,"user":{"id":3,"login":"rio"}}]`, at(0), at(1), at(3), at(3)),
			fmt.Sprintf(`[{"id":2,"type":"reopen","created_at":%q,"user":{"id":3,"login":"rio"}},{"id":3,"type":"merge_pull","created_at":%q,%s}]`, at(4), at(6), eva)},
		"/repos/team/kb/collaborators/eva/permission": {`{"permission":"write"}`},
		"/repos/team/kb/collaborators/rio/permission": {`{"permission":"read"}`},
	}
}

func gitlabLists() map[string][]string {
	merged := fmt.Sprintf(`{"id":700,"iid":7,"title":"Jars keep tea","state":"merged","author":{"id":3,"username":"rio"},"created_at":%q,"updated_at":%q,"labels":["storage"],"sha":%q,"diff_refs":{"base_sha":%q},
		"source_branch":"rio/jars","target_branch":"main","source_project_id":12,"target_project_id":9,"merged_at":%q,"merge_user":{"id":4,"username":"eva"},"merge_commit_sha":"3","references":{"full":"team/kb!7"}}`,
		at(0), at(9), headSHA, baseSHA, at(6))
	note := func(id, hour int, system bool, body, more string) string {
		return fmt.Sprintf(`{"id":%d,"system":%v,"body":%q,"created_at":%q,"author":{"id":4,"username":"eva"}%s}`, id, system, body, at(hour), more)
	}
	return map[string][]string{
		"/projects/team%2Fkb/merge_requests":   {"[" + merged + "]"},
		"/projects/team%2Fkb/merge_requests/7": {merged},
		"/projects/team%2Fkb/merge_requests/7/notes": {"[" + strings.Join([]string{
			note(8, 0, false, "hours before", ""), note(9, 1, false, "source", `,"position":{"new_path":"a.md","new_line":2,"head_sha":"`+headSHA+`"}`),
			note(10, 1, false, "The source is missing", "")}, ",") + "]",
			"[" + strings.Join([]string{note(11, 1, true, "requested changes", ""), note(12, 2, true, "approved this merge request", ""),
				note(14, 3, true, "unapproved this merge request", ""), note(15, 5, true, "approved this merge request", "")}, ",") + "]"},
		"/projects/team%2Fkb/merge_requests/7/resource_state_events": {fmt.Sprintf(`[{"state":"closed","created_at":%q,"user":{"id":3,"username":"rio"}},{"state":"reopened","created_at":%q},{"state":"merged","created_at":%q}]`, at(3), at(4), at(6))},
		"/projects/team%2Fkb/members/all":                            {`[{"id":1,"username":"evaline","access_level":50},{"id":4,"username":"eva","access_level":30,"state":"active"}]`},
	}
}

func listsOf(kind string) map[string][]string {
	return map[string]func() map[string][]string{"github": githubLists, "gitea": giteaLists, "forgejo": giteaLists, "gitlab": gitlabLists}[kind]()
}

// newReader starts a server with what happened to a pull request.
func newReader(t *testing.T, kind string) (*forge.Reader, *forgetest.Server, *clock, *[]string) {
	t.Helper()
	server := forgetest.New(kind, token, bot)
	server.Lists = listsOf(kind)
	web := httptest.NewServer(server)
	t.Cleanup(web.Close)
	clock := &clock{now: readDay}
	r, err := forge.NewReader(forge.PullRequest{Forge: kind, API: web.URL + server.Prefix(), Repo: server.Repo},
		forge.Config{Token: token, Now: clock.Now, Sleep: clock.Sleep, Random: func() float64 { return 0.5 }})
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	r.Tell = func(format string, args ...any) { told = append(told, fmt.Sprintf(format, args...)) }
	return r, server, clock, &told
}

func readAll(t *testing.T, r *forge.Reader) (all []forge.History, err error) {
	t.Helper()
	err = r.Since(t.Context(), readDay.Add(-time.Hour), func(h forge.History) error {
		all = append(all, h)
		return nil
	})
	return all, err
}

// Every forge tells the same story: a review without words but at lines, a close by the proposer, a comment, an approval, a merge.
func TestHistories(t *testing.T) {
	hour := func(h int) time.Time { return readDay.Add(time.Duration(h) * time.Hour) }
	for _, kind := range forge.Kinds() {
		t.Run(kind, func(t *testing.T) {
			r, _, _, told := newReader(t, kind)
			all, err := readAll(t, r)
			if err != nil || len(all) != 1 || len(*told) > 0 {
				t.Fatalf("%d histories, %v, %q", len(all), err, *told)
			}
			ties := map[string]string{"github": "MEMBER"}[kind]
			own := "NONE"
			if ties == "" {
				ties = event.Collaborator
			}
			eva := event.Account{Login: "eva", Association: ties}
			closer, merger := event.Account{Login: "rio", Association: own}, eva
			if kind == forge.GitHub {
				closer.Association, merger.Association = "", ""
			}
			pr := event.PullRequest{Repo: "team/kb", Number: 7, Title: "Jars keep tea", Labels: []string{"storage"}, State: "merged", Author: event.Account{Login: "rio", Association: own},
				Head: event.Endpoint{Ref: "rio/jars", SHA: headSHA}, Base: event.Endpoint{Ref: "main", SHA: baseSHA}, IsFork: true, Created: hour(0)}
			rejected := event.Review{ID: 11, At: hour(1), By: eva, State: event.ChangesRequested, Commit: headSHA, Inline: []event.Inline{{ID: 21, Path: "a.md", Line: 2, Body: "source"}, {ID: 22, Path: "b.md", Line: 3, Body: "why?"}}}
			approved := event.Review{ID: 13, At: hour(5), By: eva, State: event.Approved, Body: "Good", Commit: "c"}
			comments := []event.Comment{{ID: 31, At: hour(4), By: eva, Body: "kbgate allow"}}
			if kind == forge.GitLab {
				rejected.Body, rejected.Inline = "The source is missing", []event.Inline{{ID: 9, Path: "a.md", Line: 2, Body: "source"}}
				approved = event.Review{ID: 15, At: hour(5), By: eva, State: event.Approved}
				comments = []event.Comment{{ID: 8, At: hour(0), By: eva, Body: "hours before"}, {ID: 9, At: hour(1), By: eva, Body: "source"}, {ID: 10, At: hour(1), By: eva, Body: "The source is missing"}}
			}
			var got struct {
				reviews  []event.Review
				closes   []event.Close
				comments []event.Comment
			}
			for _, e := range all[0].Events {
				if e.Forge != kind || !reflect.DeepEqual(e.PullRequest, pr) {
					t.Errorf("%s: %+v; want %+v", e.Forge, e.PullRequest, pr)
				}
				switch {
				case e.Review != nil:
					got.reviews = append(got.reviews, *e.Review)
				case e.Close != nil:
					got.closes = append(got.closes, *e.Close)
				case e.Comment != nil:
					got.comments = append(got.comments, *e.Comment)
				}
			}
			if want := []event.Review{rejected, approved}; !reflect.DeepEqual(got.reviews, want) {
				t.Errorf("reviews %+v; want %+v", got.reviews, want)
			}
			if want := []event.Close{{At: hour(3), By: closer}, {At: hour(6), By: merger, Merged: true, Commit: "3"}}; !reflect.DeepEqual(got.closes, want) {
				t.Errorf("ends %+v; want %+v", got.closes, want)
			}
			if !reflect.DeepEqual(got.comments, comments) {
				t.Errorf("comments %+v; want %+v", got.comments, comments)
			}
			if page := string(all[0].Comments); strings.Count(page, `"body"`) != len(comments) || strings.Contains(page, `"system":true`) {
				t.Errorf("the page is %s", page)
			}
		})
	}
}

// An event of a payload that is completed is the one that the API gives by itself.
func TestCompleted(t *testing.T) {
	about := `"pull_request":%s,"repository":{"full_name":"team/kb","owner":{"login":"team"}},"sender":{"login":"eva"%s}}`
	for kind, parse := range map[string]func() (event.Event, error){
		forge.GitHub: func() (event.Event, error) {
			return event.ParseGitHub(fmt.Appendf(nil, `{"action":"submitted","review":%s,`+about, strings.Replace(githubReview(), "CHANGES_REQUESTED", "changes_requested", 1), githubPull("open", ""), ""))
		},
		forge.Gitea: func() (event.Event, error) {
			return event.ParseGitea("gitea", fmt.Appendf(nil, `{"action":"reviewed","review":{"type":"pull_request_review_rejected","content":""},`+about, giteaPull("open", ""), `,"id":4`))
		},
	} {
		r, _, _, _ := newReader(t, kind)
		e, err := parse()
		if err != nil {
			t.Fatal(err)
		}
		whole, page, err := r.Complete(t.Context(), e)
		all, errAll := readAll(t, r)
		if err := errors.Join(err, errAll); err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		for _, other := range all[0].Events {
			if other.Review != nil && other.Review.ID == 11 && !reflect.DeepEqual(other.Review, whole.Review) {
				t.Errorf("%s: %+v, from the API %+v", kind, whole.Review, other.Review)
			}
		}
		if whole.Review.ID != 11 || string(page) != string(all[0].Comments) {
			t.Errorf("%s: %+v\n%s", kind, whole.Review, page)
		}
		e.PullRequest.Repo = "mallory/kb"
		if _, _, err := r.Complete(t.Context(), e); !hint.IsUsage(err) {
			t.Errorf("%s: of another repository: %v", kind, err)
		}
	}
}

// Limits are waited for, and what a token may not do is said with what it needs.
func TestReadingMeetsFaults(t *testing.T) {
	for _, kind := range forge.Kinds() {
		r, server, clock, _ := newReader(t, kind)
		server.Fail(forgetest.Fault{Status: http.StatusTooManyRequests, Header: map[string]string{"Retry-After": "7"}})
		server.Fail(forgetest.Fault{Path: "/7", Status: http.StatusForbidden, Header: map[string]string{"Retry-After": "9"}})
		if all, err := readAll(t, r); err != nil || len(all) != 1 || fmt.Sprint(clock.slept) != "[7s 9s]" {
			t.Errorf("%s: %d, %v, waited %v", kind, len(all), err, clock.slept)
		}
		for status, says := range map[int]string{http.StatusUnauthorized: "wrong, expired or revoked", http.StatusForbidden: "may not do that", http.StatusNotFound: "may not see"} {
			r, server, _, _ := newReader(t, kind)
			server.Fail(forgetest.Fault{Status: status, Times: -1, Body: `{"message":"no ` + token + "\\u001b[31m\"}"})
			_, err := readAll(t, r)
			way, _ := hint.Of(err)
			if !hint.IsUsage(err) || !strings.Contains(way, says) || !strings.Contains(way, "read") || strings.Contains(err.Error()+way, token) || strings.ContainsRune(err.Error(), '\x1b') {
				t.Errorf("%s: %d: %v\n%s", kind, status, err, way)
			}
		}
		r, server, _, _ = newReader(t, kind)
		for path := range server.Lists {
			server.Lists[path] = []string{`{"message":"a page for people"}`}
		}
		if _, err := readAll(t, r); err == nil {
			t.Errorf("%s: what is no list was read", kind)
		}
	}
}

// Where what ties an account to the repository may not be asked, that is said once, and left empty.
func TestTiesThatMayNotBeAsked(t *testing.T) {
	for _, kind := range []string{forge.Gitea, forge.GitLab} {
		r, server, _, told := newReader(t, kind)
		server.Fail(forgetest.Fault{Path: "collaborators", Status: http.StatusForbidden, Times: -1, Body: "{}"})
		server.Fail(forgetest.Fault{Path: "members", Status: http.StatusForbidden, Times: -1, Body: "{}"})
		all, err := readAll(t, r)
		if err != nil || len(*told) != 1 || !strings.Contains((*told)[0], "store.accounts") {
			t.Fatalf("%s: %v, %q", kind, err, *told)
		}
		for _, e := range all[0].Events {
			if e.Review != nil && e.Review.By.Association != "" {
				t.Errorf("%s: %+v", kind, e.Review.By)
			}
		}
	}
}

// Where Gitea tells nobody's rights, those count as members to whom issues can be assigned. They are asked for once.
func TestMembersOfGitea(t *testing.T) {
	r, server, _, told := newReader(t, forge.Gitea)
	server.Fail(forgetest.Fault{Path: "/permission", Status: http.StatusForbidden, Times: -1, Body: "{}"})
	server.Lists["/repos/team/kb/assignees"] = []string{`[{"id":4,"login":"eva"}]`}
	all, err := readAll(t, r)
	if err != nil || len(*told) > 0 {
		t.Fatalf("%v, %q", err, *told)
	}
	for _, e := range all[0].Events {
		if e.PullRequest.Author.Association != event.None {
			t.Errorf("rio is %+v", e.PullRequest.Author)
		}
		if e.Review != nil && e.Review.By.Association != event.Member {
			t.Errorf("eva is %+v", e.Review.By)
		}
	}
	asked := 0
	for _, call := range server.Calls() {
		if strings.Contains(call.Path, "/permission") || strings.Contains(call.Path, "/assignees") {
			asked++
		}
	}
	if asked != 3 { // one account, and two pages of those to whom issues can be assigned
		t.Errorf("asked %d times", asked)
	}
}

// Bounds are named when they are reached.
func TestReadingIsBounded(t *testing.T) {
	r, server, _, told := newReader(t, forge.GitHub)
	var pulls, comments []string
	for n := range 1001 {
		pulls = append(pulls, fmt.Sprintf(`{"number":%d,"updated_at":%q}`, n+7, at(9)))
		comments = append(comments, fmt.Sprintf(`{"id":%d,"body":"x","created_at":%q,%s}`, n+1, at(4), githubEva))
	}
	server.Lists["/repos/team/kb/issues/7/comments"] = []string{"[" + strings.Join(comments, ",") + "]"}
	server.Lists["/repos/team/kb/pulls"] = []string{"[" + strings.Join(pulls, ",") + "]"}
	stop := errors.New("enough")
	err := r.Since(t.Context(), readDay, func(h forge.History) error { return stop })
	if err == nil || len(*told) != 1 || !strings.Contains((*told)[0], "more than 1000 pull requests") {
		t.Errorf("%v, %q", err, *told)
	}
	server.Lists["/repos/team/kb/pulls"] = []string{"[" + pulls[0] + "]"}
	*told = nil
	if all, err := readAll(t, r); err != nil || len(all[0].Events) != 1000 || len(*told) != 1 || !strings.Contains((*told)[0], "the first 1000 are read") {
		t.Errorf("%v, %q", err, *told)
	}
}

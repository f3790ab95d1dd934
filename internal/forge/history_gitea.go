package forge

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/forge/event"
	"github.com/kbgate/kbgate/internal/hint"
)

// giteaReads is https://docs.gitea.com/api/. It has no field for who closed a pull request; the timeline says it. Lists differ in whether
// they have pages and say so, so each is asked for its next page until that brings nothing new.
var giteaReads = reading{changed: giteaChanged, history: giteaHistory, comments: giteaComments, complete: giteaComplete, ties: giteaTies}

// giteaList reads a list whose entries have ids.
func giteaList(ctx context.Context, r *Reader, what string, query url.Values, path []string, do func(json.RawMessage) bool) error {
	seen := map[int64]bool{}
	for page := 1; page <= maxPages; page++ {
		asked := url.Values{"limit": {"50"}, "page": {strconv.Itoa(page)}}
		for name, values := range query {
			asked[name] = values
		}
		var entries []json.RawMessage
		doing := "reading " + what + " of " + r.repo.Repo
		result, err := r.c.call(ctx, doing, "GET", r.c.at(asked, path...), nil)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(result.body, &entries); err != nil {
			return r.c.foreign(err)
		}
		isNew := false
		for _, raw := range entries {
			var of struct {
				ID int64 `json:"id"`
			}
			if json.Unmarshal(raw, &of) != nil || seen[of.ID] {
				continue
			}
			seen[of.ID], isNew = true, true
			if !do(raw) {
				return nil
			}
		}
		if !isNew {
			return nil
		}
	}
	return hint.Broken("", "reading %s of %s: there are more than %d pages of them", what, r.repo.Repo, maxPages)
}

func giteaChanged(ctx context.Context, r *Reader, _ time.Time, do func(pull) bool) error {
	return giteaList(ctx, r, "the pull requests", url.Values{"state": {"all"}, "sort": {"recentupdate"}}, r.repository("pulls"),
		func(raw json.RawMessage) bool { return do(pullOf(raw)) })
}

func giteaComments(ctx context.Context, r *Reader, number int) (all []json.RawMessage, err error) {
	err = giteaList(ctx, r, "the comments on "+strconv.Itoa(number), nil, r.repository("issues", strconv.Itoa(number), "comments"), collect(&all))
	return all, err
}

// parseGitea reads what the API says as the payload that the forge would have sent.
func (r *Reader) parseGitea(raw json.RawMessage, fields map[string]any) (event.Event, error) {
	owner, _, _ := strings.Cut(r.repo.Repo, "/")
	fields["pull_request"] = raw
	fields["repository"] = map[string]any{"full_name": r.repo.Repo, "owner": map[string]string{"login": owner}}
	sent, err := payload(fields)
	if err != nil {
		return event.Event{}, err
	}
	return event.ParseGitea(r.repo.Forge, sent)
}

func giteaReviews(ctx context.Context, r *Reader, number int) (all []json.RawMessage, err error) {
	err = giteaList(ctx, r, "the reviews of "+strconv.Itoa(number), nil, r.repository("pulls", strconv.Itoa(number), "reviews"), collect(&all))
	return all, err
}

// giteaPast is what the timeline of a pull request tells beside the lists.
type giteaPast struct {
	closes []giteaEntry
	merger json.RawMessage // who merged it; in a list of pull requests nobody says so
	// handedIn is when reviews were handed in: a review's own time is when it was begun.
	handedIn map[int64]time.Time
	// takenBack are reviews that somebody dismissed. One that another review of its author has followed is called dismissed as well, and
	// was a decision.
	takenBack map[int64]bool
}

type giteaEntry struct {
	Type   string          `json:"type"`
	At     time.Time       `json:"created_at"`
	User   json.RawMessage `json:"user"`
	Review int64           `json:"review_id"`
}

func giteaTimeline(ctx context.Context, r *Reader, number int) (past giteaPast, err error) {
	past = giteaPast{handedIn: map[int64]time.Time{}, takenBack: map[int64]bool{}}
	err = giteaList(ctx, r, "the timeline of "+strconv.Itoa(number), nil, r.repository("issues", strconv.Itoa(number), "timeline"), func(raw json.RawMessage) bool {
		var one giteaEntry
		if json.Unmarshal(raw, &one) != nil {
			return true
		}
		switch one.Type {
		case "close":
			past.closes = append(past.closes, one)
		case "merge_pull":
			past.merger = one.User
		case "review": // a draft has two: when it was begun, and when it was handed in
			past.handedIn[one.Review] = one.At.UTC()
		case "dismiss_review":
			past.takenBack[one.Review] = true
		}
		return true
	})
	return past, err
}

// giteaReview gives the event of a review that was handed in and not taken back; its Review is nil for others.
func (r *Reader) giteaReview(raw, whole json.RawMessage, past giteaPast) (event.Event, error) {
	e, err := r.parseGitea(whole, map[string]any{"action": "reviewed", "review": raw})
	switch {
	case err != nil || e.Review == nil:
	case e.Review.ID <= 0 || past.takenBack[e.Review.ID]:
		e.Review = nil
	default:
		if at, ok := past.handedIn[e.Review.ID]; ok {
			e.Review.At = at
		}
	}
	return e, err
}

func giteaHistory(ctx context.Context, r *Reader, p pull) (events []event.Event, comments []json.RawMessage, err error) {
	reviews, err := giteaReviews(ctx, r, p.number)
	if err != nil {
		return nil, nil, err
	}
	past, err := giteaTimeline(ctx, r, p.number)
	if err != nil {
		return nil, nil, err
	}
	for _, raw := range reviews {
		e, err := r.giteaReview(raw, p.raw, past)
		if err != nil {
			return nil, nil, err
		}
		if e.Review == nil {
			continue
		}
		if e.Review.Inline, err = giteaRemarks(ctx, r, p.number, raw, past); err != nil {
			return nil, nil, err
		}
		events = append(events, e)
	}
	if comments, err = giteaComments(ctx, r, p.number); err != nil {
		return nil, nil, err
	}
	for _, raw := range comments {
		e, err := r.parseGitea(p.raw, map[string]any{"action": "created", "comment": raw})
		if err != nil {
			return nil, nil, err
		}
		if e.Comment != nil {
			events = append(events, e)
		}
	}
	closes, err := giteaCloses(r, p, past)
	return append(events, closes...), comments, err
}

// giteaCloses gives the ends of a pull request. That of a merge stands in the pull request itself, and who made it in the timeline.
func giteaCloses(r *Reader, p pull, past giteaPast) (events []event.Event, err error) {
	last, err := r.parseGitea(p.raw, map[string]any{"action": "closed", "sender": past.merger})
	if err != nil {
		return nil, err
	}
	for i, one := range past.closes {
		e, err := r.parseGitea(p.raw, map[string]any{"action": "closed", "sender": one.User})
		if err != nil {
			return nil, err
		}
		isLast := i == len(past.closes)-1 && last.PullRequest.State == "closed"
		if e.Close.Merged {
			var user struct {
				ID    int64  `json:"id"`
				Login string `json:"login"`
			}
			if json.Unmarshal(one.User, &user) != nil {
				continue
			}
			e.Close.By = event.Account{Login: user.Login, IsProgram: user.ID < 0}
			e.Close.Merged, e.Close.Commit = false, ""
		}
		if !isLast {
			e.Close.At = one.At.UTC()
		}
		events = append(events, e)
	}
	if last.Close.Merged {
		events = append(events, last)
	}
	return events, nil
}

// giteaRemarks reads the remarks at lines of a review that has some. The API counts the answers to them among them, whoever gave them: what
// others said, or the reviewer said later, is none of the review.
func giteaRemarks(ctx context.Context, r *Reader, number int, review json.RawMessage, past giteaPast) (all []event.Inline, err error) {
	type account struct {
		ID int64 `json:"id"`
	}
	var of struct {
		ID    int64   `json:"id"`
		Count int     `json:"comments_count"`
		User  account `json:"user"`
	}
	if err := json.Unmarshal(review, &of); err != nil || of.Count == 0 {
		return nil, err
	}
	handedIn := past.handedIn[of.ID]
	err = giteaList(ctx, r, "the remarks of a review", nil, r.repository("pulls", strconv.Itoa(number), "reviews", strconv.FormatInt(of.ID, 10), "comments"), func(raw json.RawMessage) bool {
		var m struct {
			ID   int64     `json:"id"`
			Path string    `json:"path"`
			Line uint32    `json:"position"`
			Body string    `json:"body"`
			At   time.Time `json:"created_at"`
			User account   `json:"user"`
		}
		if json.Unmarshal(raw, &m) == nil && m.User == of.User && (handedIn.IsZero() || !m.At.After(handedIn)) {
			all = append(all, event.Inline{ID: m.ID, Path: m.Path, Line: int(m.Line), Body: m.Body})
		}
		return len(all) <= maxRemarks
	})
	return r.remarks(number, all), err
}

// giteaComplete finds the review of a payload, which has no id: the newest of that account with that state and these words.
func giteaComplete(ctx context.Context, r *Reader, e *event.Event) error {
	reviews, err := giteaReviews(ctx, r, e.PullRequest.Number)
	if err != nil {
		return err
	}
	past, err := giteaTimeline(ctx, r, e.PullRequest.Number)
	if err != nil {
		return err
	}
	whole, err := githubOne(ctx, r, e.PullRequest.Number)
	if err != nil {
		return err
	}
	found := json.RawMessage(nil)
	best := event.Review{}
	for _, raw := range reviews {
		of, err := r.giteaReview(raw, whole.raw, past)
		if err != nil {
			return err
		}
		one := of.Review
		if one == nil || one.ID <= best.ID || one.State != e.Review.State || !strings.EqualFold(one.By.Login, e.Review.By.Login) || normal(one.Body) != normal(e.Review.Body) {
			continue
		}
		found, best = raw, *one
	}
	if found == nil {
		return hint.Misuse("`kbgate record --since 1d` reads what stands there now", "%s#%d has no such review of %s any more", r.repo.Repo, e.PullRequest.Number, quote(e.Review.By.Login))
	}
	if best.Inline, err = giteaRemarks(ctx, r, e.PullRequest.Number, found, past); err != nil {
		return err
	}
	e.Review = &best
	return nil
}

// giteaTies asks for an account's rights, which only a token of an administrator of the repository may, or of that account. Others, as the
// token of a job, may ask whom issues can be assigned to: who may write, and on an organization's repository all of its teams that see the
// pull requests.
func giteaTies(ctx context.Context, r *Reader, login string) (string, error) {
	var told struct {
		Permission string `json:"permission"`
	}
	err := errForbidden
	if r.assignable == nil {
		err = get(ctx, r, "the rights of accounts", &told, r.repository("collaborators", login, "permission")...)
	}
	if errors.Is(err, errForbidden) {
		if err = giteaAssignable(ctx, r); err != nil {
			return "", err
		}
		if r.assignable[login] {
			return event.Member, nil
		}
		return event.None, nil
	}
	if err != nil {
		return "", err
	}
	switch told.Permission {
	case "owner":
		return event.Owner, nil
	case "admin", "write":
		return event.Collaborator, nil
	}
	return event.None, nil
}

// giteaAssignable reads once whom issues can be assigned to.
func giteaAssignable(ctx context.Context, r *Reader) error {
	if r.assignable != nil {
		return nil
	}
	all := map[string]bool{}
	err := giteaList(ctx, r, "those who work on it", nil, r.repository("assignees"), func(raw json.RawMessage) bool {
		var account struct {
			Login string `json:"login"`
		}
		if json.Unmarshal(raw, &account) == nil && account.Login != "" {
			all[account.Login] = true
		}
		return true
	})
	if errors.Is(err, errNotFound) {
		err = errForbidden // the account that is asked about may be there
	}
	if err == nil {
		r.assignable = all
	}
	return err
}

package forge

import (
	"context"
	"encoding/json"
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

func giteaHistory(ctx context.Context, r *Reader, p pull) (events []event.Event, comments []json.RawMessage, err error) {
	reviews, err := giteaReviews(ctx, r, p.number)
	if err != nil {
		return nil, nil, err
	}
	for _, raw := range reviews {
		e, err := r.parseGitea(p.raw, map[string]any{"action": "reviewed", "review": raw})
		if err != nil {
			return nil, nil, err
		}
		if e.Review == nil || e.Review.ID <= 0 {
			continue
		}
		if e.Review.Inline, err = giteaRemarks(ctx, r, p.number, raw); err != nil {
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
	closes, err := giteaCloses(ctx, r, p)
	return append(events, closes...), comments, err
}

// giteaCloses gives the ends of a pull request, of which the timeline says who made them. A merge stands in the pull request itself.
func giteaCloses(ctx context.Context, r *Reader, p pull) (events []event.Event, err error) {
	type entry struct {
		Type string          `json:"type"`
		At   time.Time       `json:"created_at"`
		User json.RawMessage `json:"user"`
	}
	var closes []entry
	err = giteaList(ctx, r, "the timeline of "+strconv.Itoa(p.number), nil, r.repository("issues", strconv.Itoa(p.number), "timeline"), func(raw json.RawMessage) bool {
		var one entry
		if json.Unmarshal(raw, &one) == nil && one.Type == "close" {
			closes = append(closes, one)
		}
		return len(closes) <= maxEvents
	})
	if err != nil {
		return nil, err
	}
	last, err := r.parseGitea(p.raw, map[string]any{"action": "closed"})
	if err != nil {
		return nil, err
	}
	for i, one := range closes {
		e, err := r.parseGitea(p.raw, map[string]any{"action": "closed", "sender": one.User})
		if err != nil {
			return nil, err
		}
		isLast := i == len(closes)-1 && last.PullRequest.State == "closed"
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

// giteaRemarks reads the remarks at lines of a review that has some.
func giteaRemarks(ctx context.Context, r *Reader, number int, review json.RawMessage) (all []event.Inline, err error) {
	var of struct {
		ID    int64 `json:"id"`
		Count int   `json:"comments_count"`
	}
	if err := json.Unmarshal(review, &of); err != nil || of.Count == 0 {
		return nil, err
	}
	err = giteaList(ctx, r, "the remarks of a review", nil, r.repository("pulls", strconv.Itoa(number), "reviews", strconv.FormatInt(of.ID, 10), "comments"), func(raw json.RawMessage) bool {
		var m struct {
			ID   int64  `json:"id"`
			Path string `json:"path"`
			Line uint32 `json:"position"`
			Body string `json:"body"`
		}
		if json.Unmarshal(raw, &m) == nil {
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
	whole, err := githubOne(ctx, r, e.PullRequest.Number)
	if err != nil {
		return err
	}
	found := json.RawMessage(nil)
	best := event.Review{}
	for _, raw := range reviews {
		of, err := r.parseGitea(whole.raw, map[string]any{"action": "reviewed", "review": raw})
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
	if best.Inline, err = giteaRemarks(ctx, r, e.PullRequest.Number, found); err != nil {
		return err
	}
	e.Review = &best
	return nil
}

// giteaTies asks for an account's rights, which only a token of an administrator of the repository may, or of that account.
func giteaTies(ctx context.Context, r *Reader, login string) (string, error) {
	var told struct {
		Permission string `json:"permission"`
	}
	if err := get(ctx, r, "the rights of accounts", &told, r.repository("collaborators", login, "permission")...); err != nil {
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

package forge

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/forge/event"
)

// githubReads is https://docs.github.com/rest/pulls and https://docs.github.com/rest/issues/events.
var githubReads = reading{changed: githubChanged, history: githubHistory, comments: issuePage, complete: githubComplete}

// repository is the path of something below a repository, for forges that have OWNER/NAME.
func (r *Reader) repository(parts ...string) []string {
	owner, name, _ := strings.Cut(r.repo.Repo, "/")
	return append([]string{"repos", owner, name}, parts...)
}

func hundred(more ...string) url.Values {
	query := url.Values{"per_page": {"100"}}
	for i := 0; i+1 < len(more); i += 2 {
		query.Set(more[i], more[i+1])
	}
	return query
}

// pullOf reads what of a pull request has to be known to choose it.
func pullOf(raw json.RawMessage) pull {
	var told struct {
		Number  int       `json:"number"`
		Updated time.Time `json:"updated_at"`
	}
	if json.Unmarshal(raw, &told) != nil { // a pull request whose time cannot be read is none
		return pull{updated: time.Now()}
	}
	return pull{told.Number, told.Updated, raw}
}

func githubChanged(ctx context.Context, r *Reader, _ time.Time, do func(pull) bool) error {
	return list(ctx, r, "the pull requests", hundred("state", "all", "sort", "updated", "direction", "desc"), r.repository("pulls"),
		func(raw json.RawMessage) bool { return do(pullOf(raw)) })
}

func githubOne(ctx context.Context, r *Reader, number int) (pull, error) {
	var raw json.RawMessage
	if err := get(ctx, r, "pull request "+strconv.Itoa(number), &raw, r.repository("pulls", strconv.Itoa(number))...); err != nil {
		return pull{}, err
	}
	return pullOf(raw), nil
}

// issuePage reads the comments on a pull request.
func issuePage(ctx context.Context, r *Reader, number int) (all []json.RawMessage, err error) {
	err = list(ctx, r, "the comments on "+strconv.Itoa(number), r.c.forge.query, r.repository("issues", strconv.Itoa(number), "comments"), func(raw json.RawMessage) bool {
		all = append(all, raw)
		return len(all) <= maxEvents
	})
	return all, err
}

// githubRemark is a remark at a line.
type githubRemark struct {
	ID     int64  `json:"id"`
	Review int64  `json:"pull_request_review_id"`
	Path   string `json:"path"`
	Line   int    `json:"line"`
	Was    int    `json:"original_line"`
	Body   string `json:"body"`
}

func (m githubRemark) inline() event.Inline {
	return event.Inline{ID: m.ID, Path: m.Path, Line: cmp.Or(m.Line, m.Was), Body: m.Body}
}

func githubHistory(ctx context.Context, r *Reader, p pull) ([]event.Event, []json.RawMessage, error) {
	number := strconv.Itoa(p.number)
	whole, err := githubOne(ctx, r, p.number) // a list does not say who merged
	if err != nil {
		return nil, nil, err
	}
	var events []event.Event
	read := func(fields map[string]any) error {
		fields["pull_request"], fields["repository"] = whole.raw, map[string]string{"full_name": r.repo.Repo}
		sent, err := payload(fields)
		if err != nil {
			return err
		}
		e, err := event.ParseGitHub(sent)
		if err == nil && (e.Review != nil || e.Close != nil || e.Comment != nil) {
			events = append(events, e)
		}
		return err
	}
	var reviews, comments []json.RawMessage
	remarks := map[int64][]event.Inline{}
	if err = list(ctx, r, "the reviews of "+number, hundred(), r.repository("pulls", number, "reviews"), collect(&reviews)); err != nil {
		return nil, nil, err
	}
	if len(reviews) > 0 {
		count := 0
		err = list(ctx, r, "the remarks on "+number, hundred(), r.repository("pulls", number, "comments"), func(m githubRemark) bool {
			remarks[m.Review] = append(remarks[m.Review], m.inline())
			if count++; count == maxEvents {
				r.tell("%s#%d has more than %d remarks at lines; those are read", r.repo.Repo, p.number, maxEvents)
			}
			return count < maxEvents
		})
		if err != nil {
			return nil, nil, err
		}
	}
	for _, raw := range reviews {
		if err := read(map[string]any{"action": "submitted", "review": raw}); err != nil {
			return nil, nil, err
		}
	}
	for i := range events {
		events[i].Review.Inline = r.remarks(p.number, remarks[events[i].Review.ID])
	}
	if comments, err = issuePage(ctx, r, p.number); err != nil {
		return nil, nil, err
	}
	for _, raw := range comments {
		if err := read(map[string]any{"action": "created", "comment": raw}); err != nil {
			return nil, nil, err
		}
	}
	ends, err := githubEnds(ctx, r, p.number)
	if err != nil {
		return nil, nil, err
	}
	return append(events, githubCloses(whole.raw, r.repo.Repo, ends)...), comments, nil
}

// collect keeps the entries of a list, as many as there may be events.
func collect(all *[]json.RawMessage) func(json.RawMessage) bool {
	return func(raw json.RawMessage) bool {
		*all = append(*all, raw)
		return len(*all) <= maxEvents
	}
}

// ending is an event of the list of an issue's.
type ending struct {
	Event string          `json:"event"`
	At    time.Time       `json:"created_at"`
	Actor json.RawMessage `json:"actor"`
}

// githubEnds reads when a pull request was closed, and by whom.
func githubEnds(ctx context.Context, r *Reader, number int) (ends []ending, err error) {
	err = list(ctx, r, "the events of "+strconv.Itoa(number), hundred(), r.repository("issues", strconv.Itoa(number), "events"), func(e ending) bool {
		if e.Event == "closed" {
			ends = append(ends, e)
		}
		return len(ends) <= maxEvents
	})
	return ends, err
}

// githubCloses makes events of the ends of a pull request. The last of them has the time that the pull request itself names, as in a
// payload, and is the merge where that is its end.
func githubCloses(raw json.RawMessage, repo string, ends []ending) (events []event.Event) {
	for i, end := range ends {
		sent, err := payload(map[string]any{"action": "closed", "pull_request": raw, "repository": map[string]string{"full_name": repo}, "sender": end.Actor})
		if err != nil {
			continue
		}
		e, err := event.ParseGitHub(sent)
		if err != nil || e.Close == nil {
			continue
		}
		isLast := i == len(ends)-1 && e.PullRequest.State != "open"
		if !isLast {
			by := e.Close.By
			if e.Close.Merged { // who merged it in the end
				e.Close.Merged, e.Close.Commit = false, ""
				by = githubActor(end.Actor)
			}
			e.Close.At, e.Close.By = end.At.UTC(), by
		}
		events = append(events, e)
	}
	return events
}

func githubActor(raw json.RawMessage) event.Account {
	var a struct{ Login, Type string }
	if json.Unmarshal(raw, &a) != nil {
		return event.Account{}
	}
	return event.Account{Login: a.Login, IsProgram: strings.EqualFold(a.Type, "Bot")}
}

func githubComplete(ctx context.Context, r *Reader, e *event.Event) error {
	var all []event.Inline
	err := list(ctx, r, "the remarks of a review", hundred(), r.repository("pulls", strconv.Itoa(e.PullRequest.Number), "reviews", strconv.FormatInt(e.Review.ID, 10), "comments"),
		func(m githubRemark) bool {
			all = append(all, m.inline())
			return len(all) <= maxRemarks
		})
	e.Review.Inline = r.remarks(e.PullRequest.Number, all)
	return err
}

package forge

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/forge/event"
	"github.com/kbgate/kbgate/internal/hint"
)

// History is what happened to a pull request, as the forge's API tells it.
type History struct {
	PullRequest event.PullRequest
	// Changed is when it changed last.
	Changed time.Time
	// Events are its reviews, comments and ends, the earliest first.
	Events []event.Event
	// Comments is the page of its comments, as JSON with all that the API says of each.
	Comments []byte
}

// The bounds on what is read of a forge in one run.
const (
	// maxPulls is how many pull requests are read at most: those that changed last.
	maxPulls = 1000
	// maxEvents is how many events of one pull request are given at most: the earliest.
	maxEvents = 1000
	// maxRemarks is how many remarks at lines of one review are kept.
	maxRemarks = 100
)

// reading is how the API of a forge tells what happened. Each function reads through the reader's client.
type reading struct {
	// changed calls do with pull requests, the one that changed last first, until that wants no more.
	changed func(context.Context, *Reader, time.Time, func(pull) bool) error
	// history gives the events of a pull request and its comments.
	history func(context.Context, *Reader, pull) ([]event.Event, []json.RawMessage, error)
	// comments gives the page of comments.
	comments func(context.Context, *Reader, int) ([]json.RawMessage, error)
	// complete finds out what a payload does not say of a review.
	complete func(context.Context, *Reader, *event.Event) error
	// ties gives what ties an account to the repository, in GitHub's words; "": it cannot be asked. Nil: the API says it beside each name.
	ties func(context.Context, *Reader, string) (string, error)
}

// pull is a pull request in a list.
type pull struct {
	number  int
	updated time.Time
	raw     json.RawMessage
}

// Reader reads what happened to the pull requests of a repository. It writes nothing.
type Reader struct {
	c    *Client
	repo PullRequest
	tied map[string]string // what was asked of accounts
	// assignable are whom Gitea lets issues be assigned to; nil: nobody asked.
	assignable map[string]bool
	// Tell gets what could not be read in whole. It may be nil.
	Tell func(format string, args ...any)
	told map[string]bool
}

// NewReader gives a reader of a repository; of the pull request that names it, the number counts for nothing.
func NewReader(of PullRequest, config Config) (*Reader, error) {
	of.Number = 1 // a client needs one
	c, err := NewClient(of, config)
	if err != nil {
		return nil, err
	}
	c.reads = true
	return &Reader{c: c, repo: of, tied: map[string]string{}, told: map[string]bool{}}, nil
}

// Account gives the name under which the token would write.
func (r *Reader) Account(ctx context.Context) (string, error) {
	name, err := r.c.whoami(ctx)
	return name, Redacted(err, r.c.config.Token)
}

// tell says something once.
func (r *Reader) tell(format string, args ...any) {
	said := Redact(fmt.Sprintf(format, args...), r.c.config.Token)
	if r.Tell != nil && !r.told[said] {
		r.told[said] = true
		r.Tell("%s", said)
	}
}

// Since calls do with the history of each pull request that changed since a time, the one that changed first before the others.
func (r *Reader) Since(ctx context.Context, since time.Time, do func(History) error) error {
	return Redacted(r.since(ctx, since, do), r.c.config.Token)
}

func (r *Reader) since(ctx context.Context, since time.Time, do func(History) error) error {
	var all []pull
	seen := map[int]bool{} // one that changes while pages are read stands on two of them
	err := r.c.forge.reads.changed(ctx, r, since, func(p pull) bool {
		if p.updated.Before(since) {
			return false
		}
		if len(all) == maxPulls {
			r.tell("more than %d pull requests changed since %s; those that changed last are read: name a later time with --since, and run it more often", maxPulls, since.UTC().Format(time.DateTime))
			return false
		}
		if p.number > 0 && !seen[p.number] {
			seen[p.number] = true
			all = append(all, p)
		}
		return true
	})
	if err != nil {
		return err
	}
	for _, p := range slices.Backward(all) {
		h, err := r.history(ctx, p)
		if h.Changed = p.updated; err == nil {
			err = do(h)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// history gives what happened to one pull request.
func (r *Reader) history(ctx context.Context, p pull) (h History, err error) {
	events, comments, err := r.c.forge.reads.history(ctx, r, p)
	if err != nil {
		return h, err
	}
	slices.SortStableFunc(events, func(a, b event.Event) int { return timeOf(a).Compare(timeOf(b)) })
	if len(events) > maxEvents {
		r.tell("%s%s%d has %d events; the first %d are read", r.repo.Repo, r.c.forge.mark, p.number, len(events), maxEvents)
		events = events[:maxEvents]
	}
	for i := range events {
		if err := r.tie(ctx, &events[i]); err != nil {
			return h, err
		}
		h.PullRequest = events[i].PullRequest
	}
	h.Events = events
	h.Comments, err = json.Marshal(slices.Concat([]json.RawMessage{}, comments))
	return h, err
}

func timeOf(e event.Event) time.Time {
	switch {
	case e.Review != nil:
		return e.Review.At
	case e.Close != nil:
		return e.Close.At
	case e.Comment != nil:
		return e.Comment.At
	}
	return time.Time{}
}

// tie says of the accounts of an event what ties them to the repository, where that is not known yet.
func (r *Reader) tie(ctx context.Context, e *event.Event) error {
	ties := r.c.forge.reads.ties
	if ties == nil {
		return nil
	}
	accounts := []*event.Account{&e.PullRequest.Author}
	switch {
	case e.Review != nil:
		accounts = append(accounts, &e.Review.By)
	case e.Close != nil:
		accounts = append(accounts, &e.Close.By)
	case e.Comment != nil:
		accounts = append(accounts, &e.Comment.By)
	}
	for _, a := range accounts {
		if a.Login == "" || a.Association != "" || a.Program() {
			continue
		}
		known, asked := r.tied[a.Login]
		if !asked {
			var err error
			if known, err = ties(ctx, r, a.Login); errors.Is(err, errForbidden) {
				r.tell("what ties accounts to the repository may not be asked with this token; list them under store.accounts, or use a token that may: %s", r.c.forge.needsToRead)
				known, err = "", nil
			}
			if errors.Is(err, errNotFound) {
				known, err = event.None, nil
			}
			if err != nil {
				return err
			}
			r.tied[a.Login] = known
		}
		a.Association = known
	}
	return nil
}

// Complete adds to an event of a payload what only the API tells: of a review its remarks at lines, and where the payload has no id of it
// that and its time; what ties its accounts to the repository. It gives the page of comments on the pull request beside it.
func (r *Reader) Complete(ctx context.Context, e event.Event) (event.Event, []byte, error) {
	comments, err := r.complete(ctx, &e)
	return e, comments, Redacted(err, r.c.config.Token)
}

func (r *Reader) complete(ctx context.Context, e *event.Event) ([]byte, error) {
	if !strings.EqualFold(e.PullRequest.Repo, r.repo.Repo) {
		return nil, hint.Misuse("name the event's repository with --repo", "the event is about %s, and not about %s", quote(e.PullRequest.Repo), r.repo.Repo)
	}
	reads := r.c.forge.reads
	if e.Review != nil {
		if err := reads.complete(ctx, r, e); err != nil {
			return nil, err
		}
	}
	if err := r.tie(ctx, e); err != nil {
		return nil, err
	}
	comments, err := reads.comments(ctx, r, e.PullRequest.Number)
	if err != nil {
		return nil, err
	}
	return json.Marshal(slices.Concat([]json.RawMessage{}, comments))
}

// list reads a whole list, and calls do with each entry until that wants no more.
func list[T any](ctx context.Context, r *Reader, what string, query url.Values, path []string, do func(T) bool) error {
	doing := "reading " + what + " of " + r.repo.Repo
	return r.c.pages(ctx, doing, r.c.at(query, path...), func(body []byte) (bool, error) {
		var page []T
		if err := json.Unmarshal(body, &page); err != nil {
			return false, fmt.Errorf("%s: %w", doing, r.c.foreign(fmt.Errorf("no list: %w", err)))
		}
		for _, entry := range page {
			if !do(entry) {
				return false, nil
			}
		}
		return true, nil
	})
}

// get reads one thing.
func get(ctx context.Context, r *Reader, what string, into any, path ...string) error {
	doing := "reading " + what + " of " + r.repo.Repo
	result, err := r.c.call(ctx, doing, http.MethodGet, r.c.at(nil, path...), nil)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(result.body, into); err != nil {
		return fmt.Errorf("%s: %w", doing, r.c.foreign(err))
	}
	return nil
}

// payload makes the payload that the forge would have sent, of what its API says: so an event is read by one parser, and comes out the
// same, however it came.
func payload(fields map[string]any) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	err := e.Encode(fields)
	return out.Bytes(), err
}

// remarks sorts remarks at lines by their place, and keeps so many.
func (r *Reader) remarks(number int, all []event.Inline) []event.Inline {
	slices.SortStableFunc(all, func(a, b event.Inline) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.ID, b.ID))
	})
	if len(all) > maxRemarks {
		r.tell("a review of %s%s%d has %d remarks at lines; the first %d are kept", r.repo.Repo, r.c.forge.mark, number, len(all), maxRemarks)
		all = all[:maxRemarks]
	}
	return all
}

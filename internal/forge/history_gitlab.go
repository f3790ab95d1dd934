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

// gitlabReads is https://docs.gitlab.com/api/merge_requests/, /notes/, /resource_state_events/ and /members/. GitLab has no reviews with
// ids of their own: that somebody approved, took that back or asks for changes is a note that the system writes, and what they said stands
// in notes of their own.
var gitlabReads = reading{changed: gitlabChanged, history: gitlabHistory, comments: gitlabNotes, complete: gitlabComplete, ties: gitlabTies}

// project is the path of something below a project.
func (r *Reader) project(parts ...string) []string {
	return append([]string{"projects", r.repo.Repo}, parts...)
}

// mergeRequest is the path of something below a merge request.
func (r *Reader) mergeRequest(number int, parts ...string) []string {
	return r.project(append([]string{"merge_requests", strconv.Itoa(number)}, parts...)...)
}

func gitlabChanged(ctx context.Context, r *Reader, since time.Time, do func(pull) bool) error {
	query := hundred("state", "all", "scope", "all", "order_by", "updated_at", "sort", "desc", "updated_after", since.UTC().Format(time.RFC3339))
	return list(ctx, r, "the merge requests", query, r.project("merge_requests"), func(raw json.RawMessage) bool {
		p := pullOf(raw)
		var of struct {
			IID int `json:"iid"`
		}
		if json.Unmarshal(raw, &of) == nil {
			p.number = of.IID
		}
		return do(p)
	})
}

type gitlabUser struct {
	ID       int64  `json:"id"`
	Username string `json:"username"`
}

// account is a user without what ties it to the project. Those of project and group tokens have names that GitLab makes
// (https://docs.gitlab.com/user/project/settings/project_access_tokens/#bot-users-for-projects).
func (u gitlabUser) account() event.Account {
	isBot := (strings.HasPrefix(u.Username, "project_") || strings.HasPrefix(u.Username, "group_")) && strings.Contains(u.Username, "_bot")
	return event.Account{Login: u.Username, IsProgram: isBot}
}

// gitlabRequest is a merge request.
type gitlabRequest struct {
	IID        int    `json:"iid"`
	Title      string `json:"title"`
	Labels     []string
	State      string     `json:"state"`
	Author     gitlabUser `json:"author"`
	Merger     gitlabUser `json:"merge_user"`
	MergedBy   gitlabUser `json:"merged_by"` // of older versions
	MergedAt   time.Time  `json:"merged_at"`
	CreatedAt  time.Time  `json:"created_at"`
	SHA        string     `json:"sha"`
	Source     string     `json:"source_branch"`
	Target     string     `json:"target_branch"`
	SourceID   int64      `json:"source_project_id"`
	TargetID   int64      `json:"target_project_id"`
	Commit     string     `json:"merge_commit_sha"`
	Squash     string     `json:"squash_commit_sha"`
	References struct {
		Full string `json:"full"`
	} `json:"references"`
	Diff struct {
		Base string `json:"base_sha"`
	} `json:"diff_refs"`
}

func (m *gitlabRequest) pullRequest(repo string) event.PullRequest {
	if path, _, ok := strings.Cut(m.References.Full, "!"); ok && !strings.Contains(repo, "/") {
		repo = path // a project that was named by its number has a name all the same
	}
	state := m.State
	if state == "opened" || state == "locked" {
		state = "open"
	}
	return event.PullRequest{Repo: repo, Number: m.IID, Title: m.Title, Labels: m.Labels, State: state, Author: m.Author.account(), Created: m.CreatedAt.UTC(),
		Head: event.Endpoint{Ref: m.Source, SHA: m.SHA}, Base: event.Endpoint{Ref: m.Target, SHA: m.Diff.Base}, IsFork: m.SourceID != m.TargetID}
}

// gitlabNote is a note on a merge request.
type gitlabNote struct {
	ID       int64      `json:"id"`
	Body     string     `json:"body"`
	System   bool       `json:"system"`
	At       time.Time  `json:"created_at"`
	Author   gitlabUser `json:"author"`
	Position *struct {
		Path string `json:"new_path"`
		Old  string `json:"old_path"`
		Line int    `json:"new_line"`
		Was  int    `json:"old_line"`
		Head string `json:"head_sha"`
	} `json:"position"`
}

func gitlabNotes(ctx context.Context, r *Reader, number int) (all []json.RawMessage, err error) {
	err = list(ctx, r, "the notes on "+strconv.Itoa(number), r.c.forge.query, r.mergeRequest(number, "notes"), collect(&all))
	return all, err
}

func gitlabHistory(ctx context.Context, r *Reader, p pull) (events []event.Event, comments []json.RawMessage, err error) {
	var m gitlabRequest
	if err := get(ctx, r, "merge request "+strconv.Itoa(p.number), &m, r.mergeRequest(p.number)...); err != nil { // a list does not say the base
		return nil, nil, err
	}
	of := event.Event{Forge: GitLab, PullRequest: m.pullRequest(r.repo.Repo)}
	raw, err := gitlabNotes(ctx, r, p.number)
	if err != nil {
		return nil, nil, err
	}
	var notes []gitlabNote
	for _, one := range raw {
		var note gitlabNote
		if json.Unmarshal(one, &note) != nil || note.ID <= 0 {
			continue
		}
		notes = append(notes, note)
		if !note.System {
			comments = append(comments, one)
			e := of
			e.Comment = &event.Comment{ID: note.ID, At: note.At.UTC(), By: note.Author.account(), Body: note.Body}
			events = append(events, e)
		}
	}
	for _, review := range gitlabReviews(notes) {
		e := of
		e.Review = &review
		e.Review.Inline = r.remarks(p.number, review.Inline)
		events = append(events, e)
	}
	closes, err := gitlabCloses(ctx, r, &m)
	if err != nil {
		return nil, nil, err
	}
	for _, end := range closes {
		e := of
		e.Close = &end
		events = append(events, e)
	}
	return events, comments, nil
}

// gitlabStates are the beginnings of the notes that the system writes of reviews (app/services/system_notes/merge_requests_service.rb).
var gitlabStates = map[string]event.State{"approved this merge request": event.Approved, "requested changes": event.ChangesRequested}

// reviewSpan is how long before the end of a review its words may have been written: GitLab hands in what was drafted first, and then
// writes what the review came to.
const reviewSpan = 2 * time.Minute

// gitlabReviews makes reviews of notes, which stand in the order of their ids. The words of a review are the notes of the same account in
// the time before, from its last review on. What stands at a line is a remark, and the rest the body.
func gitlabReviews(notes []gitlabNote) (reviews []event.Review) {
	for i, note := range notes {
		state, ok := gitlabStates[strings.TrimSpace(strings.ToLower(note.Body))]
		if !note.System || !ok || state == event.Approved && tookBack(note, notes[i+1:]) {
			continue
		}
		review := event.Review{ID: note.ID, At: note.At.UTC(), By: note.Author.account(), State: state}
		var body []string
		var commit string
		for j := i - 1; j >= 0; j-- {
			said := notes[j]
			if note.At.Sub(said.At) > reviewSpan {
				break
			}
			if said.Author.Username != note.Author.Username {
				continue
			}
			if said.System {
				if _, isReview := gitlabStates[strings.TrimSpace(strings.ToLower(said.Body))]; isReview {
					break
				}
				continue
			}
			if at := said.Position; at != nil {
				review.Inline = append(review.Inline, event.Inline{ID: said.ID, Path: cmp.Or(at.Path, at.Old), Line: cmp.Or(at.Line, at.Was), Body: said.Body})
				commit = cmp.Or(commit, at.Head)
			} else {
				body = append([]string{said.Body}, body...)
			}
		}
		review.Body, review.Commit = strings.Join(body, "\n\n"), commit
		reviews = append(reviews, review)
	}
	return reviews
}

// tookBack reports whether an approval was taken back by the same account, before another one.
func tookBack(approval gitlabNote, later []gitlabNote) bool {
	for _, note := range later {
		if said := strings.TrimSpace(strings.ToLower(note.Body)); note.System && note.Author.Username == approval.Author.Username {
			switch {
			case strings.HasPrefix(said, "unapproved this merge request"):
				return true
			case gitlabStates[said] == event.Approved:
				return false
			}
		}
	}
	return false
}

// gitlabCloses gives the ends of a merge request.
func gitlabCloses(ctx context.Context, r *Reader, m *gitlabRequest) (ends []event.Close, err error) {
	type change struct {
		State string     `json:"state"`
		At    time.Time  `json:"created_at"`
		User  gitlabUser `json:"user"`
	}
	err = list(ctx, r, "the ends of "+strconv.Itoa(m.IID), hundred(), r.mergeRequest(m.IID, "resource_state_events"), func(one change) bool {
		switch one.State {
		case "closed":
			ends = append(ends, event.Close{At: one.At.UTC(), By: one.User.account()})
		case "merged":
			if m.MergedAt.IsZero() {
				m.MergedAt = one.At
			}
			if m.Merger.Username == "" && m.MergedBy.Username == "" {
				m.Merger = one.User
			}
		}
		return len(ends) <= maxEvents
	})
	if m.State == "merged" && !m.MergedAt.IsZero() {
		by := m.Merger
		if by.Username == "" {
			by = m.MergedBy
		}
		ends = append(ends, event.Close{At: m.MergedAt.UTC(), By: by.account(), Merged: true, Commit: cmp.Or(m.Commit, m.Squash)})
	}
	return ends, err
}

// gitlabComplete has nothing to find out: no pipeline of GitLab's has an event of a review.
func gitlabComplete(context.Context, *Reader, *event.Event) error { return nil }

// The levels of https://docs.gitlab.com/api/access_requests/#valid-access-levels.
const (
	gitlabDeveloper = 30
	gitlabOwner     = 50
)

// gitlabTies asks for an account's role, that which it has from a group too.
func gitlabTies(ctx context.Context, r *Reader, login string) (tie string, err error) {
	tie = event.None
	err = list(ctx, r, "the members", url.Values{"query": {login}, "per_page": {"100"}}, r.project("members", "all"), func(m struct {
		gitlabUser
		Level int    `json:"access_level"`
		State string `json:"state"`
	}) bool {
		if !strings.EqualFold(m.Username, login) || m.State != "" && m.State != "active" {
			return true
		}
		switch {
		case m.Level >= gitlabOwner:
			tie = event.Owner
		case m.Level >= gitlabDeveloper:
			tie = event.Collaborator
		}
		return false
	})
	return tie, err
}

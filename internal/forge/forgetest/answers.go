package forgetest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// list gives a page of comments: GitHub by Link headers (https://docs.github.com/rest/using-the-rest-api/using-pagination-in-the-rest-api),
// GitLab newest first unless asked otherwise and with its own headers too (https://docs.gitlab.com/api/rest/#pagination),
// Gitea and Forgejo all at once.
func (s *Server) list(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	comments := slices.Clone(s.comments)
	s.mu.Unlock()
	query := r.URL.Query()
	if s.Kind == "gitlab" && query.Get("sort") != "asc" {
		slices.Reverse(comments)
	}
	total := len(comments)
	if s.giteas() {
		w.Header().Set("X-Total-Count", strconv.Itoa(total))
		if s.PageSize == 0 {
			s.writePage(w, r, comments)
			return
		}
	}
	size := cmp.Or(s.PageSize, largestPage)
	usual := cmp.Or(map[string]int{"github": 30, "gitlab": 20}[s.Kind], size)
	size = min(size, max(1, number(query.Get("per_page"), usual)))
	page := max(1, number(query.Get("page"), 1))
	from, to := min((page-1)*size, total), min(page*size, total)
	s.setLinks(w, r, page, (total+size-1)/size, to < total)
	s.writePage(w, r, comments[from:to])
}

// giveList gives a page of a list, as the forge has pages: Gitea and Forgejo give an empty one behind the last.
func (s *Server) giveList(w http.ResponseWriter, r *http.Request, pages []string) {
	page := max(1, number(r.URL.Query().Get("page"), 1))
	text := "[]"
	if page <= len(pages) {
		text = pages[page-1]
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	if !s.giteas() {
		s.setLinks(w, r, page, len(pages), page < len(pages))
	}
	_, _ = io.WriteString(w, text) // a client that has gone is none of the server's
}

func number(s string, otherwise int) int {
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	return otherwise
}

// setLinks names the pages around one.
func (s *Server) setLinks(w http.ResponseWriter, r *http.Request, page, last int, more bool) {
	link := func(n int, relation string) string {
		query := r.URL.Query()
		query.Set("page", strconv.Itoa(n))
		target := url.URL{Scheme: "http", Host: r.Host, Path: r.URL.Path, RawPath: r.URL.RawPath, RawQuery: query.Encode()}
		return fmt.Sprintf("<%s>; rel=%q", target.String(), relation)
	}
	var links []string
	if page > 1 {
		links = append(links, link(page-1, "prev"))
	}
	next := ""
	if more {
		links, next = append(links, link(page+1, "next")), strconv.Itoa(page+1)
	}
	if last > 1 {
		links = append(links, link(1, "first"), link(last, "last"))
	}
	if len(links) > 0 {
		w.Header().Set("Link", strings.Join(links, ", "))
	}
	if s.Kind == "gitlab" && !s.Keyset {
		w.Header().Set("X-Page", strconv.Itoa(page))
		w.Header().Set("X-Next-Page", next)
	}
}

func (s *Server) writePage(w http.ResponseWriter, r *http.Request, comments []Comment) {
	page := make([]any, 0, len(comments))
	for _, c := range comments {
		page = append(page, s.shown(r, c))
	}
	s.write(w, http.StatusOK, page)
}

// shown is a comment as the API gives it.
func (s *Server) shown(r *http.Request, c Comment) any {
	body := c.Body
	if s.Trim {
		body = strings.TrimRight(body, " \t\r\n")
	}
	if s.CRLF {
		body = strings.ReplaceAll(strings.ReplaceAll(body, "\r\n", "\n"), "\n", "\r\n")
	}
	if s.Kind == "gitlab" {
		return map[string]any{"id": c.ID, "body": body, "system": c.System, "noteable_iid": s.Number, "noteable_type": "MergeRequest",
			"author": map[string]any{"id": 1, "username": c.Author}}
	}
	shown := map[string]any{"id": c.ID, "body": body, "html_url": s.page(r, c.ID), "user": map[string]any{"id": 1, "login": c.Author}}
	if c.Author == "" {
		shown["user"] = nil // the account is gone
	}
	if s.Kind != "github" {
		shown["original_author"] = c.Original
	}
	return shown
}

// page is where people see a comment.
func (s *Server) page(r *http.Request, id int64) string {
	pulls := "pulls"
	if s.Kind == "github" {
		pulls = "pull"
	}
	return fmt.Sprintf("http://%s/%s/%s/%d#issuecomment-%d", r.Host, s.Repo, pulls, s.Number, id)
}

func (s *Server) write(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // a client that has gone is none of the server's
}

// refuse says no in the forge's own form.
func (s *Server) refuse(w http.ResponseWriter, status int, reason string) {
	switch {
	case s.Kind == "gitlab" && status == http.StatusForbidden:
		s.write(w, status, map[string]any{"error": "insufficient_scope", "error_description": "The request requires higher privileges than provided by the access token.", "scope": "api"})
	case reason == "":
		s.write(w, status, map[string]any{"message": "user does not exist [uid: 0, name: ]"})
	default:
		s.write(w, status, map[string]any{"message": reason})
	}
}

// missing says that there is nothing, or nothing that this token may see.
func (s *Server) missing(w http.ResponseWriter) {
	reason := map[string]string{"github": "Not Found", "gitlab": "404 Project Not Found"}[s.Kind]
	if reason == "" {
		reason = "The target couldn't be found."
	}
	s.refuse(w, http.StatusNotFound, reason)
}

// tooLong refuses a comment for its length: GitHub with 422, GitLab with 400.
func (s *Server) tooLong(w http.ResponseWriter, limit int) {
	if s.Kind == "gitlab" {
		s.write(w, http.StatusBadRequest, map[string]any{"message": map[string]any{"note": []string{fmt.Sprintf("is too long (maximum is %d characters)", limit)}}})
		return
	}
	s.write(w, http.StatusUnprocessableEntity, map[string]any{"message": "Validation Failed", "errors": []any{map[string]any{
		"resource": "IssueComment", "code": "unprocessable", "field": "data", "message": fmt.Sprintf("Body is too long (maximum is %d characters)", limit)}}})
}

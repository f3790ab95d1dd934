// Package forgetest holds test servers. They treat comments as the documentation of GitHub, Gitea, Forgejo and GitLab says,
// and fail on demand.
package forgetest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// Comment is a comment as the server keeps it.
type Comment struct {
	ID       int64
	Author   string
	Body     string
	System   bool   // GitLab's note of a change, which nobody wrote
	Original string // Gitea's author of a comment that was brought from elsewhere
}

// Call is a request as it came in.
type Call struct {
	Method, Path, Authorization string
}

// Fault makes requests fail. The zero value of what chooses them chooses all.
type Fault struct {
	Method string
	Path   string // a part of the path
	Times  int    // how many requests fail: 0 is one, a negative number all
	Late   bool   // what was asked for is done, and only its answer is lost
	Drop   bool   // the connection ends without an answer
	Hang   bool   // no answer comes until the client goes
	Status int
	Header map[string]string
	Body   string
}

// Server is an http.Handler with one repository and one pull request. Set its fields before it serves.
type Server struct {
	Kind   string // github, gitea, forgejo, gitlab
	Repo   string
	Number int
	// Accounts are the names of accounts by token.
	Accounts map[string]string
	// Apps are the tokens that may not ask whose they are, as those of GitHub's workflows.
	Apps map[string]bool
	// ReadOnly are tokens that may not write, Blind those that do not see the repository.
	ReadOnly, Blind map[string]bool
	// PageSize is the largest page that is given; 0: a hundred.
	PageSize int
	// Keyset has GitLab name the next page by a Link header alone.
	Keyset bool
	// MaxBody is the longest comment, in characters; 0: what the forge takes.
	MaxBody int
	// CRLF has line ends come back as in forms of web pages; Trim has white space at the end go.
	CRLF, Trim bool
	// Lists are the pages that the API gives of what else there is, by their path below the API's; a page is JSON. A path of one page that
	// is no list is one thing.
	Lists map[string][]string
	// Before is called before a request is looked at.
	Before func(*http.Request)

	mu       sync.Mutex
	comments []Comment
	last     int64
	calls    []Call
	faults   []Fault
}

// The sizes and lengths that forges document.
const (
	githubMaxBody = 65_536
	gitlabMaxBody = 1_000_000
	largestPage   = 100
)

// New is a server with one account, and one token for it.
func New(kind, token, account string) *Server {
	return &Server{Kind: kind, Repo: "team/kb", Number: 7, Accounts: map[string]string{token: account},
		Apps: map[string]bool{}, ReadOnly: map[string]bool{}, Blind: map[string]bool{}}
}

// Prefix is where the forge's API begins on its host.
func (s *Server) Prefix() string {
	return map[string]string{"gitea": "/api/v1", "forgejo": "/api/v1", "gitlab": "/api/v4"}[s.Kind]
}

func (s *Server) giteas() bool { return s.Kind == "gitea" || s.Kind == "forgejo" }

// Add puts a comment there.
func (s *Server) Add(c Comment) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.add(c)
}

func (s *Server) add(c Comment) int64 {
	s.last++
	c.ID = s.last
	s.comments = append(s.comments, c)
	return c.ID
}

// Remove takes a comment away.
func (s *Server) Remove(id int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.comments = slices.DeleteFunc(s.comments, func(c Comment) bool { return c.ID == id })
}

// Fail lets requests fail from now on. Faults are looked at in the order in which they came.
func (s *Server) Fail(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f.Times == 0 {
		f.Times = 1
	}
	s.faults = append(s.faults, f)
}

// Comments are the comments as they stand.
func (s *Server) Comments() []Comment {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.comments)
}

// Calls are the requests so far.
func (s *Server) Calls() []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.calls)
}

// Count counts the requests of a method so far.
func (s *Server) Count(method string) int {
	n := 0
	for _, call := range s.Calls() {
		if call.Method == method {
			n++
		}
	}
	return n
}

// ServeHTTP answers as the forge does.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.Before != nil {
		s.Before(r)
	}
	fault, failing := s.note(r)
	if failing && fault.Late {
		s.answer(discard{}, r)
	}
	switch {
	case !failing:
		s.answer(w, r)
	case fault.Hang:
		<-r.Context().Done()
	case fault.Drop:
		panic(http.ErrAbortHandler)
	default:
		for name, value := range fault.Header {
			w.Header().Set(name, value)
		}
		w.WriteHeader(fault.Status)
		_, _ = io.WriteString(w, fault.Body) // a client that has gone is none of the server's
	}
}

// note writes a request down, and gives the fault that is meant for it.
func (s *Server) note(r *http.Request) (Fault, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls = append(s.calls, Call{r.Method, r.URL.RequestURI(), r.Header.Get("Authorization")})
	for i := range s.faults {
		f := &s.faults[i]
		if f.Times != 0 && (f.Method == "" || f.Method == r.Method) && strings.Contains(r.URL.Path, f.Path) {
			f.Times--
			return *f, true
		}
	}
	return Fault{}, false
}

// discard is where an answer goes that nobody gets.
type discard struct{}

func (discard) Header() http.Header         { return http.Header{} }
func (discard) Write(p []byte) (int, error) { return len(p), nil }
func (discard) WriteHeader(int)             {}

// answer serves a request that does not fail.
func (s *Server) answer(w http.ResponseWriter, r *http.Request) {
	path, ok := strings.CutPrefix(r.URL.EscapedPath(), s.Prefix())
	if !ok {
		// What a forge serves beside its API is for people.
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<!DOCTYPE html><title>A page for people</title>")
		return
	}
	if s.Kind == "github" && r.UserAgent() == "" {
		s.refuse(w, http.StatusForbidden, "Request forbidden by administrative rules. Please make sure your request has a User-Agent header")
		return
	}
	token := token(r)
	account, known := s.Accounts[token]
	switch {
	case !known:
		s.refuse(w, http.StatusUnauthorized, map[string]string{"github": "Bad credentials", "gitlab": "401 Unauthorized"}[s.Kind])
	case path == "/user" && s.Apps[token]:
		s.refuse(w, http.StatusForbidden, "Resource not accessible by integration")
	case path == "/user":
		s.write(w, http.StatusOK, map[string]any{"id": 1, "login": account, "username": account})
	case s.Blind[token]:
		s.missing(w)
	case r.Method != http.MethodGet && s.ReadOnly[token]:
		s.refuse(w, http.StatusForbidden, "Resource not accessible by integration")
	case r.Method == http.MethodGet && s.Lists[path] != nil:
		s.giveList(w, r, s.Lists[path])
	default:
		s.serveComments(w, r, path, account)
	}
}

// token reads the credentials as all these forges take them.
func token(r *http.Request) string {
	_, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return token
}

// serveComments serves the list of comments, and each of them.
func (s *Server) serveComments(w http.ResponseWriter, r *http.Request, path, account string) {
	list := "/repos/" + s.Repo + "/issues/" + strconv.Itoa(s.Number) + "/comments"
	single := "/repos/" + s.Repo + "/issues/comments/"
	change := http.MethodPatch
	if s.Kind == "gitlab" {
		list = "/projects/" + url.PathEscape(s.Repo) + "/merge_requests/" + strconv.Itoa(s.Number) + "/notes"
		single, change = list+"/", http.MethodPut
	}
	number, one := strings.CutPrefix(path, single)
	id, err := strconv.ParseInt(number, 10, 64)
	switch {
	case path == list && r.Method == http.MethodGet:
		s.list(w, r)
	case path == list && r.Method == http.MethodPost:
		if body, ok := s.readBody(w, r); ok {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.add(Comment{Author: account, Body: body})
			s.write(w, http.StatusCreated, s.shown(r, s.comments[len(s.comments)-1]))
		}
	case one && err == nil && r.Method == change:
		s.update(w, r, id, account)
	case s.giteas() && path == strings.TrimSuffix(list, "/comments"):
		s.write(w, http.StatusOK, map[string]any{"number": s.Number, "pull_request": map[string]any{}})
	case s.giteas() && strings.HasSuffix(path, "/comments"):
		s.write(w, http.StatusInternalServerError, map[string]any{"message": ""}) // so it does where there is no such number
	default:
		s.missing(w)
	}
}

func (s *Server) update(w http.ResponseWriter, r *http.Request, id int64, account string) {
	body, ok := s.readBody(w, r)
	if !ok {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.comments {
		c := &s.comments[i]
		switch {
		case c.ID != id:
			continue
		case !strings.EqualFold(c.Author, account):
			s.refuse(w, http.StatusForbidden, "You cannot change what others wrote")
		default:
			c.Body = body
			s.write(w, http.StatusOK, s.shown(r, *c))
		}
		return
	}
	s.missing(w)
}

// readBody reads a comment's text and refuses it as the forge does.
func (s *Server) readBody(w http.ResponseWriter, r *http.Request) (string, bool) {
	var sent struct {
		Body string `json:"body"`
	}
	if err := json.NewDecoder(r.Body).Decode(&sent); err != nil || sent.Body == "" {
		s.refuse(w, http.StatusUnprocessableEntity, "Validation Failed")
		return "", false
	}
	limit := s.MaxBody
	if limit == 0 {
		limit = map[string]int{"github": githubMaxBody, "gitlab": gitlabMaxBody}[s.Kind]
	}
	if limit > 0 && utf8.RuneCountInString(sent.Body) > limit {
		s.tooLong(w, limit)
		return "", false
	}
	return sent.Body, true
}

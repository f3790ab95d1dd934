package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// forgeToken is the one that the forge of a test knows.
const forgeToken = "ghs_0123456789abcdefghijklmnopqrstuvwxyz"

// fakeForge answers as GitHub's API does, as far as the actions ask: https://docs.github.com/rest.
type fakeForge struct {
	t       *testing.T
	url     string
	account string // under which the token writes

	mu       sync.Mutex
	pulls    []map[string]any
	comments []map[string]any
	remarks  map[string][]map[string]any // at lines, by the review
	statuses []string                    // "COMMIT CONTEXT STATE"
	upload   []byte                      // the archive that the other workflow left; nil: none
	leaked   bool                        // the token went to where archives lie
}

func newFakeForge(t *testing.T) *fakeForge {
	f := &fakeForge{t: t, account: "github-actions[bot]"}
	storage := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.leaked = f.leaked || r.Header.Get("Authorization") != ""
		_, _ = w.Write(f.upload)
	}))
	mux := http.NewServeMux()
	mux.HandleFunc("GET /repos/tea/kb/pulls", f.listPulls)
	mux.HandleFunc("GET /repos/tea/kb/pulls/{number}", f.getPull)
	mux.HandleFunc("GET /repos/tea/kb/issues/{number}/comments", func(w http.ResponseWriter, r *http.Request) {
		answer(w, 200, f.commentsOf(r.PathValue("number")))
	})
	mux.HandleFunc("GET /repos/tea/kb/issues/{number}", func(w http.ResponseWriter, r *http.Request) {
		answer(w, 200, map[string]any{"number": r.PathValue("number"), "pull_request": map[string]any{}})
	})
	mux.HandleFunc("GET /repos/tea/kb/pulls/{number}/reviews/{review}/comments", func(w http.ResponseWriter, r *http.Request) {
		answer(w, 200, append([]map[string]any{}, f.remarks[r.PathValue("review")]...))
	})
	mux.HandleFunc("POST /repos/tea/kb/issues/{number}/comments", f.create)
	mux.HandleFunc("PATCH /repos/tea/kb/issues/comments/{id}", f.change)
	mux.HandleFunc("POST /repos/tea/kb/statuses/{commit}", f.setStatus)
	mux.HandleFunc("GET /repos/tea/kb/actions/runs/99/artifacts", f.artifacts)
	mux.HandleFunc("GET /repos/tea/kb/actions/artifacts/5/zip", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, strings.Replace(storage.URL, "127.0.0.1", "localhost", 1), http.StatusFound)
	})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		defer f.mu.Unlock()
		switch {
		case r.Header.Get("Authorization") != "Bearer "+forgeToken && r.Header.Get("Authorization") != "token "+forgeToken:
			answer(w, http.StatusUnauthorized, map[string]any{"message": "Bad credentials"})
		case strings.HasSuffix(r.URL.Path, "/user"): // closed to the tokens of workflows
			answer(w, http.StatusForbidden, map[string]any{"message": "Resource not accessible by integration"})
		default:
			http.StripPrefix(gitea(r.URL.Path), mux).ServeHTTP(w, r)
		}
	}))
	t.Cleanup(func() { server.Close(); storage.Close() })
	f.url = server.URL
	return f
}

// gitea is what Gitea has in front of the paths that it shares with GitHub.
func gitea(path string) string {
	if strings.HasPrefix(path, "/api/v1/") {
		return "/api/v1"
	}
	return ""
}

func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

// listPulls answers as GitHub does: by the head's owner and branch, and whatever the head's repository.
func (f *fakeForge) listPulls(w http.ResponseWriter, r *http.Request) {
	found := []map[string]any{}
	for _, pull := range f.pulls {
		if head := pull["head"].(map[string]any); r.FormValue("head") == head["label"] && r.FormValue("state") == "open" {
			found = append(found, pull)
		}
	}
	answer(w, 200, found)
}

func (f *fakeForge) getPull(w http.ResponseWriter, r *http.Request) {
	for _, pull := range f.pulls {
		if fmt.Sprint(pull["number"]) == r.PathValue("number") {
			answer(w, 200, pull)
			return
		}
	}
	answer(w, http.StatusNotFound, map[string]any{"message": "Not Found"})
}

// open opens a pull request.
func (f *fakeForge) open(number int, fork, branch, head, base string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	owner, _, _ := strings.Cut(fork, "/")
	f.pulls = append(f.pulls, map[string]any{"number": number,
		"head": map[string]any{"sha": head, "ref": branch, "label": owner + ":" + branch, "repo": map[string]any{"full_name": fork}},
		"base": map[string]any{"sha": base, "ref": "main", "repo": map[string]any{"full_name": "tea/kb"}}})
}

// commentsOf are the comments on a pull request.
func (f *fakeForge) commentsOf(number string) []map[string]any {
	found := []map[string]any{}
	for _, c := range f.comments {
		if c["number"] == number {
			found = append(found, c)
		}
	}
	return found
}

func (f *fakeForge) create(w http.ResponseWriter, r *http.Request) {
	var comment map[string]any
	if json.NewDecoder(r.Body).Decode(&comment) != nil {
		answer(w, http.StatusBadRequest, nil)
		return
	}
	id := len(f.comments) + 1
	comment["id"], comment["user"] = id, map[string]any{"login": f.account, "type": "Bot"}
	comment["html_url"] = fmt.Sprintf("%s/tea/kb/pull/%s#issuecomment-%d", f.url, r.PathValue("number"), id)
	comment["number"], comment["created_at"] = r.PathValue("number"), time.Now().UTC().Format(time.RFC3339)
	f.comments = append(f.comments, comment)
	answer(w, http.StatusCreated, comment)
}

func (f *fakeForge) change(w http.ResponseWriter, r *http.Request) {
	var comment map[string]any
	id, err := strconv.Atoi(r.PathValue("id"))
	if err != nil || id > len(f.comments) || json.NewDecoder(r.Body).Decode(&comment) != nil {
		answer(w, http.StatusNotFound, map[string]any{"message": "Not Found"})
		return
	}
	f.comments[id-1]["body"] = comment["body"]
	answer(w, http.StatusOK, f.comments[id-1])
}

func (f *fakeForge) setStatus(w http.ResponseWriter, r *http.Request) {
	var status map[string]any
	if json.NewDecoder(r.Body).Decode(&status) != nil || status["context"] == nil {
		answer(w, http.StatusUnprocessableEntity, nil)
		return
	}
	f.statuses = append(f.statuses, fmt.Sprint(r.PathValue("commit"), " ", status["context"], " ", status["state"]))
	answer(w, http.StatusCreated, status)
}

func (f *fakeForge) artifacts(w http.ResponseWriter, r *http.Request) {
	all := []map[string]any{}
	if f.upload != nil && r.FormValue("name") == "kbgate-findings" {
		all = append(all, map[string]any{"id": 5, "name": "kbgate-findings", "expired": false, "size_in_bytes": len(f.upload)})
	}
	answer(w, 200, map[string]any{"total_count": len(all), "artifacts": all})
}

// leave makes an archive of what the other workflow uploads, one entry after the other: name, text, name, text….
func (f *fakeForge) leave(entries ...string) {
	var archive bytes.Buffer
	w := zip.NewWriter(&archive)
	for i := 0; i+1 < len(entries); i += 2 {
		entry, err := w.Create(entries[i])
		if err == nil {
			_, err = entry.Write([]byte(entries[i+1]))
		}
		if err != nil {
			f.t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		f.t.Fatal(err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.upload = archive.Bytes()
}

// bodies are the texts of all comments on a pull request.
func (f *fakeForge) bodies(number int) []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var all []string
	for _, comment := range f.comments {
		if comment["number"] == strconv.Itoa(number) {
			all = append(all, fmt.Sprint(comment["body"]))
		}
	}
	return all
}

// told are the statuses of commits that were set, and whether the token went to where archives lie.
func (f *fakeForge) told() (statuses []string, leaked bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.statuses), f.leaked
}

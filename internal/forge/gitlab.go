package forge

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// gitlab is https://docs.gitlab.com/api/notes/#merge-requests. Its header takes personal, project and group tokens, and those of
// OAuth (https://docs.gitlab.com/api/rest/authentication/). Every token that may write a note has an account, and may ask for it.
var gitlab = Forge{
	Name: GitLab, variable: "GITLAB_CI", job: gitlabJob, api: "https://gitlab.com/api/v4", apiEnd: "/api/v4",
	repo: projectPath, form: "GROUP/PROJECT, or the project's number", mark: "!",
	tokens:        []string{"GITLAB_TOKEN"},
	needs:         "it needs the `api` scope and the role Reporter or above; the CI_JOB_TOKEN of a job may not write notes",
	authorization: "Bearer",
	comments:      mergeRequestNotes, change: http.MethodPut,
	comment: func(pr PullRequest, id int64) []string {
		return append(mergeRequestNotes(pr), strconv.FormatInt(id, 10))
	},
	query: url.Values{"per_page": {"100"}, "order_by": {"created_at"}, "sort": {"asc"}},
	page:  notePage, reads: &gitlabReads,
	needsToRead: "it needs the `read_api` scope and the role Reporter or above; the CI_JOB_TOKEN of a job may not read merge requests",
}

func mergeRequestNotes(pr PullRequest) []string {
	return []string{"projects", pr.Repo, "merge_requests", strconv.Itoa(pr.Number), "notes"}
}

// notePage is the page of a note, which the API does not tell; "" for a project that is known by its number only.
func notePage(api url.URL, pr PullRequest, id int64) string {
	if !strings.Contains(pr.Repo, "/") {
		return ""
	}
	api.Path, api.RawPath = strings.TrimSuffix(api.Path, "/api/v4")+"/"+pr.Repo+"/-/merge_requests/"+strconv.Itoa(pr.Number), ""
	api.Fragment = fmt.Sprintf("note_%d", id)
	return api.String()
}

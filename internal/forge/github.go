package forge

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// github is https://docs.github.com/rest/issues/comments: a pull request is an issue there. A token of a workflow writes as the app
// of GitHub's Actions; any other app has to be named in Config.Author. The headers are those of
// https://docs.github.com/rest/using-the-rest-api/getting-started-with-the-rest-api.
var github = Forge{
	Name: GitHub, variable: "GITHUB_ACTIONS", job: githubJob, api: "https://api.github.com",
	repo: ownerAndName, form: "OWNER/NAME", mark: "#",
	tokens: []string{"GITHUB_TOKEN"}, bot: "github-actions[bot]",
	needs: "a workflow needs `permissions: pull-requests: write` (or `issues: write`), a fine-grained token \"Pull requests: read and write\", " +
		"a classic one `repo`; in a workflow that a fork's pull request starts, the token may only read",
	authorization: "Bearer", header: http.Header{"Accept": {"application/vnd.github+json"}, "X-Github-Api-Version": {"2022-11-28"}},
	comments: issueComments, comment: issueComment, change: http.MethodPatch, query: url.Values{"per_page": {"100"}}, reads: &githubReads,
	needsToRead: "a workflow needs `permissions: pull-requests: read` and `issues: read`, a fine-grained token \"Pull requests: read\" and \"Issues: read\", a classic one `repo`",
}

func issueComments(pr PullRequest) []string {
	owner, name, _ := strings.Cut(pr.Repo, "/")
	return []string{"repos", owner, name, "issues", strconv.Itoa(pr.Number), "comments"}
}

func issueComment(pr PullRequest, id int64) []string {
	owner, name, _ := strings.Cut(pr.Repo, "/")
	return []string{"repos", owner, name, "issues", "comments", strconv.FormatInt(id, 10)}
}

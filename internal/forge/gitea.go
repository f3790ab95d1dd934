package forge

import (
	"net/http"
	"strings"
)

// gitea and forgejo speak the API of https://docs.gitea.com/api/, which follows GitHub's here. It gives all comments as one page,
// and a Link header should it ever give more. For the comments of a missing pull request Gitea 1.27 answers 500, like a server that
// is down. A token of a workflow lacks the scope read:user and writes as gitea-actions or forgejo-actions.
var (
	gitea   = giteaOf(Gitea, "GITEA")
	forgejo = giteaOf(Forgejo, "FORGEJO")
)

func giteaOf(name, variables string) Forge {
	f := Forge{
		Name: name, variable: variables + "_ACTIONS", apiEnd: "/api/v1",
		repo: ownerAndName, form: "OWNER/NAME", mark: "#",
		tokens: []string{variables + "_TOKEN"}, jobTokens: []string{"GITEA_TOKEN", "GITHUB_TOKEN"}, bot: name + "-actions",
		needs:         "it needs the scopes write:issue and read:user, and its account access to the repository",
		authorization: "token", // https://docs.gitea.com/development/api-usage
		comments:      issueComments, comment: issueComment, change: http.MethodPatch, asksFirst: true, reads: &giteaReads,
		needsToRead: "it needs the scopes read:repository and read:issue, and what ties accounts to the repository is told to its administrators alone",
	}
	f.job = func(e Environment) (PullRequest, Proposal) {
		pr, p := githubJob(e)
		if server := e.Getenv("GITHUB_SERVER_URL"); pr.API == "" && server != "" {
			pr.API = strings.TrimRight(server, "/") + f.apiEnd
		}
		return pr, p
	}
	return f
}

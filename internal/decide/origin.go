package decide

import (
	"context"
	"net/url"
	"strings"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/lazy"
)

// origin is the remote to whose forge a pull request of no repository belongs.
const origin = "origin"

// repositoryOfOrigin names the repository of the remote origin as its forge does, OWNER/NAME; "" where nothing tells.
func repositoryOfOrigin(ctx context.Context, repo git.Folder) (string, error) {
	address, err := git.RemoteURL(ctx, repo, origin)
	if err != nil {
		return "", err
	}
	return repositoryOf(address), nil
}

// repositoryName is how forges name a repository: the owner, GitLab's groups, and the name.
var repositoryName = lazy.Regexp(`^[\w.-]+(/[\w.-]+)+$`)

// repositoryOf is the name of the repository in an address that git takes (git-fetch(1), GIT URLs): with a scheme, or
// HOST:PATH as of scp. A folder of this machine is of no forge.
func repositoryOf(address string) string {
	path := ""
	if strings.Contains(address, "://") {
		u, err := url.Parse(address)
		if err != nil || u.Host == "" || u.Scheme == "file" {
			return ""
		}
		path = u.Path
	} else {
		host, rest, ok := cutHost(address)
		if !ok || len(host) == 1 || strings.ContainsAny(host, `/\`) { // C:\kb is a folder, and so is ./a:b
			return ""
		}
		path = rest
	}
	path = strings.TrimSuffix(strings.Trim(path, "/"), ".git")
	if !repositoryName().MatchString(path) || len(path) > maxRepository {
		return ""
	}
	for part := range strings.SplitSeq(path, "/") {
		if strings.Trim(part, ".") == "" {
			return ""
		}
	}
	return path
}

// maxRepository is the longest name of a repository that a record takes, in bytes.
const maxRepository = 512

// cutHost parts the host from the path in an address as of scp; a host of IPv6 stands in brackets.
func cutHost(address string) (host, path string, ok bool) {
	from := strings.IndexByte(address, ']') + 1
	at := strings.IndexByte(address[from:], ':')
	if at < 0 {
		return "", "", false
	}
	return address[:from+at], address[from+at+1:], true
}

package hook

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/kbgate/kbgate/internal/git"
)

// Update is a line that git gives the hook pre-push: a commit that is pushed, and the one that the remote has in its place.
// Commits are names that git knows; one of zeros alone stands for none.
type Update struct {
	LocalRef, Local   string
	RemoteRef, Remote string
}

// noCommit is how git writes that there is no commit.
const noCommit = "0000000000000000000000000000000000000000"

// ParseUpdates reads what git writes to the hook pre-push: "LOCALREF LOCAL REMOTEREF REMOTE" on each line. The first of
// them may hold spaces, for it is what the user typed. See https://git-scm.com/docs/githooks#_pre_push.
func ParseUpdates(lines []byte) ([]Update, error) {
	var updates []Update
	for line := range strings.Lines(string(lines)) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" {
			continue
		}
		fields := strings.Split(line, " ")
		last := len(fields) - 3
		if last < 1 {
			return nil, fmt.Errorf("%q is no line that git gives the hook pre-push", line)
		}
		updates = append(updates, Update{LocalRef: strings.Join(fields[:last], " "), Local: fields[last],
			RemoteRef: fields[last+1], Remote: fields[last+2]})
	}
	return updates, nil
}

// FrameworkUpdate is what the pre-commit framework says of a push, in the environment; ok is false where it is not the
// caller. For the push of a history from its first commit on it names no commits.
func FrameworkUpdate(getenv func(string) string) (u Update, ok bool) {
	from, to := getenv("PRE_COMMIT_FROM_REF"), getenv("PRE_COMMIT_TO_REF")
	switch {
	case from != "" && to != "":
		return Update{Local: to, Remote: from}, true
	case getenv("PRE_COMMIT") == "":
		return Update{}, false
	}
	local := getenv("PRE_COMMIT_LOCAL_BRANCH")
	if local == "" {
		local = "HEAD"
	}
	return Update{Local: local, Remote: noCommit}, true
}

// Range is what is new in a push to a repository, as check.Request.Diff has it; "" where that is nothing:
// what the remote has is taken away, or no commit is pushed, or another branch of a remote has it all.
func (u Update) Range(ctx context.Context, repo git.Folder) (string, error) {
	if git.IsNoCommit(u.Local) {
		return "", nil
	}
	local, err := git.Commit(ctx, repo, u.Local)
	if errors.Is(err, git.ErrNoCommit) {
		return "", nil // a tag of something else
	}
	if err != nil {
		return "", err
	}
	// What the remote has may be unknown here: then git refuses the push, unless it is forced.
	if remote, err := git.Commit(ctx, repo, u.Remote); err == nil {
		if _, err := git.MergeBase(ctx, repo, remote, local); errors.Is(err, git.ErrNoCommit) {
			return noCommit + ".." + local, nil
		}
		return remote + "..." + local, nil
	}
	base, isNew, err := git.Unpublished(ctx, repo, local)
	switch {
	case err != nil || !isNew:
		return "", err
	case base == "":
		return noCommit + ".." + local, nil
	}
	return base + "..." + local, nil
}

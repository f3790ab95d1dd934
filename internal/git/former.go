package git

import (
	"cmp"
	"context"
	"strings"
	"time"
)

// How long FormerNames looks for earlier names, and how many it gives: git compares whole commits for it.
const (
	longestFollowing = 2 * time.Second
	mostFormer       = 20
)

// FormerNames gives the names that a file had before the commits in the history of one renamed it, "" for the one that is checked out, the
// last first, relative to the folder; those outside of the folder are left out. Where git takes too long, or lacks the commit, there are
// none.
func FormerNames(ctx context.Context, f Folder, commit, file string) ([]string, error) {
	looking, done := context.WithTimeout(ctx, longestFollowing)
	defer done()
	out, err := run(looking, f, "log", "-z", "--follow", "-M", "--diff-filter=R", "--name-status", "--format=", "--no-ext-diff", "--no-textconv",
		"--end-of-options", cmp.Or(commit, "HEAD"), "--", ":(top,literal)"+f.Prefix+file)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, nil //nolint:nilerr // the names that the file has had are a view that nobody waits for
	}
	return formerNames(splitNul(out), f.Prefix), nil
}

// formerNames reads what git log says of renames: R and a share, the old name, the new one.
func formerNames(fields []string, prefix string) (names []string) {
	for i := 0; i+2 < len(fields) && len(names) < mostFormer; i++ {
		if kind := strings.TrimSpace(fields[i]); !strings.HasPrefix(kind, "R") {
			continue
		}
		if name, isBelow := strings.CutPrefix(fields[i+1], prefix); isBelow {
			names = append(names, name)
		}
		i += 2
	}
	return names
}

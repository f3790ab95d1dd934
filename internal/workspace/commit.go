package workspace

import (
	"context"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
)

// CommitID is the full id of a commit: the name itself where it is one, else what git knows under the name.
func CommitID(ctx context.Context, dir, name string) (string, error) {
	if name == "" || git.IsObjectID(name) {
		return name, nil
	}
	id, err := git.Commit(ctx, git.Find(ctx, dir), name)
	if err != nil && ctx.Err() == nil {
		err = hint.Misuse("give the full id of a commit, as `git rev-parse` prints it, or a name that this clone knows", "%s: %w", name, err)
	}
	return id, err
}

// IsIn reports whether a commit, by its full id, is another one or comes before it. One that this clone lacks does not.
func IsIn(ctx context.Context, dir, commit, history string) bool {
	if !git.IsObjectID(commit) {
		return false
	}
	repo := git.Find(ctx, dir)
	tip, err := git.Commit(ctx, repo, history)
	if err != nil {
		return false
	}
	if commit == tip {
		return true
	}
	parted, err := git.MergeBase(ctx, repo, commit, tip)
	return err == nil && parted == commit
}

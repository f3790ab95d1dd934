package review

import (
	"context"
	"errors"

	"github.com/kbgate/kbgate/internal/git"
)

// Tip gives the commit whose history tells what the house has accepted: that of the default branch, whatever is checked out, and else
// HEAD; "" where there is no commit.
func Tip(ctx context.Context, repo git.Folder) (tip string, err error) {
	settings, err := git.Configuration(ctx, repo, git.Deciding)
	if err != nil {
		return "", err
	}
	own, _ := repo.Parted(settings)
	objects := git.OpenObjects(ctx, repo)
	branch, err := repo.Default(ctx, own, objects)
	if err = errors.Join(err, objects.Close()); err != nil {
		return "", err
	}
	switch refs := branch.Refs; len(refs) {
	case 0:
		if tip, err = git.Commit(ctx, repo, "HEAD"); errors.Is(err, git.ErrMissing) || ctx.Err() == nil {
			return tip, nil // without a commit there is no history
		}
		return "", err
	case 1:
		return refs[0].ID, nil
	default:
		isAhead, err := git.IsAncestor(ctx, repo, refs[1].ID, refs[0].ID)
		if isAhead {
			return refs[0].ID, err
		}
		return refs[1].ID, err
	}
}

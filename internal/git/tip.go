package git

import (
	"context"
	"errors"
)

// Tip gives the commit whose history tells what the house has accepted: that of the default branch, whatever is checked out, and else
// HEAD; "" where there is no commit.
func Tip(ctx context.Context, repo Folder) (tip string, err error) {
	settings, err := Configuration(ctx, repo, Deciding)
	if err != nil {
		return "", err
	}
	own, _ := repo.Parted(settings)
	objects := OpenObjects(ctx, repo)
	branch, err := repo.Default(ctx, own, objects)
	if err = errors.Join(err, objects.Close()); err != nil {
		return "", err
	}
	switch refs := branch.Refs; len(refs) {
	case 0:
		if tip, err = Commit(ctx, repo, "HEAD"); errors.Is(err, ErrMissing) || ctx.Err() == nil {
			return tip, nil // without a commit there is no history
		}
		return "", err
	case 1:
		return refs[0].ID, nil
	default:
		isAhead, err := IsAncestor(ctx, repo, refs[1].ID, refs[0].ID)
		if isAhead {
			return refs[0].ID, err
		}
		return refs[1].ID, err
	}
}

package check

import (
	"context"
	"errors"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/git"
)

// Home gives the folder of the knowledge base that holds dir, and its configuration. A repository without a work tree is such a
// folder too, and has the configuration of its HEAD.
func Home(ctx context.Context, dir string) (root string, cfg *config.Config, err error) {
	root, err = RootOf(ctx, Request{Dir: dir})
	if errors.Is(err, git.ErrNoWorkTree) {
		if repo, openErr := git.Open(ctx, dir); openErr != nil || !repo.Bare {
			return "", nil, err
		}
		cfg, err = Settings(ctx, dir, "", "HEAD")
		if errors.Is(err, git.ErrNoCommit) {
			return dir, config.Default(gate.Specs()), nil
		}
		return dir, cfg, err
	}
	if err != nil {
		return "", nil, err
	}
	cfg, err = Settings(ctx, root, "", "")
	return root, cfg, err
}

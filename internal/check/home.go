package check

import (
	"context"
	"errors"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/git"
)

// Home is the folder of a knowledge base, with its configuration.
type Home struct {
	Root       string
	Config     *config.Config
	Repository git.Folder // Root in its repository
}

// HomeOf gives the knowledge base that holds dir. A repository without a work tree is such a folder too, and has the
// configuration of its HEAD.
func HomeOf(ctx context.Context, dir string) (h Home, err error) {
	s := &inquiry{Request: Request{Dir: dir}, ctx: ctx, blobs: &blobs{ctx: ctx}}
	defer s.blobs.close()
	err = s.findRoot()
	if errors.Is(err, git.ErrNoWorkTree) {
		here := git.Find(ctx, dir)
		if !here.IsBare() {
			return h, err
		}
		cfg, err := Settings(ctx, dir, "", "HEAD")
		if errors.Is(err, git.ErrNoCommit) {
			cfg, err = config.Default(gate.Specs()), nil
		}
		return Home{dir, cfg, here}, err
	}
	if err != nil {
		return h, err
	}
	h.Root, h.Repository, s.blobs.repo = s.named, s.repo, s.repo
	err = s.loadConfig()
	h.Config = s.config
	return h, err
}
